"""What any measure of agreement has to satisfy: full marks, symmetry, bounds, names are labels."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.measures.agreement import blocs, compare_partitions, compare_sets, errors, order_agreement, score
from mesa_war.measures.outbreak import Outcome, Truth, outbreak, undirected

NATIONS = ("GBR", "FRA", "GER", "AUH", "RUS", "SRB", "USA", "OTT")
POWERS = frozenset({"GBR", "FRA", "RUS", "GER", "AUH"})

actors_lists = st.integers(1, 7).map(lambda n: "abcdefg"[:n])


@st.composite
def two_alliance_lists(draw):
    actors = draw(actors_lists)
    names = st.sampled_from(actors)
    some = st.frozensets(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]), max_size=8)
    if len(actors) == 1:
        some = st.just(frozenset())
    return actors, draw(some), draw(some)


declarations = st.frozensets(st.sampled_from([(a, b) for a in NATIONS for b in NATIONS if a != b]), max_size=9)
mobilizations = st.dictionaries(st.sampled_from(NATIONS), st.integers(0, 4).map(float))
outcomes = st.builds(Outcome, declarations, declarations, mobilizations)


@given(two_alliance_lists())
def test_equal_partitions_agree_fully(case):
    actors, alliances, _ = case
    found = compare_partitions(actors, alliances, [(b, a) for a, b in alliances])
    assert (found.ami, found.ari, found.nmi) == pytest.approx((1, 1, 1))
    assert found.mi == pytest.approx(found.mi_ceiling)


@given(two_alliance_lists())
def test_partition_scores_are_symmetric_and_bounded(case):
    actors, one, other = case
    there, back = compare_partitions(actors, one, other), compare_partitions(actors, other, one)
    for name in ("ami", "ari", "nmi", "mi"):
        assert getattr(there, name) == pytest.approx(getattr(back, name), abs=1e-9)
    assert there.ami <= 1 + 1e-9
    assert -0.5 <= there.ari <= 1
    assert 0 <= there.nmi <= 1 + 1e-9
    assert 0 <= there.mi <= min(there.mi_ceiling, back.mi_ceiling) + 1e-9
    assert there.mi_ceiling <= math.log(len(actors)) + 1e-9


@given(two_alliance_lists(), st.randoms(use_true_random=False))
def test_partition_scores_do_not_depend_on_names_or_order(case, shuffle):
    actors, found, true = case
    other_names = list("tuvwxyz"[: len(actors)])
    shuffle.shuffle(other_names)
    new = dict(zip(actors, other_names, strict=True))
    renamed = [[(new[a], new[b]) for a, b in alliances] for alliances in (found, true)]
    before, after = compare_partitions(actors, found, true), compare_partitions(other_names, *renamed)
    for name in ("ami", "ari", "nmi", "mi", "mi_ceiling"):
        assert getattr(after, name) == pytest.approx(getattr(before, name), abs=1e-9)


@given(two_alliance_lists())
def test_splitting_blocs_never_costs_raw_mutual_information(case):
    actors, found, true = case
    fewer = sorted(found)[: len(found) // 2]
    coarse, fine = compare_partitions(actors, found, true), compare_partitions(actors, fewer, true)
    finest = compare_partitions(actors, [], true)
    assert coarse.mi <= fine.mi + 1e-9
    assert finest.mi == pytest.approx(finest.mi_ceiling)


@given(two_alliance_lists())
def test_blocs_are_a_partition_that_keeps_allies_together(case):
    actors, alliances, _ = case
    found = blocs(actors, alliances)
    assert sorted(name for bloc in found for name in bloc) == sorted(actors)
    assert all(any({a, b} <= bloc for bloc in found) for a, b in alliances)
    assert found == blocs(actors[::-1], [(b, a) for a, b in alliances])


@given(st.frozensets(st.sampled_from(NATIONS)), st.frozensets(st.sampled_from(NATIONS)))
def test_set_scores_are_bounded_and_mirror_each_other(one, other):
    there, back = compare_sets(one, other), compare_sets(other, one)
    assert (there.f1, there.jaccard) == (back.f1, back.jaccard)
    assert (there.precision, there.recall) == (back.recall, back.precision)
    assert (there.missed, there.spurious) == (back.spurious, back.missed)
    assert all(0 <= rate <= 1 for rate in (there.precision, there.recall, there.f1, there.jaccard))
    assert there.jaccard == pytest.approx(there.f1 / (2 - there.f1))
    assert (there.jaccard == 1) == (one == other)
    assert set(there.hits) | set(there.missed) == other


@given(outcomes, outcomes)
def test_order_agreement_is_symmetric_bounded_and_blind_to_the_unit(one, other):
    tau, common = order_agreement(one.mobilised, other.mobilised)
    back, _ = order_agreement(other.mobilised, one.mobilised)
    rescaled, _ = order_agreement({name: 24 * time + 3 for name, time in one.mobilised.items()}, other.mobilised)
    assert common == len(one.mobilised.keys() & other.mobilised.keys())
    assert tau == pytest.approx(back, nan_ok=True)
    assert tau == pytest.approx(rescaled, nan_ok=True)
    assert math.isnan(tau) or -1 - 1e-9 <= tau <= 1 + 1e-9


@given(outcomes)
def test_history_scores_full_marks_against_itself_and_has_no_errors(outcome):
    truth = Truth(NATIONS, POWERS, outcome)
    scores = score(outcome, truth)
    assert scores.pop("alliance_mi") == pytest.approx(scores.pop("alliance_mi_ceiling"))
    assert scores.pop("world_war") == outbreak(outcome.wars, POWERS)
    tau = scores.pop("mobilization_tau")
    assert math.isnan(tau) == (len(set(outcome.mobilised.values())) < 2)
    assert list(scores.values()) == pytest.approx([1] * len(scores))
    assert math.isnan(tau) or tau == pytest.approx(1)
    assert not any(errors(outcome, truth).values())


@given(outcomes, outcomes)
def test_whoever_gets_the_direction_right_has_the_pair_right(found, true):
    listed = errors(found, Truth(NATIONS, POWERS, true))
    assert set(listed["wars_missed"]) <= undirected(listed["wars_directed_missed"])
    assert set(listed["wars_spurious"]) <= undirected(listed["wars_directed_spurious"])
