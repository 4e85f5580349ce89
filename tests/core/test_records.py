"""Records: values as JSON and back, sealed lines, and calls on disk before they are used."""

import json
from pathlib import Path

import pytest

from mesa_war.core.actions import Plan
from mesa_war.core.events import Call, Event, Fact, Move, Origin, Outcome, Prompt, Shift, Tie, Untie
from mesa_war.core.record import canonical, of_event, of_full_call, of_plan, to_call, to_event
from mesa_war.core.trace import CallFile, Difference, EndOfTrace, Trace, read_calls, read_trace

CALL = Call((1, 1, "Ada", "decide", 0), Prompt("You are Ada.", "Go.\u2028Now."), "I go \ud800.", seconds=0.25, cost=0.1)
EVENT = Event(
    "Ada goes.",
    ("Ada", "Ben"),
    Origin.PERSON,
    Move("Ada", "go", {"target": "barn", "fast": True, "steps": 3, "mood": None}),
    effects=(Tie("at", "Ada", "barn", 0.5), Untie("at", "Ada", "inn"), Fact("Ada", "tired", False)),
    claims=(Shift("Ada", "bread", -1),),
    about=((0, 0, 1),),
    id=(1, 1, 0),
)


def test_an_event_goes_there_and_back() -> None:
    assert to_event(json.loads(canonical(of_event(EVENT)))) == EVENT


def test_a_call_goes_there_and_back_with_every_word() -> None:
    there = canonical(of_full_call(CALL)).encode("utf-8", "surrogatepass")
    back = to_call(json.loads(there))
    assert back == CALL
    assert (back.seconds, back.cost) == (0.25, 0.1)


def test_the_trace_holds_no_clock_and_no_price() -> None:
    plan = Plan("Ada", (Move("Ada", "go"),), "why", (CALL,), struck=((Move("Ada", "fly"), "no wings"),))
    line = canonical(of_plan(plan, 1, 1))
    assert "0.25" not in line
    assert "0.1" not in line
    assert [list(json.loads(line))][0] == [
        "time",
        "wave",
        "actor",
        "moves",
        "thought",
        "outcome",
        "struck",
        "calls",
    ]


def test_numbers_that_json_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical({"weight": float("nan")})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    trace = Trace(tmp_path / "trace.jsonl")
    for number in range(3):
        trace.append("event", {"id": [number, 0, 0], "text": f"Number {number}, with a lone \ud800 and \u2028 in it."})
    trace.close()
    return tmp_path / "trace.jsonl"


def test_lines_are_numbered_sealed_and_read_back(path: Path) -> None:
    lines = list(read_trace(path))
    assert [line["n"] for line in lines] == [0, 1, 2]
    assert lines[2]["text"] == "Number 2, with a lone \ud800 and \u2028 in it."
    assert len({line["hash"] for line in lines}) == 3


def again(path: Path, texts: list[str], *, frozen: bool) -> Trace:
    trace = Trace(path, frozen=frozen)
    for number, text in enumerate(texts):
        trace.append("event", {"id": [number, 0, 0], "text": text})
    return trace


SAME = [f"Number {number}, with a lone \ud800 and \u2028 in it." for number in range(3)]


def test_a_repetition_is_compared_and_then_goes_on(path: Path) -> None:
    trace = again(path, SAME[:2], frozen=False)
    assert trace.behind
    trace.append("event", {"id": [2, 0, 0], "text": SAME[2]})
    assert not trace.behind
    trace.append("event", {"id": [3, 0, 0], "text": "More."})
    trace.close()
    assert [line["text"] for line in read_trace(path)] == [*SAME, "More."]


def test_a_difference_names_the_place_and_shows_both_sides(path: Path) -> None:
    with pytest.raises(Difference, match=r"line 2, event \[1, 0, 0\].*Number 1.*Nobody 1"):
        again(path, [SAME[0], "Nobody 1, with a lone \ud800."], frozen=True)


def test_a_frozen_trace_must_be_met_exactly(path: Path) -> None:
    before = path.read_bytes()
    again(path, SAME, frozen=True).close()
    with pytest.raises(Difference, match="line 3: recorded, but not repeated"):
        again(path, SAME[:2], frozen=True).close()
    with pytest.raises(EndOfTrace, match="line 4: the run goes on where its trace ends"):
        again(path, [*SAME, "More."], frozen=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", [b"\xff", b"x", b'"', b"\x00"])
def test_any_damage_is_a_difference_that_names_the_line(path: Path, damage: bytes) -> None:
    data = path.read_bytes()
    for at in range(0, len(data) - 1, 7):
        if data[at : at + 1] in (damage, b"\n"):
            continue
        path.write_bytes(data[:at] + damage + data[at + 1 :])
        with pytest.raises(Difference, match=f"line {data[:at].count(10) + 1} of trace"):
            Trace(path, frozen=True)


def test_a_trace_without_a_path_still_has_a_hash() -> None:
    one, two = Trace(), Trace()
    one.append("event", {"text": "a"})
    two.append("event", {"text": "b"})
    assert one.hash != two.hash
    assert one.lines == 1


def test_a_call_is_on_disk_before_keep_returns(tmp_path: Path) -> None:
    calls = CallFile(tmp_path / "calls.jsonl")
    calls.keep(CALL)
    assert list(read_calls(tmp_path / "calls.jsonl")) == [CALL]
    assert calls.recorded(CALL.key, CALL.prompt) == CALL
    assert calls.recorded((1, 1, "Ben", "decide", 0), CALL.prompt) is None
    calls.close()
    assert CallFile(tmp_path / "calls.jsonl").recorded(CALL.key, CALL.prompt) == CALL


def test_a_reply_to_another_prompt_is_not_used(tmp_path: Path) -> None:
    calls = CallFile()
    calls.keep(CALL)
    with pytest.raises(Difference, match=r"(?s)prompt of call \(1, 1, 'Ada', 'decide', 0\).*Stay"):
        calls.recorded(CALL.key, Prompt("You are Ada.", "Stay."))


def test_a_frozen_file_lacks_no_call_and_takes_none(tmp_path: Path) -> None:
    CallFile(tmp_path / "calls.jsonl").keep(CALL)
    frozen = CallFile(tmp_path / "calls.jsonl", frozen=True)
    assert frozen.recorded(CALL.key, CALL.prompt) == CALL
    with pytest.raises(EndOfTrace, match=r"not on record.*Ben"):
        frozen.recorded((1, 1, "Ben", "decide", 0), CALL.prompt)
    with pytest.raises(EndOfTrace, match="not on record"):
        frozen.keep(CALL)


def test_a_line_that_is_no_call_is_named(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    CallFile(path).keep(CALL)
    path.write_bytes(path.read_bytes() + b'{"key": [1, 2]}\n')
    with pytest.raises(Difference, match=r"line 2 of calls\.jsonl is not a call"):
        CallFile(path, frozen=True)


def test_an_outcome_that_nobody_knows_is_named(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    path.write_text(canonical({**of_full_call(CALL), "reply": "", "outcome": "fine"}) + "\n", encoding="utf-8")
    with pytest.raises(Difference, match="fine"):
        CallFile(path)
    assert Outcome("ok") is Outcome.OK
