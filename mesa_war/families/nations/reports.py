"""What Mesa's DataCollector is told of nations: model, agent and table reporters (M4)."""

from collections.abc import Mapping
from typing import Any

from mesa_war.core.actor import Actor
from mesa_war.core.events import Event
from mesa_war.core.world import World
from mesa_war.families.nations.actions import NATION, PACTS

TABLES: Mapping[str, list[str]] = {
    "wars": ["round", "from", "to"],
    "mobilizations": ["round", "nation"],
    "pacts": ["round", "act", "pact", "from", "to"],
}


def mobilised(world: World) -> int:
    """How many nations have mobilised."""
    return sum(bool(world.board.fact(name, "mobilised")) for name in world.board.nodes(NATION))


def wars(world: World) -> int:
    """How many pairs are at war."""
    return sum(1 for _ in world.board.pairs("war"))


def alliances(world: World) -> int:
    """How many pairs are allied."""
    return sum(1 for _ in world.board.pairs("alliance"))


def treaties(world: World) -> int:
    """How many pairs are bound by a non-intervention treaty."""
    return sum(1 for _ in world.board.pairs("treaty"))


def peaces(world: World) -> int:
    """How many pairs have a peace agreement in force."""
    return sum(1 for _ in world.board.pairs("peace"))


def declarations(world: World) -> int:
    """How many declarations of war have been made in the run."""
    return sum(event.move is not None and event.move.action == "declare_war" for event in done(world))


def messages(world: World) -> int:
    """How many messages have been sent in the run."""
    return sum(event.move is not None and event.move.action == "send_message" for event in done(world))


MODEL = {
    "round": "round",
    "mobilised": mobilised,
    "wars": wars,
    "alliances": alliances,
    "treaties": treaties,
    "peaces": peaces,
    "declarations": declarations,
    "messages": messages,
}


def done(world: World) -> list[Event]:
    """The acts that came to something."""
    return [event for event in world.chronicle if event.move is not None and not event.failed]


def name_of(agent: Any) -> str:
    """Its name; secretaries are agents too."""
    return str(agent.name)


def is_mobilised(agent: Any) -> bool | None:
    """Whether this nation has mobilised; None for a secretary."""
    return bool(agent.board.fact(agent.name, "mobilised")) if isinstance(agent, Actor) else None


def at_war_with(agent: Any) -> int | None:
    """With how many nations this one is at war; None for a secretary."""
    return len(agent.board.ties("war", agent.name)) if isinstance(agent, Actor) else None


def allied_with(agent: Any) -> int | None:
    """With how many nations this one is allied; None for a secretary."""
    return len(agent.board.ties("alliance", agent.name)) if isinstance(agent, Actor) else None


AGENT = {"name": name_of, "mobilised": is_mobilised, "at_war_with": at_war_with, "allied_with": allied_with}


def rows(event: Event) -> list[tuple[str, dict[str, Any]]]:
    """The rows of tables that an event makes, as (table, row)."""
    move = event.move
    if move is None or event.failed:
        return []
    if move.action == "declare_war":
        return [("wars", {"round": event.time, "from": move.actor, "to": move.target})]
    if move.action == "mobilize":
        return [("mobilizations", {"round": event.time, "nation": move.actor})]
    act, _, pact = move.action.partition("_")
    if pact in PACTS:
        row = {"round": event.time, "act": act, "pact": pact, "from": move.actor, "to": move.target}
        return [("pacts", row)]
    return []
