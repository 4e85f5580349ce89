"""A legend in rows below a picture, with samples drawn by the same hand as the picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mesa_war.core.words import Words
from mesa_war.show.sheet import Letters, Point, Sheet

type Sample = Callable[[Sheet, Point], None]
"""Draws a sample whose middle is at a point, at most SAMPLE wide."""

SAMPLE, SPACE, ROW, SIZE = 30.0, 14.0, 15.0, 8.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a legend."""

    caption: str
    sample: Sample


def words_of(language: str = "en") -> Words:
    """The words of pictures in a language."""
    return Words.load(Path(__file__).parent / "words" / f"{language}.md")


def rows(entries: Sequence[Entry], width: float, letters: Letters) -> list[list[tuple[float, Entry]]]:
    """Entries in rows that fit a width, each with its left edge."""
    found: list[list[tuple[float, Entry]]] = [[]]
    x = 0.0
    for entry in entries:
        wide = SAMPLE + 5 + letters.size_of(entry.caption, SIZE)[0]
        if found[-1] and x + wide > width:
            found.append([])
            x = 0.0
        found[-1].append((x, entry))
        x += wide + SPACE
    return found


def draw_legend(sheet: Sheet, legend: Sequence[Sequence[tuple[float, Entry]]], left: float, top: float) -> None:
    """The rows of a legend from their upper left corner."""
    for number, row in enumerate(legend):
        y = top - ROW * (number + 0.5)
        for x, entry in row:
            entry.sample(sheet, (left + x + SAMPLE / 2, y))
            sheet.write(left + x + SAMPLE + 5, y, entry.caption, size=SIZE, align="left")
