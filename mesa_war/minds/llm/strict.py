"""JSON read to the letter, and more strictly than Python does: no key twice, no number that is not finite."""

import json
import math
from collections.abc import Iterable
from typing import Any, NoReturn

DEEPEST = 60
"""Nesting beyond this is not read: no answer needs it, and recursion has an end."""


class NotStrict(ValueError):
    """The text is not such JSON."""


class TooDeep(NotStrict):
    """The value is nested too deeply to be an answer."""


class KeyTwice(NotStrict):
    """An object gives one key two values; the message is the key."""


def loads(text: str) -> Any:
    """The value of a text that is one JSON value and nothing else; NotStrict otherwise."""
    value, end = value_at(text, 0)
    if text[end:].strip():
        raise NotStrict("something follows the value")
    return value


def value_at(text: str, start: int, *, newlines: bool = False) -> tuple[Any, int]:
    """The JSON value that begins at ``start``, and where it ends.

    Args:
        newlines: whether strings may hold raw line breaks and tabs.

    Raises:
        NotStrict: there is no such value.
    """
    decoder = _LENIENT if newlines else _STRICT
    try:
        value, end = decoder.raw_decode(text, start)
    except RecursionError:
        raise TooDeep("too deeply nested") from None
    except NotStrict:
        raise
    except ValueError as error:
        raise NotStrict(str(error)) from None
    if _depth(value) > DEEPEST:
        raise TooDeep("too deeply nested")
    return value, end


def _depth(value: Any) -> int:
    """How deeply lists and objects are nested."""
    depth, level = 0, [value]
    while level := [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]:
        depth += 1
    return depth


def _inside(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise KeyTwice(key)
        made[key] = value
    return made


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotStrict(f"{digits} is not a finite number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is not a number")


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_constant)
_LENIENT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_constant, strict=False)
