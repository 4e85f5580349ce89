"""Minds that need no words: wait, and a uniform choice among legal moves."""

from dataclasses import dataclass

from mesa_war.core.dice import Dice
from mesa_war.core.events import Move, Origin
from mesa_war.core.mind import Reply, Request


@dataclass(frozen=True, slots=True)
class Wait:
    """Does nothing, ever: the null model "nothing happens" in a chair."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        """No moves."""
        return Reply()


@dataclass(frozen=True, slots=True)
class Chance:
    """Makes one move a decision, drawn uniformly from all that are legal by what the actor believes.

    Moves with free words carry the stock words of the rulebook. Doing nothing is one of the choices in every rulebook
    that has it as an action.

    Args:
        seed: of its dice, which are keyed by time, wave and actor.
    """

    seed: int
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        """One move, or none where nothing is legal."""
        view = request.view
        options: list[Move] = view.options()
        if not options:
            return Reply()
        return Reply(moves=(Dice(self.seed).at(view.time, view.wave, view.actor, "random mind").choice(options),))
