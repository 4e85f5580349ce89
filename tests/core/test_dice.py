"""Dice: a throw hangs on its key and on nothing else."""

import numpy as np
import pytest

from mesa_war.core.dice import Dice, seed_of


def test_a_key_names_one_throw() -> None:
    dice = Dice(7)
    first = dice.at(1, 1, "Ada").random()
    dice.at(1, 1, "Ben").random()
    assert dice.at(1, 1, "Ada").random() == first
    assert dice.at(1.0, 1, "Ada").random() == first
    assert len({dice.at(1, 1, name).random() for name in "abcdef"} | {Dice(8).at(1, 1, "a").random()}) == 7


def test_throws_are_spread_evenly() -> None:
    thrown = [Dice(seed).at("coin").random() < 0.5 for seed in range(1000)]
    assert 440 < sum(thrown) < 560


@pytest.mark.parametrize("rng", [7, "7", " 7", np.int64(7), np.uint8(7)])
def test_a_seed_in_any_dress_is_the_same_seed(rng: object) -> None:
    assert seed_of(rng) == 7


def test_other_seeds_are_drawn_from_what_numpy_takes() -> None:
    assert seed_of([1, 2]) == seed_of(np.random.SeedSequence([1, 2]))
    assert seed_of(None) != seed_of(None)


def test_a_text_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'seven'.*whole number"):
        seed_of("seven")
