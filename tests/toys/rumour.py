"""A rumour over weighted ties that fade: who is trusted enough is believed, rightly or wrongly."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import Action, Input, to_actor, to_parties
from mesa_war.core.board import Board, Relation, Trait
from mesa_war.core.events import NOBODY, Effect, Event, Fact, Move, Origin, Tie
from mesa_war.core.game import Game
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.view import Persona
from mesa_war.core.world import World
from mesa_war.minds.choose import choose
from toys.telling import prompts, words

TOWN = ("Ana", "Bo", "Chi", "Dee", "Eve")
BELIEVED_FROM = 0.5
FADES = 0.8


def _believed(move: Move, board: Board) -> tuple[Effect, ...]:
    """What both hold to be true afterwards: the story, if the listener trusts the teller enough."""
    trust = board.tie("trust", move.target, move.actor)
    return (Fact("well", "state", move.args["story"]),) if trust >= BELIEVED_FROM else ()


ACTIONS = (
    Action("wait", "Keep quiet.", (), to_actor, "{actor} keeps quiet."),
    Action(
        "tell",
        "Tell somebody how it stands with the well.",
        (Input("target", "neighbour"), Input("story", "story")),
        to_parties,
        "{actor} tells {target} that the well is {story}.",
        "Nobody listened.",
        claim=_believed,
    ),
)


@dataclass(frozen=True, slots=True)
class Gossip:
    """Passes on what it believes to the one it likes best and has not told yet."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        story = view.board.fact("well", "state")
        told = {(e.move.target, e.move.args.get("story")) for e in view.events if e.move and e.move.actor == view.actor}
        liked = sorted(view.board.ties("trust", view.actor).items(), key=lambda tie: (-tie[1], tie[0]))
        new = [name for name, _ in liked if (name, story) not in told]
        if not story or not new:
            return Reply((Move(view.actor, "wait"),))
        return Reply((Move(view.actor, "tell", {"target": new[0], "story": story}),), thought="They must know.")


class Rumour(World):
    """A town with a clean well and a rumour that it is poisoned."""

    def __init__(
        self,
        mind: str | Mind = "doctrine",
        *,
        actors: tuple[str, ...] = TOWN,
        rounds: int = 5,
        rng: Any = None,
        **run: Any,
    ) -> None:
        trust = Relation("trust", "{a} trusts {b}.")
        state = Trait("state", {"poisoned": "They say the {a} is poisoned.", "clean": "They say the {a} is clean."})
        game = Game({action.name: action for action in ACTIONS}, (trust,), (state,), words(), prompts())
        super().__init__(game, rounds=rounds, rng=rng, **run)
        for name in actors:
            self.seat(Persona(name, "neighbour"), choose(mind, Gossip, self.seed))
        self.open(_standing(), model_reporters={"fooled": fooled}, agent_reporters={"name": "name"})

    def nature(self) -> Iterator[Event]:
        """Ties fade; in the first round the rumour is planted, in the third a chemist tells the truth to one."""
        for name in sorted(self.seats):
            faded = tuple(
                Tie("trust", name, other, round(weight * FADES, 4))
                for other, weight in self.board.ties("trust", name).items()
            )
            yield Event(f"{name} sees less of the others.", (name,), Origin.NATURE, effects=faded)
        for time, name, story in ((1, "Ana", "poisoned"), (3, "Eve", "clean")):
            if self.round == time:
                claim = (Fact("well", "state", story),)
                yield Event(f"A stranger tells {name} that the well is {story}.", (name,), Origin.NATURE, claims=claim)


def _standing() -> Iterator[Event]:
    kinds = {**dict.fromkeys(TOWN, "neighbour"), "poisoned": "story", "clean": "story"}
    yield Event(
        "A town.", origin=Origin.NATURE, effects=tuple(Fact(node, "kind", kind) for node, kind in kinds.items())
    )
    yield Event("The well is clean.", NOBODY, Origin.NATURE, effects=(Fact("well", "state", "clean"),))
    for place, name in enumerate(TOWN):
        ring = {TOWN[(place + step) % len(TOWN)]: weight for step, weight in ((1, 0.8), (2, 0.6), (4, 0.95))}
        ties = tuple(Tie("trust", name, other, weight) for other, weight in ring.items())
        yield Event(f"{name} has friends.", (name,), Origin.NATURE, effects=ties)


def fooled(world: World) -> int:
    """How many believe the well to be poisoned."""
    return sum(actor.board.fact("well", "state") == "poisoned" for actor in world.seats.values())
