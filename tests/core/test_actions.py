"""Actions: form, legality, trial in order, and all that is legal."""

import pytest

from mesa_war.core.actions import TEXT, Action, Input, Objection, accept, by, objections, one_line, options, to_parties
from mesa_war.core.board import Board, Relation
from mesa_war.core.events import Fact, Move, Origin, Shift, Tie


def _rich(move: Move, board: Board) -> list[Objection]:
    return [] if board.fact(move.actor, "gold", 0) > 0 else [Objection("poor")]


def _pay(move: Move, board: Board) -> tuple[Shift, ...]:
    return (Shift(move.actor, "gold", -1), Shift(str(move.target), "gold", 1))


TO = Input("target", "person")
RULES = {
    action.name: action
    for action in (
        Action("pay", takes=(TO,), failed="No pay for {target}.", check=_rich, change=_pay),
        Action("say", takes=(Input("target", "person", also=("everyone",)), Input("text", TEXT, limit=5, stock="Hi"))),
        Action("wait"),
    )
}  # fmt: skip


@pytest.fixture
def board() -> Board:
    board = Board((Relation("trust"),))
    board.apply([Fact(name, "kind", "person") for name in ("Cleo", "Ada", "Ben")])
    board.apply([Fact("barn", "kind", "place"), Fact("Ada", "gold", 1)])
    return board


@pytest.mark.parametrize(
    ("action", "args", "key"),
    [
        ("fly", {}, "unknown action"),
        ("wait", {"target": "Ben"}, "unknown input"),
        ("pay", {}, "missing input"),
        ("pay", {"target": ""}, "missing input"),
        ("pay", {"target": "Ada"}, "oneself"),
        ("pay", {"target": "barn"}, "unknown name"),
        ("pay", {"target": "everyone"}, "unknown name"),
        ("pay", {"target": 3}, "unknown name"),
        ("pay", {"target": ["Ben"]}, "unknown name"),
        ("say", {"target": "Ben", "text": "far too long"}, "text too long"),
        ("say", {"target": "Ben", "text": 7}, "text too long"),
    ],
)
def test_form_comes_first(board: Board, action: str, args: dict[str, object], key: str) -> None:
    assert [objection.key for objection in objections(Move("Ada", action, args), board, RULES)] == [key]


def test_close_names_are_offered(board: Board) -> None:
    wrong = objections(Move("Ada", "pay", {"target": "Bem"}), board, RULES)[0]
    assert wrong.names["close"] == "Ben"
    assert objections(Move("Ada", "payy"), board, RULES)[0].names["close"] == "pay"


def test_legality_is_asked_when_the_form_is_sound(board: Board) -> None:
    assert objections(Move("Ada", "pay", {"target": "Ben"}), board, RULES) == []
    assert objections(Move("Ben", "pay", {"target": "Ada"}), board, RULES) == [Objection("poor")]
    assert objections(Move("Ben", "say", {"target": "everyone", "text": "Ho"}), board, RULES) == []


def test_moves_are_tried_in_order_on_a_copy(board: Board) -> None:
    before = board.copy()
    moves = [Move("Ada", "pay", {"target": "Ben"}), Move("Ada", "pay", {"target": "Cleo"}), Move("Ada", "wait")]
    stand, fall = accept(moves, board, RULES)
    assert stand == [moves[0], moves[2]]
    assert fall == [(moves[1], Objection("poor"))]
    assert board == before


def test_options_are_all_that_is_legal_whatever_the_order_of_nodes(board: Board) -> None:
    told = [(move.action, *move.args.values()) for move in options("Ada", board, RULES)]
    assert told == [
        ("pay", "Ben"),
        ("pay", "Cleo"),
        ("say", "Ben", "Hi"),
        ("say", "Cleo", "Hi"),
        ("say", "everyone", "Hi"),
        ("wait",),
    ]
    assert [move.action for move in options("Ben", board, RULES) if move.action == "pay"] == []


def test_every_option_stands(board: Board) -> None:
    for move in options("Ada", board, RULES):
        assert objections(move, board, RULES) == []


def test_words_of_others_stay_one_line() -> None:
    told = Action("say", told="{actor}: {text}").tell(Move("Ada", "say", {"text": "a\n\n# b\t c"}))
    assert told == "Ada: a # b c"
    assert one_line(" a \u2028 b ") == "a b"
    assert RULES["pay"].tell_failed(Move("Ada", "pay", {"target": "Ben"})) == "No pay for Ben."


def test_moves_are_signed() -> None:
    move = Move("Ada", "wait")
    assert by([move], Origin.PERSON) == (Move("Ada", "wait", {}, Origin.PERSON),)
    assert move.origin is Origin.MIND


def test_parties_are_the_actor_and_the_target(board: Board) -> None:
    assert to_parties(Move("Ada", "pay", {"target": "Ben"}), board) == ("Ada", "Ben")
    assert to_parties(Move("Ada", "wait"), board) == ("Ada",)
    board.apply([Tie("trust", "Ada", "Ben")])
    assert board.tied("trust", "Ada", "Ben")
