"""Outcomes as values, the criterion of a world war, and the null models that any result stands beside."""

import math
import pickle

import pytest

from mesa_war.measures.agreement import errors, score
from mesa_war.measures.outbreak import Outcome, Truth, drawn_in, null_models, outbreak, random_outcomes, undirected

NATIONS = ("GBR", "FRA", "GER", "AUH", "RUS", "SRB", "USA", "OTT")
POWERS = frozenset({"GBR", "FRA", "RUS", "GER", "AUH"})
# Days counted from 1 July 1914.
JULY_ORDER = {"SRB": 25.0, "RUS": 30.0, "AUH": 31.0, "FRA": 32.0, "GER": 32.0, "OTT": 33.0, "GBR": 35.0}


def pairs(text):
    return frozenset(tuple(word.split("-")) for word in text.split())


PUBLISHED_ALLIANCES = pairs("GBR-FRA GER-AUH RUS-SRB FRA-RUS GER-OTT")
CODE_WARS = pairs("AUH-SRB RUS-AUH GER-RUS GER-FRA GBR-GER")
PRINTED_WARS = pairs("AUH-SRB RUS-AUH GER-SRB RUS-GER FRA-GER")
RECORD_4_AUGUST = pairs("AUH-SRB GER-RUS GER-FRA GBR-GER")
RECORD_6_AUGUST = RECORD_4_AUGUST | pairs("AUH-RUS SRB-GER")
HISTORY = Truth(NATIONS, POWERS, Outcome(PUBLISHED_ALLIANCES, RECORD_6_AUGUST, JULY_ORDER))


def test_a_world_war_needs_every_power_against_another_power():
    assert outbreak(RECORD_6_AUGUST, POWERS)
    assert drawn_in(RECORD_4_AUGUST, POWERS) == POWERS - {"AUH"}
    assert not outbreak(RECORD_4_AUGUST, POWERS)
    assert drawn_in(pairs("AUH-SRB"), POWERS) == frozenset()
    assert not outbreak(PRINTED_WARS, POWERS)  # the printed list leaves Britain at peace
    assert outbreak(CODE_WARS, POWERS)
    assert not outbreak(CODE_WARS, frozenset())
    assert not outbreak([], POWERS)


def test_null_models_score_as_their_names_say():
    nulls = {name: score(outcome, HISTORY) for name, outcome in null_models(NATIONS).items()}

    nothing = nulls["nothing happens"]
    assert nothing["alliance_mi"] == pytest.approx(nothing["alliance_mi_ceiling"])
    assert [nothing[key] for key in ("alliance_ari", "war_f1", "mobilization_jaccard", "world_war")] == [0, 0, 0, 0]

    fight = nulls["everyone fights"]
    assert (fight["war_recall"], fight["war_directed_recall"], fight["world_war"]) == (1, 1, 1)
    assert fight["war_precision"] == pytest.approx(6 / 28)
    assert fight["war_directed_precision"] == pytest.approx(6 / 56)
    assert fight["mobilization_jaccard"] == pytest.approx(7 / 8)
    assert math.isnan(fight["mobilization_tau"])
    assert fight["alliance_ari"] == 0


def draw(draws=400, seed=7, actors=NATIONS, **shares):
    wanted = {"alliances_share": 0.2, "wars_share": 0.3, "mobilised_share": 0.6} | shares
    return list(random_outcomes(actors, **wanted, draws=draws, seed=seed))


def test_random_outcomes_have_the_densities_asked_for_and_no_skill():
    outcomes = draw()
    assert len(outcomes) == 400
    assert sum(len(one.alliances) for one in outcomes) / (400 * 28) == pytest.approx(0.2, abs=0.02)
    assert sum(len(one.wars) for one in outcomes) / (400 * 28) == pytest.approx(0.3, abs=0.02)
    assert sum(len(one.mobilised) for one in outcomes) / (400 * 8) == pytest.approx(0.6, abs=0.04)
    wars = [pair for one in outcomes for pair in one.wars]
    assert sum(a < b for a, b in wars) / len(wars) == pytest.approx(0.5, abs=0.04)

    scores = [score(one, HISTORY) for one in outcomes]
    assert sum(one["alliance_ari"] for one in scores) / 400 == pytest.approx(0, abs=0.03)
    assert sum(one["alliance_ami"] for one in scores) / 400 == pytest.approx(0, abs=0.03)
    taus = [one["mobilization_tau"] for one in scores if not math.isnan(one["mobilization_tau"])]
    assert sum(taus) / len(taus) == pytest.approx(0, abs=0.08)


def test_random_outcomes_depend_on_the_seed_and_not_on_the_order_of_actors():
    assert draw(20) == draw(20) == draw(20, actors=NATIONS[::-1])
    assert draw(20) != draw(20, seed=8)
    nothing, everything = (
        draw(1, alliances_share=share, wars_share=share, mobilised_share=share)[0] for share in (0, 1)
    )
    assert nothing == Outcome()
    assert len(everything.alliances) == len(undirected(everything.wars)) == len(everything.wars) == 28
    assert sorted(everything.mobilised.values()) == list(range(8))


def test_an_outcome_is_a_value():
    one = Outcome(frozenset({("RUS", "FRA")}), pairs("GER-RUS"), {"RUS": 1.0})
    assert one == Outcome(frozenset({("FRA", "RUS")}), pairs("GER-RUS"), {"RUS": 1.0})
    assert one.names == {"FRA", "GER", "RUS"}
    assert pickle.loads(pickle.dumps(one)) == one
    assert len({one, Outcome(one.alliances, one.wars, {"RUS": 1.0})}) == 1


def test_what_is_not_known_is_not_scored() -> None:
    truth = Truth(("A", "B", "C"), frozenset(), Outcome(wars=frozenset({("A", "B")}), mobilised=None), directed=False)
    scored = score(Outcome(wars=frozenset({("B", "A")}), mobilised={"C": 1.0}), truth)
    assert scored["war_f1"] == 1
    assert math.isnan(scored["war_directed_f1"])
    assert math.isnan(scored["mobilization_jaccard"])
    assert math.isnan(scored["mobilization_tau"])
    assert errors(Outcome(mobilised={"C": 1.0}), truth)["mobilizations_spurious"] == ()
