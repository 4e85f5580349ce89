"""A control that narrates: a referee asks a mind what comes of the orders of a team, a person and an envoy."""

from dataclasses import dataclass, field
from queue import Queue
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Plan, to_actor
from mesa_war.core.events import Event, Fact, Move, Origin, Shift
from mesa_war.core.game import Game
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.prompts import Prompts
from mesa_war.core.referee import Arena, Rules
from mesa_war.core.view import Persona, View
from mesa_war.core.world import World
from mesa_war.minds.choose import choose
from toys.minds import Person, Reading, Team
from toys.telling import prompts, words

SEATS = ("Envoy", "Person", "Team")
ORDER = Action(
    "order",
    "Say what your side does.",
    (Input("text", TEXT, stock="We hold the bridge."),),
    to_actor,
    "{actor} orders: “{text}”",
    "Your order came to nothing.",
)


@dataclass(frozen=True, slots=True)
class Narrator:
    """The mind in control: tension rises by one for each order to cross, and falls when nobody does."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        crossed = sum("cross" in str(order.move.args["text"]) for order in request.extra["orders"])
        story = f"{crossed} parties are seen at the river." if crossed else "The night is quiet."
        return Reply(data={"story": story, "tension": crossed or -1})


@dataclass(frozen=True, slots=True)
class Narrated:
    """Orders are acts known to their giver; then control is asked, and what it tells reaches everyone."""

    mind: Mind
    prompts: Prompts
    rules: Rules = field(default_factory=Rules)

    def resolve(self, plans: list[Plan], world: Arena) -> Any:
        orders = []
        for event in self.rules.resolve(plans, world):
            orders += [event] if event.move and not event.failed else []
            yield event
        everything = View(
            "control", *world.moment, Persona("control"), world.board.copy(), tuple(world.chronicle), (), world.rulebook
        )
        asked = {"orders": sorted(orders, key=lambda event: event.move.actor)}
        reply = self.mind.answer(
            Request("adjudicate", everything, calls=world.calls, prompts=self.prompts, words=world.words, extra=asked)
        )
        told = reply.data if reply.outcome.usable else {"story": "Control is silent.", "tension": 0}
        change = (Shift("border", "tension", told["tension"]),)
        yield Event(told["story"], origin=Origin.CONTROL, effects=change, calls=reply.calls)


@dataclass(frozen=True, slots=True)
class Says:
    """Gives the same order again and again; a leader merges what its members said instead."""

    text: str
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        text = " and ".join(map(str, request.extra.get("answers", ()))) or self.text
        return Reply((Move(request.view.actor, "order", {"text": text}),), thought=f"Better {self.text} than nothing.")


class Control(World):
    """Three seats and a control; the orders of the person come from ``inbox``."""

    def __init__(
        self,
        mind: str | Mind = "doctrine",
        *,
        actors: tuple[str, ...] = SEATS,
        inbox: "Queue[str] | None" = None,
        rounds: int = 4,
        rng: Any = None,
        **run: Any,
    ) -> None:
        said = prompts()
        referee = Narrated(Reading(Narrator()), said)
        super().__init__(
            Game({"order": ORDER}, words=words(), prompts=said, referee=referee), rounds=rounds, rng=rng, **run
        )
        members = {"dove": Reading(Says("hold the bridge")), "hawk": Reading(Says("cross at dawn"))}
        cast = {"Team": Team(members, Reading(Says("merge"))), "Person": Person(inbox or typed(rounds))}
        for name in actors:
            own = cast.get(name, Reading(Says("talk")))
            self.seat(Persona(name, "side"), own if mind == "doctrine" else choose(mind, Narrator, self.seed))
        facts = (*(Fact(name, "kind", "side") for name in actors), Fact("border", "tension", 0))
        standing = [Event("Two armies face each other.", origin=Origin.NATURE, effects=facts)]
        self.open(standing, model_reporters={"tension": tension}, agent_reporters={"name": "name"})


def typed(rounds: int) -> "Queue[str]":
    """An inbox in which all orders lie already."""
    inbox: Queue[str] = Queue()
    for number in range(1, rounds + 1):
        inbox.put(f"order number {number}: cross at night" if number % 2 else f"order number {number}: rest")
    return inbox


def tension(world: World) -> Any:
    """How tense the border is."""
    return world.board.fact("border", "tension")
