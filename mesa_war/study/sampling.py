"""Points in a space of numbers: Latin hypercube, Sobol sequence, and the sample that Sobol' indices need."""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from mesa_war.core.explain import Misfit, refuse
from mesa_war.core.toml import SettingError
from mesa_war.core.variants import Entry

if TYPE_CHECKING:
    import numpy as np

DIGITS = 12
"""Significant digits of a sampled number: what is run is what is written down."""


class Range(Entry):
    """Where a number may lie. On a scale ``log`` equal steps are equal ratios; ``whole`` rounds to whole numbers."""

    low: float
    high: float
    scale: Literal["linear", "log"] = "linear"
    whole: bool = False

    def at(self, share: float) -> float | int:
        """The number that lies this share of the way from low to high."""
        if self.scale == "log":
            value = math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        else:
            value = self.low + share * (self.high - self.low)
        return round(value) if self.whole else float(f"{value:.{DIGITS}g}")


class Sampling(Entry):
    """How points are drawn.

    Attributes:
        method: ``latin-hypercube`` (McKay, Beckman and Conover 1979) or ``sobol`` (Sobol' 1967, scrambled), by
            scipy.stats.qmc; ``sobol-indices``, the sample from which first-order and total indices are estimated
            (Saltelli 2002), by SALib.
        points: how many; for ``sobol-indices`` the base sample, of which each dimension makes one more copy, and two
            with ``second_order``.
        seed: of the drawing.
        ranges: key of a parameter -> where it may lie.
        second_order: whether interactions of pairs are to be estimated as well.
    """

    method: Literal["latin-hypercube", "sobol", "sobol-indices"]
    points: int = Field(ge=1)
    seed: int = Field(default=1, ge=0)
    ranges: Mapping[str, Range] = Field(min_length=1)
    second_order: bool = False

    @model_validator(mode="after")
    def _fits_together(self) -> "Sampling":
        refuse(self.misfits())
        return self

    def misfits(self) -> Iterator[Misfit]:
        """Faults that show only when values are seen together."""
        for key, found in self.ranges.items():
            if found.low >= found.high:
                yield ("ranges", key), f"low is {found.low:g} and high {found.high:g}; expected low below high"
            if found.scale == "log" and found.low <= 0:
                yield ("ranges", key, "low"), f"a scale log needs a low above 0, found {found.low:g}"
        if self.method != "latin-hypercube" and self.points & (self.points - 1):
            yield ("points",), f"{self.method} needs a power of two, found {self.points}"

    def drawn(self) -> list[dict[str, float | int]]:
        """The points, by key.

        Raises:
            SettingError: SALib is needed and is not installed.
        """
        keys = list(self.ranges)
        shares = self._indices_sample(keys) if self.method == "sobol-indices" else self._quasi_random(len(keys))
        return [
            {key: self.ranges[key].at(float(share)) for key, share in zip(keys, row, strict=True)} for row in shares
        ]

    def _quasi_random(self, dimensions: int) -> "np.ndarray":
        from scipy.stats import qmc

        kind = qmc.Sobol if self.method == "sobol" else qmc.LatinHypercube
        return kind(dimensions, rng=self.seed).random(self.points)

    def _indices_sample(self, keys: list[str]) -> "np.ndarray":
        try:
            from SALib.sample import sobol
        except ImportError:
            raise SettingError("sobol-indices needs SALib: install mesa-war with the extra `study`") from None
        problem = {"num_vars": len(keys), "names": keys, "bounds": [[0.0, 1.0]] * len(keys)}
        sample: np.ndarray = sobol.sample(problem, self.points, calc_second_order=self.second_order, seed=self.seed)
        return sample
