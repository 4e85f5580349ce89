"""An actor: somebody with a persona, a mind, a secretary, and a board of its own."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import mesa

from mesa_war.core.actions import Objection, Plan, by
from mesa_war.core.events import Call, Event, Outcome
from mesa_war.core.game import Game
from mesa_war.core.memory import open_requests
from mesa_war.core.mind import CallLog, Mind, Reply, Request
from mesa_war.core.secretary import ROUNDS, Secretary
from mesa_war.core.view import Persona, View

ASK_AGAIN = (Outcome.UNREADABLE, Outcome.EMPTY, Outcome.TRUNCATED)
"""Answers that count as one round of the dialogue. Of the other failures the mind itself has made all attempts."""


class Actor(mesa.Agent):  # type: ignore[misc]  # Mesa has no types
    """Sits in a chair from the start of a run, or from when it joins, to the end.

    :meth:`decide` changes nothing and may run in a thread; only :meth:`notice`, called by the world, changes the actor.

    Args:
        model: the world.
        persona: who it is; ``persona.name`` is its node on every board.
        mind: what decides for it.
        secretary: who checks its plans.
        game: the rules; its own board begins as an empty one of them.
        calls: where calls to its mind are kept.
    """

    def __init__(
        self,
        model: mesa.Model,
        persona: Persona,
        mind: Mind,
        secretary: Secretary,
        game: Game,
        calls: CallLog,
    ):
        super().__init__(model)
        self.name = persona.name
        self.persona = persona
        self.mind = mind
        self.secretary = secretary
        self.game = game
        self.board = game.board()
        self.calls = calls
        self.events: list[Event] = []
        self.fresh = 0

    @property
    def waits(self) -> bool:
        """Whether asking it, or its secretary, means waiting."""
        return self.mind.waits or (self.secretary.mind is not None and self.secretary.mind.waits)

    def notice(self, event: Event) -> None:
        """Learn of an event: fold it into the own board and the own past."""
        self.board.apply(event.effects)
        self.board.apply(event.claims)
        self.events.append(event)

    def look(self, time: float, wave: int, public: Mapping[str, str]) -> View:
        """All that this actor may know at a time, as values of its own.

        Args:
            public: what everyone knows of each actor, by name.
        """
        asks = sorted({action.asks for action in self.game.rulebook.values() if action.asks})
        return View(
            actor=self.name,
            time=time,
            wave=wave,
            persona=self.persona,
            board=self.board.copy(),
            events=tuple(self.events),
            requests=open_requests(self.name, self.events, self.board, asks),
            actions=self.game.rulebook,
            fresh=self.fresh,
            others={name: text for name, text in public.items() if name != self.name},
        )

    def decide(self, view: View, dice: Random) -> Plan:
        """Ask the mind, talk with the secretary for at most four rounds, then let the secretary mend (W5).

        The last answer that could be read is what counts. Without any, the plan is empty and its outcome says why:
        nothing is invented.
        """
        plan: Plan | None = None
        calls: tuple[Call, ...] = ()
        wrong: tuple[str, ...] = ()
        unread: tuple[Objection, ...] = ()
        outcome = Outcome.OK
        for number in range(ROUNDS):
            reply = self._ask(view, wrong, len(calls))
            calls += reply.calls
            outcome = reply.outcome
            if outcome.usable:
                plan = Plan(self.name, by(reply.moves, self.mind.origin), reply.thought)
                unread = reply.objections
                wrong = self.secretary.review(plan, view, unread)
                if not wrong and number < ROUNDS - 1:
                    wrong, advice = self._advice(plan, view, len(calls))
                    calls += advice
                if not wrong or not self.secretary.talks:
                    break
            elif outcome in ASK_AGAIN:
                wrong = tuple(map(self.secretary.sentence, reply.objections or (Objection(outcome.value),)))
            else:
                break
        if plan is None:
            return Plan(self.name, calls=calls, outcome=outcome)
        mended = self.secretary.mend(plan, view, dice, unread)
        return Plan(self.name, mended.moves, mended.thought, calls, Outcome.OK, mended.struck)

    def _ask(self, view: View, wrong: tuple[str, ...], made: int) -> Reply:
        purpose = "revise" if wrong else "decide"
        return self.mind.answer(self._request(purpose, view, wrong, made))

    def _request(self, purpose: str, view: View, wrong: tuple[str, ...], made: int) -> Request:
        extra = {"thinks": dict(self.game.thinks)}
        return Request(purpose, view, wrong, made, self.calls, self.game.prompts, self.secretary.words, extra)

    def _advice(self, plan: Plan, view: View, made: int) -> tuple[tuple[str, ...], tuple[Call, ...]]:
        """What the secretary's own mind suggests, if it has one."""
        if self.secretary.mind is None:
            return (), ()
        request = self._request("advise", view, (), made)
        reply = self.secretary.mind.answer(replace(request, extra={"plan": plan}, asker=self.secretary.name))
        suggestions = reply.data if reply.outcome.usable and reply.data else ()
        return tuple(str(line) for line in suggestions), reply.calls
