"""Text from outside, made safe to keep: once, at the door."""

import re
from typing import Any

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_LOST = "\ufffd"


def cleaned(text: str) -> str:
    """The text without control characters other than newline and tab, and without halves of surrogate pairs.

    Two halves that belong together become their character, a lone one becomes U+FFFD.
    """
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _CONTROLS.sub("", _SURROGATES.sub(_LOST, text))


def cleaned_value(value: Any) -> Any:
    """A JSON value whose texts, keys too, are cleaned: as escapes, what the text did not show can still be in them."""
    match value:
        case str():
            return cleaned(value)
        case list():
            return [cleaned_value(item) for item in value]
        case dict():
            return {cleaned(key): cleaned_value(item) for key, item in value.items()}
    return value
