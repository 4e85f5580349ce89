"""What a run of nations came to, in the terms in which history is scored (W12)."""

from collections.abc import Iterable, Sequence
from typing import Any

from mesa_war.core.events import Event, Fact, Tie, Untie
from mesa_war.families.nations.calendar import day_number
from mesa_war.families.nations.setting import NationsSetting
from mesa_war.measures.agreement import errors, score
from mesa_war.measures.outbreak import Outcome, Pair, Truth, null_models, outbreak, random_outcomes

RANDOM_DRAWS = 200
"""How many random outcomes make up the null model "random"; the mean of their scores is shown."""


def outcome(events: Iterable[Event], until: float = float("inf")) -> Outcome:
    """Alliances in force, declarations of war, and mobilizations with their times, at the end of a time.

    A war counts from its declaration on, whether or not it ended; an alliance counts while it stands.
    """
    alliances: set[Pair] = set()
    wars: set[Pair] = set()
    mobilised: dict[str, float] = {}
    for event in events:
        if event.time > until:
            break
        for effect in event.effects:
            match effect:
                case Tie("war", a, b):
                    wars.add((a, b))
                case Tie("alliance", a, b):
                    alliances.add((min(a, b), max(a, b)))
                case Untie("alliance", a, b):
                    alliances.discard((min(a, b), max(a, b)))
                case Fact(node, "mobilised", True):
                    mobilised.setdefault(node, event.time)
    return Outcome(frozenset(alliances), frozenset(wars), mobilised)


def truth(setting: NationsSetting, name: str = "") -> Truth | None:
    """A ground truth of the setting by name, its default when empty; None where the setting has none."""
    if not (name or setting.truth):
        return None
    table = setting.truths[name or setting.truth]
    days = {nation: day_number(when) for nation, when in table.mobilization_order}
    latest = max(days.values(), default=0.0)
    return Truth(
        actors=tuple(setting.actors),
        powers=frozenset(setting.powers),
        outcome=Outcome(
            alliances=frozenset(table.alliances),
            wars=frozenset(table.wars),
            mobilised=None if table.mobilised is None else {n: days.get(n, latest) for n in table.mobilised},
        ),
        directed=table.directed,
    )


def measures(events: Iterable[Event], setting: NationsSetting) -> dict[str, float]:
    """What a study keeps of a run: its scores against the record; without one, whether there is a world war."""
    found, against = outcome(events), truth(setting)
    return score(found, against) if against else {"world_war": float(outbreak(found.wars, setting.powers))}


def scores(events: Sequence[Event], setting: NationsSetting, seed: int) -> dict[str, dict[str, float]]:
    """The scores of a run beside those of null models (B5); empty where the setting has no truth to score by.

    "nothing happens" leaves everything as it stood at the opening; "random" has the densities of the truth, and its
    row is the mean over ``RANDOM_DRAWS`` outcomes; in "everyone fights" all are at war and mobilised, and nobody is
    allied.
    """
    against = truth(setting)
    if against is None:
        return {}
    pairs = len(against.actors) * (len(against.actors) - 1) / 2
    draws = [
        score(drawn, against)
        for drawn in random_outcomes(
            against.actors,
            alliances_share=len(against.outcome.alliances) / pairs,
            wars_share=len(against.outcome.wars) / pairs,
            mobilised_share=len(against.outcome.mobilised or ()) / len(against.actors),
            draws=RANDOM_DRAWS,
            seed=seed,
        )
    ]
    return {
        "this run": score(outcome(events), against),
        "nothing happens": score(outcome(events, until=0), against),
        "random": {key: _mean([draw[key] for draw in draws]) for key in draws[0]},
        "everyone fights": score(null_models(against.actors)["everyone fights"], against),
    }


def by_round(events: Sequence[Event], setting: NationsSetting, rounds: int) -> list[dict[str, float]]:
    """A run's scores as it stood at the end of each round."""
    against = truth(setting)
    if against is None:
        return []
    return [{"round": now, **score(outcome(events, now), against)} for now in range(1, rounds + 1)]


def misses(events: Sequence[Event], setting: NationsSetting) -> dict[str, list[Any]]:
    """Which ties, wars and mobilizations a run missed, and which are spurious, by pair (W12)."""
    against = truth(setting)
    return {kind: list(found) for kind, found in errors(outcome(events), against).items()} if against else {}


def _mean(values: list[float]) -> float:
    """The mean of the values that are numbers; NaN when none is."""
    numbers = [value for value in values if value == value]  # noqa: PLR0124  # NaN is not equal to itself
    return sum(numbers) / len(numbers) if numbers else float("nan")
