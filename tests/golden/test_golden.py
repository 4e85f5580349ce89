"""Golden playthroughs: one for every model, to be read by people and compared to the letter.

After a change that is meant to change them: ``pytest --regenerate-golden tests/golden``, then read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conformance.models import MODELS, Model, folders

from mesa_war.core.actions import Plan
from mesa_war.core.events import Effect, Event, Fact, Shift, Tie, Untie
from mesa_war.core.world import World

HERE = Path(__file__).parent
SEED = 7
ROUNDS = 4
FOLDERS = {model.name for model in folders()}


def played(model: Model) -> str:
    """A short run as text. Folders are played by the random mind, so that a change of policy does not touch them."""
    mind = "random" if model.name in FOLDERS else "doctrine"
    world = model.run(mind=mind, rng=SEED, rounds=ROUNDS)
    return "\n".join([f"{model.name}, played by the mind {mind!r} with seed {SEED}", *told(world), ""])


def told(world: World) -> Iterator[str]:
    """Round by round: what was planned, what happened, and the seal of the whole."""
    plans = [((time, wave, -1), line) for time, wave, plan in world.plans for line in planned(plan)]
    events = [(event.id or (), line) for event in world.chronicle for line in happened(event, len(world.seats))]
    now = None
    for (time, *_), line in sorted(plans + events, key=lambda pair: pair[0]):
        if time != now:
            yield f"\nround {time}"
            now = time
        yield line
    yield f"\nended by {world.ended_by}; {world.trace.lines} lines, seal {world.trace.hash}"


def planned(plan: Plan) -> Iterator[str]:
    moves = "; ".join(" ".join([move.action, *(f"{k}={v!r}" for k, v in move.args.items())]) for move in plan.moves)
    yield f"  {plan.actor} plans: {moves or 'nothing'}" + (f" “{plan.thought}”" if plan.thought else "")
    for move, reason in plan.struck:
        yield f"    struck out: {move.action}: {reason}"


def happened(event: Event, seats: int) -> Iterator[str]:
    who = "all" if len(event.audience) == seats else ", ".join(event.audience) or "nobody"
    about = "".join(f" (about {time}.{wave}.{index})" for time, wave, index in event.about)
    failed = " FAILED" if event.failed else ""
    yield f"  {'.'.join(map(str, event.id or ()))} {event.origin.value} → {who}: {event.text}{failed}{about}"
    yield from (f"      {changed(effect)}" for effect in event.effects)
    yield from (f"      said: {changed(claim)}" for claim in event.claims)
    yield from (f"      call {call.key}: {call.reply}" for call in event.calls)


def changed(effect: Effect) -> str:
    match effect:
        case Tie(relation, a, b, weight):
            return f"{a} —{relation} {weight:g}→ {b}"
        case Untie(relation, a, b):
            return f"{a} no {relation} {b}"
        case Fact(node, key, value):
            return f"{node}: {key} = {value!r}"
        case Shift(node, key, amount):
            return f"{node}: {key} {amount:+g}"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_is_played_as_before(model: Model, request: pytest.FixtureRequest) -> None:
    path, text = HERE / f"{model.name}.txt", played(model)
    if request.config.getoption("--regenerate-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{model.name} has no golden playthrough; make one with --regenerate-golden, and read it"
    assert path.read_text(encoding="utf-8") == text


def test_no_playthrough_is_left_behind() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {model.name for model in MODELS}
