"""What a study or a run will take before it is begun: calls, tokens, money and time, as bounds."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from mesa_war.core.events import Origin
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.secretary import ROUNDS
from mesa_war.core.world import World
from mesa_war.minds.rules import Chance, Wait
from mesa_war.study.executors import THREADS, cores
from mesa_war.study.plan import MINDS, StudyPlan
from mesa_war.study.runs import Order

CHARACTERS = 4.0
"""Characters of a token in English, about; a character of Chinese or the like is counted as a token of its own."""

REPLY_TOKENS = (100.0, 600.0)
"""Tokens of a reply: a decision without reasons, and one with an analysis of the situation."""

REPLY_SECONDS = (2.0, 20.0)
"""Seconds that a call takes: a hosted model that answers at once, and one that thinks or is busy."""

COUNTS = (*MINDS, "rounds", "language")
"""Parameters that decide how much a run takes."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that is to be expected."""

    low: float = 0.0
    high: float = 0.0

    def __add__(self, other: "Bounds") -> "Bounds":
        return Bounds(self.low + other.low, self.high + other.high)

    def times(self, other: "Bounds") -> "Bounds":
        """Low by low and high by high."""
        return Bounds(self.low * other.low, self.high * other.high)

    def by(self, factor: float) -> "Bounds":
        """Both by a factor."""
        return Bounds(self.low * factor, self.high * factor)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is to be expected.

    Attributes:
        runs: how many.
        calls: to minds that wait: from one per decision to as many as the dialogue with a secretary allows. Calls that
            a mind makes again because a provider failed come on top.
        tokens_in: of prompts, measured in two worlds of the same setting: one in which nothing happens, and one where
            everybody acts at random, so that there is much to be told.
        tokens_out: of replies, by the assumption ``REPLY_TOKENS``.
        cost: US dollars; None where a price is not known.
        seconds: of wall time; measured for rules, by the assumption ``REPLY_SECONDS`` for minds that wait.
        notes: what is not known.
    """

    runs: int = 0
    calls: Bounds = field(default_factory=Bounds)
    tokens_in: Bounds = field(default_factory=Bounds)
    tokens_out: Bounds = field(default_factory=Bounds)
    cost: Bounds | None = field(default_factory=Bounds)
    seconds: Bounds = field(default_factory=Bounds)
    notes: tuple[str, ...] = ()

    def __add__(self, other: "Forecast") -> "Forecast":
        return Forecast(
            self.runs + other.runs,
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
            self.seconds + other.seconds,
            tuple(dict.fromkeys((*self.notes, *other.notes))),
        )

    def many(self, runs: int) -> "Forecast":
        """The same so many times, one after another."""
        cost = None if self.cost is None else self.cost.by(runs)
        rest = {name: getattr(self, name).by(runs) for name in ("calls", "tokens_in", "tokens_out", "seconds")}
        return Forecast(self.runs * runs, cost=cost, notes=self.notes, **rest)

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def forecast_study(plan: StudyPlan, workers: int | None = None) -> Forecast:
    """What a study will take; nothing is asked and nothing is written."""
    return forecast([(plan.order(cell, 0), plan.runs) for cell in plan.cells], workers)


def forecast(orders: Sequence[tuple[Order, int]], workers: int | None = None) -> Forecast:
    """What some orders will take, each so many times.

    Args:
        orders: each with the number of its runs. Those that differ in nothing that counts are measured once.
        workers: runs at one time, if known.
    """
    measured: dict[str, Forecast] = {}
    total = Forecast()
    for order, runs in orders:
        key = repr([order.model, *(order.params.get(name) for name in COUNTS)])
        if key not in measured:
            measured[key] = of_run(order)
        total += measured[key].many(runs)
    usual = THREADS if total.calls.high else cores()
    return replace(total, seconds=total.seconds.by(1 / min(workers or usual, max(total.runs, 1))))


def of_run(order: Order) -> Forecast:
    """What one run will take."""
    world = order.build()
    asked = list(minds_asked(world))
    if not asked:
        began = time.monotonic()
        while world.running:
            world.step()
        took = time.monotonic() - began
        return Forecast(runs=1, seconds=Bounds(took, took))
    prompt, reply = prompt_tokens(order), Bounds(*REPLY_TOKENS)
    rounds = Bounds(world.rounds, world.rounds)
    calls = [turns.times(rounds) for _, turns in asked]
    prices = [getattr(mind, "prices", None) for mind, _ in asked]
    costs = [
        made.times(prompt.by(price[0]) + reply.by(price[1])) for made, price in zip(calls, prices, strict=True) if price
    ]
    total = sum(calls, Bounds())
    longest = Bounds(*(max(getattr(turns, side) for _, turns in asked) for side in ("low", "high")))
    return Forecast(
        runs=1,
        calls=total,
        tokens_in=total.times(prompt),
        tokens_out=total.times(reply),
        cost=sum(costs, Bounds()) if all(prices) else None,
        seconds=rounds.times(longest).times(Bounds(*REPLY_SECONDS)),
        notes=() if all(prices) else ("a price is not known, so neither is the cost",),
    )


def minds_asked(world: World) -> Iterator[tuple[Mind, Bounds]]:
    """The minds of a world that wait, each with how often it is asked in a turn."""
    for actor in world.seats.values():
        if actor.mind.waits:
            yield actor.mind, Bounds(1, ROUNDS)
        if actor.secretary.mind is not None and actor.secretary.mind.waits:
            yield actor.secretary.mind, Bounds(1, ROUNDS - 1)


def prompt_tokens(order: Order) -> Bounds:
    """The mean length of a prompt in tokens, where little happens and where much does."""
    params = {key: value for key, value in order.params.items() if key not in MINDS}
    means = []
    for mind in (Wait(), Chance(order.seed)):
        probe = Probe(mind)
        world = Order(order.model, order.seed, {**params, "mind": probe}).build()
        while world.running:
            world.step()
        means.append(sum(probe.tokens) / len(probe.tokens))
    return Bounds(min(means), max(means))


class Probe:
    """A mind that measures the prompts it is sent, and leaves the answers to another.

    Args:
        mind: who answers.
    """

    waits = False
    origin = Origin.MIND

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.tokens: list[float] = []

    def answer(self, request: Request) -> Reply:
        """The other's answer."""
        self.tokens.append(tokens_of(f"{request.prompt.system}{request.prompt.user}"))
        return self.mind.answer(request)


def tokens_of(text: str) -> float:
    """About how many tokens a text has."""
    foreign = sum(not character.isascii() for character in text)
    return (len(text) - foreign) / CHARACTERS + foreign
