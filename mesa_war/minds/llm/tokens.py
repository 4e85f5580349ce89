"""The marks and words of a text that is almost JSON, so that two texts can be compared for what they say."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_SPACE = re.compile(r"\s*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|#[^\n]*", re.DOTALL)
_BARE = re.compile(r"""[^{}\[\],:"'“”\s](?:(?!\s*//|\s*/\*)[^{}\[\],:"“”\n])*""")
_AFTER_STRING = re.compile(r"""\s*(?:[,:}\]]|//|/\*|$)|[^\S\n]*\n\s*["'“]""")
_CLOSERS = {'"': '"', "'": "'", "“": "”"}
_PAIRS = {"}": "{", "]": "["}
_LITERALS = {"true": "true", "false": "false", "null": "null", "none": "null"}
_ESCAPE = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\(.)", re.DOTALL)
_BLANKS = {"n": " ", "t": " ", "r": " ", "b": "", "f": " ", "\n": " "}
DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Token:
    """One of ``{ } [ ] : ,``, a ``string`` (text without its quotes), a ``bare`` word, or a ``comment``."""

    kind: str
    text: str
    end: int


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a value reaches.

    To ``end``; or to the end of the text, where its brackets never close (``cut``) or do not match: then nothing that
    follows can be told from it.
    """

    end: int
    whole: bool
    cut: bool = False


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """The tokens from a place on. A quote ends a string only where what follows can follow one."""
    place = start
    while True:
        place = _skipped(text, place)
        if place >= len(text):
            return
        token = _token(text, place)
        yield token
        place = token.end


def _skipped(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _token(text: str, place: int) -> Token:
    mark = text[place]
    if mark in "{}[]:,":
        return Token(mark, mark, place + 1)
    if comment := _COMMENT.match(text, place):
        return Token("comment", comment[0], comment.end())
    if mark in _CLOSERS:
        return _string(text, place)
    if bare := _BARE.match(text, place):
        return Token("bare", bare[0].rstrip(), bare.end())
    return Token("bare", mark, place + 1)


def _string(text: str, start: int) -> Token:
    closer, place = _CLOSERS[text[start]], start + 1
    while place < len(text):
        if text[place] == "\\":
            place += 2
        elif text[place] == closer and _AFTER_STRING.match(text, place + 1):
            return Token("string", text[start + 1 : place], place + 1)
        else:
            place += 1
    return Token("open string", text[start + 1 :], len(text))


def extent(text: str, start: int) -> Extent:
    """How far the object or list that opens at ``start`` reaches."""
    open_: list[str] = []
    for token in tokens(text, start):
        if token.kind in "{[":
            open_.append(token.kind)
            if len(open_) > DEEPEST:
                return Extent(len(text), whole=False)
        elif token.kind in _PAIRS:
            if open_.pop() != _PAIRS[token.kind]:
                return Extent(len(text), whole=False)
            if not open_:
                return Extent(token.end, whole=True)
    return Extent(len(text), whole=False, cut=True)


def gist(text: str) -> list[tuple[str, str | float]]:
    """What a text says, in order: brackets, colons and words, without commas, comments, quotes and spelling of numbers.

    Two texts with one gist hold the same words under the same keys in the same nesting.
    """
    return [_sense(token) for token in tokens(text) if token.kind not in (",", "comment")]


def _sense(token: Token) -> tuple[str, str | float]:
    if token.kind == "bare":
        literal = _LITERALS.get(token.text.lower())
        if literal:
            return "literal", literal
        try:
            return "number", float(token.text)
        except ValueError:
            return "word", _plain(token.text)
    if token.kind == "string":
        return "word", _plain(token.text)
    return token.kind, ""


def _plain(text: str) -> str:
    return " ".join(_ESCAPE.sub(_unescaped, text).split())


def _unescaped(found: re.Match[str]) -> str:
    letter = found[1]
    return str(json.loads(f'"{found[0]}"')) if letter is None else _BLANKS.get(letter, letter)
