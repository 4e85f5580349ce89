"""A council: everybody who decides in one wave is asked at once."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mesa_war.core.actions import Plan
from mesa_war.core.actor import Actor
from mesa_war.core.dice import Dice
from mesa_war.core.view import View


def decide(
    views: Sequence[View], seats: Mapping[str, Actor], dice: Dice, width: int, tell: Callable[[str, Any], None]
) -> list[Plan]:
    """The plans of the actors of these views, in the order of the views, whoever answered first.

    Minds that wait are asked side by side in threads, rule minds one after another in this one.

    Args:
        width: the most minds that wait at the same time.
        tell: called with ("thinking", name) and ("thought", name), also from threads.
    """

    def plan(view: View) -> Plan:
        tell("thinking", view.actor)
        made = seats[view.actor].decide(view, dice.at(view.time, view.wave, view.actor, "secretary"))
        tell("thought", view.actor)
        return made

    waiting = [view for view in views if seats[view.actor].waits]
    if not waiting:
        return [plan(view) for view in views]
    with ThreadPoolExecutor(min(width, len(waiting)), "mind") as pool:
        futures = {view.actor: pool.submit(plan, view) for view in waiting}
        plans = {view.actor: plan(view) for view in views if view.actor not in futures}
        plans |= {name: future.result() for name, future in futures.items()}
    return [plans[view.actor] for view in views]
