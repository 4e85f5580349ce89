"""What a study keeps of each run as one row of numbers: where every series ended, and when it first rose."""

from collections.abc import Mapping, Sequence
from math import isnan
from numbers import Integral, Real
from typing import Any

from mesa_war.core.world import World

CLOCK = "round"
"""The reporter that tells the time: when it first rises says nothing."""

type Measured = Mapping[str, float | None]


def measures_of(world: World) -> dict[str, float | None]:
    """The measures of a run as far as it has come.

    Returns:
        For each of the model's reporters that gives numbers: its last value under its own name, and as ``onset_NAME``
        the first step at which it stood above its value at the start, None where it never did: a censored time, the
        run's last step being the time of censoring. Then whatever the family adds in a method ``measures``.
    """
    found: dict[str, float | None] = {}
    for name, series in world.datacollector.model_vars.items():
        if series and isinstance(series[-1], Real):
            found[name] = plain(series[-1])
            if name != CLOCK:
                found[f"onset_{name}"] = onset(series)
    own: Measured = getattr(world, "measures", dict)()
    return found | {name: None if value is None else plain(value) for name, value in own.items()}


def plain(value: Any) -> float | None:
    """A number of any library as Python's own; None for NaN, which JSON does not have."""
    if isinstance(value, Integral):
        return int(value)
    return None if isnan(value) else float(value)


def onset(series: Sequence[float]) -> int | None:
    """The index of the first value above the first one; None without any."""
    return next((step for step, value in enumerate(series) if value > series[0]), None)
