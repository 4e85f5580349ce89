"""On which line of a TOML text each key stands: the standard library reads TOML but does not say where."""

import re
import tomllib
from collections.abc import Sequence

type Key = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and the index within a list, from 0."""

_BLANK = re.compile(r"(?:\s+|#[^\n]*)*")
_NAME = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'", re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]+")


def line_of(text: str, key: Sequence[str | int]) -> int:
    """The line, from 1, on which a key of a sound TOML text stands; if it is absent, that of the table it would be in.

    A table stands where its header does, or where its first key does if it has no header of its own.
    """
    return nearest(key_lines(text), key)


def nearest(lines: dict[Key, int], key: Sequence[str | int]) -> int:
    """The line of a key, or of the innermost table or list on the way to it that has one; else 1."""
    return next((lines[tuple(key[:end])] for end in range(len(key), 0, -1) if tuple(key[:end]) in lines), 1)


def key_lines(text: str) -> dict[Key, int]:
    """The line of every table, key and list entry of a sound TOML text."""
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.lines


class _Scanner:
    """Walks once through a text that is known to be TOML; ``at`` is the place it has reached."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Key, int] = {}
        self.newest: dict[Key, int] = {}  # list of tables -> index of its newest entry

    def document(self) -> None:
        table: Key = ()
        while self.blank():
            if self.sees("[["):
                table = self.header("[[", "]]")
            elif self.sees("["):
                table = self.header("[", "]")
            else:
                self.pair(table)

    def header(self, opening: str, closing: str) -> Key:
        line = self.line
        self.take(opening)
        names = self.names()
        self.take(closing)
        key = self.entered(names)
        if opening == "[[":
            listed = (*self.entered(names[:-1]), names[-1])
            self.lines.setdefault(listed, line)
            self.newest[listed] = self.newest.get(listed, -1) + 1
            key = (*listed, self.newest[listed])
        for end in range(1, len(key)):
            self.lines.setdefault(key[:end], line)
        self.lines[key] = line
        return key

    def entered(self, names: list[str]) -> Key:
        """The key of a header, with the newest entry where a name on the way is a list of tables."""
        key: Key = ()
        for name in names:
            key = (*key, name)
            if key in self.newest:
                key = (*key, self.newest[key])
        return key

    def pair(self, table: Key) -> None:
        line = self.line
        key = table
        for name in self.names():
            key = (*key, name)
            self.lines.setdefault(key, line)
        self.take("=")
        self.value(key)

    def value(self, key: Key) -> None:
        self.blank()
        if self.sees("["):
            self.take("[")
            index = 0
            while self.blank() and not self.sees("]"):
                self.lines[*key, index] = self.line
                self.value((*key, index))
                self.skip(",")
                index += 1
            self.take("]")
        elif self.sees("{"):
            self.take("{")
            while self.blank() and not self.sees("}"):
                self.pair(key)
                self.skip(",")
            self.take("}")
        else:
            self.match(_TEXT if self.text[self.at] in "\"'" else _PLAIN)

    def names(self) -> list[str]:
        """A name, or several with dots between them."""
        names = [self.name()]
        while self.skip("."):
            names.append(self.name())
        return names

    def name(self) -> str:
        self.blank()
        found = self.match(_NAME)
        return str(tomllib.loads(f"name = {found}")["name"]) if found[0] in "\"'" else found

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def blank(self) -> bool:
        """Pass over space, empty lines and comments; whether anything is left."""
        self.match(_BLANK)
        return self.at < len(self.text)

    def sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def skip(self, mark: str) -> bool:
        """Pass over blanks and then a mark, if it is there."""
        self.blank()
        if seen := self.sees(mark):
            self.at += len(mark)
        return seen

    def take(self, mark: str) -> None:
        if not self.skip(mark):
            raise ValueError(f"line {self.line}: this is no TOML: {mark!r} was expected")

    def match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError(f"line {self.line}: this is no TOML")
        self.at = found.end()
        return found[0]
