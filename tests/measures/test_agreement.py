"""Agreement with history: the scores of the published runs, edge cases, refusals and the lists of errors."""

import math
from itertools import permutations

import pytest

from mesa_war.measures.agreement import blocs, compare_partitions, compare_sets, errors, order_agreement, score
from mesa_war.measures.outbreak import Outcome, Truth, outbreak, random_outcomes

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


def truth_with(wars, mobilised=JULY_ORDER, alliances=PUBLISHED_ALLIANCES):
    return Truth(NATIONS, POWERS, Outcome(alliances, wars, mobilised))


# The five runs that the first published version of WarAgent's evaluation code carries as edge lists, and their scores:
# MI in nats, NMI, ARI, then Jaccard of the unordered wars against the code's list, the printed list and the record to
# 4 and to 6 August 1914, then Jaccard of the mobilized.
FIVE_RUNS = [
    (
        "GBR-FRA GER-AUH RUS-SRB FRA-RUS RUS-USA",
        "AUH-SRB GER-SRB GER-RUS GER-FRA RUS-AUH FRA-AUH GBR-GER",
        "AUH SRB RUS GER FRA GBR",
        (0.6616, 0.7058, 0.5359, 0.714, 0.714, 0.571, 0.857, 0.857),
    ),
    (
        "GBR-FRA GER-AUH RUS-SRB RUS-OTT FRA-USA",
        "AUH-SRB GER-SRB RUS-AUH GER-RUS AUH-OTT GER-OTT",
        "SRB AUH RUS GER FRA OTT GBR USA",
        (0.4969, 0.4833, 0.1304, 0.375, 0.571, 0.25, 0.5, 0.875),
    ),
    (
        "GER-AUH RUS-SRB GBR-AUH GBR-FRA GBR-GER",
        "AUH-SRB RUS-AUH GER-RUS GER-SRB GBR-RUS GBR-SRB FRA-RUS FRA-SRB",
        "SRB AUH RUS GER GBR FRA",
        (0.6277, 0.574, 0.1304, 0.3, 0.444, 0.2, 0.4, 0.857),
    ),
    (
        "GBR-FRA RUS-SRB FRA-RUS GER-AUH",
        "AUH-SRB RUS-AUH GER-RUS",
        "SRB AUH RUS GER FRA GBR OTT",
        (0.9743, 0.8909, 0.8261, 0.6, 0.6, 0.4, 0.5, 1.0),
    ),
    (
        "GBR-FRA RUS-SRB GER-AUH RUS-OTT",
        "AUH-SRB RUS-AUH GER-RUS AUH-OTT",
        "SRB AUH RUS GER FRA GBR OTT",
        (0.7356, 0.641, 0.2583, 0.5, 0.5, 0.333, 0.429, 1.0),
    ),
]


@pytest.mark.parametrize(("alliances", "wars", "mobilised", "expected"), FIVE_RUNS)
def test_published_runs_get_the_scores_of_their_edge_lists(alliances, wars, mobilised, expected):
    run = Outcome(pairs(alliances), pairs(wars), dict.fromkeys(mobilised.split(), 0.0))
    scores = score(run, truth_with(CODE_WARS))

    blocs_found = [scores[name] for name in ("alliance_mi", "alliance_nmi", "alliance_ari")]
    assert blocs_found == pytest.approx(expected[:3], abs=5e-5)
    lists = (CODE_WARS, PRINTED_WARS, RECORD_4_AUGUST, RECORD_6_AUGUST)
    assert [score(run, truth_with(wars))["war_jaccard"] for wars in lists] == pytest.approx(expected[3:7], abs=5e-4)
    assert scores["mobilization_jaccard"] == pytest.approx(expected[7], abs=5e-4)
    assert scores["alliance_mi_ceiling"] == pytest.approx(0.9743, abs=5e-5)


def test_none_or_too_many_alliances_do_not_pass_for_history():
    nothing = compare_partitions(NATIONS, [], PUBLISHED_ALLIANCES)
    assert nothing.mi == pytest.approx(nothing.mi_ceiling)
    assert nothing.mi == pytest.approx(0.9743, abs=5e-5)
    assert nothing.nmi == pytest.approx(0.638, abs=5e-4)
    assert nothing.ari == 0
    assert nothing.ami == pytest.approx(0, abs=1e-9)

    one_bloc = compare_partitions(NATIONS, [("GBR", other) for other in NATIONS[1:]], PUBLISHED_ALLIANCES)
    assert (one_bloc.mi, one_bloc.nmi, one_bloc.ari, one_bloc.ami) == pytest.approx((0, 0, 0, 0), abs=1e-9)


def test_a_run_without_the_ottoman_tie_reaches_the_ceiling_but_is_not_perfect():
    found = compare_partitions(NATIONS, pairs(FIVE_RUNS[3][0]), PUBLISHED_ALLIANCES)
    assert found.mi == pytest.approx(found.mi_ceiling)
    assert found.ari < 1
    assert found.ami < 1


# By-round numbers from the published logs: an early perfect split, and one below chance.
@pytest.mark.parametrize(
    ("alliances", "mi", "nmi", "ari"),
    [
        ("GBR-FRA GBR-RUS FRA-RUS FRA-SRB GER-AUH GER-OTT AUH-OTT RUS-SRB", 0.974, 1.0, 1.0),
        ("FRA-AUH RUS-OTT", 0.628, 0.464, -0.132),
        ("FRA-RUS FRA-USA GER-SRB RUS-USA RUS-OTT", 0.281, 0.257, -0.217),
    ],
)
def test_rounds_of_the_published_logs(alliances, mi, nmi, ari):
    found = compare_partitions(NATIONS, pairs(alliances), PUBLISHED_ALLIANCES)
    assert (found.mi, found.nmi, found.ari) == pytest.approx((mi, nmi, ari), abs=5e-4)


def test_adjusted_mutual_information_is_corrected_by_exact_permutation():
    """E[MI] of AMI is checked by going through all relabellings of five actors."""
    actors, found, true = "abcde", [("a", "b"), ("b", "c")], [("a", "b"), ("c", "d")]
    shuffled = [dict(zip(actors, order, strict=True)) for order in permutations(actors)]
    chance = sum(
        compare_partitions(actors, [(names[a], names[b]) for a, b in found], true).mi for names in shuffled
    ) / len(shuffled)
    here = compare_partitions(actors, found, true)
    mean_entropy = (compare_partitions(actors, true, found).mi_ceiling + here.mi_ceiling) / 2
    assert here.ami == pytest.approx((here.mi - chance) / (mean_entropy - chance))


def test_blocs_close_over_allies_of_allies_and_keep_the_unaligned():
    assert blocs(NATIONS, PUBLISHED_ALLIANCES) == (
        frozenset({"AUH", "GER", "OTT"}),
        frozenset({"FRA", "GBR", "RUS", "SRB"}),
        frozenset({"USA"}),
    )
    assert blocs([], []) == ()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: blocs("ab", [("a", "z")]), "An alliance names z; known are a, b"),
        (lambda: blocs("ab", [("a", "a")]), "joins a to itself"),
        (lambda: compare_partitions([], [], []), "at least one"),
        (lambda: Outcome(wars=frozenset({("GER", "GER")})), "joins GER to itself"),
        (lambda: outbreak([("GER", "GER")], {"GER"}), "joins GER to itself"),
        (lambda: Truth(("a",), frozenset({"z"}), Outcome()), "great powers names z"),
        (lambda: Truth(("a",), frozenset(), Outcome(mobilised={"z": 1})), "true outcome names z"),
        (lambda: score(Outcome(wars=pairs("GER-BEL")), truth_with(CODE_WARS)), "The outcome names BEL"),
        (lambda: errors(Outcome(wars=pairs("GER-BEL")), truth_with(CODE_WARS)), "The outcome names BEL"),
        (
            lambda: random_outcomes("ab", alliances_share=0, wars_share=1.5, mobilised_share=0, draws=1, seed=1),
            "wars_share is 1.5; a share lies between 0 and 1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_clear_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_sets_list_hits_misses_and_inventions():
    compared = compare_sets(["GER", "RUS", "USA"], ["GER", "RUS", "SRB", "AUH"])
    assert (compared.hits, compared.missed, compared.spurious) == (("GER", "RUS"), ("AUH", "SRB"), ("USA",))
    rates = (compared.precision, compared.recall, compared.f1, compared.jaccard)
    assert rates == pytest.approx((2 / 3, 2 / 4, 4 / 7, 2 / 5))


@pytest.mark.parametrize(("found", "truth", "value"), [([], [], 1), ([], ["a"], 0), (["a"], [], 0)])
def test_empty_sets_have_declared_values(found, truth, value):
    compared = compare_sets(found, truth)
    assert (compared.precision, compared.recall, compared.f1, compared.jaccard) == (value,) * 4


def test_order_is_tau_b_over_the_common_items():
    tau, common = order_agreement({"SRB": 1, "RUS": 2, "AUH": 2, "USA": 9}, {"SRB": 1, "RUS": 2, "AUH": 3, "GBR": 4})
    assert common == 3
    assert tau == pytest.approx(2 / math.sqrt(2 * 3))  # two pairs agree, the third is tied in the found order
    assert order_agreement({"a": 1, "b": 2, "c": 3}, {"a": 3, "b": 2, "c": 1}) == (-1, 3)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("found", "common"), [({}, 0), ({"SRB": 1}, 1), ({"SRB": 1, "RUS": 1}, 2)], ids=["none", "one", "all at once"]
)
def test_without_an_order_tau_is_nan(found, common):
    tau, n = order_agreement(found, JULY_ORDER)
    assert math.isnan(tau)
    assert n == common


def test_declaring_on_the_right_enemy_from_the_wrong_side_counts_only_without_direction():
    truth = truth_with(RECORD_6_AUGUST)
    reversed_wars = frozenset((b, a) for a, b in RECORD_6_AUGUST)
    found = score(Outcome(wars=reversed_wars), truth)
    assert found["war_f1"] == 1
    assert found["war_directed_f1"] == 0
    listed = errors(Outcome(wars=reversed_wars), truth)
    assert (listed["wars_missed"], listed["wars_spurious"]) == ((), ())
    assert listed["wars_directed_missed"] == tuple(sorted(RECORD_6_AUGUST))
    assert listed["wars_directed_spurious"] == tuple(sorted(reversed_wars))


def test_errors_name_the_pair_and_the_actor():
    run = Outcome(pairs("GBR-USA FRA-GBR"), pairs("SRB-AUH"), {"USA": 1.0, "SRB": 1.0})
    listed = errors(run, truth_with(pairs("AUH-SRB GER-RUS"), {"SRB": 1.0, "RUS": 2.0}))
    assert listed == {
        "alliances_missed": (("AUH", "GER"), ("FRA", "RUS"), ("GER", "OTT"), ("RUS", "SRB")),
        "alliances_spurious": (("GBR", "USA"),),
        "wars_missed": (("GER", "RUS"),),
        "wars_spurious": (),
        "wars_directed_missed": (("AUH", "SRB"), ("GER", "RUS")),
        "wars_directed_spurious": (("SRB", "AUH"),),
        "mobilizations_missed": ("RUS",),
        "mobilizations_spurious": ("USA",),
    }


def test_score_has_stable_column_names():
    rates = ("precision", "recall", "f1", "jaccard")
    expected = [f"alliance_{name}" for name in ("ami", "ari", "nmi", "mi", "mi_ceiling")]
    expected += [f"{war}_{rate}" for war in ("war", "war_directed") for rate in rates]
    expected += ["mobilization_jaccard", "mobilization_tau", "world_war"]
    assert list(score(Outcome(), truth_with(CODE_WARS))) == expected
