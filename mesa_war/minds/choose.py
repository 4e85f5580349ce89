"""Which mind a name stands for. The choice is made here, at the door, and nowhere else."""

from collections.abc import Callable
from difflib import get_close_matches
from urllib.parse import parse_qsl

from mesa_war.core.mind import Mind
from mesa_war.core.toml import SettingError

WORDS = ("doctrine", "random", "wait", "local")
"""Names matched first; then the prefixes ``local:``, ``scripted:`` and ``replay:``; anything else with a slash is the
id of a model as LiteLLM writes it, with ``?temperature=0.7&api_base=...`` after it."""


def choose(spec: str | Mind, policy: Callable[[], Mind], seed: int) -> Mind:
    """The mind of a name.

    Args:
        spec: a name, or a mind, which is returned as it is.
        policy: makes the family's rule-based mind.
        seed: of minds that throw dice.

    Raises:
        SettingError: nothing goes by that name; the message says what was allowed.
    """
    if not isinstance(spec, str):
        return spec
    name, _, query = spec.partition("?")
    kind, _, rest = name.partition(":")
    match kind:
        case "doctrine" if spec == kind:
            return policy()
        case "random" | "wait" if spec == kind:
            from mesa_war.minds.rules import Chance, Wait

            return Wait() if kind == "wait" else Chance(seed)
        case "scripted" | "replay" if rest:
            return _written(kind, spec.removeprefix(f"{kind}:"))
        case "local":
            from mesa_war.minds.local import local

            return local(rest, _options(name, query), seed)
        case _ if "/" in name and kind not in ("replay", *WORDS):
            from mesa_war.minds.llm import model

            return model(name, _options(name, query))
    raise SettingError(_unknown(kind))


def _written(kind: str, path: str) -> Mind:
    """A mind that reads what to do from a script, or from the folder of a run; SettingError if there is none."""
    if kind == "replay":
        from mesa_war.minds.replayed import Replayed

        return Replayed.load(path)
    from mesa_war.minds.scripted import Scripted

    return Scripted.load(path)


def _recorded(kind: str, place: str) -> Mind:
    """What answers from a file of replies, or from the folder of an earlier run."""
    from mesa_war.minds.replayed import Replayed
    from mesa_war.minds.scripted import Scripted

    return Scripted.load(place) if kind == "scripted" else Replayed.load(place)


def _options(name: str, query: str) -> dict[str, str]:
    """What stands after the question mark; SettingError for an option that is given twice."""
    pairs = parse_qsl(query, keep_blank_values=True)
    options = dict(pairs)
    if len(options) < len(pairs):
        twice = next(key for key in options if [key for key, _ in pairs].count(key) > 1)
        raise SettingError(f"{name}: the option {twice!r} is given twice")
    return options


def _unknown(kind: str) -> str:
    """What to say of a name that stands for nothing; the rest of it may hold a key and is not repeated."""
    close = get_close_matches(kind, WORDS, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    allowed = (
        "doctrine, random, wait, local, local:FILE.gguf, scripted:FILE, replay:DIR, or a model id such as openai/..."
    )
    return f"there is no mind {kind!r}{hint} Allowed: {allowed}"
