"""Minds for toys: one that reads words and answers in JSON, a team, and a person."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from queue import Queue

from mesa_war.core.events import Call, CallKey, Move, Origin, Outcome
from mesa_war.core.mind import Mind, Reply, Request


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the prompt and answers in words, as a language model would; ``voice`` stands in for the model.

    Args:
        voice: decides what is said.
        asked: the provider's own log of the calls it was sent.
    """

    voice: Mind
    asked: list[CallKey] = field(default_factory=list)
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        key, prompt = request.key(request.attempt), request.prompt
        call = request.calls.recorded(key, prompt)
        if call is None:
            self.asked.append(key)
            call = Call(key, prompt, in_words(self.voice.answer(request)))
            request.calls.keep(call)
        return understood(call, request.view.actor)


def in_words(reply: Reply) -> str:
    """A reply as a language model would write it."""
    moves = [{"action": move.action, "args": dict(move.args)} for move in reply.moves]
    return json.dumps({"thought": reply.thought, "moves": moves, "data": reply.data})


def understood(call: Call, actor: str) -> Reply:
    """What was written, read; unreadable when it is not what was asked for."""
    try:
        said = json.loads(call.reply)
        moves = tuple(Move(actor, move["action"], move["args"]) for move in said["moves"])
        return Reply(moves, said["data"], said["thought"], calls=(call,))
    except (ValueError, KeyError, TypeError):
        return Reply(outcome=Outcome.UNREADABLE, calls=(call,))


@dataclass(frozen=True, slots=True)
class Team:
    """Members answer, then the leader, who is shown their answers, decides for the team."""

    members: Mapping[str, Mind]
    leader: Mind
    origin = Origin.MIND

    @property
    def waits(self) -> bool:
        return any(mind.waits for mind in (*self.members.values(), self.leader))

    def answer(self, request: Request) -> Reply:
        team = request.view.actor
        said = [mind.answer(replace(request, asker=f"{name} of {team}")) for name, mind in self.members.items()]
        answers = [move.args["text"] for reply in said for move in reply.moves]
        led = self.leader.answer(replace(request, extra={**request.extra, "answers": answers}))
        return replace(led, calls=tuple(call for reply in (*said, led) for call in reply.calls))


@dataclass(frozen=True, slots=True)
class Person:
    """Waits until somebody has typed an order; what was typed is recorded like any reply."""

    inbox: "Queue[str]"
    waits = True
    origin = Origin.PERSON

    def answer(self, request: Request) -> Reply:
        key, prompt = request.key(request.attempt), request.prompt
        call = request.calls.recorded(key, prompt)
        if call is None:
            call = Call(key, prompt, self.inbox.get(timeout=5))
            request.calls.keep(call)
        return Reply((Move(request.view.actor, "order", {"text": call.reply}),), calls=(call,))
