"""What gives an anonymised setting away: names, adjectives and labels that the table of names can't take care of."""

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

from mesa_war.core.lines import Key, line_of
from mesa_war.core.prompts import Naming
from mesa_war.core.setting import Setting
from mesa_war.core.toml import SettingError, read_text
from mesa_war.core.words import numbered
from mesa_war.study.hindsight import PLACEHOLDER

SHORT = 3
"""A name of so few letters may be a common word in small ones ("us"), so its capitals count."""


def in_labels(setting: Setting, path: Path) -> Iterator[str]:
    """Actors without a label, and names or labels one of which stands inside another.

    Args:
        setting: a sound setting.
        path: its file.
    """
    text = read_text(path)
    if not any(seat.anonymous for seat in setting.actors.values()):
        return
    keys: dict[str, Key] = {}
    for name, seat in setting.actors.items():
        keys |= {name: ("actors", name, "anonymous"), seat.anonymous: ("actors", name, "anonymous")}
        if not seat.anonymous:
            place = f"{path}:{line_of(text, ('actors', name))}: actors.{name}.anonymous"
            yield f"{place}: missing; expected a label, as the other actors have one"
    for name, label in setting.names.items():
        keys |= {name: ("names", name), label: ("names", name)}
    keys.pop("", None)
    patterns = {name: whole(name) for name in keys}
    for one, other in permutations(keys, 2):
        if one in other and patterns[one].search(other):
            place = f"{path}:{line_of(text, keys[other])}: {'.'.join(str(part) for part in keys[other])}"
            yield f'{place}: "{other}" contains "{one}"; expected names and labels that do not overlap'


def in_texts(setting: Setting, files: Iterable[Path], language: str) -> Iterator[str]:
    """Names and adjectives that are still there after anonymising, and labels that were there before.

    Args:
        setting: a sound setting; one without labels has nothing to hide.
        files: of words in this language.
        language: two letters.
    """
    if not any(seat.anonymous for seat in setting.actors.values()):
        return
    try:
        naming = setting.naming(anonymous=True, language=language)
    except SettingError as error:
        yield from (f"{file}:1: names: {error}; expected a label of its own for each" for file in list(files)[:1])
        return
    searches = _searches(setting, naming)
    for file in files:
        for line in numbered(read_text(file)):
            if not line.heading:
                for fault in _in_line(PLACEHOLDER.sub("", line.text), naming, *searches):
                    yield f"{file}:{line.number}: {' / '.join(line.section)}: {fault}"


type Searches = tuple[Naming, list[tuple[str, re.Pattern[str]]], list[tuple[str, re.Pattern[str]]]]


def _searches(setting: Setting, naming: Naming) -> Searches:
    """What blanks out all names, and what finds plain names and short forms."""
    canonical = [*setting.actors, *setting.names]
    blank = Naming({name: f"\0{at}\0" for at, name in enumerate(canonical)})
    other = [
        name
        for seat in setting.actors.values()
        for tongue, name in seat.names.items()
        if not tongue.endswith("-anonymous")
    ]
    other += [seat.capital.name for seat in setting.actors.values() if seat.capital]
    plain = [(name, whole(name, loose=name in setting.actors)) for name in dict.fromkeys([*canonical, *other])]
    return blank, plain, [(name, whole(name, loose=True)) for name in setting.demonyms]


def _in_line(
    text: str,
    naming: Naming,
    blank: Naming,
    plain: Iterable[tuple[str, re.Pattern[str]]],
    short_forms: Iterable[tuple[str, re.Pattern[str]]],
) -> Iterator[str]:
    hidden, rest = naming.show(text), blank.show(text)
    for _, pattern in plain:
        if found := pattern.search(hidden):
            yield f'"{found[0]}" is still read when names are hidden; expected a name that has a label'
    for name, pattern in short_forms:
        if pattern.search(rest):
            yield f'"{name}" is still read when names are hidden; expected the whole name, or words without it'
    for label, name in naming.canonical.items():
        if label in text and whole(label).search(text):
            yield f'"{label}" is the label of "{name}"; expected words that are no label'


def whole(name: str, *, loose: bool = False) -> re.Pattern[str]:
    """A name as a whole word.

    Args:
        name: in any script. A single Chinese character counts only where it stands for a state, a people or an army.
        loose: whatever its capitals, unless it is too short for that.
    """
    before = r"(?<!\w)" if name[0].isascii() else ""
    after = r"(?!\w)" if name[-1].isascii() else "(?=[国军人王侯])" if len(name) == 1 else ""
    flags = re.IGNORECASE if loose and len(name) > SHORT else re.NOFLAG
    return re.compile(before + re.escape(name) + after, flags)
