"""What holds of the dialogue between an actor and its secretary in every model."""

from collections import Counter

from conformance.checks import can_fail
from conformance.minds import SEED, Always, Busy, Watched
from conformance.models import Model
from mesa_war.core.events import Move, Origin, Outcome
from mesa_war.core.mind import Reply
from mesa_war.core.secretary import ROUNDS

MOST = 4
"""As requirement W5 has it."""


def check_nothing_is_added(model: Model, seed: int = SEED) -> None:
    """What becomes of a plan is what the mind last said, less what was struck out, and nothing else."""
    watched = Watched(Busy(seed))
    world = model.run(mind=watched, rng=seed, rounds=3)
    said = {(r.view.actor, r.view.time, r.view.wave): reply.moves for r, reply in watched.seen}
    assert seed != SEED or any(plan.struck for _, _, plan in world.plans) or not can_fail(world)
    for time, wave, plan in world.plans:
        kept = Counter([*plan.moves, *(move for move, _ in plan.struck)])
        assert kept == Counter(said[plan.actor, time, wave])
        for move, reason in plan.struck:
            told = [e for e in world.seats[plan.actor].events if e.id[:2] == (time, wave) and reason in e.text]
            assert told, f"{plan.actor} is not told that {move.action} was struck out"
            assert all(e.origin is Origin.SECRETARY and e.audience == (plan.actor,) for e in told)


def check_the_dialogue_ends(model: Model) -> None:
    """A mind that never listens is asked four times, and one that can't be reached once; neither acts."""
    for reply, times in (
        (lambda request: Reply((Move(request.view.actor, "fly", {}),)), MOST),
        (lambda request: Reply(outcome=Outcome.UNREADABLE), MOST),
        (lambda request: Reply(outcome=Outcome.TIMED_OUT), 1),
    ):
        mind = Always(reply)
        world = model.run(mind=mind, rng=SEED, rounds=1)
        assert set(mind.asked.values()) == {times}
        assert not any(event.move for event in world.chronicle)
    assert ROUNDS == MOST


def check_nothing_is_silent(model: Model) -> None:
    """A turn without a usable answer is an empty plan that says so, and its actor is told why."""
    for outcome in (Outcome.UNREADABLE, Outcome.EMPTY, Outcome.REFUSED, Outcome.PROVIDER_ERROR):
        world = model.run(mind=Always(lambda request, outcome=outcome: Reply(outcome=outcome)), rng=SEED, rounds=1)
        assert {plan.outcome for _, _, plan in world.plans} == {outcome}
        for _, _, plan in world.plans:
            told = [event for event in world.seats[plan.actor].events if outcome.value in event.text]
            assert [(event.origin, event.audience) for event in told] == [(Origin.RULE, (plan.actor,))]
