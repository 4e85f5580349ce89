"""Referees turn plans into events: they settle truth, collisions and odds, and never call an actor."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random
from typing import Protocol

from mesa_war.core.actions import Plan, Rulebook, accept
from mesa_war.core.board import Board
from mesa_war.core.dice import Dice
from mesa_war.core.events import NOBODY, Effect, Event, EventId, Move, Origin, Tie
from mesa_war.core.mind import CallLog
from mesa_war.core.secretary import remarks
from mesa_war.core.words import Words


class Arena(Protocol):
    """What a referee may see of a world."""

    board: Board
    chronicle: Sequence[Event]
    rulebook: Rulebook
    words: Words
    dice: Dice
    calls: CallLog

    @property
    def moment(self) -> tuple[float, int]:
        """The time and wave that are being resolved."""


class Referee(Protocol):
    """IMPLEMENT ``resolve``."""

    def resolve(self, plans: Sequence[Plan], world: Arena) -> Iterator[Event]:
        """Yield what happens, one event at a time; each is recorded before the next is asked for."""


type Throw = Callable[..., Random]
"""Dice of one wave: what is thrown for -> a generator. What else is contested changes no throw."""

type Collisions = Callable[[Sequence[Move], Board, Throw], Mapping[int, str]]
"""Moves of one wave, each legal by itself, the board and dice -> index of each move that comes to nothing, with the
reason for the omniscient log. The result must not depend on the order of the moves."""


def no_collisions(moves: Sequence[Move], board: Board, throw: Throw) -> Mapping[int, str]:
    """Nobody is in anybody's way."""
    return {}


class Rules:
    """The rule-bound referee.

    Each move is checked against the truth at the opening of the wave and its actor's own earlier accepted moves. Then
    the family's table says which moves of different actors collide; what rested on a move that collided is checked
    again without it. What is left happens in the order of ``phases``, and within a phase in an order thrown by seeded
    dice, one throw for each name: neither the order in which minds answered or actors are listed, nor who else acts,
    ever matters.

    Args:
        phases: names of actions, in the order in which they take effect; actions not listed come last.
        collisions: the family's table.
    """

    def __init__(self, phases: Iterable[str] = (), collisions: Collisions = no_collisions) -> None:
        self.phases = {action: place for place, action in enumerate(phases)}
        self.collisions = collisions

    def resolve(self, plans: Sequence[Plan], world: Arena) -> Iterator[Event]:
        """Yield remarks on plans, then the acts in order, then the failures."""
        plans = sorted(plans, key=lambda plan: plan.actor)
        for plan in plans:
            yield from remarks(plan, world.words)
        moves, failed = _accepted([move for plan in plans for move in plan.moves], world)
        collided = self.collisions(moves, world.board, partial(world.dice.at, *world.moment, "collision"))
        if collided:
            failed += [(moves[index], reason) for index, reason in sorted(collided.items())]
            moves, fallen = _accepted([move for i, move in enumerate(moves) if i not in collided], world)
            failed += fallen
        for move in self._in_order(moves, world):
            yield act(move, world)
        for move, reason in failed:
            yield failure(move, world)
            yield Event(reason, NOBODY, Origin.RULE, move=move, failed=True)

    def _in_order(self, moves: Sequence[Move], world: Arena) -> list[Move]:
        at, last = world.moment, len(self.phases)
        place = {name: world.dice.at(*at, "referee", "order", name).random() for name in {m.actor for m in moves}}
        return sorted(moves, key=lambda move: (self.phases.get(move.action, last), place[move.actor], move.actor))


def _accepted(moves: Iterable[Move], world: Arena) -> tuple[list[Move], list[tuple[Move, str]]]:
    """The moves that stand by the truth and their actor's own earlier ones, and the others with the reason."""
    stand: list[Move] = []
    failed: list[tuple[Move, str]] = []
    for _, own in groupby(moves, key=lambda move: move.actor):
        good, bad = accept(own, world.board, world.rulebook)
        stand += good
        failed += [(move, objection.key) for move, objection in bad]
    return stand, failed


def act(move: Move, world: Arena) -> Event:
    """The event of a move that succeeds, with audience and effects as the board stands now."""
    action = world.rulebook[move.action]
    claims = action.claim(move, world.board)
    return Event(
        text=action.tell(move),
        audience=action.publicity(move, world.board),
        origin=move.origin,
        move=move,
        effects=action.change(move, world.board),
        claims=claims,
        about=tuple(id_ for claim in claims if (id_ := _origin(claim, world))),
    )


def _origin(claim: Effect, world: Arena) -> EventId | None:
    """The latest event which made true what is claimed; a mutual tie is the same from either end."""
    same: tuple[Effect, ...] = (claim,)
    if isinstance(claim, Tie) and world.board.relation(claim.relation).mutual:
        same = (claim, replace(claim, a=claim.b, b=claim.a))
    return next((event.id for event in reversed(world.chronicle) if any(one in event.effects for one in same)), None)


def failure(move: Move, world: Arena) -> Event:
    """The event of a move that came to nothing; told to its actor alone, without the reason."""
    text = world.rulebook[move.action].tell_failed(move)
    return Event(text, (move.actor,), move.origin, move, failed=True)
