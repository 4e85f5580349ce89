"""Which mind a name stands for. The choice is made here, at the door, and nowhere else."""

from collections.abc import Callable
from urllib.parse import parse_qsl

from mesa_war.core.mind import Mind
from mesa_war.core.toml import SettingError

WORDS = ("doctrine", "random", "wait", "local", "human")
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
    options = dict(parse_qsl(query, keep_blank_values=True))
    kind, _, rest = name.partition(":")
    match kind:
        case "doctrine" if not rest:
            return policy()
        case "random" | "wait" if not rest:
            from mesa_war.minds.rules import Chance, Wait

            return Wait() if kind == "wait" else Chance(seed)
        case "scripted" if rest:
            from mesa_war.minds.scripted import Scripted

            return Scripted.load(rest)
        case "local":
            from mesa_war.minds.local import local

            return local(rest, options)
    if "/" in name:
        from mesa_war.minds.llm import model

        return model(name, options)
    allowed = (
        "doctrine, random, wait, local, local:FILE.gguf, scripted:FILE, replay:DIR, or a model id such as openai/..."
    )
    raise SettingError(f"there is no mind {spec!r}. Allowed: {allowed}")
