"""Poland, the tenth nation of the model wwii, which a variant adds: its ties, its wars, its label and its profile."""

import pytest
from reading import PARTS
from test_wwii_data import KEYS, MOBILISED, POLAND, SETS, SETTING, WARS, WINDOWS, load, named, unordered

from mesa_war.families.nations.calendar import day_number
from mesa_war.families.nations.model import Nations


def test_poland_joins_with_its_ties_its_war_and_its_own_label() -> None:
    setting = load("poland")
    assert list(setting.actors) == [*SETTING["actors"], "Poland"]
    assert len(setting.ties) == len(SETTING["ties"]) + len(POLAND["ties_with"])
    found = [(tie.relation, *tie.between) for tie in setting.ties if "Poland" in tie.between]
    assert sorted(found) == sorted(
        [("alliance", a, b) for a, b in named("FRA-POL GBR-POL")]
        + [("treaty", a, b) for a, b in named("URS-POL")]
        + [("border", a, b) for a, b in named("GER-POL URS-POL HUN-POL")]
        + [("rivalry", a, b) for a, b in named("GER-POL URS-POL")]
    )
    effects = [(e.tie, e.a, e.b) for e in setting.triggers["historical"].effects]
    assert effects[:2] == [("war", "Germany", "Poland"), ("grievance", "Poland", "Germany")]
    assert load().naming(anonymous=True).show("Poland") == "Outsider P"
    assert setting.naming(anonymous=True).show("Poland and Warsaw") == "Country P and Capital P"
    assert setting.words.text("Poland", "policy")


@pytest.mark.parametrize("truth", WINDOWS)
def test_truths_with_poland_hold_its_two_wars_and_its_mobilization(truth: str) -> None:
    _, wars, mobilised = WINDOWS[truth]
    told = load("poland").truths[truth]
    order = ["JPN-CHN", "GER-POL", "GBR-GER", "FRA-GER", "URS-POL", *WARS[3:wars]]
    assert list(told.wars) == named(" ".join(order))
    assert set(told.mobilised) == {KEYS[key] for key in [*mobilised.split(), "POL"]}
    days = [day_number(when) for _, when in told.mobilization_order]
    assert days == sorted(days)
    assert dict(told.mobilization_order)["Poland"] == MOBILISED["POL"]
    allied = {frozenset(pair) for pair in told.alliances if "Poland" in pair}
    assert allied == (unordered("GBR-POL FRA-POL") if truth == "record_1939_09_17" else set())


@pytest.mark.parametrize("chosen", SETS)
def test_the_profile_of_poland_is_filled_and_short(chosen: str) -> None:
    world = Nations("wwii", mind="wait", rng=1, variants=["poland", *(["paper"] if chosen == "paper" else [])])
    poland = world.personas["Poland"]
    said = [line for lines in poland.parts.values() for line in lines]
    assert tuple(poland.parts) == PARTS
    assert len("\n- ".join(said)) < 2000
    assert len(poland.public) <= 240
    assert "{{" not in "".join([*said, poland.public])
