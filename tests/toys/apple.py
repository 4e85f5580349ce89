"""Two actors reach for one apple, and a third is elsewhere; who is in one place hears what is whispered there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Objection
from mesa_war.core.board import Board, Relation
from mesa_war.core.events import Effect, Event, Fact, Move, Origin, Tie
from mesa_war.core.game import Game
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.referee import Rules, Throw
from mesa_war.core.view import Persona
from mesa_war.core.world import World
from mesa_war.minds.choose import choose
from toys.telling import prompts, words

PEOPLE = ("Ada", "Ben", "Cleo")


def place(name: str, board: Board) -> str:
    """Where somebody or something is."""
    return next(iter(board.ties("at", name)), "")


def _present(move: Move, board: Board) -> tuple[str, ...]:
    """All who are where the actor is."""
    here = place(move.actor, board)
    return tuple(name for name in board.nodes("person") if place(name, board) == here)


def _who_see_it(move: Move, board: Board) -> tuple[str, ...]:
    """All where somebody leaves, and all where somebody arrives."""
    there = tuple(name for name in board.nodes("person") if place(name, board) == move.target)
    return (*_present(move, board), *there)


def _within_reach(move: Move, board: Board) -> list[Objection]:
    near = place(move.target, board) == place(move.actor, board)
    return [] if near else [Objection("out of reach", {"target": move.target})]


def _moved(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie("at", move.actor, move.target),)


def _taken(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie("at", move.target, move.actor),)


ACTIONS = (
    Action("go", "Go somewhere.", (Input("target", "place"),), _who_see_it, "{actor} goes to the {target}.",
           "You stay.", change=_moved),
    Action("reach", "Reach for a thing.", (Input("target", "thing"),), _present, "{actor} takes the {target}.",
           "You reach for the {target} and close your hand on nothing.", check=_within_reach, change=_taken),
    Action("whisper", "Say something to all who are here.", (Input("text", TEXT, stock="Psst."),), _present,
           "{actor} whispers: “{text}”", "You lose your voice."),
)  # fmt: skip


def quickest(moves: Sequence[Move], board: Board, throw: Throw) -> Mapping[int, str]:
    """Of several who reach for one thing the dice choose one; the others come too late."""
    late: dict[int, str] = {}
    for thing in {move.target for move in moves if move.action == "reach"}:
        rivals = {i: move.actor for i, move in enumerate(moves) if (move.action, move.target) == ("reach", thing)}
        first = min(rivals.values(), key=lambda name: (throw(thing, name).random(), name))
        late |= {i: f"{first} was quicker" for i, name in rivals.items() if name != first}
    return late


@dataclass(frozen=True, slots=True)
class Hungry:
    """Reaches for the apple where it hangs, carries it to the barn, and whispers otherwise."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        apple, here = place("apple", view.board), place(view.actor, view.board)
        if apple == view.actor and here == "orchard":
            move = Move(view.actor, "go", {"target": "barn"})
        elif apple == here:
            move = Move(view.actor, "reach", {"target": "apple"})
        else:
            move = Move(view.actor, "whisper", {"text": f"I, {view.actor}, am hungry."})
        return Reply((move,), thought="An apple!")


class Apple(World):
    """An orchard with an apple, and a barn."""

    def __init__(
        self,
        mind: str | Mind = "doctrine",
        *,
        actors: tuple[str, ...] = PEOPLE,
        rounds: int = 4,
        rng: Any = None,
        **run: Any,
    ) -> None:
        said = words(out_of_reach="The {target} is out of reach.")
        at = Relation("at", "{a} is at {b}.", single=True)
        rules = Rules(("whisper", "reach", "go"), quickest)
        game = Game({action.name: action for action in ACTIONS}, (at,), (), said, prompts(), rules)
        super().__init__(game, rounds=rounds, rng=rng, **run)
        for name in actors:
            self.seat(Persona(name, "person"), choose(mind, Hungry, self.seed))
        kinds = {**dict.fromkeys(actors, "person"), "orchard": "place", "barn": "place", "apple": "thing"}
        facts = (*(Fact(node, "kind", kind) for node, kind in kinds.items()), Tie("at", "apple", "orchard"))
        homes = tuple(Tie("at", name, "barn" if name == "Cleo" else "orchard") for name in actors)
        standing = [Event("An apple hangs in the orchard.", origin=Origin.NATURE, effects=(*facts, *homes))]
        self.open(standing, model_reporters={"holder": holder}, agent_reporters={"name": "name"})

    def nature(self) -> Iterator[Event]:
        """Everybody looks around: who and what is here."""
        for name in sorted(self.seats):
            here = place(name, self.board)
            seen = tuple(Tie("at", a, b) for a, b, _ in self.board.pairs("at") if b == here)
            yield Event(f"{name} looks around.", (name,), Origin.NATURE, claims=seen)


def holder(world: World) -> str:
    """Where the apple is."""
    return place("apple", world.board)
