"""Seeded dice: every throw is a function of what it is for, never of when it happens to be asked for."""

from dataclasses import dataclass
from hashlib import blake2b
from numbers import Integral
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a run.

    A throw is keyed by the run's seed and by (time, wave, actor, purpose, n): minds may answer in any order, and one
    more throw somewhere changes no other.
    """

    seed: int

    def at(self, *key: object) -> Random:
        """A fresh generator for this key; the same key always gives the same generator."""
        name = "\x1f".join(_plain(part) for part in (self.seed, *key))
        return Random(int.from_bytes(blake2b(name.encode(), digest_size=8).digest()))


def _plain(part: object) -> str:
    """Times may arrive as 3 or 3.0; both name the same throw."""
    return str(int(part)) if isinstance(part, float) and part.is_integer() else str(part)


def seed_of(rng: Any) -> int:
    """The whole number behind what Mesa users pass as ``rng``: an int, its digits, or a seed numpy takes.

    Raises:
        ValueError: a text that is no whole number.
    """
    if isinstance(rng, str):
        try:
            return int(rng)
        except ValueError:
            raise ValueError(f"rng is {rng!r}; allowed is a whole number") from None
    if isinstance(rng, Integral):  # numpy's whole numbers too
        return int(rng)
    import numpy as np

    return int(np.random.default_rng(rng).integers(2**31))
