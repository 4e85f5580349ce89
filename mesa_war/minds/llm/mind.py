"""A language model in a chair."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mesa_war.core.events import Call, CallKey, Origin, Prompt
from mesa_war.core.mind import Reply, Request
from mesa_war.minds.llm.answers import Answer, understand
from mesa_war.minds.llm.clean import cleaned
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.shape import Limits, shape_of
from mesa_war.minds.llm.transport import AGAIN, CallFailed, Send, header_of
from mesa_war.minds.llm.waiting import pause_before


def _nothing(model: ModelSettings) -> None:
    """Nothing needs checking."""


@dataclass(slots=True, eq=False)
class LanguageMind:
    """Reads a request in words and answers in words that are read with care.

    A call that fails on its way is made again, a bounded number of times. Each call, a failed one too, is on record
    before anything is made of it, and a call that is on record is never made.

    Attributes:
        model: which model, and how it is asked.
        send: makes one call.
        waits: whether a call takes time.
        limits: how much an answer may hold.
        ready: sees that a first call can be made.
        pause: waits for so many seconds.
    """

    model: ModelSettings
    send: Send
    waits: bool = True
    limits: Limits = field(default_factory=Limits)
    ready: Callable[[ModelSettings], None] = _nothing
    pause: Callable[[float], None] = time.sleep
    origin: Origin = Origin.MIND

    def check(self) -> None:
        """See, before the first call, that one can be made; costs nothing.

        Raises:
            SettingError: it can't; the message says what is missing and where.
        """
        self.ready(self.model)

    def answer(self, request: Request) -> Reply:
        """Ask, again where the way failed, and read what came.

        Raises:
            SettingError: the provider will never answer with these settings.
        """
        prompt = request.prompt
        calls: list[Call] = []
        answer: Answer | None = None
        wait = 0.0
        for number in range(self.model.attempts):
            key = request.key(request.attempt + number)
            call = request.calls.recorded(key, prompt)
            if call is None:
                if wait:
                    self.pause(wait)
                call, answer, asked = self._made(key, prompt, request)
                request.calls.keep(call)
                wait = pause_before(number + 1, key, asked)
            calls.append(call)
            if call.outcome not in AGAIN:
                break
        return reply_of(calls, answer or understand(calls[-1].reply, request))

    def _made(self, key: CallKey, prompt: Prompt, request: Request) -> tuple[Call, Answer | None, float | None]:
        """A call and what it says, or the seconds to wait that the provider asks for if it failed."""
        shape = None if self.model.structured == "instruction" else shape_of(request, self.limits)
        started = time.monotonic()
        try:
            raw = self.send(_roomier(self.model, request), prompt, shape, header_of(key))
        except CallFailed as failed:
            seconds = time.monotonic() - started
            return Call(key, prompt, "", failed.outcome, self.model.id, str(failed), seconds), None, failed.wait
        seconds = time.monotonic() - started
        text = cleaned(raw.text)
        answer = understand(text, request, raw.finish)
        notes = [raw.note, "characters that can't be kept were taken out" if text != raw.text else "", answer.note]
        call = Call(
            key=key,
            prompt=prompt,
            reply=text,
            outcome=answer.outcome,
            model=self.model.id,
            note="; ".join(filter(None, notes)),
            seconds=seconds,
            tokens_in=raw.tokens_in,
            tokens_out=raw.tokens_out,
            cost=raw.cost,
        )
        return call, answer, None


def _roomier(model: ModelSettings, request: Request) -> ModelSettings:
    """An answer that is asked for again may be twice as long: the last one may have been cut."""
    return model.model_copy(update={"max_tokens": 2 * model.max_tokens}) if request.objections else model


def reply_of(calls: list[Call], answer: Answer) -> Reply:
    """What the last call says; nothing but what was wrong with it where its outcome, as it is on record, is not usable.

    Args:
        calls: all that were made, in order.
        answer: the last of them, understood.
    """
    outcome, made = calls[-1].outcome, tuple(calls)
    if not outcome.usable:
        return Reply(outcome=outcome, calls=made, objections=answer.objections)
    return Reply(answer.moves, answer.data, answer.thought, outcome, made, answer.objections)
