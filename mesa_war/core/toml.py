"""TOML at the door: reading it, choosing from it, and saying in one message what is wrong with it."""

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError


class SettingError(ValueError):
    """A setting, or a choice within it, is not sound. The message says what, where, and what was allowed."""


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as data; SettingError if it is missing or not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingError(f"there is no file {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"{path}: not TOML: {error}") from None


def one_of(name: str, allowed: Iterable[str], what: str, where: str = "") -> str:
    """The name, if it is allowed; else SettingError with close matches."""
    names = list(allowed)
    if name in names:
        return name
    close = get_close_matches(name, names, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    place = f" in {where}" if where else ""
    raise SettingError(f"there is no {what} {name!r}{place}{hint} Allowed: {', '.join(names) or 'none'}")


def explain(error: ValidationError, path: Path) -> str:
    """Every fault pydantic found, as file, line, key and what was expected."""
    text = path.read_text(encoding="utf-8")
    faults = []
    for fault in error.errors():
        key = ".".join(str(part) for part in fault["loc"])
        line = line_of(text, [str(part) for part in fault["loc"]])
        faults.append(f"{path}:{line}: {key}: {fault['msg']}, found {fault['input']!r:.80}")
    return "\n".join(faults)


def line_of(text: str, key: list[str]) -> int:
    """The line on which a key of a TOML text stands, as near as it can be found; 1 when it can't."""
    line, start = 1, 0
    lines = text.splitlines()
    for part in key:
        name = re.escape(part)
        pattern = re.compile(rf'^\s*\[*[^=#]*["\']?\b?{name}["\']?\s*(\]|=|\.)|[{{,]\s*["\']?{name}["\']?\s*=')
        for number in range(start, len(lines)):
            if pattern.search(lines[number]):
                line, start = number + 1, number
                break
    return line
