"""A mind is whatever sits in a chair: it answers requests and keeps no state of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from mesa_war.core.actions import Objection
from mesa_war.core.events import Call, CallKey, Move, Origin, Outcome, Prompt
from mesa_war.core.memory import others_acts, own_acts
from mesa_war.core.prompts import Prompts
from mesa_war.core.view import View
from mesa_war.core.words import Words


class CallLog(Protocol):
    """Where calls are kept. A reply is kept before it is used, so that no call is ever paid twice."""

    def recorded(self, key: CallKey, prompt: Prompt) -> Call | None:
        """The call of this key if its reply is already on record; an error if it answered another prompt."""

    def keep(self, call: Call) -> None:
        """Put a call on record; returns once it is safe."""


class Unrecorded:
    """A log for runs that keep nothing."""

    def recorded(self, key: CallKey, prompt: Prompt) -> Call | None:
        """Nothing is on record."""

    def keep(self, call: Call) -> None:
        """Nothing is kept."""


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a mind.

    Attributes:
        purpose: decide, advise, and whatever else a family asks; it names the template. A decision that answers
            objections has the purpose revise, and the template of decide.
        view: all that may be known.
        objections: what was wrong with the last answer, in sentences to the actor; empty at first.
        attempt: the number of the first call this request may make; later calls count on from it.
        calls: where calls are kept.
        prompts, words: how the request is put into words, for minds that read.
        extra: further values for the template.
        asker: who asks when it is not the actor itself, for instance its secretary.
    """

    purpose: str
    view: View
    objections: tuple[str, ...] = ()
    attempt: int = 0
    calls: CallLog = field(default_factory=Unrecorded)
    prompts: Prompts = field(default_factory=Prompts)
    words: Words = field(default_factory=lambda: Words({}))
    extra: Mapping[str, object] = field(default_factory=dict)
    asker: str = ""

    def key(self, attempt: int) -> CallKey:
        """The key of a call made for this request."""
        return (self.view.time, self.view.wave, self.asker or self.view.actor, self.purpose, attempt)

    @property
    def prompt(self) -> Prompt:
        """The request in words; rendered on demand, since rules never read it."""
        return self.prompts.render(
            "decide" if self.purpose == "revise" else self.purpose,
            self.asker or self.view.actor,
            view=self.view,
            objections=self.objections,
            news=others_acts(self.view),
            record=own_acts(self.view),
            **self.extra,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What a mind answers.

    Attributes:
        moves: for a decision; names are canonical.
        data: for any other purpose, validated values.
        thought: the mind's reasons.
        outcome: how the last call ended; when not usable, moves and data are empty.
        calls: every call that was made, in order.
        objections: items of the answer that could not be read, each to be asked again.
    """

    moves: tuple[Move, ...] = ()
    data: Any = None
    thought: str = ""
    outcome: Outcome = Outcome.OK
    calls: tuple[Call, ...] = ()
    objections: tuple[Objection, ...] = ()


class Mind(Protocol):
    """IMPLEMENT ``answer``; the two attributes say how the kernel treats it.

    Attributes:
        waits: whether answering means waiting (for a network, a person); such minds are asked side by side in threads.
        origin: ``Origin.PERSON`` where a person makes the plan, else ``Origin.MIND``.
    """

    @property
    def waits(self) -> bool:
        """See above."""

    @property
    def origin(self) -> Origin:
        """See above."""

    def answer(self, request: Request) -> Reply:
        """Answer a request. Must depend on nothing but the request; must be safe to call from several threads."""
