"""The override of the system this family follows, as a named amendment that is off unless asked for."""

from collections.abc import Iterator
from random import Random

from mesa_war.core.actions import Plan, objections
from mesa_war.core.events import Move
from mesa_war.core.view import View


def join_or_betray(plan: Plan, view: View, dice: Random) -> Iterator[Move]:
    """What is added for a nation that stays idle while an ally is at war: it joins, or betrays the alliance, by a coin.

    Where only one of the two is legal it is that one, and no coin is thrown. Allies and their enemies are taken in the
    order of their names. An alliance that the plan itself makes counts from the next round on.

    Args:
        plan: what the nation means to do, without its illegal moves.
        view: what it knows; the ally's wars are those on its board.
        dice: seeded.
    """
    me, trial = plan.actor, view.board.copy()
    for move in plan.moves:
        trial.apply(view.actions[move.action].change(move, trial))
    for ally in sorted(view.board.ties("alliance", me)):
        for enemy in sorted(view.board.ties("war", ally)):
            if enemy == me or trial.tied("war", me, enemy) or not trial.tied("alliance", me, ally):
                continue
            join = Move(me, "declare_war", {"target": enemy})
            leave = Move(me, "betray_alliance", {"target": ally})
            legal = [move for move in (join, leave) if not objections(move, trial, view.actions)]
            if legal:
                move = legal[0] if len(legal) == 1 else dice.choice(legal)
                trial.apply(view.actions[move.action].change(move, trial))
                yield move
