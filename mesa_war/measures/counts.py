"""What was counted: who acted (B1), and how every call to a mind ended (B4)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from mesa_war.core.actions import Plan
from mesa_war.core.events import Call, Event, Origin


def shares_by_origin(events: Iterable[Event], *, acts_only: bool = False) -> dict[str, float]:
    """The share of events that each origin is behind, all origins listed; zeros when there are no events.

    Args:
        acts_only: count only events made by a move that came to something.
    """
    counted = Counter(
        event.origin.value for event in events if not acts_only or (event.move is not None and not event.failed)
    )
    total = sum(counted.values())
    return {origin.value: counted[origin.value] / total if total else 0.0 for origin in Origin}


def calls_of(plans: Iterable[Plan], events: Iterable[Event]) -> list[Call]:
    """Every call of a run, in the order in which plans and events were recorded."""
    return [*(call for plan in plans for call in plan.calls), *(call for event in events for call in event.calls)]


def outcomes(calls: Iterable[Call]) -> list[dict[str, str | int]]:
    """How calls ended: one row per actor, model, purpose and outcome, with the number of calls, sorted."""
    rows = Counter((call.key[2], call.model, call.key[3], call.outcome.value) for call in calls)
    names = ("actor", "model", "purpose", "outcome")
    return [{**dict(zip(names, key, strict=True)), "calls": count} for key, count in sorted(rows.items())]


def usage(calls: Iterable[Call]) -> dict[str, float]:
    """Calls, tokens, cost in US dollars and seconds of waiting, summed over a run."""
    total = {"calls": 0.0, "tokens_in": 0.0, "tokens_out": 0.0, "cost": 0.0, "seconds": 0.0}
    for call in calls:
        total["calls"] += 1
        for name in ("tokens_in", "tokens_out", "cost", "seconds"):
            total[name] += getattr(call, name)
    return total


def turns(plans: Iterable[Plan]) -> Mapping[str, int]:
    """How turns ended: with an answer, and without one by outcome; and how many moves secretaries struck out."""
    plans = list(plans)
    counted = Counter("answered" if plan.outcome.usable else f"no answer: {plan.outcome.value}" for plan in plans)
    return {"turns": len(plans), **dict(sorted(counted.items())), "moves struck": sum(len(p.struck) for p in plans)}
