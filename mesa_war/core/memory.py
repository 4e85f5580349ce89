"""Memory is the stream of an actor's own events; these functions choose from it what a mind is reminded of."""

from collections.abc import Iterable

from mesa_war.core.board import Board
from mesa_war.core.events import Event
from mesa_war.core.view import View


def own_acts(view: View) -> list[Event]:
    """What the actor did itself, failures included, oldest first."""
    return [event for event in view.events if event.move is not None and event.move.actor == view.actor]


def others_acts(view: View) -> list[Event]:
    """What the actor learned since it last decided, without its own acts."""
    return [event for event in view.news if event.move is None or event.move.actor != view.actor]


def open_requests(actor: str, events: Iterable[Event], board: Board, asks: Iterable[str]) -> tuple[Event, ...]:
    """The events whose request to this actor is still open on its board, the latest of each asker and kind.

    Args:
        asks: the relations that stand for open requests.
    """
    asked = {(ask, asker) for ask in asks for asker, target, _ in board.pairs(ask) if target == actor}
    latest: dict[tuple[str, str], Event] = {}
    if asked:
        for event in events:
            for effect in event.effects:
                key = (getattr(effect, "relation", ""), getattr(effect, "a", ""))
                if key in asked and getattr(effect, "b", "") == actor and event.move is not None:
                    latest[key] = event
    return tuple(sorted(latest.values(), key=lambda event: event.id or (0.0, 0, 0)))
