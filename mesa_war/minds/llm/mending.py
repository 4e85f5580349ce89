"""Almost-JSON made JSON by json-repair, and taken only if nothing was lost, added or moved by it."""

import json
import math
from typing import Any

from mesa_war.minds.llm.strict import KeyTwice, NotStrict, value_at
from mesa_war.minds.llm.tokens import Token, gist, tokens

LONGEST = 40_000
"""Characters; longer texts are not mended."""


class NotMendable(ValueError):
    """The text can't be mended without guessing what it means."""


def mended(text: str) -> tuple[Any, str]:
    """The value of one whole object or list that is not quite JSON, and what had to be done.

    The value is taken only if it has the gist of the text: the same words and numbers under the same keys, in the
    same order and nesting. So ``70%`` does not become 70, and no key written twice loses a value.

    Raises:
        NotMendable: it has not.
        KeyTwice: it is JSON but for line breaks, with a key written twice.
    """
    try:
        value, end = value_at(text, 0, newlines=True)
        if end == len(text):
            return value, "raw line breaks inside texts"
    except KeyTwice:
        raise
    except NotStrict:
        pass
    if len(text) > LONGEST:
        raise NotMendable(f"longer than {LONGEST} characters")
    found = list(tokens(text))
    if any(token.text in ("...", "…") for token in found):
        raise NotMendable("it leaves gaps")
    bare = _without_comments(text, found)
    value = _repaired(bare)
    if not _finite(value) or gist(bare) != gist(json.dumps(value, ensure_ascii=False)):
        raise NotMendable("the repair would change what it says")
    return value, "comments left out" if bare != text else "spelling of JSON"


def _without_comments(text: str, found: list[Token]) -> str:
    kept, place = [], 0
    for token in found:
        if token.kind != "comment":
            kept.append(text[place : token.end])
        place = token.end
    return "".join(kept)


def _repaired(text: str) -> Any:
    from json_repair import repair_json

    try:
        value = repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, IndexError, RecursionError) as error:
        raise NotMendable(str(error)) from None
    if not isinstance(value, dict | list):
        raise NotMendable("it holds no object")
    return value


def _finite(value: Any) -> bool:
    match value:
        case float():
            return math.isfinite(value)
        case list():
            return all(map(_finite, value))
        case dict():
            return all(map(_finite, value.values()))
    return True
