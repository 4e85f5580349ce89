"""What a study keeps of each run as one row of numbers: where every series ended, and when it first rose."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from mesa_war.core.world import World

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
        if series and _is_number(series[-1]):
            found[name] = series[-1]
            found[f"onset_{name}"] = onset(series)
    own: Measured = getattr(world, "measures", dict)()
    return {name: None if value is None or isnan(value) else value for name, value in {**found, **own}.items()}


def onset(series: Sequence[float]) -> int | None:
    """The index of the first value above the first one; None without any."""
    return next((step for step, value in enumerate(series) if value > series[0]), None)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)
