"""A secretary per actor: checks a plan, says what is wrong, and in the end strikes out what can't stand."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import mesa

from mesa_war.core.actions import Objection, Plan, accept, by
from mesa_war.core.events import Event, Move, Origin
from mesa_war.core.mind import Mind
from mesa_war.core.view import View
from mesa_war.core.words import Words

ROUNDS = 4
"""The most rounds of dialogue between an actor and its secretary (W5); then the secretary mends."""

type Amendment = Callable[[Plan, View, Random], Iterable[Move]]
"""A plan without its illegal moves, what its actor may know, and dice -> moves to add to it."""


class Secretary(mesa.Agent):  # type: ignore[misc]  # Mesa has no types
    """Serves one actor from the start of a run to its end.

    It never adds an act, unless by an amendment that was asked for by name; such acts are marked as the secretary's.
    Legality is code and always on; what can be chosen is whether somebody talks about it.

    Args:
        model: the world it belongs to.
        words: where the sentences of objections stand.
        talks: whether objections go back to the mind (``secretary=rules`` or a mind) or illegal moves are struck out
            at once (``secretary=off``).
        mind: a mind that may add suggestions on content and consistency; None for rules alone.
        amend: what is added to plans; None for nothing.
    """

    def __init__(
        self,
        model: mesa.Model,
        actor: str,
        words: Words,
        *,
        talks: bool = True,
        mind: Mind | None = None,
        amend: Amendment | None = None,
    ):
        super().__init__(model)
        self.actor = actor
        self.name = f"secretary of {actor}"
        self.words = words
        self.talks = talks
        self.mind = mind
        self.amend = amend

    def review(self, plan: Plan, view: View, unread: Iterable[Objection] = ()) -> tuple[str, ...]:
        """What is wrong with a plan, in sentences to the actor; changes nothing.

        Args:
            unread: objections to items of the answer that could not even be read.
        """
        _, fall = accept(plan.moves, view.board, view.actions)
        return tuple(self.sentence(objection) for objection in (*unread, *(wrong for _, wrong in fall)))

    def mend(self, plan: Plan, view: View, dice: Random, unread: Iterable[Objection] = ()) -> Plan:
        """The plan without the moves that can't stand, and with those of the amendment, if there is one, that can.

        Args:
            unread: objections to items that could not be read to the end; they are struck out too, never just lost.
        """
        stand, fall = accept(plan.moves, view.board, view.actions)
        fall += [(Move(plan.actor, objection.key), objection) for objection in unread]
        struck = tuple((move, self.sentence(objection)) for move, objection in fall)
        mended = replace(plan, moves=tuple(stand), struck=struck)
        if self.amend is None:
            return mended
        added = by(self.amend(mended, view, dice), Origin.SECRETARY)
        return replace(mended, moves=tuple(accept((*stand, *added), view.board, view.actions)[0]))

    def sentence(self, objection: Objection) -> str:
        """An objection in words; KeyError if a family's words lack it."""
        return self.words.say("objections", objection.key, **objection.names)


def remarks(plan: Plan, words: Words) -> Iterable[Event]:
    """What the actor is told of how its plan fared before it became acts: struck moves, and answers that never came."""
    for move, reason in plan.struck:
        text = words.say("notes", "struck", actor=plan.actor, action=move.action, reason=reason)
        yield Event(text, audience=(plan.actor,), origin=Origin.SECRETARY)
    if not plan.outcome.usable:
        text = words.say("notes", "no usable answer", actor=plan.actor, outcome=plan.outcome.value)
        yield Event(text, audience=(plan.actor,), origin=Origin.RULE)
