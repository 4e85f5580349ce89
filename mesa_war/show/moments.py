"""The board as it stood at a time, and what is new on it since."""

from collections.abc import Iterable

from mesa_war.core.board import Board
from mesa_war.core.events import Event
from mesa_war.show.routes import Edge


def board_at(events: Iterable[Event], blank: Board, time: float, owner: str | None = None) -> Board:
    """The fold of the events up to and including a time: the true board, or an owner's own.

    Args:
        blank: an empty board with the vocabulary, for instance ``game.board()``; it is not changed.
    """
    board = blank.copy()
    for event in events:
        if event.time > time:
            continue
        if owner is None:
            board.apply(event.effects)
        elif event.known_to(owner):
            board.apply(event.effects)
            board.apply(event.claims)
    return board


def fresh(now: Board, before: Board) -> frozenset[Edge]:
    """The ties that are on a board now and were not on it before."""
    edges = {(name, a, b) for name in now.relations for a, b, _ in now.pairs(name)}
    return frozenset(edges - {(name, a, b) for name in before.relations for a, b, _ in before.pairs(name)})
