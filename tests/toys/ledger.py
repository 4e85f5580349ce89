"""A ledger of loaves, a bulletin board, reflection, and a flood that is heard of and answered first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Objection, to_actor, to_parties
from mesa_war.core.board import Board
from mesa_war.core.events import Effect, Event, Fact, Move, Origin, Shift
from mesa_war.core.game import Game
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.referee import Rules
from mesa_war.core.view import Persona
from mesa_war.core.world import World
from mesa_war.minds.choose import choose
from toys.telling import prompts, words

VILLAGE = ("Ida", "Jon", "Kai", "Lou")
LOAVES = 1
FLOODED = (2, ("Jon", "Lou"))
"""The round of the flood, and who lives by the river."""


def _has_bread(move: Move, board: Board) -> list[Objection]:
    return [] if int(board.fact(move.actor, "loaves", 0)) >= 1 else [Objection("no bread")]


def _given(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Shift(move.actor, "loaves", -1), Shift(move.target, "loaves", 1))


def _posted(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Fact(f"notice of {move.actor}", "text", move.args["text"]),)


def _read(move: Move, board: Board) -> tuple[Effect, ...]:
    """Whoever reads learns what hangs there now."""
    texts = {node: board.fact(node, "text") for node in board.nodes() if node.startswith("notice of ")}
    return tuple(Fact(node, "text", text) for node, text in texts.items())


def _concluded(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Fact(move.actor, "belief", move.args["text"]),)


WORDS = (Input("text", TEXT, stock="Bread for all."),)
ACTIONS = (
    Action("give", "Give somebody a loaf.", (Input("target", "villager"),), to_parties,
           "{actor} gives {target} a loaf.", "You could not give {target} a loaf.", check=_has_bread, change=_given),
    Action("post", "Hang a notice on the bulletin board.", WORDS, to_actor, "{actor} posts: “{text}”", "It fell down.",
           change=_posted),
    Action("read", "Read the bulletin board.", (), to_actor, "{actor} reads the notices.", "It was too dark.",
           claim=_read),
    Action("ponder", "Draw a conclusion.", WORDS, to_actor, "{actor} concludes: “{text}”", "You fell asleep.",
           claim=_concluded),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Neighbourly:
    """Shares when the river rises; otherwise posts, reads and ponders in turn."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view, name = request.view, request.view.actor
        if any("river" in event.text for event in view.news):
            others = sorted(other for other in view.board.nodes("villager") if other != name)
            return Reply((Move(name, "give", {"target": others[0]}),), thought="We must share.")
        turns = [Move(name, "post", {"text": f"{name} bakes today."}), Move(name, "read"),
                 Move(name, "ponder", {"text": "We are many."})]  # fmt: skip
        return Reply((turns[int(view.time) % 3 - 1],), thought="What is new?")


class Ledger(World):
    """A village of bakers by a river."""

    def __init__(
        self,
        mind: str | Mind = "doctrine",
        *,
        actors: tuple[str, ...] = VILLAGE,
        rounds: int = 4,
        rng: Any = None,
        **run: Any,
    ) -> None:
        rules = Rules(tuple(action.name for action in ACTIONS))
        game = Game({action.name: action for action in ACTIONS}, (), (), words(no_bread="You have no bread."),
                    prompts(), rules)  # fmt: skip
        super().__init__(game, rounds=rounds, rng=rng, **run)
        for name in actors:
            self.seat(Persona(name, "villager"), choose(mind, Neighbourly, self.seed))
        kinds = tuple(Fact(name, "kind", "villager") for name in actors)
        stock = tuple(Shift(name, "loaves", LOAVES) for name in actors)
        standing = [Event("Everybody has baked.", origin=Origin.NATURE, effects=(*kinds, *stock))]
        self.open(standing, model_reporters={"loaves": loaves}, agent_reporters={"name": "name"})

    def nature(self) -> Iterator[Event]:
        """The flood, told to those who live by the river."""
        if self.round == FLOODED[0]:
            yield Event("The river rises!", FLOODED[1], Origin.NATURE)

    def waves(self) -> Iterable[Sequence[str]]:
        """Whom an emergency concerns decides before the others do, and these see what came of it."""
        first = [name for name in self.seats if self.round == FLOODED[0] and name in FLOODED[1]]
        return [group for group in (first, [name for name in self.seats if name not in first]) if group]


def loaves(world: World) -> int:
    """How much bread there is."""
    return sum(int(world.board.fact(name, "loaves", 0)) for name in world.seats)
