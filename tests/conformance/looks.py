"""Everything that can be seen of a view or a world, as text, so that nothing can hide from a comparison."""

from collections.abc import Iterable
from dataclasses import replace

from mesa_war.core.board import Board
from mesa_war.core.events import Event
from mesa_war.core.view import View
from mesa_war.core.world import World


def board_text(board: Board) -> str:
    """All facts and ties of a board, in the order in which they are kept."""
    facts = {node: dict(board.facts(node)) for node in board.nodes()}
    ties = {name: list(board.pairs(name)) for name in board.relations}
    return f"{facts}\n{ties}\n{board.sentences()}"


def unlabelled(event: Event) -> Event:
    """The event without its number within the wave, which counts what others did too.

    Numbers are labels for the omniscient log. No template shows them, and no rule may read anything out of them.
    """
    time, wave, _ = event.id or (0, 0, 0)
    return replace(event, id=(time, wave, 0), about=tuple((time, wave, 0) for time, wave, _ in event.about))


def stream(events: Iterable[Event]) -> list[str]:
    """Events word for word, but for labels."""
    return [repr(unlabelled(event)) for event in events]


def view_text(view: View) -> str:
    """All that is in a view; what is legal follows from it."""
    return "\n".join(
        [
            f"{view.actor} {view.time} {view.wave} {view.fresh} {view.persona} {dict(view.others)}",
            *stream(view.events),
            "requests",
            *stream(view.requests),
            board_text(view.board),
            *view.actions,
        ]
    )


def world_text(world: World) -> str:
    """The state of a world: truth, chronicle, plans, trace, and what each actor has."""
    actors = [f"{actor.name} {actor.fresh} {board_text(actor.board)} {actor.events}" for actor in world.seats.values()]
    kept = (world.round, world.wave, world.index, world.now, world.running, world.trace.hash, world.trace.lines)
    return "\n".join([board_text(world.board), repr(world.chronicle), repr(world.plans), repr(kept), *actors])
