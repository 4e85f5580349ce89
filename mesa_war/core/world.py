"""The world: a Mesa model that lets actors decide, lets the referee resolve, and alone records what happens."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import mesa

from mesa_war.core.actions import Plan
from mesa_war.core.actor import Actor
from mesa_war.core.council import decide
from mesa_war.core.dice import Dice, seed_of
from mesa_war.core.events import EVERYONE, Event, Tie, Untie
from mesa_war.core.game import Game
from mesa_war.core.grid import Mirror
from mesa_war.core.guard import Guard
from mesa_war.core.mind import CallLog, Mind, Unrecorded
from mesa_war.core.record import of_event, of_plan
from mesa_war.core.secretary import Secretary
from mesa_war.core.toml import whole
from mesa_war.core.trace import Trace
from mesa_war.core.view import Persona, View

type Watcher = Callable[[str, Any], None]
"""Called with what goes on: "round" and a number, "thinking" or "thought" and a name, "plan" or "event" and it."""


class World(mesa.Model):  # type: ignore[misc]  # Mesa has no types
    """One run: built, opened, stepped until ``running`` is false.

    A step is: nature; then for each wave: observe, decide, resolve, record; then collect. Families override the hooks
    :meth:`nature`, :meth:`waves` and :meth:`over`, and give reporters to :meth:`open`.

    Args:
        game: the rules.
        rounds: the most steps.
        rng: the seed, a whole number or its digits; None draws one.
        trace: where lines are kept or compared; None keeps none.
        calls: where calls to minds are kept.
        width: how many minds may wait at the same time.
    """

    running: bool

    def __init__(
        self,
        game: Game,
        *,
        rounds: int,
        rng: Any = None,
        trace: Trace | None = None,
        calls: CallLog | None = None,
        width: int = 64,
    ) -> None:
        self.seed = seed_of(rng)
        super().__init__(rng=self.seed)
        self.game = game
        self.rulebook, self.words = game.rulebook, game.words
        self.dice = Dice(self.seed)
        self.rounds, self.width = whole(rounds, "rounds"), whole(width, "width")
        self.trace, self.calls = trace or Trace(), calls or Unrecorded()
        self.board = game.board()
        self.chronicle: list[Event] = []
        self.plans: list[tuple[float, int, Plan]] = []
        self.seats: dict[str, Actor] = {}
        self.watchers: list[Watcher] = []
        self.amendments: dict[int, Mapping[str, Any]] = {}
        self.round, self.wave, self.index = 0, 0, 0
        self.now: float = 0
        self.ended_by = ""
        setattr(self, "step", Guard(self, self.step))  # noqa: B010  # what stands there is Mesa's wrapper around ours

    def seat(self, persona: Persona, mind: Mind, *, talks: bool = True, adviser: Mind | None = None) -> Actor:
        """Put somebody into a chair, with a secretary."""
        secretary = Secretary(self, persona.name, self.words, talks=talks, mind=adviser)
        self.seats[persona.name] = Actor(self, persona, mind, secretary, self.game, self.calls)
        return self.seats[persona.name]

    def open(self, events: Iterable[Event], **reporters: Any) -> None:
        """Record how things stand at time 0 and collect; ``reporters`` are what Mesa's DataCollector takes."""
        self._mirror = Mirror(list(self.seats.values()), self.random)
        self.grid = self._mirror.grid
        self._public = {actor.name: actor.persona.public for actor in self.seats.values()}
        self.trace.append("start", {"seed": self.seed, "actors": list(self.seats)})
        for event in events:
            self.record(event)
        for actor in self.seats.values():
            actor.fresh = len(actor.events)
        self.datacollector = mesa.DataCollector(**reporters)
        self.datacollector.collect(self)

    def nature(self) -> Iterator[Event]:
        """What happens at the start of a step without anybody's doing: triggers, decay, arrivals."""
        return iter(())

    def waves(self) -> Iterable[Sequence[str]]:
        """The groups that decide one after another within a step."""
        return [list(self.seats)]

    def amend(self, *, seed: int | None = None) -> None:
        """Change parameters between steps (a fork); ``seed`` is of all dice from now on. Families take more here."""
        if seed is not None:
            self.seed, self.dice = seed, Dice(seed)

    def over(self) -> str:
        """Why the run ends after this step; an empty string when it goes on."""
        return "rounds" if self.round >= self.rounds else ""

    def step(self) -> None:
        """One round."""
        if not self.running:
            return
        self.dawn()
        for wave, group in enumerate(self.waves(), start=1):
            self._begin(self.round, wave)
            views = [self.view(name) for name in sorted(group)]
            plans = decide(views, self.seats, self.dice, self.width, self.tell)
            for plan in plans:
                self._keep(plan)
            for event in self.game.referee.resolve(plans, self):
                self.record(event)
        self.ended_by = self.over()
        self.running = not self.ended_by
        self.datacollector.collect(self)

    def dawn(self) -> None:
        """Begin a round: what a fork changes from here on, then what happens without anybody's doing."""
        self.round += 1
        self._begin(self.round, 0)
        self.tell("round", self.round)
        if changes := self.amendments.get(self.round):
            self.trace.append("amend", {"time": self.round, "changes": dict(changes)})
            self.amend(**changes)
        for event in self.nature():
            self.record(event)

    def _begin(self, now: float, wave: int) -> None:
        self.now, self.wave, self.index = now, wave, 0

    @property
    def moment(self) -> tuple[float, int]:
        """The time and wave under way."""
        return (self.now, self.wave)

    def view(self, name: str) -> View:
        """All that an actor may know now, as values of its own."""
        return self.seats[name].look(self.now, self.wave, self._public)

    def _keep(self, plan: Plan) -> None:
        actor = self.seats[plan.actor]
        actor.fresh = len(actor.events)
        self.plans.append((self.now, self.wave, plan))
        self.trace.append("plan", of_plan(plan, self.now, self.wave))
        self.tell("plan", plan)

    def record(self, event: Event) -> Event:
        """Make an event part of what happened: id, audience, chronicle, trace, boards, grid."""
        names = self.seats if event.audience == EVERYONE else set(event.audience)
        event = replace(event, id=(self.now, self.wave, self.index), audience=tuple(sorted(names)))
        self.index += 1
        self.trace.append("event", of_event(event))
        self.chronicle.append(event)
        self.board.apply(event.effects)
        told = replace(event, calls=()) if event.calls else event  # prompts hold what the audience may not know
        for name in event.audience:
            if name in self.seats:
                self.seats[name].notice(told)
        for effect in event.effects:
            if isinstance(effect, Tie | Untie):
                self._mirror.reflect(effect.relation, effect.a, effect.b, self.board)
        self.tell("event", event)
        return event

    def tell(self, what: str, value: Any) -> None:
        """Let whoever watches know."""
        for watcher in self.watchers:
            watcher(what, value)
