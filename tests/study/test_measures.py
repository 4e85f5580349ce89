"""Measures: where series end, when they first rise, and numbers of any library as JSON has them."""

import json
from typing import Any

import numpy as np
import pytest

from mesa_war.study.measures import measures_of, onset


class Collected:
    """As much of a world as measures look at."""

    def __init__(self, own: dict[str, Any] | None = None, **series: list[Any]) -> None:
        self.datacollector = self
        self.model_vars = series
        if own is not None:
            self.measures = lambda: own


@pytest.mark.parametrize(
    ("series", "expected"), [([0, 0, 2, 1], 2), ([2, 2, 2], None), ([2, 1, 2, 3], 3), ([0], None), ([], None)]
)
def test_an_onset_is_the_first_step_above_the_start(series: list[int], expected: int | None) -> None:
    assert onset(series) == expected


def test_series_give_their_end_and_their_onset() -> None:
    found = measures_of(Collected(round=[0, 1, 2], wars=[0, 1, 3], name=["a", "b", "c"], quiet=[]))  # type: ignore[arg-type]
    assert found == {"round": 2, "wars": 3, "onset_wars": 1}


def test_a_family_may_add_its_own() -> None:
    world = Collected({"f1": 0.5, "tau": float("nan"), "none": None}, wars=[0])
    assert measures_of(world) == {"wars": 0, "onset_wars": None, "f1": 0.5, "tau": None, "none": None}  # type: ignore[arg-type]


def test_numbers_of_other_libraries_and_truths_become_plain() -> None:
    found = measures_of(Collected(a=[np.int64(3)], b=[np.float32(0.5)], c=[True], d=[np.nan]))  # type: ignore[arg-type]
    assert json.loads(json.dumps(found, allow_nan=False))["a"] == 3
    assert (found["b"], found["c"], found["d"]) == (0.5, 1, None)
    assert type(found["c"]) is int
