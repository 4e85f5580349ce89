"""Words live in Markdown: this reads them as a tree of sections and says a sentence with names put in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

type Section = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of Markdown: its number from 1, its section, its text, and whether it is the heading of the section."""

    number: int
    section: Section
    text: str
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """Sections of Markdown by their path of headings, for instance ``("Britain", "policy")``.

    ``## Britain`` opens a section, ``### policy`` one inside it; what stands under a heading is its text. The single
    ``# Title`` is the section ``("title",)``. Later files replace whole sections of earlier ones.
    """

    sections: Mapping[Section, str]
    sources: tuple[str, ...] = ()

    @classmethod
    def load(cls, *paths: Path) -> "Words":
        """Read files, later ones over earlier ones; a missing file raises FileNotFoundError naming it."""
        sections: dict[Section, str] = {}
        for path in paths:
            sections |= _parse(path.read_text(encoding="utf-8-sig"))
        return cls(sections, tuple(path.name for path in paths))

    def over(self, earlier: "Words") -> "Words":
        """These words, and those of ``earlier`` where these are silent."""
        return Words({**earlier.sections, **self.sections}, earlier.sources + self.sources)

    def __contains__(self, path: object) -> bool:
        return path in self.sections

    def text(self, *path: str) -> str:
        """The text under a heading; KeyError with the files that were searched."""
        try:
            return self.sections[path]
        except KeyError:
            place = " / ".join(path)
            raise KeyError(f"no section {place!r} in {', '.join(self.sources) or 'these words'}") from None

    def lines(self, *path: str) -> tuple[str, ...]:
        """The bullets under a heading, without their dashes; nothing where there is no such section."""
        return tuple(_bullets(self.sections.get(path, "")))

    def under(self, *path: str) -> tuple[str, ...]:
        """The headings directly below a path, in order."""
        depth = len(path)
        return tuple(dict.fromkeys(s[depth] for s in self.sections if len(s) > depth and s[:depth] == path))

    def say(self, *path: str, **names: object) -> str:
        """The text with its {places} filled in."""
        return self.text(*path).format(**names)


def _parse(markdown: str) -> dict[Section, str]:
    sections: dict[Section, list[str]] = {}
    for line in numbered(markdown):
        if line.heading:
            sections[line.section] = [line.text] if line.section == ("title",) else []
        elif line.section in sections and line.section != ("title",):
            sections[line.section].append(line.text)
    return {path: "\n".join(texts).strip() for path, texts in sections.items()}


def numbered(markdown: str) -> Iterator[Line]:
    """The lines of a Markdown text, each with the section it belongs to."""
    path: Section = ()
    for number, text in enumerate(markdown.splitlines(), start=1):
        marks, _, name = text.partition(" ")
        if marks == "#":
            path = ("title",)
        elif marks in ("##", "###"):
            above = () if path == ("title",) else path[: len(marks) - 2]
            path = (*above, name.strip())
        heading = marks in ("#", "##", "###")
        yield Line(number, path, name.strip() if heading else text, heading)


def _bullets(text: str) -> Iterator[str]:
    bullet = ""
    for line in text.splitlines():
        if line.startswith("- "):
            if bullet:
                yield bullet
            bullet = line[2:].strip()
        elif bullet and line.strip():
            bullet += " " + line.strip()
    if bullet:
        yield bullet
