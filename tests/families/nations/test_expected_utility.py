"""The arithmetic behind the rule-based mind, on a handful of nations whose ties are set by hand."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pytest

from mesa_war.core.board import Board
from mesa_war.core.events import Event, Fact, Move, Tie
from mesa_war.core.view import Persona, View
from mesa_war.core.words import Words
from mesa_war.families.nations import worth
from mesa_war.families.nations.actions import published, relations
from mesa_war.families.nations.expected_utility import Temper, likelihood, similarity
from mesa_war.families.nations.setting import Doctrine
from mesa_war.families.nations.situation import capabilities, read

NAMES = ("A", "B", "C", "D")
D = Doctrine()

type Pairs = Sequence[tuple[str, str, str]]


def board(
    ties: Pairs = (),
    figures: Mapping[str, float] | None = None,
    mobilised: Iterable[str] = (),
    apart: tuple[str, str] | None = None,
) -> Board:
    """Four nations of equal strength, all neighbours but two, with further ties (relation, a, b)."""
    made = Board(relations(Words({})))
    for name in NAMES:
        made.apply([Fact(name, "kind", "nation"), Fact(name, "mobilised", name in set(mobilised))])
        made.apply([Fact(name, "cinc", (figures or {}).get(name, 0.1))])
    made.apply(Tie("border", a, b) for a in NAMES for b in NAMES if a < b and (a, b) != apart)
    made.apply(Tie(relation, a, b, 3.0 if relation == "grievance" else 1.0) for relation, a, b in ties)
    return made


def case(
    actor: str,
    ties: Pairs = (),
    *,
    figures: Mapping[str, float] | None = None,
    mobilised: Iterable[str] = (),
    past: Pairs = (),
    known: Board | None = None,
    d: Doctrine = D,
    **temper: float,
) -> worth.Case:
    """What one of the four weighs at time 5; ``past`` are acts (action, actor, target) of time 3."""
    events = [Event("", move=Move(a, act, {"target": b}), id=(3, 1, i)) for i, (act, a, b) in enumerate(past)]
    seen = known or board(ties, figures, mobilised)
    view = View(actor, 5, 1, Persona(actor, "nation"), seen, events, (), {})
    equal = np.ones(len(NAMES))
    return worth.weigh(read(view, d), Temper(equal, equal, **temper), 1.0, d)


def attack(actor: str, target: str, ties: Pairs = (), **how: object) -> float:
    """What a war is worth to the actor."""
    return float(case(actor, ties, **how).attack[NAMES.index(target)])  # type: ignore[arg-type]


FEUD: Pairs = [("rivalry", "A", "B"), ("grievance", "A", "B")]


def public(a: str, b: str) -> Pairs:
    return [("alliance", a, b), (published("alliance"), a, b)]


# -- likeness of portfolios ------------------------------------------------------------------------------------------


def test_similarity_is_that_of_signorino_and_ritter() -> None:
    portfolios = np.array([[3.0, 3.0, 0.0], [3.0, 3.0, 0.0], [0.0, 0.0, 3.0]])
    assert similarity(portfolios) == pytest.approx(np.array([[1, 1, -1], [1, 1, -1], [-1, -1, 1]]))
    # |3-1| + |1-3| + |0-0| = 4 of at most 9, so S = 1 - 2 * 4 / 9
    ententes = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 3.0]])
    assert similarity(ententes)[0, 1] == pytest.approx(1 / 9)


def test_a_common_ally_brings_nations_closer() -> None:
    apart = case("A").own.affinity[0, 1]
    joined = case("A", [*public("A", "C"), *public("B", "C")]).own.affinity[0, 1]
    assert apart == pytest.approx(0.0)
    assert joined > apart


@pytest.mark.parametrize("tie", [("rivalry", "A", "B"), ("grievance", "A", "B"), ("grievance", "B", "A")])
def test_rivalry_and_grievance_drive_nations_apart(tie: tuple[str, str, str]) -> None:
    felt = case("A", [tie]).own.affinity
    assert felt[0, 1] < case("A").own.affinity[0, 1]
    assert felt[0, 1] == felt[1, 0]


# -- odds ------------------------------------------------------------------------------------------------------------


def test_equal_neighbours_have_equal_odds() -> None:
    assert case("A").own.odds[0, 1] == pytest.approx(0.5)


def test_odds_follow_capabilities() -> None:
    assert case("A", figures={"A": 0.3}).own.odds[0, 1] == pytest.approx(0.75)


def test_mobilization_doubles_strength_where_half_of_it_stands_ready() -> None:
    assert case("A", mobilised=["A"]).own.odds[0, 1] == pytest.approx(2 / 3)


def test_strength_is_lost_on_the_way() -> None:
    land, sea, far = board(), board([("sea_border", "A", "B")], apart=("A", "B")), board(apart=("A", "B"))
    odds = [case("A", known=made).own.odds[0, 1] for made in (land, sea, far)]
    assert odds == pytest.approx([1 / 2, D.sea / (D.sea + 1), D.distant / (D.distant + 1)])


def test_an_ally_of_the_enemy_lowers_the_odds_by_its_reliability() -> None:
    allied = case("A", public("B", "C"))
    assert allied.own.odds[0, 1] < 0.5
    lean = D.lean * (allied.own.affinity[2, 1] - allied.own.affinity[2, 0]) / 2
    assert -allied.own.backing[2, 0, 1] == pytest.approx(D.reliability + lean)


def test_a_treaty_holds_a_third_party_back() -> None:
    bound = case("A", [*public("B", "C"), ("treaty", "A", "C")]).own.backing[2, 0, 1]
    assert case("A", public("B", "C")).own.backing[2, 0, 1] < bound < 0


def test_who_fights_already_is_counted_in_full() -> None:
    assert case("A", [("war", "C", "B")]).own.backing[2, 0, 1] == 1.0
    assert case("A", [("war", "C", "A")]).own.backing[2, 0, 1] == -1.0


def test_a_broken_word_counts_for_less() -> None:
    ties = public("B", "C")
    assert attack("A", "B", ties, past=[("betray_alliance", "C", "D")]) > attack("A", "B", ties)


def test_capabilities_are_mean_shares_of_what_is_known() -> None:
    made = board(figures={"A": 0.3, "B": 0.1, "C": 0.1, "D": 0.0})
    made.apply([Fact("A", "army", 100), Fact("B", "army", 300)])
    assert capabilities(made, NAMES, {"cinc": 3.0, "army": 1.0}) == pytest.approx(
        [(3 * 0.6 + 0.25) / 4, (3 * 0.2 + 0.75) / 4, 0.2, 0.0]
    )
    assert capabilities(made, NAMES, {"fleet": 1.0}) == pytest.approx([0.25] * 4)


# -- war -------------------------------------------------------------------------------------------------------------


def test_grievance_and_rivalry_make_war_worth_more() -> None:
    plain = attack("A", "B", [])
    assert attack("A", "B", [("rivalry", "A", "B")]) > plain
    assert attack("A", "B", [("grievance", "A", "B")]) > attack("A", "B", [("rivalry", "A", "B")])
    assert attack("A", "B", FEUD) > attack("A", "B", [("grievance", "A", "B")])


def test_common_ties_make_war_worth_less() -> None:
    friends = [*FEUD, *public("A", "C"), *public("B", "C")]
    assert attack("A", "B", friends) < attack("A", "B", FEUD)


def test_the_coalition_of_an_opponent_deters() -> None:
    alone, guarded = attack("A", "B", FEUD), attack("A", "B", [*FEUD, *public("B", "C")])
    twice = attack("A", "B", [*FEUD, *public("B", "C"), *public("B", "D")])
    assert alone > guarded > twice
    strong = attack("A", "B", [*FEUD, *public("B", "C")], figures={"C": 0.3})
    assert strong < guarded


def test_without_cause_nobody_thinks_of_war() -> None:
    assert not case("A").own.cause.any()
    assert case("A").own.chance.max() == 0.0
    assert case("A", FEUD).own.cause[0].tolist() == [False, True, False, False]


@pytest.mark.parametrize("lever", ["restraint", "caution"])
def test_each_lever_of_stance_moves_war(lever: str) -> None:
    bold, plain, careful = (attack("A", "B", FEUD, **{lever: factor}) for factor in (0.75, 1.0, 1.33))
    assert bold > plain > careful


def test_both_levers_move_it_further_than_one() -> None:
    both = attack("A", "B", FEUD, restraint=0.75, caution=0.75)
    assert both > max(attack("A", "B", FEUD, restraint=0.75), attack("A", "B", FEUD, caution=0.75))


def test_an_ally_under_attack_is_joined_by_reliability() -> None:
    ties = [*public("A", "C"), ("war", "B", "C")]
    attacked = [("declare_war", "B", "C")]
    firm, loose = Doctrine(reliability=0.9), Doctrine(reliability=0.3)
    assert attack("A", "B", ties, past=attacked, d=firm) > 0 > attack("A", "B", ties, past=attacked, d=loose)


def test_less_is_owed_to_an_ally_who_attacked() -> None:
    ties = [*public("A", "C"), ("war", "B", "C")]
    assert attack("A", "B", ties, past=[("declare_war", "C", "B")]) < attack(
        "A", "B", ties, past=[("declare_war", "B", "C")]
    )


def test_a_pact_stands_in_the_way_of_war() -> None:
    bound = attack("A", "B", [*FEUD, ("treaty", "A", "B")])
    assert bound <= attack("A", "B", FEUD) - D.reputation + D.first_strike


# -- mobilization and pacts ------------------------------------------------------------------------------------------


def test_the_mobilization_of_a_rival_calls_for_mobilization() -> None:
    ties = [("rivalry", "A", "B")]
    assert worth.mobilizing(case("A", ties, mobilised=["B"])) > worth.mobilizing(case("A", ties))
    assert worth.mobilizing(case("A", ties, mobilised=["C"])) == pytest.approx(worth.mobilizing(case("A", ties)))


def test_danger_to_a_partner_calls_for_mobilization() -> None:
    ties = [("grievance", "B", "C"), ("rivalry", "B", "C")]
    assert worth.mobilizing(case("A", [*ties, *public("A", "C")])) > worth.mobilizing(case("A", ties))


def test_a_threatened_nation_values_alliances_more() -> None:
    feared = [("grievance", "B", "A"), ("rivalry", "A", "B")]
    calm, threatened = (worth.bonds(case("A", ties))["alliance"][2] for ties in ((), feared))
    assert threatened > calm
    assert worth.consents(case("A", [*feared, ("grievance", "B", "C")]))["alliance"][2] > 0


def test_an_ally_with_wars_of_its_own_entangles() -> None:
    ties = [*public("A", "C"), ("war", "C", "D")]
    assert worth.bonds(case("A", ties))["betrayal"][2] > worth.bonds(case("A", public("A", "C")))["betrayal"][2]


def test_a_secret_alliance_deters_nobody_until_it_is_public() -> None:
    feared = [("grievance", "B", "A"), ("rivalry", "A", "B")]
    secret, known = case("A", [*feared, ("alliance", "A", "C")]), case("A", [*feared, *public("A", "C")])
    assert secret.threat[1] > known.threat[1]
    assert secret.own.odds[0, 1] == pytest.approx(known.own.odds[0, 1])
    assert worth.publishing(secret, 2) > worth.publishing(case("A", [("alliance", "A", "C")]), 2)


def test_the_loser_wants_peace_more_than_the_winner_and_more_with_time() -> None:
    ties, sizes = [("war", "A", "B")], {"A": 0.3}
    winner, loser = (worth.bonds(case(name, ties, figures=sizes))["peace"] for name in "AB")
    assert loser[0] > winner[1]
    weary = worth.bonds(case("A", ties, figures=sizes, past=[("declare_war", "A", "B")]))["peace"][1]
    assert weary == pytest.approx(winner[1] + 2 * D.weariness)


def test_a_refusal_halves_the_hope_of_the_next_request() -> None:
    once = worth.consents(case("A", past=[("reject_treaty", "C", "A")]))["treaty"][2]
    assert once == pytest.approx(worth.consents(case("A"))["treaty"][2] / 2)


def test_likelihood_is_even_at_nothing_and_surer_with_less_doubt() -> None:
    utility = np.array([-1000.0, -0.2, 0.0, 0.2, 1000.0])
    sure, unsure = likelihood(utility, 0.1), likelihood(utility, 0.4)
    assert sure[2] == unsure[2] == 0.5
    assert sure[3] > unsure[3] > 0.5 > unsure[1] > sure[1]
    assert (sure[0], sure[4]) == (pytest.approx(0.0), pytest.approx(1.0))
