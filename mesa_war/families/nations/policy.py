"""The rule-based mind of nations: expected utility, chosen by a quantal response.

Each round a nation weighs every act it might do against waiting (``worth.py``, ``expected_utility.py``) and takes an
act with a chance proportional to exp(worth / temperature), as in the quantal response of McKelvey & Palfrey (1995).
All acts and waiting are ranked at once by the rule of Luce (1959), that is with Gumbel noise; what ranks above
waiting is done in that order, one thing per partner, at most ``moves`` in a round. Resolve is private (Fearon 1995):
each nation's own is drawn once per run, lognormal with ``spread``, and others reckon with the middle.

The mind reads its view and its parameters and nothing else. No parameter was fitted to 1914 or to any war: values are
published estimates or round numbers chosen before a run was scored; ``[doctrine]`` of the setting says which are which.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from mesa_war.core.actions import accept
from mesa_war.core.dice import Dice
from mesa_war.core.events import Move, Origin
from mesa_war.core.mind import Reply, Request
from mesa_war.core.view import View
from mesa_war.families.nations.actions import PACTS, published
from mesa_war.families.nations.expected_utility import Temper
from mesa_war.families.nations.setting import Doctrine
from mesa_war.families.nations.situation import Array, read
from mesa_war.families.nations.worth import Case, bonds, consents, mobilizing, publishing, weigh

DECISIONS = ("decide", "revise")


@dataclass(frozen=True, slots=True)
class Option:
    """Something a nation may do: acts that go together, whom they concern, and what they are worth beside waiting."""

    worth: float
    actions: tuple[str, ...]
    target: str = ""

    @property
    def said(self) -> str:
        """The option in one line, for the record."""
        return f"{' + '.join(self.actions)}{' ' if self.target else ''}{self.target} {self.worth:+.2f}"

    def moves(self, actor: str) -> tuple[Move, ...]:
        """The acts as moves."""
        args = {"target": self.target} if self.target else {}
        return tuple(Move(actor, action, args) for action in self.actions)


@dataclass(frozen=True, slots=True)
class DoctrineMind:
    """The rule-based baseline: reads the view, weighs every act, and chooses with noise.

    Args:
        doctrine: the parameters.
        seed: of its dice, which are keyed by time, wave and actor.
        restraint, caution: where the levers of stance stand, as factors (``Doctrine.restraint``, ``Doctrine.caution``).
    """

    doctrine: Doctrine
    seed: int
    restraint: float = 1.0
    caution: float = 1.0
    waits = False
    origin = Origin.MIND

    @classmethod
    def of(cls, doctrine: Doctrine, levers: tuple[str, str], seed: int) -> "DoctrineMind":
        """The mind where the levers ``system`` and ``analysis`` stand so."""
        return cls(doctrine, seed, doctrine.restraint.of(levers[0]), doctrine.caution.of(levers[1]))

    def answer(self, request: Request) -> Reply:
        """The acts of one round, with their worth as the thought; nothing for other purposes than a decision."""
        if request.purpose not in DECISIONS:
            return Reply()
        view = request.view
        throw = Dice(self.seed).at(view.time, view.wave, view.actor, "doctrine")
        ranked = above_waiting(list(options(view, self.case(view))), self.doctrine.temperature, throw)
        chosen, moves = self._legal(ranked, view)
        return Reply(moves=moves, thought="; ".join(option.said for option in chosen))

    def case(self, view: View) -> Case:
        """What the nation of this view weighs with."""
        return weigh(read(view, self.doctrine), self._temper(view), self._nerve(view), self.doctrine)

    def _temper(self, view: View) -> Temper:
        """How nations weigh the same odds, as all know it."""
        names = view.board.nodes(view.persona.kind)
        resolve = np.array([self.doctrine.resolve.get(name, 1.0) for name in names])
        engagement = np.array([self.doctrine.engagement.get(name, 1.0) for name in names])
        return Temper(resolve, engagement, self.restraint, self.caution)

    def _nerve(self, view: View) -> float:
        """The factor on its own resolve that a nation alone knows; one throw for the whole run, since it lasts."""
        return math.exp(Dice(self.seed).at(0, 0, view.actor, "resolve").gauss(0.0, self.doctrine.spread))

    def _legal(self, ranked: Iterable[Option], view: View) -> tuple[list[Option], tuple[Move, ...]]:
        """The first few that are legal together, one per partner."""
        chosen: list[Option] = []
        moves: tuple[Move, ...] = ()
        for option in ranked:
            if option.target and any(option.target == other.target for other in chosen):
                continue
            tried = (*moves, *option.moves(view.actor))
            if len(tried) <= self.doctrine.moves and not accept(tried, view.board, view.actions)[1]:
                chosen.append(option)
                moves = tried
        return chosen, moves


def options(view: View, c: Case) -> Iterator[Option]:
    """Everything worth a thought, with its worth; some of it may not be legal."""
    s, me = c.s, c.s.me
    if not s.mobilised[me]:
        yield Option(mobilizing(c), ("mobilize",))
    worth, consent = bonds(c), consents(c)
    asks = {pact: (consent[pact] * (worth[pact] + c.autonomy) - c.autonomy).tolist() for pact in PACTS}
    attack, leave = c.attack.tolist(), worth["betrayal"].tolist()
    for k, name in enumerate(s.names):
        if k == me:
            continue
        if s.ties["war"][me, k]:
            yield Option(asks["peace"][k], ("request_peace",), name)
            continue
        broken = [f"betray_{pact}" for pact in PACTS if s.ties[pact][me, k]]
        if c.own.cause[me, k]:
            yield Option(attack[k], (*broken, "declare_war"), name)
        if "betray_alliance" in broken:
            yield Option(leave[k], ("betray_alliance",), name)
            if not s.ties[published("alliance")][me, k]:
                yield Option(publishing(c, k), ("publish_alliance",), name)
        else:
            yield Option(asks["alliance"][k], ("request_alliance",), name)
            yield Option(asks["treaty"][k], ("request_treaty",), name)
    yield from answers(view, c, worth)


def answers(view: View, c: Case, worth: Mapping[str, Array]) -> Iterator[Option]:
    """What may be answered to each open request; to leave it open is to wait."""
    for request in view.requests:
        if request.move is not None and request.move.actor in c.s.names:
            asker, pact = request.move.actor, request.move.action.removeprefix("request_")
            value = float(worth[pact][c.s.names.index(asker)])
            yield Option(value, (f"accept_{pact}",), asker)
            yield Option(-value, (f"reject_{pact}",), asker)


def above_waiting(choices: Sequence[Option], temperature: float, throw: Random) -> list[Option]:
    """The options that rank above waiting, best first, in a ranking drawn by the rule of Luce."""
    bar = temperature * _gumbel(throw)
    scored = [(choice.worth + temperature * _gumbel(throw), choice) for choice in choices]
    return [choice for score, choice in sorted(scored, key=lambda pair: -pair[0]) if score > bar]


def _gumbel(throw: Random) -> float:
    return -math.log(throw.expovariate(1.0))
