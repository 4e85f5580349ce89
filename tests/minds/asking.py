"""A small crisis to ask minds about: three nations, seven actions, and the requests they give rise to."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import mesa_war.core
from mesa_war.core.actions import TEXT, Action, Input, Objection
from mesa_war.core.board import Board, Relation
from mesa_war.core.events import EVERYONE, Effect, Fact, Move, Tie, Untie
from mesa_war.core.mind import CallLog, Request, Unrecorded
from mesa_war.core.prompts import Naming, Prompts
from mesa_war.core.view import Persona, View
from mesa_war.core.words import Words

ACTORS = ("Aldoria", "Borvia", "Grand_Duchy", "Côte d’Ivoire")
SHOWN = Naming({"Aldoria": "Country A", "Borvia": "Country B", "Grand_Duchy": "Country G"})
PLAIN = Naming()
THINKS = {"allies": "nation", "analysis": "text"}
RELATIONS = (Relation("war", mutual=True), Relation("pact", mutual=True), Relation("asked"), Relation("public"))
KERNEL = Words.load(Path(mesa_war.core.__file__).parent / "words" / "en.md")
WORDS = Words({("objections", "not now"): "You can't {action} now."}).over(KERNEL)


def _not_now(move: Move) -> Iterator[Objection]:
    yield Objection("not now", {"action": move.action})


def _asked(move: Move, board: Board) -> Iterator[Objection]:
    if not board.tied("asked", str(move.target), move.actor):
        yield from _not_now(move)


def _bound(move: Move, board: Board) -> Iterator[Objection]:
    if not board.tied("pact", move.actor, str(move.target)):
        yield from _not_now(move)


def _free(move: Move, board: Board) -> Iterator[Objection]:
    if board.tied("war", move.actor, str(move.target)):
        yield from _not_now(move)


def _tie(relation: str) -> Any:
    def change(move: Move, board: Board) -> tuple[Effect, ...]:
        return (Tie(relation, move.actor, str(move.target)), Untie("asked", str(move.target), move.actor))

    return change


TO = (Input("target", "nation"),)
RULEBOOK = {
    action.name: action
    for action in (
        Action("wait"),
        Action("mobilize"),
        Action("declare_war", takes=TO, check=_free, change=_tie("war")),
        Action("ask_pact", takes=TO, asks="asked", change=_tie("asked")),
        Action("accept_pact", takes=TO, answers="asked", check=_asked, change=_tie("pact")),
        Action("publish_pact", takes=TO, check=_bound, change=_tie("public")),
        Action("message", takes=(Input("target", "nation", also=(EVERYONE,)), Input("text", TEXT, limit=120))),
    )
}


def board(*effects: Effect) -> Board:
    made = Board(RELATIONS)
    made.apply(Fact(name, "kind", "nation") for name in ACTORS)
    made.apply(effects)
    return made


def view(*effects: Effect, time: float = 1) -> View:
    return View("Aldoria", time, 1, Persona("Aldoria", "nation"), board(*effects), (), (), RULEBOOK)


def request(
    purpose: str = "decide",
    *effects: Effect,
    naming: Naming = PLAIN,
    extra: Mapping[str, object] | None = None,
    calls: CallLog | None = None,
    **more: Any,
) -> Request:
    """A request to Aldoria, at time 1 unless ``time`` says otherwise."""
    return Request(
        purpose,
        view(*effects, time=more.pop("time", 1)),
        calls=calls or Unrecorded(),
        prompts=Prompts(Path(__file__).parent / "words", naming=naming),
        words=WORDS,
        extra={"thinks": THINKS} if extra is None else extra,
        **more,
    )
