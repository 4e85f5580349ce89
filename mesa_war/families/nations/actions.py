"""The nineteen actions of nations, as functions of a move and a board.

Which relation may follow which, who must consent and who learns of what is stated in this family's README; here each
rule is one small function, used alike on what a nation believes and on what is.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from mesa_war.core.actions import (
    TEXT,
    Action,
    Input,
    Objection,
    Rulebook,
    no_change,
    to_actor,
    to_everyone,
    to_parties,
)
from mesa_war.core.board import Board, Relation, Trait
from mesa_war.core.events import EVERYONE, Audience, Effect, Fact, Move, Tie, Untie
from mesa_war.core.referee import Throw
from mesa_war.core.words import Words

NATION = "nation"
PACTS = ("alliance", "treaty", "peace")
"""Military alliance, non-intervention treaty, peace agreement."""

PHASES = (
    "mobilize",
    *(f"accept_{pact}" for pact in PACTS),
    *(f"publish_{pact}" for pact in PACTS),
    *(f"betray_{pact}" for pact in PACTS),
    "declare_war",
    *(f"reject_{pact}" for pact in PACTS),
    *(f"request_{pact}" for pact in PACTS),
    "send_message",
    "wait",
)
"""The order in which acts of one round take effect. Publishing comes before betraying, so that what somebody makes
public in the round in which it is broken is broken in public."""


def asked(pact: str) -> str:
    """The relation that stands for an open request for a pact, from the asker to the one asked."""
    return f"{pact}_asked"


def published(pact: str) -> str:
    """The relation that marks a pact as made public since it was formed."""
    return f"{pact}_published"


def relations(words: Words) -> tuple[Relation, ...]:
    """The vocabulary of ties: the four of the paper, what goes with pacts, and what stands in the background."""

    def phrase(name: str) -> str:
        return words.text("relations", name) if ("relations", name) in words else ""

    drawn = (
        Relation("war", phrase("war"), "x", "red", mutual=True, excludes=("peace",)),
        Relation("alliance", phrase("alliance"), "&", "green", mutual=True),
        Relation("treaty", phrase("treaty"), "o", "blue", mutual=True),
        Relation("peace", phrase("peace"), "~", "gold", mutual=True, excludes=("war",)),
    )
    for_pacts = tuple(
        relation
        for pact in PACTS
        for relation in (Relation(asked(pact), phrase(asked(pact))), Relation(published(pact), mutual=True))
    )
    background = tuple(
        Relation(name, phrase(name), mutual=name not in ("grievance", "patronage"))
        for name in ("entente", "patronage", "border", "sea_border", "rivalry", "grievance")
    )
    return drawn + for_pacts + background


def traits(words: Words) -> tuple[Trait, ...]:
    """What is told of a nation's own record."""
    return (Trait("mobilised", {True: words.text("traits", "mobilised")}),)


# -- checks: what speaks against a move on this board ----------------------------------------------------------------


def _never_twice(move: Move, board: Board) -> Iterator[Objection]:
    if board.fact(move.actor, "mobilised"):
        yield Objection("already mobilised")


def _may_declare(move: Move, board: Board) -> Iterator[Objection]:
    target = str(move.target)
    if board.tied("war", move.actor, target):
        yield Objection("already at war", {"target": target})
    for pact in PACTS:
        if board.tied(pact, move.actor, target):
            yield Objection("bound by a pact", {"target": target, "pact": pact})


def _may_request(pact: str, move: Move, board: Board) -> Iterator[Objection]:
    target = str(move.target)
    at_war = board.tied("war", move.actor, target)
    if pact == "peace" and not at_war:
        yield Objection("not at war", {"target": target})
    if pact != "peace" and at_war:
        yield Objection("enemies need peace first", {"target": target})
    if pact == "treaty" and board.tied("alliance", move.actor, target):
        yield Objection("an alliance says more", {"target": target})
    if board.tied(pact, move.actor, target):
        yield Objection("pact stands already", {"target": target, "pact": pact})
    if board.tied(asked(pact), move.actor, target):
        yield Objection("asked already", {"target": target, "pact": pact})
    if board.tied(asked(pact), target, move.actor):
        yield Objection("they asked you", {"target": target, "pact": pact})


def _was_asked(pact: str, move: Move, board: Board) -> Iterator[Objection]:
    if not board.tied(asked(pact), str(move.target), move.actor):
        yield Objection("nobody asked", {"target": move.target, "pact": pact})


def _stands_unpublished(pact: str, move: Move, board: Board) -> Iterator[Objection]:
    yield from _stands(pact, move, board)
    if board.tied(published(pact), move.actor, str(move.target)):
        yield Objection("public already", {"target": move.target, "pact": pact})


def _stands(pact: str, move: Move, board: Board) -> Iterator[Objection]:
    if not board.tied(pact, move.actor, str(move.target)):
        yield Objection("no such pact", {"target": move.target, "pact": pact})


# -- changes: what a move that stands makes true ---------------------------------------------------------------------


def _mobilised(move: Move, board: Board) -> tuple[Effect, ...]:
    return (Fact(move.actor, "mobilised", True),)


def _war(move: Move, board: Board) -> tuple[Effect, ...]:
    a, b = move.actor, str(move.target)
    return (Tie("war", a, b), *(untied for pact in PACTS for untied in _unasked(pact, a, b)))


def _request(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie(asked(pact), move.actor, str(move.target)),)


def _form(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    a, b = move.actor, str(move.target)
    return (Tie(pact, a, b), Untie(published(pact), a, b), *_unasked(pact, a, b))


def _refuse(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    return (Untie(asked(pact), str(move.target), move.actor),)


def _publish(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    return (Tie(published(pact), move.actor, str(move.target)),)


def _told(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    """What those learn who did not know: that the pact stands."""
    return (Tie(pact, move.actor, str(move.target)),)


def _break(pact: str, move: Move, board: Board) -> tuple[Effect, ...]:
    a, b = move.actor, str(move.target)
    return (Untie(pact, a, b), *_unasked(pact, a, b))


def _unasked(pact: str, a: str, b: str) -> tuple[Effect, ...]:
    return (Untie(asked(pact), a, b), Untie(asked(pact), b, a))


# -- who learns of it ------------------------------------------------------------------------------------------------


def _to_those_who_knew(pact: str, move: Move, board: Board) -> Audience:
    """Breaking a public pact is public; breaking a secret one is known to its partner."""
    public = board.tied(published(pact), move.actor, str(move.target))
    return to_everyone(move, board) if public else to_parties(move, board)


def _to_addressee(move: Move, board: Board) -> Audience:
    return EVERYONE if move.target == EVERYONE else to_parties(move, board)


def rulebook(words: Words) -> Rulebook:
    """All actions, by name, in the order in which they are listed to minds."""
    to = (Input("target", NATION),)
    letter = (
        Input("target", NATION, also=(EVERYONE,)),
        Input("text", TEXT, limit=400, stock=words.text("stock", "message")),
    )
    actions = [
        _action(words, "wait", publicity=to_actor),
        _action(words, "mobilize", check=_never_twice, change=_mobilised),
        _action(words, "declare_war", takes=to, check=_may_declare, change=_war),
        *(action for pact in PACTS for action in _of_pact(pact, words, to)),
        _action(words, "send_message", takes=letter, publicity=_to_addressee, change=no_change),
    ]
    return {action.name: action for action in actions}


def _of_pact(pact: str, words: Words, to: tuple[Input, ...]) -> Iterator[Action]:
    ask, rule = asked(pact), partial
    yield _action(
        words,
        f"request_{pact}",
        takes=to,
        publicity=to_parties,
        asks=ask,
        check=rule(_may_request, pact),
        change=rule(_request, pact),
    )
    for verb, check, change in (("accept", _was_asked, _form), ("reject", _was_asked, _refuse)):
        yield _action(
            words,
            f"{verb}_{pact}",
            takes=to,
            publicity=to_parties,
            answers=ask,
            check=rule(check, pact),
            change=rule(change, pact),
        )
    yield _action(
        words,
        f"publish_{pact}",
        takes=to,
        check=rule(_stands_unpublished, pact),
        change=rule(_publish, pact),
        claim=rule(_told, pact),
    )
    yield _action(
        words,
        f"betray_{pact}",
        takes=to,
        publicity=rule(_to_those_who_knew, pact),
        check=rule(_stands, pact),
        change=rule(_break, pact),
    )


def _action(words: Words, name: str, **parts: object) -> Action:
    text, told, failed = (words.text(name, part) for part in ("does", "told", "failed"))
    return Action(name, text, told=told, failed=failed, **parts)  # type: ignore[arg-type]


def collisions(moves: Sequence[Move], board: Board, throw: Throw) -> Mapping[int, str]:
    """Acts of one round that come to nothing because of another's act of the same round.

    A declaration of war between two nations undoes what either asks of, or concedes to, the other in that round.
    Everything else stands together: mutual requests, crossing acceptances, two betrayals, two declarations.
    """
    at_war = {frozenset((move.actor, str(move.target))) for move in moves if move.action == "declare_war"}
    undone = tuple(f"{verb}_{pact}" for verb in ("accept", "request") for pact in PACTS)
    return {
        index: "war was declared between the two in the same round"
        for index, move in enumerate(moves)
        if move.action in undone and frozenset((move.actor, str(move.target))) in at_war
    }
