"""Properties of the kernel, for whatever Hypothesis can think of."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conformance import checks, dialogue, privacy
from conformance.models import Model, toys
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.ledger import Ledger

from mesa_war.core.actions import accept, objections
from mesa_war.core.board import Board, Relation
from mesa_war.core.dice import Dice
from mesa_war.core.events import Effect, Event, Fact, Move, Origin, Shift, Tie, Untie
from mesa_war.core.prompts import Naming, quoted
from mesa_war.core.record import canonical, of_event, to_event
from mesa_war.core.trace import Difference, Trace, read_trace

RELATIONS = (
    Relation("war", mutual=True, excludes=("peace",)),
    Relation("peace", mutual=True, excludes=("war",)),
    Relation("at", single=True),
    Relation("trust"),
)
NAMES = st.sampled_from("abcd")
NUMBERS = st.floats(-5, 5, allow_nan=False) | st.integers(-5, 5)
KINDS = st.sampled_from([relation.name for relation in RELATIONS])
EFFECTS = st.one_of(
    st.builds(Tie, KINDS, NAMES, NAMES, NUMBERS),
    st.builds(Untie, KINDS, NAMES, NAMES),
    st.builds(Fact, NAMES, st.sampled_from(["mood", "kind"]), st.text(max_size=3) | st.booleans() | st.none()),
    st.builds(Shift, NAMES, st.just("gold"), NUMBERS),
)
STORIES = st.lists(EFFECTS, max_size=25)
TEXTS = st.text(max_size=20)
VALUES = TEXTS | NUMBERS | st.booleans() | st.none()
MOVES = st.builds(Move, TEXTS, TEXTS, st.dictionaries(TEXTS, VALUES, max_size=3), st.sampled_from(Origin))
IDS = st.tuples(st.integers(0, 99), st.integers(0, 9), st.integers(0, 999))
EVENTS = st.builds(
    Event,
    text=TEXTS,
    audience=st.lists(TEXTS, max_size=3).map(tuple),
    origin=st.sampled_from(Origin),
    move=st.none() | MOVES,
    effects=STORIES.map(tuple),
    claims=STORIES.map(tuple),
    about=st.lists(IDS, max_size=2).map(tuple),
    failed=st.booleans(),
    id=IDS,
)


def folded(effects: list[Effect]) -> Board:
    board = Board(RELATIONS)
    board.apply(effects)
    return board


@given(STORIES, STORIES)
def test_a_board_is_a_fold(before: list[Effect], after: list[Effect]) -> None:
    board = folded(before)
    copy = board.copy()
    board.apply(after)
    assert board == folded(before + after)
    assert copy == folded(before)


@given(STORIES)
def test_relations_keep_their_promises(story: list[Effect]) -> None:
    board = folded(story)
    for relation in ("war", "peace"):
        for a, b, weight in board.pairs(relation):
            assert board.tie(relation, b, a) == board.tie(relation, a, b) == weight
    assert not {pair[:2] for pair in board.pairs("war")} & {pair[:2] for pair in board.pairs("peace")}
    starts = [a for a, _, _ in board.pairs("at")]
    assert len(starts) == len(set(starts))


@given(st.lists(st.tuples(NAMES, NAMES, st.integers(1, 9)), max_size=20))
def test_what_is_shifted_from_one_to_another_is_conserved(gifts: list[tuple[str, str, int]]) -> None:
    board = folded([effect for a, b, n in gifts for effect in (Shift(a, "gold", -n), Shift(b, "gold", n))])
    assert sum(board.fact(name, "gold", 0) for name in "abcd") == 0


@given(EVENTS)
def test_an_event_goes_there_and_back(event: Event) -> None:
    assert to_event(json.loads(canonical(of_event(event)))) == event


@given(st.lists(st.text(), min_size=1, max_size=5), st.integers(0), st.integers(0))
def test_a_changed_byte_is_noticed(texts: list[str], at: int, value: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        trace = Trace(path)
        for text in texts:
            trace.append("event", {"text": text})
        trace.close()
        assert [line["text"] for line in read_trace(path)] == texts
        data = path.read_bytes()
        at, value = at % (len(data) - 1), value % 256
        path.write_bytes(data[:at] + bytes([value]) + data[at + 1 :])
        if data[at] == value:
            assert len(list(read_trace(path))) == len(texts)
        else:
            with pytest.raises(Difference, match=f"line {data.count(b'\n', 0, at) + 1} "):
                list(read_trace(path))


@given(st.integers(), st.lists(st.tuples(st.integers(0, 9), TEXTS), min_size=2, max_size=9, unique=True))
def test_no_throw_changes_another(seed: int, keys: list[tuple[int, str]]) -> None:
    forwards = {key: Dice(seed).at(*key).random() for key in keys}
    backwards = {key: Dice(seed).at(*key).random() for key in reversed(keys)}
    assert forwards == backwards


LATIN = st.lists(st.from_regex(r"[XYZ]{2,4}", fullmatch=True), min_size=3, max_size=3, unique=True)
CHINESE = st.permutations(["甲", "乙国", "丙丙"])
LABELS = st.builds(
    lambda latin, chinese: dict(zip(("Ada", "Ben Bo", "Cleo-Cy", "秦", "楚国"), latin + chinese, strict=False)),
    LATIN,
    CHINESE,
)
"""Names and labels of one script: a Latin label for a Chinese name would run into the letters around it."""

WORDS_AND_NAMES = st.lists(
    st.sampled_from(["Ada", "Ben Bo", "Cleo-Cy", "秦", "楚国", "Adam", " ", ", ", "x", "伐", "."])
)


@given(LABELS, WORDS_AND_NAMES)
def test_what_is_shown_is_read_back(shown: dict[str, str], parts: list[str]) -> None:
    naming, text = Naming(shown), "".join(parts)
    assert naming.read(naming.show(text)) == text


@given(st.text())
def test_quoted_words_can_not_leave_their_quotes(text: str) -> None:
    said = quoted(text)
    assert len(said.splitlines()) == 1
    assert said[0] + said[-1] == "“”"
    assert not set(said[1:-1]) & set('“”"')


@given(st.integers(0, 2**31), st.lists(st.integers(0, 30), max_size=6))
def test_trial_is_a_run_of_checks(rng: int, choice: list[int]) -> None:
    world = Ledger("random", rng=rng, rounds=2)
    world.step()
    view = world.view("Ida")
    options = view.options()
    moves = [options[number % len(options)] for number in choice]
    stand, fall = accept(moves, world.board, world.rulebook)
    assert sorted(map(repr, [*stand, *(move for move, _ in fall)])) == sorted(map(repr, moves))
    trial = world.board.copy()
    for move in stand:
        assert not objections(move, trial, world.rulebook)
        trial.apply(world.rulebook[move.action].change(move, trial))


SEEDED = (
    checks.check_boards_are_folds,
    checks.check_audiences,
    checks.check_acts_are_legal,
    checks.check_order_of_answers,
    dialogue.check_nothing_is_added,
    privacy.check_canaries,
    privacy.check_requests,
)


@pytest.mark.parametrize("check", SEEDED, ids=lambda check: check.__name__.removeprefix("check_"))
@settings(max_examples=15, deadline=None)
@given(model=st.sampled_from(toys()), seed=st.integers(0, 2**31))
def test_holds_for_any_seed(check, model: Model, seed: int) -> None:
    check(model, seed)
