"""What the words of a setting of nations need: every profile whole, every trigger told, every placeholder a figure."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from mesa_war.core.toml import no_such, read_text
from mesa_war.core.words import Line, Section, numbered
from mesa_war.families.nations.setting import PARTS, NationsSetting

SETTING = NationsSetting

type Written = Mapping[Section, tuple[Path, list[Line]]]
"""Section -> the file whose words count, and its lines there, the heading first."""


def faults(setting: NationsSetting, folder: Path) -> Iterator[str]:
    """What is wrong with the words of a setting, with the variants and in the language it was loaded with.

    Args:
        setting: sound in itself.
        folder: where its words lie.
    """
    written, twice = _written([folder / name for name in setting.words.sources])
    yield from twice
    yield from _missing(setting, folder / setting.words.sources[0], written)
    yield from _unknown(setting, written)
    for section, (file, lines) in written.items():
        for line in lines[1:]:
            place = f"{file}:{line.number}: {' / '.join(section)}"
            yield from (f"{place}: {fault}" for fault in _in_line(setting, section, line.text))


def _written(files: list[Path]) -> tuple[Written, list[str]]:
    """The words that count, later files over earlier ones, and the headings that stand twice in one file."""
    written: dict[Section, tuple[Path, list[Line]]] = {}
    twice = []
    for file in files:
        here: dict[Section, tuple[Path, list[Line]]] = {}
        for line in numbered(read_text(file)):
            if line.heading:
                if line.section in here:
                    first = here[line.section][1][0].number
                    place = f"{file}:{line.number}: {' / '.join(line.section)}"
                    twice.append(f"{place}: stands twice; expected once, as on line {first}")
                here[line.section] = (file, [line])
            elif line.section in here:
                here[line.section][1].append(line)
        written |= here
    return written, twice


def _wanted(setting: NationsSetting) -> Iterator[Section]:
    yield ("situation",)
    yield from ((f"trigger: {name}",) for name in setting.triggers)
    yield from ((name, part) for name in setting.actors for part in (*PARTS, "public"))


def _missing(setting: NationsSetting, first: Path, written: Written) -> Iterator[str]:
    """Sections that are not there, at the heading they belong under or else at the end of the file, or are empty."""
    last = max(1, len(read_text(first).splitlines()))
    for section in _wanted(setting):
        heading = " / ".join(section)
        if section not in written:
            file, line = first, last
            if section[:1] in written:
                file, line = written[section[:1]][0], written[section[:1]][1][0].number
            marks = "#" * (len(section) + 1)
            yield f'{file}:{line}: {heading}: missing; expected a heading "{marks} {section[-1]}" and words under it'
            continue
        file, lines = written[section]
        words = [line for line in lines[1:] if line.text.strip()]
        bullets = section[-1] in PARTS and len(section) == 2
        if not words:
            wanted = 'lines that begin with "- "' if bullets else "a sentence"
            yield f"{file}:{lines[0].number}: {heading}: empty; expected {wanted}"
        elif bullets and not words[0].text.startswith("- "):
            yield f'{file}:{words[0].number}: {heading}: expected a line that begins with "- ", found "{words[0].text}"'


def _unknown(setting: NationsSetting, written: Written) -> Iterator[str]:
    """Headings that nobody reads."""
    wanted = [*dict.fromkeys(section[0] for section in _wanted(setting))]
    for section, (file, lines) in written.items():
        place = f"{file}:{lines[0].number}: {' / '.join(section)}"
        if section == ("title",):
            continue
        if section[0] not in wanted:
            if len(section) == 1:
                yield f"{place}: {no_such(section[0], wanted, 'section')}"
        elif len(section) > 1 and section[0] not in setting.actors:
            yield f"{place}: a section of a section; expected words only"
        elif len(section) > 1 and section[1] not in (*PARTS, "public"):
            yield f"{place}: {no_such(section[1], (*PARTS, 'public'), 'part')}"


def _in_line(setting: NationsSetting, section: Section, text: str) -> Iterator[str]:
    """Placeholders of one line that nothing can fill."""
    if "{" not in text and "}" not in text:
        return
    if section[0] not in setting.actors:
        yield "placeholders stand in profiles only; expected plain words"
        return
    try:
        asked = _asked(text)
    except TemplateSyntaxError as error:
        yield f"{str(error.message).rstrip('.')}; expected placeholders such as {{{{ army }}}}"
        return
    figures = setting.actors[section[0]].figures.get(setting.figures, {})
    for name in asked:
        if name not in figures:
            yield no_such(name, figures, "figure", f"the set {setting.figures!r} of {section[0]}")
    if "{" in (rest := re.sub(r"\{\{.*?\}\}", "", text)) or "}" in rest:
        yield "a brace stands alone; expected placeholders such as {{ army }}"


def _asked(text: str) -> list[str]:
    """The figures a line asks for, by themselves or as the largest of all."""
    tree = Environment(autoescape=False).parse(text)
    names = {node.name for node in tree.find_all(nodes.Name)} - {"largest"}
    compared = {
        argument.value
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name == "largest"
        for argument in call.args
        if isinstance(argument, nodes.Const)
    }
    return sorted(names | compared)
