"""Expected utility of war among nations: arrays in, arrays out.

A matrix has the actor in its rows and the other nation in its columns; a cube ``[k, i, j]`` says what a third nation k
does when i fights j. ``d`` is :class:`~mesa_war.families.nations.setting.Doctrine`: its attributes are the parameters.

    pledge    c[k,i] = max(reliability alliance, patronage, entente), halved for every pact k was seen to break
    affinity  u[i,j] = similarity (S[i,j] - mean S) + max(c[i,j], c[j,i]) - rivalry - resentment (grievances both ways),
              in [-1, 1]; enmity e = max(0, -u)
    backing   b[k,i,j] = c[k,i] - c[k,j] + lean (u[k,i] - u[k,j]) / 2, in [-1, 1]; who fights already backs fully
    odds      p[i,j] = (strength of i and of its backers) / (strength of both sides), each over its distance
    gain      g[i,j] = nearness (enmity e[i,j] + grievance), what victory is worth
    duty      o[i,j] = obligation max_k c[i,k] over partners k at war with j, times ``offence`` where k attacked j
    cost      k[i,j] = ((1 - p) defeat + force) / resolve
    war       W[i,j] = p g + o - k + audience mobilised[i] e - reputation where a pact binds i to j
    cause     a rivalry, a grievance of either, or a duty; without one nobody thinks of war
    chance    q[i,j] = 1 / (1 + exp(-W[i,j] / doubt)) as others judge it; 0 without cause, 1 where war stands

Sources. Expected utility with third parties by affinity: Bueno de Mesquita (1981, 1985). Costs of force at home and
of defeat: Bueno de Mesquita & Lalman (1992). War as waste against a bargain, and private resolve: Fearon (1995).
Likeness of alliance portfolios: Signorino & Ritter (1999), here less its mean, since to share no ally is no likeness
(Hage 2011). Strength lost over distance: Boulding (1962). Nearness as opportunity, the rest as willingness: Most &
Starr (1989). Alliances kept three times in four: Leeds, Long & Mitchell (2000), Leeds (2003); why they deter: Smith
(1995). Costs of backing down: Fearon (1994). Broken pacts weaken a word: Gibler (2008). Rivalry, outside allies and
mobilization as steps to war: Vasquez (1993), Senese & Vasquez (2008). No parameter was fitted to any war.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesa_war.families.nations.setting import Doctrine
from mesa_war.families.nations.situation import Array, Situation

ALLIED, NEUTRAL, CONSULTING = 3.0, 2.0, 1.0
"""Grades of a tie in an alliance portfolio, in the order of Singer & Small (1966); 0 is none."""

GRAVEST = 3.0
"""The highest weight of a grievance."""

TINY = 1e-12
"""Keeps a war of nobody against nobody from dividing by zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Temper:
    """What differs between nations, and between stances, in weighing the same odds.

    Attributes:
        resolve: (n,) readiness to bear costs, as all know it.
        engagement: (n,) interest in what lies beyond the borders.
        restraint, caution: factors on the costs of opening a war and mobilising, and of defeat.
    """

    resolve: Array
    engagement: Array
    restraint: float = 1.0
    caution: float = 1.0

    @property
    def presence(self) -> Array:
        """(n,) how far a nation can be counted on abroad: its engagement, at most 1."""
        return np.minimum(self.engagement, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """The symbols of the table above, for one set of known alliances; diagonals mean nothing, but ``chance`` is 0."""

    near: Array
    pledge: Array
    affinity: Array
    enmity: Array
    backing: Array
    odds: Array
    gain: Array
    duty: Array
    cost: Array
    war: Array
    cause: NDArray[np.bool_]
    chance: Array


def within(values: Array) -> Array:
    """Values cut off at -1 and 1."""
    return np.minimum(np.maximum(values, -1.0), 1.0)


def similarity(portfolios: Array, deepest: float = ALLIED) -> Array:
    """S of Signorino & Ritter (1999) with absolute distances and equal weights, in [-1, 1].

    S[i,j] = 1 - 2 sum_k |f[i,k] - f[j,k]| / (n deepest), where f[i] is the portfolio of i, its tie to itself included.

    Args:
        portfolios: (n, n) grades of ties, from 0 to ``deepest``.
    """
    apart = np.abs(portfolios[:, None, :] - portfolios[None, :, :]).sum(axis=2)
    return 1.0 - 2.0 * apart / (len(portfolios) * deepest)


def likeness(s: Situation, alliance: Array) -> Array:
    """S of the known portfolios less its mean over pairs: 0 for all where nobody is tied."""
    grades = np.maximum(ALLIED * alliance, NEUTRAL * s.ties["treaty"])
    grades = np.maximum(grades, CONSULTING * s.ties["entente"])
    np.fill_diagonal(grades, ALLIED)
    alike = similarity(grades)
    n = len(alike)
    return alike - (alike.sum() - n) / max(n * (n - 1), 1)


def pledges(s: Situation, alliance: Array, d: Doctrine) -> Array:
    """c: the chance that the row fights for the column; enemies owe each other nothing."""
    word = np.maximum(d.reliability * alliance, d.patronage * s.ties["patronage"])
    word = np.maximum(word, d.entente * s.ties["entente"])
    return word * (1.0 - s.ties["war"]) * 0.5 ** s.broken[:, None]


def affinity(s: Situation, pledge: Array, alike: Array, d: Doctrine) -> Array:
    """u: from -1, enemies, to 1, friends; symmetric."""
    grudge = s.ties["grievance"] / GRAVEST
    warmth = d.similarity * alike + np.maximum(pledge, pledge.T)
    cold = d.rivalry * s.ties["rivalry"] + d.resentment * np.minimum(grudge + grudge.T, 1.0) + 2.0 * s.ties["war"]
    return within(warmth - cold)


def nearness(s: Situation, d: Doctrine) -> Array:
    """What is left of strength, and of interest, on the way from row to column: 1 over a land border."""
    return np.maximum(np.maximum(s.ties["border"], d.sea * s.ties["sea_border"]), d.distant)


def backing(s: Situation, pledge: Array, felt: Array, temper: Temper, d: Doctrine) -> Array:
    """b: from 1, fights beside i against j, to -1, fights beside j against i; a treaty holds a third party back."""
    regard = pledge + 0.5 * d.lean * felt
    side = within(regard[:, :, None] - regard[:, None, :])
    free = temper.presence[:, None] * (1.0 - d.reliability * s.ties["treaty"])
    side *= np.where(side > 0, free[:, None, :], free[:, :, None])
    war = s.ties["war"]
    if war.any():
        fights = war[:, None, :] - war[:, :, None]
        side = np.where(war[:, None, :] + war[:, :, None] > 0, fights, side)
    at = np.arange(len(war))
    side[at, at, :] = side[at, :, at] = 0.0
    return side


def odds(strength: Array, near: Array, side: Array) -> Array:
    """p: the chance that the row wins a war it brings to the column; 0 where neither side has any strength."""
    reach = strength[:, None] * near
    beside = np.maximum(side, 0.0)
    mine = reach + (beside * reach[:, None, :]).sum(axis=0)
    theirs = strength + ((beside - side) * reach[:, :, None]).sum(axis=0)
    return mine / np.maximum(mine + theirs, TINY)


def gains(s: Situation, enmity: Array, near: Array, temper: Temper, d: Doctrine) -> Array:
    """g: what victory over the column is worth to the row; a matter far away counts by engagement."""
    interest = np.where(near > d.distant, near, np.minimum(near * temper.engagement[:, None], 1.0))
    worth: Array = d.enmity * enmity + (d.grievance / GRAVEST) * s.ties["grievance"]
    return interest * worth


def owed(s: Situation, d: Doctrine) -> Array:
    """[k, j] the part of a pledge that binds in a war of k with j: less where k is the attacker."""
    return np.where(s.attacked > 0, d.offence, 1.0)


def duties(s: Situation, pledge: Array, temper: Temper, d: Doctrine) -> Array:
    """o: what it costs the row to stay out of its partners' wars against the column."""
    wars = s.ties["war"] * owed(s, d)
    calls: Array = (pledge[:, :, None] * wars).max(axis=1)
    return d.obligation * calls * temper.presence[:, None]


def likelihood(utility: Array, doubt: float) -> Array:
    """q: the chance of an act, judged from its utility to the actor: 0.5 at 0, surer the less doubt there is."""
    judged: Array = 1.0 / (1.0 + np.exp(np.minimum(utility / -doubt, 50.0)))
    return judged


def outlook(s: Situation, alliance: Array, temper: Temper, d: Doctrine) -> Outlook:
    """Every symbol of the table above, from the alliances that are taken to be known."""
    near, pledge = nearness(s, d), pledges(s, alliance, d)
    felt = affinity(s, pledge, likeness(s, alliance), d)
    enmity = np.maximum(-felt, 0.0)
    side = backing(s, pledge, felt, temper, d)
    p = odds(s.strength, near, side)
    gain = gains(s, enmity, near, temper, d)
    duty = duties(s, pledge, temper, d) if s.ties["war"].any() else np.zeros_like(p)
    cost = (temper.caution * d.defeat * (1.0 - p) + temper.restraint * d.force) / temper.resolve[:, None]
    bound = np.maximum(np.maximum(s.ties["alliance"], s.ties["treaty"]), s.ties["peace"])
    war = p * gain + duty - cost + d.audience * s.mobilised[:, None] * enmity - d.reputation * bound
    grievance = s.ties["grievance"]
    cause = s.ties["rivalry"] + grievance + grievance.T + duty > 0
    chance = np.maximum(likelihood(war, d.doubt) * cause, s.ties["war"])
    return Outlook(near, pledge, felt, enmity, side, p, gain, duty, cost, war, cause, chance)
