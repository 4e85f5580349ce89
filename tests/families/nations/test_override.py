"""The override of the original system: off unless asked for, legal, marked as the secretary's, with seeded dice."""

from random import Random

import pytest

from mesa_war.core.actions import Plan, accept
from mesa_war.core.events import Event, Move, Origin, Outcome, Tie
from mesa_war.core.mind import Reply, Request
from mesa_war.core.view import View
from mesa_war.families.nations.model import Nations
from mesa_war.families.nations.override import join_or_betray


def by_secretary(world: Nations) -> list[Event]:
    return [event for event in world.chronicle if event.move is not None and event.origin == Origin.SECRETARY]


def played(seed: int, **how: object) -> Nations:
    world = Nations("wwi", rng=seed, rounds=6, **how)
    while world.running:
        world.step()
    return world


def at_war(*ties: Tie) -> View:
    """France's view where its ally Russia is at war with Austria-Hungary, and whatever else."""
    world = Nations("wwi", mind="wait", trigger="none", rng=1)
    world.record(Event("War.", effects=(Tie("war", "Russia", "Austria-Hungary"), *ties)))
    return world.view("France")


def added(view: View, *moves: Move, seed: int = 1) -> list[Move]:
    return list(join_or_betray(Plan(view.actor, moves), view, Random(seed)))


JOIN = Move("France", "declare_war", {"target": "Austria-Hungary"})
LEAVE = Move("France", "betray_alliance", {"target": "Russia"})


@pytest.mark.parametrize("mind", ["doctrine", "random"])
def test_without_it_no_act_is_the_secretarys(mind: str) -> None:
    worlds = [played(seed, mind=mind, stance="aggressive") for seed in range(4)]
    assert sum(event.move is not None for world in worlds for event in world.chronicle) > 0
    assert [by_secretary(world) for world in worlds] == [[]] * 4


def test_with_it_acts_are_marked_and_are_wars_or_betrayals_of_allies() -> None:
    worlds = [played(seed, mind="doctrine", stance="aggressive", override=True) for seed in range(4)]
    kinds = {event.move.action for world in worlds for event in by_secretary(world) if event.move is not None}
    assert kinds == {"declare_war", "betray_alliance"}


def test_a_run_with_it_repeats() -> None:
    one, two = (played(3, mind="random", override=True) for _ in range(2))
    assert by_secretary(one)
    assert one.trace.hash == two.trace.hash


def test_the_coin_falls_on_both_sides() -> None:
    view = at_war()
    fallen = [added(view, seed=seed)[0] for seed in range(200)]
    assert set(fallen) == {JOIN, LEAVE}
    assert 70 < fallen.count(JOIN) < 130


@pytest.mark.parametrize("move", [JOIN, LEAVE])
def test_nothing_is_added_to_a_plan_that_joins_or_betrays(move: Move) -> None:
    assert added(at_war(), move) == []


def test_nothing_is_added_without_an_ally_at_war() -> None:
    assert added(Nations("wwi", mind="wait", trigger="none", rng=1).view("France")) == []
    assert added(at_war(Tie("war", "France", "Austria-Hungary"))) == []


def test_where_a_pact_forbids_to_join_the_alliance_falls() -> None:
    view = at_war(Tie("treaty", "France", "Austria-Hungary"))
    assert all(added(view, seed=seed) == [LEAVE] for seed in range(20))


def test_it_may_join_against_several_enemies_and_is_always_legal() -> None:
    view = at_war(Tie("war", "Russia", "Ottoman Empire"))
    for seed in range(50):
        moves = added(view, seed=seed)
        assert accept(moves, view.board, view.actions)[1] == []
        assert moves[-1] == LEAVE or {move.target for move in moves} == {"Austria-Hungary", "Ottoman Empire"}


def test_an_actor_without_a_usable_answer_is_left_alone() -> None:
    """Nothing is invented for a mind that gave no answer: neither by the engine nor by the amendment."""

    class Mute:
        waits = False
        origin = Origin.MIND

        def answer(self, request: Request) -> Reply:
            return Reply(outcome=Outcome.REFUSED)

    world = Nations("wwi", mind=Mute(), trigger="none", rng=1, rounds=2, override=True)
    world.record(Event("War.", effects=(Tie("war", "Russia", "Austria-Hungary"),)))
    world.step()
    assert by_secretary(world) == []
