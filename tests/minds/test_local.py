"""The mind ``local``: a small model in this process that is held to the form of what it is asked for."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from asking import SHOWN, request

from mesa_war.core.events import Call, Outcome
from mesa_war.core.trace import CallFile, Trace, read_calls
from mesa_war.families.nations.model import Nations
from mesa_war.minds.local import Desk, local
from mesa_war.minds.weights import WEIGHTS, default_folder

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def weights() -> Path:
    path = default_folder() / WEIGHTS["smollm2-135m"].file
    if not path.is_file():
        pytest.skip("needs: mesa-war weights smollm2-135m")
    return path


def played(folder: Path, mind: str, *, frozen: bool = False, **chairs: str) -> tuple[Nations, str]:
    """Two rounds with this mind in every chair but those named."""
    trace, calls = Trace(folder / "trace.jsonl", frozen=frozen), CallFile(folder / "calls.jsonl", frozen=frozen)
    world = Nations(mind=mind, chairs=chairs, secretary="off", rounds=2, rng=7, trace=trace, calls=calls)
    while world.running:
        world.step()
    trace.close()
    calls.close()
    return world, trace.hash


def outcomes(calls: list[Call]) -> set[Outcome]:
    return {call.outcome for call in calls}


def test_every_reply_fits_what_is_asked_for(weights: Path):
    mind = local(str(weights), {"temperature": "1.5"}, seed=3)
    mind.check()
    for number in range(6):
        reply = mind.answer(request(naming=SHOWN, attempt=number, objections=(f"Try {number}.",)))
        assert reply.outcome is Outcome.OK, reply.calls
        assert not reply.objections
        assert len(reply.moves) <= 3
    shape = {"type": "object", "properties": {"winner": {"enum": ["Borvia"]}}, "required": ["winner"]}
    bound = {**shape, "additionalProperties": False}
    assert mind.answer(request("judge", naming=SHOWN, extra={"shape": bound})).data == {"winner": "Borvia"}
    assert mind.answer(request("advise", extra={"plan": reply}, asker="secretary")).outcome is Outcome.OK
    assert mind.answer(request("talk", extra={})).outcome in (Outcome.OK, Outcome.TRUNCATED, Outcome.EMPTY)


def test_one_server_per_file(weights: Path):
    one, other = local(str(weights), {}), local(str(weights), {"temperature": "0.1"})
    assert isinstance(one.send, Desk)
    assert one.send is other.send
    assert (one.waits, one.model.id) == (True, f"local/{weights.stem}")


def test_two_rounds_of_the_july_crisis_in_this_process(weights: Path, tmp_path: Path):
    world, sealed = played(tmp_path, f"local:{weights}")
    calls = list(read_calls(tmp_path / "calls.jsonl"))
    assert len(calls) == 2 * len(world.seats)
    assert outcomes(calls) == {Outcome.OK}
    acts = Counter(event.move.action for event in world.chronicle if event.move and not event.failed)
    assert acts
    assert played(tmp_path, f"local:{weights}", frozen=True)[1] == sealed


def test_two_rounds_through_http_and_litellm(weights: Path, tmp_path: Path):
    desk: Any = local(str(weights), {}).send
    address = f"openai/smollm2?api_base={desk.server.url}&max_tokens=1500&timeout=600&temperature=0.8&seed=1"
    asked = ("Serbia", "Russia", "Britain")
    world, _ = played(tmp_path, "random", **dict.fromkeys(asked, address))
    calls = list(read_calls(tmp_path / "calls.jsonl"))
    assert {call.key[2] for call in calls} == set(asked)
    assert len(calls) == 2 * len(asked)
    assert outcomes(calls) == {Outcome.OK}
    assert any(plan.moves for _, _, plan in world.plans if plan.actor in asked)
