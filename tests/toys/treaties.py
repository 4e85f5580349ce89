"""Treaties under fog: a pact is secret until somebody publishes it, and a betrayal is heard by all."""

from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Objection, to_actor, to_parties
from mesa_war.core.board import Board, Relation
from mesa_war.core.events import Effect, Event, Fact, Move, Origin, Tie, Untie
from mesa_war.core.game import Game
from mesa_war.core.memory import own_acts
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.referee import Rules
from mesa_war.core.view import Persona
from mesa_war.core.world import World
from mesa_war.minds.choose import choose
from toys.telling import prompts, words

REALMS = ("Avar", "Brenn", "Corvin", "Dole")


def _free(move: Move, board: Board) -> list[Objection]:
    tied = board.tied("pact", move.actor, move.target) or board.tied("asked", move.actor, move.target)
    return [Objection("settled", {"target": move.target})] if tied else []


def _asked(move: Move, board: Board) -> list[Objection]:
    return [] if board.tied("asked", move.target, move.actor) else [Objection("not asked", {"target": move.target})]


def _bound(move: Move, board: Board) -> list[Objection]:
    return [] if board.tied("pact", move.actor, move.target) else [Objection("no pact", {"target": move.target})]


def _ask(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie("asked", move.actor, move.target),)


def _agree(move: Move, board: Board) -> tuple[Effect, ...]:
    a, b = move.actor, move.target
    return (Tie("pact", a, b), Untie("asked", a, b), Untie("asked", b, a))


def _break(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Untie("pact", move.actor, move.target),)


def _the_pact(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie("pact", move.actor, move.target),)


TO = (Input("target", "realm"),)
LETTER = (*TO, Input("text", TEXT, stock="Let us talk."))
ACTIONS = (
    Action("wait", "Do nothing.", (), to_actor, "{actor} waits."),
    Action(
        "propose",
        "Offer a secret pact.",
        TO,
        to_parties,
        "{actor} offers {target} a pact.",
        "Your offer to {target} came to nothing.",
        asks="asked",
        check=_free,
        change=_ask,
    ),
    Action(
        "accept",
        "Accept a pact.",
        TO,
        to_parties,
        "{actor} accepts the pact with {target}.",
        "Your acceptance of {target} came to nothing.",
        answers="asked",
        check=_asked,
        change=_agree,
    ),
    Action(
        "publish",
        "Tell everyone of a pact.",
        TO,
        told="{actor} publishes its pact with {target}.",
        failed="There was no pact with {target} to publish.",
        check=_bound,
        claim=_the_pact,
    ),
    Action(
        "betray",
        "Break a pact.",
        TO,
        told="{actor} betrays {target}.",
        failed="There was no pact with {target} to betray.",
        check=_bound,
        change=_break,
    ),
    Action("write", "Send a letter.", LETTER, to_parties, "{actor} to {target}: “{text}”", "Your letter was lost."),
)


def game() -> Game:
    pact = Relation("pact", "{a} has a pact with {b}.", "&", "green", mutual=True)
    asked = Relation("asked", "{a} waits for the answer of {b}.")
    said = words(settled="You need not ask {target}.", not_asked="{target} did not ask.", no_pact="No pact: {target}.")
    order = ("accept", "publish", "betray", "propose", "write", "wait")
    return Game({action.name: action for action in ACTIONS}, (pact, asked), (), said, prompts(), Rules(order))


@dataclass(frozen=True, slots=True)
class Fickle:
    """Accepts what it is offered, boasts of it, then breaks it; without a pact it courts the next realm."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        if view.requests:
            return _acts(view.actor, "accept", [event.move.actor for event in view.requests if event.move])
        bound, boasted = (sorted(view.board.ties("pact", view.actor)), {e.move.action for e in own_acts(view)})
        if bound:
            return _acts(view.actor, "betray" if "publish" in boasted else "publish", bound[:1])
        realms = sorted(view.board.nodes("realm"))
        return _acts(view.actor, "propose", [realms[(realms.index(view.actor) + 1) % len(realms)]])


def _acts(actor: str, action: str, targets: list[str]) -> Reply:
    return Reply(tuple(Move(actor, action, {"target": target}) for target in targets), thought=f"I will {action}.")


class Treaties(World):
    """Realms that make, publish and break pacts."""

    def __init__(
        self,
        mind: str | Mind = "doctrine",
        *,
        actors: tuple[str, ...] = REALMS,
        rounds: int = 4,
        rng: Any = None,
        **run: Any,
    ) -> None:
        super().__init__(game(), rounds=rounds, rng=rng, **run)
        for name in actors:
            self.seat(Persona(name, "realm", public=f"{name} keeps its counsel."), choose(mind, Fickle, self.seed))
        kinds = tuple(Fact(name, "kind", "realm") for name in actors)
        standing = [Event("Four realms share a plain.", origin=Origin.NATURE, effects=kinds)]
        self.open(standing, model_reporters={"pacts": pacts}, agent_reporters={"name": "name"})


def pacts(world: World) -> int:
    """How many pacts stand."""
    return sum(1 for _ in world.board.pairs("pact"))
