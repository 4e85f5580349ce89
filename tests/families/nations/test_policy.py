"""The rule-based mind: how it chooses, that its plans are legal, and that runs move the way theory says.

Directions are tested over seeds with thresholds far from what chance would do; no test compares a run with history.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import pytest

from mesa_war.core.actions import accept
from mesa_war.core.dice import Dice
from mesa_war.core.events import Event, Fact, Move, Origin, Tie
from mesa_war.core.mind import Request
from mesa_war.families.nations.model import Nations
from mesa_war.families.nations.policy import DoctrineMind, Option, above_waiting, options
from mesa_war.families.nations.setting import Doctrine

SEEDS = 20
ROUNDS = 6


@dataclass(frozen=True)
class Result:
    """What came of one run."""

    acts: Mapping[str, int]
    wars: frozenset[frozenset[str]]
    mobilised: frozenset[str]
    turns: int
    busy: int
    struck: int
    longest: int


def played(seed: int, **how: object) -> Nations:
    world = Nations("wwi", rng=seed, rounds=ROUNDS, **how)
    while world.running:
        world.step()
    return world


@lru_cache
def results(seeds: int = SEEDS, **how: object) -> tuple[Result, ...]:
    """The runs of several seeds under the same conditions."""
    return tuple(result(played(seed, **how)) for seed in range(seeds))


def result(world: Nations) -> Result:
    moves = [event.move for event in world.chronicle if event.move is not None and not event.failed]
    plans = [plan for _, _, plan in world.plans]
    return Result(
        acts=Counter(move.action for move in moves),
        wars=frozenset(frozenset((move.actor, str(move.target))) for move in moves if move.action == "declare_war"),
        mobilised=frozenset(move.actor for move in moves if move.action == "mobilize"),
        turns=len(plans),
        busy=sum(bool(plan.moves) for plan in plans),
        struck=sum(len(plan.struck) for plan in plans),
        longest=max(len(plan.moves) for plan in plans),
    )


def with_war(seeds: int = SEEDS, **how: object) -> float:
    """The share of runs in which any war breaks out."""
    return sum(bool(run.wars) for run in results(seeds, **how)) / seeds


def wars(seeds: int = SEEDS, **how: object) -> float:
    """The mean number of pairs that come to war."""
    return sum(len(run.wars) for run in results(seeds, **how)) / seeds


def act(kind: str, seeds: int = SEEDS, **how: object) -> float:
    """The mean number of acts of a kind."""
    return sum(run.acts.get(kind, 0) for run in results(seeds, **how)) / seeds


# -- choice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worth", [-0.1, 0.0, 0.1])
def test_one_option_is_taken_as_often_as_the_logit_says(worth: float) -> None:
    option, throws, temperature = Option(worth, ("mobilize",)), 4000, 0.1
    taken = sum(bool(above_waiting([option], temperature, Dice(1).at(n))) for n in range(throws)) / throws
    assert taken == pytest.approx(1 / (1 + math.exp(-worth / temperature)), abs=0.025)


def test_the_first_choice_follows_the_quantal_response() -> None:
    choices = [Option(0.2, ("a",)), Option(0.1, ("b",)), Option(0.0, ("c",))]
    throws, temperature = 6000, 0.1
    first = Counter(
        ranked[0].actions[0] if (ranked := above_waiting(choices, temperature, Dice(2).at(n))) else "wait"
        for n in range(throws)
    )
    weights = {"a": math.exp(2), "b": math.exp(1), "c": 1.0, "wait": 1.0}
    for name, weight in weights.items():
        assert first[name] / throws == pytest.approx(weight / sum(weights.values()), abs=0.025)


def entropy(counts: Counter[str]) -> float:
    shares = [count / counts.total() for count in counts.values()]
    return -sum(share * math.log2(share) for share in shares)


def test_temperature_is_noise() -> None:
    world = Nations("wwi", rng=1, mind="wait")
    world.step()
    view = world.view("Austria-Hungary")

    def spread(temperature: float) -> float:
        first: Counter[str] = Counter()
        doctrine = Doctrine(temperature=temperature, spread=0)
        for seed in range(300):
            moves = DoctrineMind(doctrine, seed).answer(Request("decide", view)).moves
            first[f"{moves[0].action} {moves[0].target}" if moves else "wait"] += 1
        return entropy(first)

    assert spread(0.01) < spread(0.1) < spread(1.0)


def test_its_answer_depends_on_the_view_and_the_seed_alone() -> None:
    world = Nations("wwi", rng=4, mind="wait")
    world.step()
    request = Request("decide", world.view("Serbia"))
    doctrine = Doctrine(temperature=0.5)
    answers = [DoctrineMind(doctrine, seed).answer(request) for seed in (5, 5, 6, 7, 8)]
    assert answers[0] == answers[1]
    assert len({answer.moves for answer in answers}) > 1
    assert answers[0].thought


def test_what_others_know_in_secret_changes_nothing() -> None:
    """A pact of two others, and all that is said between them, leaves a third nation's decision as it is."""
    plain, secret = (Nations("wwi", rng=2, mind="wait", trigger="none") for _ in range(2))
    pact = (Tie("alliance", "Britain", "Ottoman Empire"), Fact("Britain", "army", 9e9))
    secret.record(Event("A secret.", ("Britain", "Ottoman Empire"), effects=pact))
    for name, same in (("Russia", True), ("Ottoman Empire", False)):
        chosen = []
        for world in (plain, secret):
            view, mind = world.view(name), world._policy()
            assert isinstance(mind, DoctrineMind)
            chosen.append([option.worth for option in options(view, mind.case(view))])
        assert (chosen[0] == chosen[1]) is same


def test_it_answers_nothing_but_decisions() -> None:
    world = Nations("wwi", rng=4)
    assert DoctrineMind(Doctrine(), 1).answer(Request("advise", world.view("Serbia"))).moves == ()


def test_betrayal_and_war_come_in_one_legal_plan() -> None:
    """Where war against a partner pays, it breaks the pact first, in the same round."""
    world = Nations("wwi", rng=1, mind="wait", trigger="none")
    pact = (Tie("treaty", "Austria-Hungary", "Serbia"), Tie("grievance", "Austria-Hungary", "Serbia", 3.0))
    world.record(Event("A pact, and a wrong.", effects=pact))
    view = world.view("Austria-Hungary")
    greedy = Doctrine(grievance=5.0, temperature=0.01, spread=0.0)
    moves = DoctrineMind(greedy, 1).answer(Request("decide", view)).moves
    against = [move.action for move in moves if move.target == "Serbia"]
    assert against == ["betray_treaty", "declare_war"]
    assert accept(moves, view.board, view.actions)[1] == []


# -- plans -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [{}, {"stance": "aggressive"}, {"trigger": "none"}, {"doctrine__temperature": 0.4, "variants": "us_policy"}]
)
def test_every_plan_is_legal_and_short(how: dict[str, object]) -> None:
    runs = results(10, **how)
    assert sum(run.struck for run in runs) == 0
    assert max(run.longest for run in runs) <= Doctrine().moves
    assert sum(run.busy for run in runs) > 0


def test_it_mostly_waits_when_nothing_presses() -> None:
    runs = results(40, trigger="none")
    assert sum(run.busy for run in runs) / sum(run.turns for run in runs) < 0.2


def test_runs_differ_between_seeds_and_repeat_with_the_same() -> None:
    assert result(played(3)) == result(played(3))
    assert len({run.wars for run in results()}) > SEEDS / 5


# -- directions ------------------------------------------------------------------------------------------------------


def test_without_a_trigger_war_is_rare() -> None:
    assert with_war(40, trigger="none") <= 0.1


def test_a_stronger_trigger_brings_more_war() -> None:
    bold = {"analysis": "aggressive"}
    none, naval, strait = (with_war(trigger=name, **bold) for name in ("none", "naval_incident", "strait_clash"))
    assert none < naval < strait
    assert with_war(40, trigger="none") < min(with_war(trigger="strait_clash"), with_war(trigger="historical"))


@pytest.mark.parametrize("lever", ["system", "analysis", "stance"])
def test_each_lever_of_stance_brings_more_or_less_war(lever: str) -> None:
    assert wars(**{lever: "aggressive"}) > wars() > wars(**{lever: "conservative"})


def test_both_levers_do_more_than_one() -> None:
    assert wars(stance="aggressive") > max(wars(system="aggressive"), wars(analysis="aggressive"))
    assert wars(stance="conservative") < min(wars(system="conservative"), wars(analysis="conservative"))


def chosen(world: Nations, name: str, action: str, target: str | None, doctrine: Doctrine) -> int:
    """How many of a hundred seeds make a nation act so in this world."""
    request = Request("decide", world.view(name))
    answers = [DoctrineMind(doctrine, seed).answer(request) for seed in range(100)]
    return sum((move.action, move.target) == (action, target) for answer in answers for move in answer.moves)


def attacked(**how: object) -> Nations:
    """A world in which the German Empire has just declared war on Russia, and all three neighbours have mobilised."""
    world = Nations("wwi", mind="wait", trigger="none", rng=1, **how)
    a, b = "German Empire", "Russia"
    declaration = Move(a, "declare_war", {"target": b})
    mobilised = (Fact(name, "mobilised", True) for name in (a, b, "France"))
    world.record(Event("War.", effects=(Tie("war", a, b), *mobilised), move=declaration))
    return world


def test_allies_join_as_they_are_reliable() -> None:
    world = attacked()
    joined = [
        chosen(world, "France", "declare_war", "German Empire", Doctrine(reliability=kept)) for kept in (0.25, 0.5, 0.9)
    ]
    assert joined[0] + 10 < joined[1] < joined[2] - 10


def test_an_old_quarrel_left_out_makes_its_war_rarer() -> None:
    told, untold = (
        chosen(attacked(variants=variant), "France", "declare_war", "German Empire", Doctrine(reliability=0.6))
        for variant in ("", "history_removed")
    )
    assert untold < told - 10


def test_mobilization_follows_mobilization() -> None:
    """When a rival mobilises, more nations do than when nobody does."""
    calm, alarmed = (Nations("wwi", rng=1, mind="wait", trigger="none") for _ in range(2))
    alarmed.record(Event("Russia mobilises.", effects=(Fact("Russia", "mobilised", True),)))
    for name in ("German Empire", "Austria-Hungary", "Ottoman Empire"):
        before, after = (chosen(world, name, "mobilize", None, Doctrine()) for world in (calm, alarmed))
        assert after > before


def test_the_united_states_stay_out_unless_morale_or_policy_change() -> None:
    us = "United States"

    def involved(variant: str) -> float:
        return sum(us in run.mobilised for run in results(variants=variant)) / SEEDS

    assert not any(us in pair for run in results() for pair in run.wars)
    assert involved("") < 0.1 < involved("us_morale")
    assert act("request_alliance", variants="us_policy") > act("request_alliance") + 1


def test_origins_are_minds() -> None:
    world = played(1, stance="aggressive")
    assert {event.origin for event in world.chronicle if event.move is not None and not event.failed} == {Origin.MIND}
