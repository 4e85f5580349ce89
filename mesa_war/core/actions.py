"""What an actor can do: actions, plans, and the objections a checker may raise."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from mesa_war.core.board import Board
from mesa_war.core.events import EVERYONE, NOBODY, Audience, Call, Effect, Move, Origin, Outcome, Value

TEXT = "text"
"""The kind of an input that takes free words; every other kind is a kind of node on the board."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input of an action.

    Attributes:
        name: the key in ``Move.args``.
        kind: ``TEXT``, or the kind of node that may be named.
        limit: the most characters, for text.
        stock: words that a mind without words of its own uses.
        also: names that are allowed besides nodes of the kind, for instance "everyone".
    """

    name: str
    kind: str
    limit: int = 600
    stock: str = ""
    also: tuple[str, ...] = ()

    def allowed(self, actor: str, board: Board) -> list[str]:
        """The names an actor may write here, in order."""
        return [name for name in board.nodes(self.kind) if name != actor] + list(self.also)


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a move can't stand: the key of a sentence in the words, and the names that go into it.

    It becomes a sentence only where somebody reads it: rule minds ask very often whether a move is legal.
    """

    key: str
    names: Mapping[str, object] = field(default_factory=dict)


type Check = Callable[[Move, Board], Iterable[Objection]]
type Change = Callable[[Move, Board], tuple[Effect, ...]]
type Publicity = Callable[[Move, Board], Audience]


def no_objection(move: Move, board: Board) -> tuple[Objection, ...]:
    """The check of an action that is always legal."""
    return ()


def no_change(move: Move, board: Board) -> tuple[Effect, ...]:
    """The change of an action that only says something."""
    return ()


def to_everyone(move: Move, board: Board) -> Audience:
    """A public act."""
    return EVERYONE


def to_parties(move: Move, board: Board) -> Audience:
    """An act known to its actor and its target."""
    return (move.actor, move.target) if move.target else (move.actor,)


def to_actor(move: Move, board: Board) -> Audience:
    """An act known to nobody else."""
    return (move.actor,)


def to_nobody(move: Move, board: Board) -> Audience:
    """An act that leaves no trace but in the omniscient log."""
    return NOBODY


@dataclass(frozen=True, slots=True)
class Action:
    """One kind of act.

    Attributes:
        name: as minds write it.
        text: what it does, one sentence for those who may choose it.
        takes: its inputs.
        publicity: move, board -> audience.
        told: the sentence of the event, with places for actor and inputs.
        failed: the sentence its actor gets when the act came to nothing; it names only what the actor knows.
        asks: the relation that stands for the open request it makes, if it makes one.
        answers: the relation of the request it closes, if it answers one.
        check: move, board -> objections; it changes nothing, and serves on what an actor believes as on what is.
        change: move, board -> effects.
        claim: move, board -> what the audience, and nobody else, comes to believe.
    """

    name: str
    text: str = ""
    takes: tuple[Input, ...] = ()
    publicity: Publicity = to_everyone
    told: str = ""
    failed: str = ""
    asks: str = ""
    answers: str = ""
    check: Check = no_objection
    change: Change = no_change
    claim: Change = no_change

    def tell(self, move: Move) -> str:
        """The sentence of the event this move makes."""
        return self.told.format(actor=move.actor, **{key: spoken(value) for key, value in move.args.items()})

    def tell_failed(self, move: Move) -> str:
        """The sentence for its actor when the move came to nothing."""
        return self.failed.format(actor=move.actor, **{key: spoken(value) for key, value in move.args.items()})


type Rulebook = Mapping[str, Action]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an actor means to do in one wave.

    Attributes:
        moves: the acts, in the order in which they are meant.
        thought: why, never shown to another actor.
        calls: every call that had a part in it, the secretary's too.
        outcome: how the last call ended; anything not usable means that the plan is empty because no answer came.
        struck: moves a secretary had to take out, each with the reason in words.
    """

    actor: str
    moves: tuple[Move, ...] = ()
    thought: str = ""
    calls: tuple[Call, ...] = ()
    outcome: Outcome = Outcome.OK
    struck: tuple[tuple[Move, str], ...] = ()


def one_line(value: object) -> str:
    """A value with its white space folded, so that no words can pose as another line."""
    return " ".join(str(value).split())


def spoken(value: object) -> str:
    """A value as it may stand between quotation marks: one line, and no mark in it that could end the quotation."""
    return one_line(value).translate({ord(mark): "'" for mark in '"“”„«»「」『』'})


def objections(move: Move, board: Board, rulebook: Rulebook) -> list[Objection]:
    """Everything that is wrong with a move on this board: first its form, then, if that is sound, its legality."""
    if move.action not in rulebook:
        return [Objection("unknown action", {"action": move.action, "close": close_to(move.action, rulebook)})]
    action = rulebook[move.action]
    return list(_form(move, action, board)) or list(action.check(move, board))


def _form(move: Move, action: Action, board: Board) -> Iterator[Objection]:
    wanted = {entry.name for entry in action.takes}
    for name in move.args:
        if name not in wanted:
            yield Objection(
                "unknown input", {"action": action.name, "input": name, "allowed": ", ".join(sorted(wanted))}
            )
    for entry in action.takes:
        value = move.args.get(entry.name)
        if value is None or value == "":
            yield Objection("missing input", {"action": action.name, "input": entry.name})
        elif entry.kind == TEXT:
            if not isinstance(value, str) or len(value) > entry.limit:
                yield Objection("text too long", {"action": action.name, "limit": entry.limit})
        elif value == move.actor:
            yield Objection("oneself", {"action": action.name})
        elif not isinstance(value, str) or (board.fact(value, "kind") != entry.kind and value not in entry.also):
            close = close_to(value, entry.allowed(move.actor, board))
            yield Objection("unknown name", {"action": action.name, "name": value, "close": close})


def close_to(name: object, allowed: Iterable[str]) -> str:
    """The allowed names nearest to this one, or all of them when none is near, for a message."""
    from difflib import get_close_matches

    names = list(allowed)
    return ", ".join(get_close_matches(str(name), names, n=3, cutoff=0.6) or names)


def accept(moves: Iterable[Move], board: Board, rulebook: Rulebook) -> tuple[list[Move], list[tuple[Move, Objection]]]:
    """Try moves in order on a copy of the board: each is checked against what the earlier ones would have made.

    Returns:
        The moves that stand, and those that do not with the first objection to each. The board is not changed.
    """
    moves = list(moves)
    if not moves:  # the copy is what costs, and most plans of rules are empty
        return [], []
    trial = board.copy()
    stand: list[Move] = []
    fall: list[tuple[Move, Objection]] = []
    for move in moves:
        wrong = objections(move, trial, rulebook)
        if wrong:
            fall.extend((move, objection) for objection in wrong[:1])
        else:
            trial.apply(rulebook[move.action].change(move, trial))
            stand.append(move)
    return stand, fall


def options(actor: str, board: Board, rulebook: Rulebook, origin: Origin = Origin.MIND) -> list[Move]:
    """All moves that are legal for an actor on this board, taken one at a time, in the order of the rulebook.

    Inputs of kind TEXT are filled with the stock words of the input.
    """
    legal: list[Move] = []
    for action in rulebook.values():
        choices: list[list[Value]] = [
            [entry.stock] if entry.kind == TEXT else list(entry.allowed(actor, board)) for entry in action.takes
        ]
        names = [entry.name for entry in action.takes]
        for values in product(*choices):
            move = Move(actor, action.name, dict(zip(names, values, strict=True)), origin)
            if not any(True for _ in action.check(move, board)):
                legal.append(move)
    return legal


def by(moves: Iterable[Move], origin: Origin) -> tuple[Move, ...]:
    """The same moves, marked as somebody's."""
    return tuple(replace(move, origin=origin) for move in moves)
