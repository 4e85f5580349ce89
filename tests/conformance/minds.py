"""Minds that make trouble, watch, dawdle, mark their words, or do something else for once."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from time import sleep
from zlib import crc32

from mesa_war.core.actions import TEXT
from mesa_war.core.dice import Dice
from mesa_war.core.events import Move, Origin
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.view import View

SEED = 7


@dataclass(frozen=True, slots=True)
class Busy:
    """Makes two legal moves a decision and, if ``wild``, one that may not be, even when it is told."""

    seed: int = SEED
    wild: bool = True
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        dice = Dice(self.seed).at(view.time, view.wave, view.actor, "busy mind")
        legal = view.options()
        moves = dice.sample(legal, min(2, len(legal)))
        moves += _anything(view, dice) if self.wild else []
        dice.shuffle(moves)
        return Reply(tuple(moves), thought=f"{view.actor} thinks at {view.time}")


def _anything(view: View, dice: Random) -> list[Move]:
    """A move of the right form which may well be illegal."""
    action = dice.choice(list(view.actions.values()))
    args = {}
    for entry in action.takes:
        names = entry.allowed(view.actor, view.board) if entry.kind != TEXT else [entry.stock]
        args[entry.name] = dice.choice(names) if names else ""
    return [Move(view.actor, action.name, args)]


@dataclass(frozen=True, slots=True)
class Watched:
    """Notes every request and what was answered."""

    inner: Mind
    seen: list[tuple[Request, Reply]] = field(default_factory=list)
    origin = Origin.MIND

    @property
    def waits(self) -> bool:
        return self.inner.waits

    def answer(self, request: Request) -> Reply:
        reply = self.inner.answer(request)
        self.seen.append((request, reply))
        return reply


@dataclass(frozen=True, slots=True)
class Late:
    """Answers after a while, which differs by actor and by ``delays``, so that threads finish in another order."""

    inner: Mind
    delays: int
    waits = True
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        sleep(Dice(self.delays).at(request.view.actor, request.view.time).random() * 0.004)
        return self.inner.answer(request)


@dataclass(frozen=True, slots=True)
class Marked:
    """Puts its name and the time into all free words and into its thoughts."""

    inner: Mind
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view, reply = request.view, self.inner.answer(request)
        moves = tuple(replace(move, args=_marked(move, view)) for move in reply.moves)
        return replace(reply, moves=moves, thought=f"{mark(view.actor, view.time)} in thought")


def mark(actor: str, time: float) -> str:
    """A text that nobody writes by chance; without the name, which is shown otherwise where names are anonymised."""
    return f"canary {crc32(actor.encode())} {time:g} yranac"


def _marked(move: Move, view: View) -> dict[str, object]:
    free = {entry.name for entry in view.actions[move.action].takes if entry.kind == TEXT}
    return {name: mark(view.actor, view.time) if name in free else value for name, value in move.args.items()}


@dataclass(frozen=True, slots=True)
class Instead:
    """Does what the inner mind does, but for one actor at one time, when it makes the moves it is given."""

    inner: Mind
    actor: str
    time: float
    moves: Callable[[View], list[Move]]
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        if (view.actor, view.time) != (self.actor, self.time):
            return self.inner.answer(request)
        return Reply(tuple(self.moves(view)))


@dataclass(frozen=True, slots=True)
class Always:
    """Gives one answer whatever the question, and counts the questions of each turn."""

    reply: Callable[[Request], Reply]
    asked: Counter[tuple[str, float, int]] = field(default_factory=Counter)
    origin: Origin = Origin.MIND
    waits = False

    def answer(self, request: Request) -> Reply:
        self.asked[request.view.actor, request.view.time, request.view.wave] += 1
        return self.reply(request)
