"""What each act is worth to one nation beside waiting, which is worth 0.

Symbols as in ``expected_utility.py``; m is the nation that weighs; a prime marks odds as they would be with the pact
that is weighed, or without it. Costs of force, of mobilization and of defeat carry the factors of stance and are
divided by the nation's resolve.

    threat[j]       q[j,m], how likely the others' attack seems
    danger[j]       max(threat[j], 1 / (1 + exp(-attack[j] / temperature))), and 1 where war stands
    stake[j]        danger[j] (defeat + g[m,j]), what a better chance against j is worth
    attack j        W[m,j] + first_strike threat[j]; W holds the cost of a pact that must be broken first
    mobilize        max_j alarm[j] - mobilization, alarm[j] = x + (1 - x) reaction mobilised[j] e[m,j] nearness[m,j],
                    where x = max(danger[j], c[m,k] q[j,k] over partners k)
    alliance k      max_j stake[j] (p'[j] - p[j]) + lean u[m,k] - entangled[k] - autonomy / engagement, where
                    entangled[k] = reliability max_j q[j,k] (force + defeat (1 - p[j])) over j not yet fought, times
                    ``offence`` where k attacked j
    treaty k        max_j stake[j] (p'[j] - p[j]) as k stands aside, + threat[k] reliability defeat (1 - p[k])
                    + lean u[m,k] - max(0, attack k) - autonomy / engagement
    peace j         defeat (1 - p[j]) + weariness rounds - p g - o
    request x       a x - (1 - a) autonomy, where a is the chance of consent, halved with each refusal
    accept x        x, and to reject it -x; to leave a request open is to wait
    publish k       max_j (threat[j] - threat'[j]) defeat - autonomy
    betray k        entangled[k] + min_j stake[j] (p'[j] - p[j]) - lean u[m,k] - reputation

Sources, beyond those of expected utility. The first blow: Bueno de Mesquita & Lalman (1992). Security against autonomy:
Morrow (1991). Abandonment and entrapment: Snyder (1984). Consent by common threat: Walt (1987). The security dilemma
and reciprocal arming: Jervis (1978), Richardson (1960). Weariness: Ikle (1971). No parameter was fitted to any war.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesa_war.families.nations.actions import published
from mesa_war.families.nations.expected_utility import TINY, Outlook, Temper, likelihood, outlook, owed, within
from mesa_war.families.nations.setting import Doctrine
from mesa_war.families.nations.situation import Array, Situation


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What one nation weighs with.

    Attributes:
        own: the outlook with all alliances it knows of.
        theirs: the outlook with public alliances only, for others know no more.
        force, mobilization, defeat, autonomy: what these cost it.
        threat, attack, danger, stake: (n,) over the others, see the table above.
        apart: (n, n) true for the j that can't be the enemy against whom k helps m: k and m themselves.
    """

    s: Situation
    d: Doctrine
    temper: Temper
    own: Outlook
    theirs: Outlook
    force: float
    mobilization: float
    defeat: float
    autonomy: float
    threat: Array
    attack: Array
    danger: Array
    stake: Array
    apart: NDArray[np.bool_]


def weigh(s: Situation, temper: Temper, nerve: float, d: Doctrine) -> Case:
    """Look at the situation with one's own eyes and with the others'.

    Args:
        nerve: factor on the nation's resolve that it alone knows of.
    """
    me, war = s.me, s.ties["war"][s.me]
    known = s.ties["alliance"]
    public = known * s.ties[published("alliance")]
    theirs = outlook(s, public, temper, d)
    own = theirs if np.array_equal(known, public) else outlook(s, known, temper, d)
    threat = theirs.chance[:, me]
    attack = own.war[me] + own.cost[me] * (1.0 - 1.0 / nerve) + d.first_strike * threat
    intent = likelihood(attack, d.temperature) * own.cause[me]
    danger = np.where(war > 0, 1.0, np.maximum(threat, intent))
    danger[me] = 0.0
    apart = np.eye(len(s.names), dtype=bool)
    apart[:, me] = True
    resolve = temper.resolve[me] * nerve
    defeat = temper.caution * d.defeat / resolve
    return Case(
        s,
        d,
        temper,
        own,
        theirs,
        force=temper.restraint * d.force / resolve,
        mobilization=temper.restraint * d.mobilization / resolve,
        defeat=defeat,
        autonomy=d.autonomy / temper.engagement[me],
        threat=threat,
        attack=attack,
        danger=danger,
        stake=danger * (defeat + own.gain[me]),
        apart=apart,
    )


def mobilizing(c: Case) -> float:
    """What general mobilization is worth."""
    o, me = c.own, c.s.me
    partners = o.pledge[me][:, None] * c.theirs.chance.T  # [k, j]: j attacks k, for whom m would fight
    partners[:, me] = 0.0
    alarm = np.maximum(c.danger, partners.max(axis=0) * c.temper.presence[me])
    arming = c.d.reaction * c.s.mobilised * o.enmity[me] * o.near[me]
    return float((alarm + (1.0 - alarm) * arming).max() - c.mobilization)


def security(c: Case, sides: Array) -> Array:
    """stake[j] (p'[j] - p[j]): what it is worth to m if one third party k backs it otherwise than now.

    Args:
        sides: (..., n, n) how k (rows) would back m against each j (columns).

    Returns:
        (..., n, n) over k and j; negative where m's odds fall, 0 where j is k or m.
    """
    s, o, me = c.s, c.own, c.s.me
    now, reach = o.backing[:, me, :], s.strength[:, None] * o.near
    home = reach[:, [me]]
    beside = np.maximum(now, 0.0)
    mine, against = beside * reach, (beside - now) * home
    others = reach[me] + mine.sum(axis=0) - mine
    foes = s.strength + against.sum(axis=0) - against
    beside = np.maximum(sides, 0.0)
    others, foes = others + beside * reach, foes + (beside - sides) * home
    worth: Array = c.stake * (others / np.maximum(others + foes, TINY) - o.odds[me])
    worth[..., c.apart] = 0.0
    return worth


def entangled(c: Case) -> Array:
    """(n,) what m would have to expect of the wars of k as its ally."""
    o, me = c.own, c.s.me
    price = (c.force + c.defeat * (1.0 - o.odds[me])) * (1.0 - c.s.ties["war"][me])
    price[me] = 0.0
    wars = c.theirs.chance.T * owed(c.s, c.d)  # [k, j]
    expected: Array = c.d.reliability * (wars * price).max(axis=1)
    return expected


def bonds(c: Case) -> dict[str, Array]:
    """Pact -> (n,) what it is worth to have it with k; ``betrayal`` -> to be rid of an alliance with k."""
    s, o, me = c.s, c.own, c.s.me
    now, war, presence = o.backing[:, me, :], s.ties["war"], c.temper.presence[:, None]
    word = o.pledge[:, [me]]
    ally, left = now + (c.d.reliability - word) * presence, now - word * presence
    aside = now * np.where(now < 0, 1.0 - c.d.reliability, 1.0)
    sides = within(np.array((ally, aside, left)))
    if war.any():  # who fights already goes on as it does
        sides = np.where(war + war[:, [me]] > 0, now, sides)
    with_ally, with_neutral, without = security(c, sides)  # [k, j]
    liking, drawn_in = c.d.lean * o.affinity[me], entangled(c)
    safe = c.threat * c.d.reliability * c.defeat * (1.0 - o.odds[me])
    return {
        "alliance": with_ally.max(axis=1) + liking - drawn_in - c.autonomy,
        "treaty": with_neutral.max(axis=1) + safe + liking - np.maximum(c.attack, 0.0) - c.autonomy,
        "peace": c.defeat * (1.0 - o.odds[me]) + c.d.weariness * s.lasting - o.odds[me] * o.gain[me] - o.duty[me],
        "betrayal": drawn_in + without.min(axis=1) - liking - c.d.reputation,
    }


def publishing(c: Case, k: int) -> float:
    """What it is worth that all learn of the alliance with k."""
    s, me = c.s, c.s.me
    public = s.ties["alliance"] * s.ties[published("alliance")]
    public[me, k] = public[k, me] = 1.0
    deterred = c.threat - outlook(s, public, c.temper, c.d).chance[:, me]
    return float(np.delete(deterred, me).max() * c.defeat - c.d.autonomy)


def consents(c: Case) -> dict[str, Array]:
    """Pact -> (n,) the chance, as m judges it, that k consents to it."""
    s, me, o = c.s, c.s.me, c.theirs
    like = c.d.lean * o.affinity[me] - c.d.autonomy / c.temper.engagement
    common = np.minimum(np.maximum(o.chance, o.chance.T), c.danger)  # [k, j] feared by both; danger[me] is 0
    lost = c.temper.caution * c.d.defeat * (1.0 - o.odds[:, me]) / c.temper.resolve
    wishes = {
        "alliance": common.max(axis=1) + like,
        "treaty": o.chance[me] + like,
        "peace": lost + c.d.weariness * s.lasting - o.odds[:, me] * o.gain[:, me] - o.duty[:, me],
    }
    patience = 0.5**s.refused
    return {pact: likelihood(wish, c.d.doubt) * patience for pact, wish in wishes.items()}
