"""Boards: facts and ties, changed by effects alone."""

import numpy as np
import pytest

from mesa_war.core.board import Board, Relation, Trait
from mesa_war.core.events import Fact, Shift, Tie, Untie

RELATIONS = (
    Relation("war", "{a} fights {b}.", mutual=True, excludes=("peace",)),
    Relation("peace", mutual=True, excludes=("war",)),
    Relation("at", "{a} is at {b}.", single=True),
    Relation("trust"),
)


@pytest.fixture
def board() -> Board:
    return Board(RELATIONS, (Trait("armed", {True: "{a} is armed.", False: "{a} is not."}),))


def test_a_tie_is_one_way_unless_mutual(board: Board) -> None:
    board.apply([Tie("trust", "a", "b", 0.5), Tie("war", "a", "b")])
    assert (board.tie("trust", "a", "b"), board.tie("trust", "b", "a")) == (0.5, 0.0)
    assert board.tied("war", "b", "a")
    assert list(board.pairs("war")) == [("a", "b", 1.0)]
    assert dict(board.ties("trust", "a")) == {"b": 0.5}
    assert dict(board.ties("trust", "b")) == {}


def test_a_tie_of_weight_zero_is_still_a_tie(board: Board) -> None:
    board.apply([Tie("trust", "a", "b", 0.0)])
    assert board.tied("trust", "a", "b")
    assert board.tie("trust", "a", "b") == 0.0


def test_what_excludes_ends_what_is_excluded(board: Board) -> None:
    board.apply([Tie("war", "a", "b"), Tie("peace", "b", "a")])
    assert not board.tied("war", "a", "b")
    assert board.tied("peace", "a", "b")


def test_a_single_tie_replaces_the_one_before(board: Board) -> None:
    board.apply([Tie("at", "a", "barn"), Tie("at", "a", "inn"), Tie("at", "b", "inn")])
    assert list(board.pairs("at")) == [("a", "inn", 1.0), ("b", "inn", 1.0)]


def test_untie_takes_away_and_leaves_no_trace(board: Board) -> None:
    empty = Board(RELATIONS)
    board.apply([Tie("war", "a", "b"), Untie("war", "b", "a"), Untie("trust", "a", "b")])
    assert board == empty


def test_facts_and_shifts(board: Board) -> None:
    board.apply([Fact("a", "kind", "actor"), Shift("a", "bread", 3), Shift("a", "bread", -1.5), Fact("b", "kind", "x")])
    assert board.fact("a", "bread") == 1.5
    assert board.fact("a", "water") is None
    assert board.fact("c", "water", 0) == 0
    assert board.nodes() == ["a", "b"]
    assert board.nodes("actor") == ["a"]
    assert dict(board.facts("a")) == {"kind": "actor", "bread": 1.5}


def test_effects_that_make_no_sense_are_refused(board: Board) -> None:
    with pytest.raises(KeyError, match=r"love.*war, peace, at, trust"):
        board.apply([Tie("love", "a", "b")])
    board.apply([Fact("a", "bread", "mouldy")])
    with pytest.raises(TypeError, match="'mouldy'"):
        board.apply([Shift("a", "bread", 1)])


def test_a_copy_lives_its_own_life(board: Board) -> None:
    board.apply([Tie("war", "a", "b"), Fact("a", "armed", True)])
    copy = board.copy()
    assert copy == board
    copy.apply([Untie("war", "a", "b"), Fact("a", "armed", False), Tie("trust", "a", "b")])
    assert board.tied("war", "a", "b")
    assert board.fact("a", "armed") is True
    assert copy != board


def test_the_board_in_words(board: Board) -> None:
    board.apply([Tie("war", "b", "a"), Tie("war", "a", "c"), Fact("c", "armed", True), Fact("a", "armed", False)])
    assert board.sentences() == ["a fights b, c.", "c is armed.", "a is not."]
    assert board.sentences("b") == ["a fights b."]


def test_views_for_numbers_and_networks(board: Board) -> None:
    board.apply([Fact("a", "armed", True), Fact("b", "armed", True), Tie("trust", "a", "b", 0.5), Tie("war", "b", "a")])
    assert np.array_equal(board.matrix("trust"), [[0, 0.5], [0, 0]])
    graph = board.graph
    assert set(graph.edges(keys=True)) == {("a", "b", "trust"), ("a", "b", "war"), ("b", "a", "war")}
    assert graph.edges["a", "b", "trust"]["weight"] == 0.5
    assert graph.nodes["a"] == {"armed": True}
    graph.remove_node("a")
    assert board.tied("war", "a", "b")
