"""Variants: what is laid over a setting, and that the setting below stays as it was."""

from copy import deepcopy
from typing import Any

import pytest

from mesa_war.core.variants import Variant, laid_over

BELOW: dict[str, Any] = {
    "actors": {"A": {"anonymous": "X"}, "B": {"anonymous": "Y"}},
    "names": {"C": "Outsider", "D": "Town"},
    "ties": ({"relation": "pact", "between": ("A", "B")},),
}
JOINS = Variant(
    set={"actors": {"C": {"anonymous": "Z"}}},
    ties_with=({"relation": "pact", "between": ("A", "C")}, {"relation": "feud", "between": ("B", "C")}),
)


def pairs(data: dict[str, Any]) -> list[tuple[str, tuple[str, str]]]:
    return [(tie["relation"], tie["between"]) for tie in data["ties"]]


def test_a_variant_adds_an_actor_and_its_ties_after_those_that_stand() -> None:
    data = laid_over(BELOW, JOINS)
    assert list(data["actors"]) == ["A", "B", "C"]
    assert pairs(data) == [("pact", ("A", "B")), ("pact", ("A", "C")), ("feud", ("B", "C"))]


def test_who_joins_is_no_longer_among_the_names_of_others() -> None:
    assert laid_over(BELOW, JOINS)["names"] == {"D": "Town"}
    assert laid_over(BELOW, Variant())["names"] == BELOW["names"]


@pytest.mark.parametrize(("order", "left"), [("joins first", ["feud"]), ("joins last", ["pact", "feud"])])
def test_a_later_variant_takes_away_what_an_earlier_one_added(order: str, left: list[str]) -> None:
    variants = [JOINS, Variant(ties_without=("pact",))]
    data = BELOW
    for variant in variants if order == "joins first" else variants[::-1]:
        data = laid_over(data, variant)
    assert [relation for relation, _ in pairs(data)] == left


def test_the_setting_below_is_not_changed() -> None:
    before = deepcopy(BELOW)
    laid_over(BELOW, JOINS)
    assert before == BELOW
