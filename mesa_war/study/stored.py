"""How stored replies would be read in the first round of a model, without asking anybody."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mesa_war.core.mind import Request
from mesa_war.core.secretary import ROUNDS
from mesa_war.core.toml import SettingError, one_of
from mesa_war.study.runs import Order


def read_reply(model: str, chair: str, texts: Sequence[str], attempts: int = ROUNDS) -> dict[str, Any]:
    """What would become of an actor's answers to its first request, right after the trigger.

    Args:
        model: the name of a model, or the path of a setting.
        chair: whose answers these are.
        texts: the answers of one dialogue with the secretary, in order.
        attempts: the most answers the dialogue may have; after the last of them the plan is mended.

    Returns:
        ``status`` (accept, repair, retry or refusal), ``moves``, ``objections`` and ``repairs``.

    Raises:
        SettingError: there is no such model or chair, or the dialogue has too many answers or none.
    """
    from mesa_war.minds.llm.stored import read_stored

    if not 1 <= attempts <= ROUNDS:
        raise SettingError(f"attempts: expected a whole number from 1 to {ROUNDS}, found {attempts}")
    if not 1 <= len(texts) <= attempts:
        raise SettingError(f"replies: expected 1 to {attempts}, the answers of one dialogue, found {len(texts)}")
    dialogue = list(texts)
    if len(dialogue) == attempts:
        dialogue += dialogue[-1:] * (ROUNDS - attempts)  # a shorter dialogue ends as if its last answer were repeated
    return read_stored(dialogue, first_request(model, chair))


def first_request(model: str, chair: str) -> Request:
    """The request that opens round 1 for an actor, the trigger known.

    Raises:
        SettingError: there is no such model or chair.
    """
    world = Order(model, seed=0, params={"mind": "wait"}).build()
    one_of(chair, world.seats, "chair", model)
    world.dawn()
    return Request(
        "decide",
        replace(world.view(chair), wave=1),
        prompts=world.game.prompts,
        words=world.words,
        extra={"thinks": dict(world.game.thinks)},
    )
