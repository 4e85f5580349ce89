"""Words live in Markdown: this reads them as a tree of sections and says a sentence with names put in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

type Section = tuple[str, ...]


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
            sections |= _parse(path.read_text(encoding="utf-8"))
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
    path: Section = ()
    for line in markdown.splitlines():
        marks, _, heading = line.partition(" ")
        if marks == "#":
            sections[("title",)] = [heading.strip()]
            path = ()
        elif marks in ("##", "###"):
            path = (*path[: len(marks) - 2], heading.strip())
            sections[path] = []
        elif path:
            sections[path].append(line)
    return {path: "\n".join(lines).strip() for path, lines in sections.items()}


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
