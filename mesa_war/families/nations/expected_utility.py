"""Expected utility of war among nations: arrays in, arrays out.

Axes: a matrix has the actor in its rows and the other nation in its columns; a cube ``[k, i, j]`` says what a third nation
k does when i fights j. ``d`` is :class:`~mesa_war.families.nations.setting.Doctrine`, whose attributes are the parameters.

    pledge   c[k,i] = max(reliability alliance, patronage, entente), halved for every pact k was seen to break
    affinity u[i,j] = similarity (S[i,j] - mean S) + max(c[i,j], c[j,i]) - rivalry - resentment (grievances both ways), in [-1, 1]
    enmity   e[i,j] = max(0, -u[i,j])
    backing  b[k,i,j] = c[k,i] - c[k,j] + lean (u[k,i] - u[k,j]) / 2, in [-1, 1]; who fights already backs fully
    odds     p[i,j] = (own strength + that of backers) / (that of both sides), each over its distance
    gain     g[i,j] = nearness (enmity e[i,j] + grievance)         what victory is worth
    duty     o[i,j] = obligation max_k c[i,k] over partners k at war with j; ``offence`` times it if k is the attacker
    war      W[i,j] = p g + o - ((1 - p) defeat + force) / resolve + audience mobilised[i] e - reputation where a pact binds
    chance   q[i,j] = 1 / (1 + exp(-W[i,j] / doubt))               as others judge it; 1 where war stands

Sources. Expected utility, third parties by affinity: Bueno de Mesquita (1981, 1985). Costs of force at home and of defeat,
the advantage of the first blow: Bueno de Mesquita & Lalman (1992). War as waste against a bargain, private resolve:
Fearon (1995). Likeness of alliance portfolios: Signorino & Ritter (1999), less its mean because silence is no likeness (Hage
2011). Strength lost with distance: Boulding (1962). Nearness as opportunity, the rest as willingness: Most & Starr (1989).
Alliances kept three times in four: Leeds, Long & Mitchell (2000), Leeds (2003). Why they deter: Smith (1995). Costs of
backing down: Fearon (1994). Past breaches weaken a word: Gibler (2008). Rivalry, allies and mobilization as steps to war:
Vasquez (1993), Senese & Vasquez (2008). No parameter was fitted to any war.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesa_war.families.nations.setting import Doctrine

type Array = NDArray[np.float64]

ALLIED, NEUTRAL, CONSULTING = 3.0, 2.0, 1.0
"""Grades of a tie in an alliance portfolio, in the order of Singer & Small (1966); 0 is none."""

GRAVEST = 3.0
"""The highest weight of a grievance."""


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """What one nation knows, as arrays over n nations in the order of ``names``.

    Attributes:
        names: the nations.
        me: the index of the one that knows.
        strength: (n,) share of capabilities, lessened where a nation has not mobilised; sums to at most 1.
        mobilised: (n,) 1 where a nation has mobilised.
        broken: (n,) pacts a nation was seen to break.
        refused: (n,) requests of mine it rejected.
        lasting: (n,) rounds since war between it and me was declared.
        attacked: (n, n) 1 where the row declared war on the column.
        ties: relation -> (n, n) weights.
    """

    names: tuple[str, ...]
    me: int
    strength: Array
    mobilised: Array
    broken: Array
    refused: Array
    lasting: Array
    attacked: Array
    ties: Mapping[str, Array]


@dataclass(frozen=True, slots=True, eq=False)
class Temper:
    """What differs between nations, and between stances, in weighing the same odds.

    Attributes:
        resolve: (n,) readiness to bear costs.
        engagement: (n,) interest in what lies beyond the borders.
        restraint, caution: factors on the costs of opening a war and mobilising, and of defeat.
    """

    resolve: Array
    engagement: Array
    restraint: float = 1.0
    caution: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """The symbols of this module's table, for one set of known alliances."""

    pledge: Array
    affinity: Array
    backing: Array
    odds: Array
    gain: Array
    duty: Array
    war: Array
    chance: Array


def similarity(portfolios: Array, deepest: float = ALLIED) -> Array:
    """S of Signorino & Ritter (1999) with absolute distances and equal weights, in [-1, 1].

    S[i,j] = 1 - 2 sum_k |f[i,k] - f[j,k]| / (n deepest), where f[i] is the portfolio of i, its tie to itself included.

    Args:
        portfolios: (n, n) grades of ties, from 0 to ``deepest``.
    """
    apart = np.abs(portfolios[:, None, :] - portfolios[None, :, :]).sum(axis=2)
    return 1.0 - 2.0 * apart / (len(portfolios) * deepest)


def likeness(s: Situation, alliance: Array) -> Array:
    """S of the known portfolios less its mean over pairs; 0 on average, and 0 for all where nobody is tied."""
    grades = np.maximum(ALLIED * alliance, NEUTRAL * s.ties["treaty"])
    grades = np.maximum(grades, CONSULTING * s.ties["entente"])
    np.fill_diagonal(grades, ALLIED)
    alike = similarity(grades)
    n = len(alike)
    return alike - (alike.sum() - n) / max(n * (n - 1), 1)


def pledges(s: Situation, alliance: Array, d: Doctrine) -> Array:
    """c: the chance that the row fights for the column."""
    word = np.maximum(d.reliability * alliance, d.patronage * s.ties["patronage"])
    word = np.maximum(word, d.entente * s.ties["entente"])
    return word * 0.5 ** s.broken[:, None] * (1.0 - s.ties["war"])


def affinity(s: Situation, pledge: Array, alike: Array, d: Doctrine) -> Array:
    """u: from -1, enemies, to 1, friends; symmetric, and 1 to oneself."""
    grudge = s.ties["grievance"] / GRAVEST
    warmth = d.similarity * alike + np.maximum(pledge, pledge.T)
    cold = d.rivalry * s.ties["rivalry"] + d.resentment * np.minimum(grudge + grudge.T, 1.0) + 2.0 * s.ties["war"]
    felt = np.clip(warmth - cold, -1.0, 1.0)
    np.fill_diagonal(felt, 1.0)
    return felt


def nearness(s: Situation, d: Doctrine) -> Array:
    """What is left of strength, and of interest, on the way from row to column: 1 over a land border."""
    return np.maximum(np.maximum(s.ties["border"], d.sea * s.ties["sea_border"]), d.distant)


def backing(s: Situation, pledge: Array, felt: Array, temper: Temper, d: Doctrine) -> Array:
    """b: from 1, fights beside i against j, to -1, fights beside j against i; a treaty holds a third party back."""
    side = pledge[:, :, None] - pledge[:, None, :] + 0.5 * d.lean * (felt[:, :, None] - felt[:, None, :])
    free = 1.0 - d.reliability * s.ties["treaty"]
    side = np.clip(side, -1.0, 1.0) * np.where(side > 0, free[:, None, :], free[:, :, None])
    side *= np.minimum(temper.engagement, 1.0)[:, None, None]
    war = s.ties["war"]
    fights = war[:, None, :] - war[:, :, None]
    side = np.where(war[:, None, :] + war[:, :, None] > 0, fights, side)
    at = np.arange(len(war))
    side[at, at, :] = side[at, :, at] = 0.0
    return side


def odds(strength: Array, near: Array, side: Array) -> Array:
    """p: the chance that the row wins a war it brings to the column; 0.5 where neither has any strength."""
    beside, against = np.maximum(side, 0.0), np.maximum(-side, 0.0)
    reach = strength[:, None] * near
    mine = reach + (beside * reach[:, None, :]).sum(axis=0)
    theirs = strength[None, :] + (against * reach[:, :, None]).sum(axis=0)
    both = mine + theirs
    return np.where(both > 0, mine / np.where(both > 0, both, 1.0), 0.5)


def gains(s: Situation, felt: Array, near: Array, temper: Temper, d: Doctrine) -> Array:
    """g: what victory over the column is worth to the row; a matter far away counts by engagement."""
    interest = np.where(near > d.distant, near, np.minimum(near * temper.engagement[:, None], 1.0))
    worth: Array = d.enmity * np.maximum(-felt, 0.0) + d.grievance * s.ties["grievance"] / GRAVEST
    return interest * worth


def duties(s: Situation, pledge: Array, temper: Temper, d: Doctrine) -> Array:
    """o: what it costs the row to stay out of its partners' wars against the column."""
    owed = s.ties["war"] * np.where(s.attacked > 0, d.offence, 1.0)  # [k, j]: half is owed to a partner who attacked
    calls = (pledge[:, :, None] * owed[None, :, :]).max(axis=1)
    return d.obligation * calls * np.minimum(temper.engagement, 1.0)[:, None]


def likelihood(utility: Array, doubt: float) -> Array:
    """q: the chance of an act as others judge it from its utility to the actor."""
    judged: Array = 1.0 / (1.0 + np.exp(np.clip(-utility / doubt, -50.0, 50.0)))
    return judged


def outlook(s: Situation, alliance: Array, temper: Temper, d: Doctrine) -> Outlook:
    """Every symbol of the table above, from the alliances that are taken to be known."""
    pledge = pledges(s, alliance, d)
    felt = affinity(s, pledge, likeness(s, alliance), d)
    near = nearness(s, d)
    side = backing(s, pledge, felt, temper, d)
    p = odds(s.strength, near, side)
    gain, duty = gains(s, felt, near, temper, d), duties(s, pledge, temper, d)
    bound = np.maximum(np.maximum(s.ties["alliance"], s.ties["treaty"]), s.ties["peace"])
    cost = temper.caution * d.defeat * (1.0 - p) + temper.restraint * d.force
    war = p * gain + duty - cost / temper.resolve[:, None]
    war += d.audience * s.mobilised[:, None] * np.maximum(-felt, 0.0) - d.reputation * bound
    chance = np.where(s.ties["war"] > 0, 1.0, likelihood(war, d.doubt))
    np.fill_diagonal(chance, 0.0)
    return Outlook(pledge, felt, side, p, gain, duty, war, chance)
