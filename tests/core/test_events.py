"""Events: values that never change, and who knows of them."""

from dataclasses import FrozenInstanceError
from math import isnan

import pytest

from mesa_war.core.events import EVERYONE, NOBODY, Call, Event, Move, Origin, Outcome, Prompt


def test_only_two_outcomes_carry_an_answer() -> None:
    assert {outcome for outcome in Outcome if outcome.usable} == {Outcome.OK, Outcome.REPAIRED}


def test_origins_are_those_of_the_requirement() -> None:
    assert {origin.value for origin in Origin} == {"mind", "person", "secretary", "rule", "nature", "control"}


def test_an_event_is_known_to_its_audience() -> None:
    assert Event("It rains.", EVERYONE).known_to("Ada")
    assert Event("It rains.", ("Ada",)).known_to("Ada")
    assert not Event("It rains.", ("Ada",)).known_to("Ben")
    assert not Event("It rains.", NOBODY).known_to("Ada")


def test_time_comes_with_the_id() -> None:
    assert isnan(Event("It rains.").time)
    assert Event("It rains.", id=(3, 1, 0)).time == 3


def test_an_event_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        Event("It rains.").text = "It snows."  # type: ignore[misc]


def test_moves_are_compared_by_value_and_can_be_counted() -> None:
    one, two = Move("Ada", "go", {"to": "barn", "by": "cart"}), Move("Ada", "go", {"by": "cart", "to": "barn"})
    assert one == two
    assert hash(one) == hash(two)
    assert Move("Ada", "go", {"target": "barn"}).target == "barn"
    assert Move("Ada", "go", {"target": 3}).target is None
    assert Move("Ada", "go").target is None


def test_calls_are_compared_without_what_a_replay_cannot_repeat() -> None:
    key, prompt = (1, 1, "Ada", "decide", 0), Prompt("You are Ada.", "Go.")
    assert Call(key, prompt, "yes", seconds=1.0, cost=0.2, tokens_in=3) == Call(key, prompt, "yes")
    assert Call(key, prompt, "yes") != Call(key, prompt, "no")
    assert len(prompt) == 15
