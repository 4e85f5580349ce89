"""Short plays among nations: who does what in which round, and what each of them hears."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mesa_war.core.events import Event, Move, Origin
from mesa_war.core.memory import others_acts
from mesa_war.core.mind import Reply, Request
from mesa_war.families.nations.model import Nations

A, B, C = "Britain", "France", "Russia"

type Act = tuple[str, ...]
type Round = Mapping[str, Sequence[Act]]


@dataclass(frozen=True, slots=True)
class Actors:
    """Follow the play, answer whatever the secretary says with the same again, and note what they hear.

    Attributes:
        heard: (nation, round) -> the acts of others it learned of since it last decided.
        asked: (nation, round) -> how often it was asked.
    """

    play: Sequence[Round]
    heard: dict[tuple[str, float], list[Event]] = field(default_factory=dict)
    asked: dict[tuple[str, float], int] = field(default_factory=dict)
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        at = (view.actor, view.time)
        self.heard[at] = others_acts(view)
        self.asked[at] = self.asked.get(at, 0) + 1
        acts = self.play[int(view.time) - 1].get(view.actor, ()) if view.time <= len(self.play) else ()
        return Reply(tuple(Move(view.actor, action, dict(zip(("target", "text"), args))) for action, *args in acts))  # noqa: B905


@dataclass(frozen=True, slots=True)
class Played:
    """A world after a play, and what was heard in it."""

    world: Nations
    actors: Actors

    def texts(self, name: str, time: int) -> list[str]:
        """What a nation hears at the beginning of a round."""
        return [event.text for event in self.actors.heard.get((name, time), [])]

    def done(self, time: int | None = None) -> list[Act]:
        """Acts that came to something: who, what, to whom."""
        return [_act(e) for e in self.world.chronicle if e.move and not e.failed and time in (None, e.time)]

    def failed(self, time: int | None = None) -> list[Act]:
        """Acts that came to nothing, as their actors were told."""
        told = [e for e in self.world.chronicle if e.move and e.failed and e.audience]
        return [_act(event) for event in told if time in (None, event.time)]

    def boards(self, relation: str, a: str, b: str) -> dict[str, bool]:
        """Whether a tie stands: in truth, and on each of the two boards."""
        seats = self.world.seats
        held = {"truth": self.world.board, "a": seats[a].board, "b": seats[b].board}
        return {name: board.tied(relation, a, b) for name, board in held.items()}

    def believers(self, relation: str, a: str, b: str) -> set[str]:
        """Who has this tie on its board."""
        return {name for name, actor in self.world.seats.items() if actor.board.tied(relation, a, b)}


def _act(event: Event) -> Act:
    move = event.move
    return (move.actor, move.action, *([move.target] if move.target else []))


def played(*play: Round, rounds: int | None = None, rng: int = 7, **keywords: object) -> Played:
    """The July crisis without its pacts, played by ``play``; one round more, so that the last acts are heard of."""
    actors = Actors(play)
    world = Nations(
        "wwi", actors, variants="no_pacts", rounds=rounds or len(play) + 1, rng=rng, **{"secretary": "off", **keywords}
    )
    while world.running:
        world.step()
    return Played(world, actors)
