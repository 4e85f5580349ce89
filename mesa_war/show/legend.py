"""A legend in rows below a picture, with samples drawn by the same hand as the picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mesa_war.core.words import Words
from mesa_war.show.box import Point
from mesa_war.show.letters import Letters
from mesa_war.show.sheet import Sheet

type Sample = Callable[[Sheet, Point], None]
"""Draws a sample whose middle is at a point."""

SPACE, ROW, SIZE = 14.0, 15.0, 8.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a legend; its sample is so many points wide."""

    caption: str
    sample: Sample
    width: float = 30.0


def words_of(language: str = "en") -> Words:
    """The words of pictures in a language."""
    return Words.load(Path(__file__).parent / "words" / f"{language}.md")


def caption(words: Words, section: str, name: str) -> str:
    """The caption of a name; the name itself where the words are silent."""
    return words.text(section, name) if (section, name) in words else name.replace("_", " ")


def rows(entries: Sequence[Entry], width: float, letters: Letters) -> list[list[tuple[float, Entry]]]:
    """Entries in rows that fit a width, each with its left edge."""
    found: list[list[tuple[float, Entry]]] = [[]]
    x = 0.0
    for entry in entries:
        wide = entry.width + 5 + letters.size_of(entry.caption, SIZE)[0]
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
            entry.sample(sheet, (left + x + entry.width / 2, y))
            sheet.write(left + x + entry.width + 5, y, entry.caption, size=SIZE, align="left")
