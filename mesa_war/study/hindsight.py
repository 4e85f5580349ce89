"""What a setting says too early: dates after its start, outcomes, and numbers that come from nowhere."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import takewhile
from pathlib import Path

from mesa_war.core.lines import Key, key_lines, nearest
from mesa_war.core.setting import Setting
from mesa_war.core.toml import read_text
from mesa_war.core.words import Words, numbered

type Moment = tuple[int, ...]
"""Year, or year and month, or year, month and day; years before our era are negative."""

PLACEHOLDER = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
NUMBER = re.compile(r"(?<![\w.])\d[\d,.]*\d")


def in_figures(setting: Setting, path: Path) -> Iterator[str]:
    """Figures without a source, and figures of a year after the start.

    Args:
        setting: a sound setting; one without a start has nothing after it.
        path: its file.
    """
    lines = key_lines(read_text(path))
    begun = start_of(setting)
    for name, seat in setting.actors.items():
        for chosen, figures in seat.figures.items():
            for entry, figure in figures.items():
                key: Key = ("actors", name, "figures", chosen, entry)
                place = ".".join(str(part) for part in key)
                if not figure.source.strip():
                    yield f"{path}:{nearest(lines, (*key, 'source'))}: {place}.source: empty; expected where it is from"
                if begun and figure.year > begun[0]:
                    said = f"{figure.year} is after the start ({told(begun)}); expected no later year"
                    yield f"{path}:{nearest(lines, (*key, 'year'))}: {place}.year: {said}"


def in_texts(files: Iterable[Path], language: str, begun: Moment) -> Iterator[str]:
    """Dates after the start, statements of the outcome, and numbers that stand in the words themselves.

    Args:
        files: of words in this language.
        language: two letters; the lists of another language are used where there are none in this one.
        begun: the start; without one, dates are not looked at.
    """
    said = Words.load(next(file for file in _lists(language) if file.exists()))
    phrases = [(phrase, _phrase(phrase)) for phrase in said.lines("outcomes")]
    months = {name.strip(): at for at, names in enumerate(said.lines("months"), 1) for name in names.split(",")}
    for file in files:
        for line in numbered(read_text(file)):
            if not line.heading:
                for fault in _in_line(PLACEHOLDER.sub("", line.text), begun, phrases, months):
                    yield f"{file}:{line.number}: {' / '.join(line.section)}: {fault}"


def _lists(language: str) -> list[Path]:
    folder = Path(__file__).parent / "words"
    return [folder / f"hindsight.{name}.md" for name in (language, "en")]


def start_of(setting: Setting) -> Moment:
    """When a setting starts: a day, or a year where its family counts in years; empty where it does not say."""
    start = getattr(setting, "start", None)
    if isinstance(start, date):
        return (start.year, start.month, start.day)
    return (start,) if isinstance(start, int) else ()


def told(moment: Moment) -> str:
    """A moment as it is written: 1914-06-28, or 403 BC."""
    return f"{-moment[0]} BC" if moment[0] < 0 else "-".join(f"{part:02d}" for part in moment)


def _in_line(
    text: str, begun: Moment, phrases: Iterable[tuple[str, re.Pattern[str]]], months: Mapping[str, int]
) -> Iterator[str]:
    for phrase, pattern in phrases:
        if pattern.search(text):
            yield f'"{phrase}" tells the outcome; expected aims, fears and means'
    if begun:
        dates, text = _dates(text, months)
        for words, moment in dates:
            known = begun[:1] + moment[1:] if moment[0] == 0 else moment
            shared = min(len(known), len(begun))
            if known[:shared] > begun[:shared]:
                yield f'"{words}" is after the start ({told(begun)}); expected nothing later'
    for number in NUMBER.findall(text):
        if sum(sign.isdigit() for sign in number) > 2:
            yield f"the number {number} has neither source nor year; expected a figure and its placeholder"


def _phrase(phrase: str) -> re.Pattern[str]:
    """A phrase as whole words, whatever its capitals and spaces."""
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    return re.compile(words if ord(phrase[0]) > 127 else rf"\b{words}\b", re.IGNORECASE)


def _dates(text: str, months: Mapping[str, int]) -> tuple[list[tuple[str, Moment]], str]:
    """Every date in a text as it is written and as a moment, year 0 where it names none; and the text without them."""
    found: list[tuple[str, Moment]] = []
    for pattern in _patterns(months):

        def taken(match: re.Match[str]) -> str:
            found.append((match[0].strip(), _moment(match.groupdict(), months)))
            return " " * len(match[0])

        text = pattern.sub(taken, text)
    return found, text


def _moment(parts: Mapping[str, str | None], months: Mapping[str, int]) -> Moment:
    year = int(parts.get("year") or 0) * (-1 if parts.get("before") else 1)
    name = parts.get("month")
    month = months.get(name) or int(name) if name else None
    day = int(parts["day"] or 0) or None if parts.get("day") else None
    return tuple(part for part in takewhile(lambda part: part is not None, (year, month, day)) if part is not None)


def _patterns(months: Mapping[str, int]) -> Iterator[re.Pattern[str]]:
    """How dates are written, the fuller ways first."""
    month = rf"(?P<month>{'|'.join(sorted(months, key=len, reverse=True))})\.?"
    day, year = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?", r"(?P<year>\d{4})"
    yield re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b")
    yield re.compile(r"(?P<before>公元前)?(?P<year>\d{1,4})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?")
    yield re.compile(r"(?P<month>\d{1,2})月(?P<day>\d{1,2})日")
    if months:
        yield re.compile(rf"\b{day}(?: of)? {month}(?:,? {year})?\b")
        yield re.compile(rf"\b{month} {day}(?:,? {year})?\b(?!,?\d)")
        yield re.compile(rf"\b{month},? {year}\b")
    yield re.compile(r"\b(?P<year>\d{1,4}) ?(?P<before>BCE?|B\.C\.)")
    yield re.compile(r"(?<![\d.,])(?P<year>\d{4})(?![\d.,]?\d)")
