"""TOML at the door: reading it, choosing from it, and one message for what can't be read or chosen."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import lru_cache
from numbers import Integral
from pathlib import Path
from typing import Any


class SettingError(ValueError):
    """A setting, or a choice within it, is not sound. The message says what, where, and what was allowed."""


def read_text(path: Path) -> str:
    """A file in UTF-8, with or without a byte order mark.

    Raises:
        SettingError: it can't be read; the message names the file, and line and byte of what is not UTF-8.
    """
    try:
        raw = path.read_bytes()
        return raw.decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        reason = "there is no file" if isinstance(error, FileNotFoundError) else f"{error.strerror}: can't read"
        raise SettingError(f"{reason} {path}") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SettingError(
            f"{path}:{line}: byte {error.start + 1} is {raw[error.start]:#04x}; expected a file in UTF-8"
        ) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as data; SettingError if it is missing or not TOML."""
    text = read_text(path)
    try:
        return deepcopy(_parsed(text))
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).rpartition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else len(text.splitlines())
        raise SettingError(f"{path}:{line}: not TOML: {reason[:1].lower()}{reason[1:]}") from None


@lru_cache(maxsize=16)
def _parsed(text: str) -> dict[str, Any]:
    """The data of a text; kept, since runs of a study read the same files again and again."""
    return tomllib.loads(text)


def one_of(name: str, allowed: Iterable[str], what: str, where: str = "") -> str:
    """The name, if it is allowed; else SettingError with close matches."""
    names = list(allowed)
    if name in names:
        return name
    raise SettingError(no_such(name, names, what, where))


def no_such(name: object, allowed: Iterable[str], what: str, where: str = "") -> str:
    """The sentence for a name that is not among those allowed."""
    place = f" in {where}" if where else ""
    return f"there is no {what} {name!r}{place}{hint(name, allowed)}"


def hint(name: object, allowed: Iterable[str]) -> str:
    """The end of a message about a wrong name: the nearest allowed one, and all that are allowed."""
    names = list(dict.fromkeys(str(other) for other in allowed))
    by_lower = {other.lower(): other for other in names}
    close = get_close_matches(str(name).lower(), by_lower, n=1)
    guess = f"; did you mean {by_lower[close[0]]!r}?" if close else "."
    return f"{guess} Allowed: {', '.join(names) or 'none'}"


def whole(value: Any, what: str, least: int = 1) -> int:
    """A parameter that counts something, as an int; SettingError if it does not."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise SettingError(f"{what}: expected a whole number of at least {least}, found {shown(value)}")
    return int(value)


def flag(value: Any, what: str) -> bool:
    """A parameter that is true or false; SettingError if it is neither."""
    if value not in (0, 1):
        raise SettingError(f"{what}: expected true or false, found {shown(value)}")
    return bool(value)


def shown(value: Any) -> str:
    """A value as TOML writes it; of tables and lists only what they are."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value if len(value) <= 60 else value[:60] + "…"}"'
        case Mapping():
            return "a table"
        case list() | tuple():
            return f"a list of {len(value)}"
        case _:
            return str(value)
