"""Between a mind and a provider: what is sent, what comes back, and how it can fail."""

from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote, unquote

from mesa_war.core.events import CallKey, Outcome, Prompt
from mesa_war.core.toml import SettingError
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.shape import Schema

HEADER = "X-Mesa-War-Call"
"""The header in which each request names its call: time/wave/actor/purpose/attempt."""

AGAIN = frozenset({Outcome.TIMED_OUT, Outcome.RATE_LIMITED, Outcome.PROVIDER_ERROR})
"""Failures of the way, not of the answer: the same call is made again while attempts are left."""


@dataclass(frozen=True, slots=True)
class Raw:
    """What came back, as it came.

    Attributes:
        text: the reply; what the provider sent apart as thinking stands before it in a thinking block.
        finish: why it ended, in the words of the protocol.
        note: what is worth knowing about how it was had.
        tokens_in, tokens_out: as counted by the provider; 0 if it did not.
        cost: US dollars; 0.0 if the price is unknown.
    """

    text: str
    finish: str = "stop"
    note: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


class CallFailed(Exception):
    """A call brought no reply.

    Attributes:
        outcome: which kind of failure it was.
        wait: seconds the provider asks to wait before the next call; None if it does not say.
    """

    def __init__(self, outcome: Outcome, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.outcome, self.wait = outcome, wait


class Refused(SettingError):
    """The provider will not answer anybody with these settings: wrong key, address, model or option."""


class Send(Protocol):
    """IMPLEMENT: make one call; safe to use from several threads."""

    def __call__(self, model: ModelSettings, prompt: Prompt, shape: Schema | None, header: str) -> Raw:
        """Make one call, once.

        Args:
            model: who is asked, and how.
            prompt: what is asked.
            shape: the JSON schema of the answer; None where words are asked for.
            header: the value of ``X-Mesa-War-Call``.

        Raises:
            CallFailed: no reply came.
            Refused: none ever will.
        """


def header_of(key: CallKey) -> str:
    """The name of a call as it goes with the request, each part percent-encoded."""
    time, *rest = key
    moment = int(time) if float(time).is_integer() else time
    return "/".join(quote(str(part), safe="") for part in (moment, *rest))


def key_of(header: str) -> CallKey:
    """The call of a header; ValueError if it is none."""
    time, wave, actor, purpose, attempt = (unquote(part) for part in header.split("/"))
    return (float(time), int(wave), actor, purpose, int(attempt))
