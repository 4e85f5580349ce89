"""Which answer a request gets: a rule of the script, or an instance of the schema asked for; then a seeded fault."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Protocol

from mesa_war.core.dice import Dice
from mesa_war.minds.fake.schema import instance
from mesa_war.minds.fake.script import Rule
from mesa_war.minds.fake.wire import Answer, Question, error

REFUSAL: Final = "I'm sorry, but I can't help with that."
GARBAGE: Final = "Well {{ that depends, [on the 'weather', ::: and then"


class Fault(Protocol):
    """Spoils an answer that would have been good."""

    def __call__(self, answer: Answer) -> Answer:
        """The spoilt answer."""


FAULTS: Final[Mapping[str, Fault]] = MappingProxyType(
    {
        "close": lambda answer: replace(answer, close=True),
        "empty": lambda answer: replace(answer, text=""),
        "garbage": lambda answer: replace(answer, text=GARBAGE),
        "hang": lambda answer: replace(answer, hang=True),
        "refuse": lambda answer: replace(answer, text=REFUSAL),
        "truncate": lambda answer: replace(answer, text=answer.text[: len(answer.text) // 2], finish_reason="length"),
    }
)


def parse_faults(faults: Iterable[str]) -> dict[str, float]:
    """Read strings such as '429=0.05' into shares of the requests, by name of the fault.

    A name is an HTTP status from 400 to 599, or close, empty, garbage (text that is no JSON), hang, refuse (a refusal
    in words) or truncate (half of the text, finish reason `length`).

    Raises:
        ValueError: for an unknown or repeated name, a share outside 0..1, or shares that sum to more than 1.
    """
    shares: dict[str, float] = {}
    for text in faults:
        name, _, share = (part.strip() for part in text.partition("="))
        if name in shares:
            raise ValueError(f"fault {text!r}: {name!r} is given twice")
        shares[name] = _share(text, share)
    return checked_faults(shares)


def _share(text: str, share: str) -> float:
    try:
        return float(share)
    except ValueError:
        raise ValueError(f"fault {text!r}: allowed is NAME=SHARE with a share from 0 to 1, such as 429=0.05") from None


def checked_faults(shares: Mapping[str, float]) -> dict[str, float]:
    """The same shares in order of name, or a ValueError as in `parse_faults`."""
    for name, share in shares.items():
        if name not in FAULTS and not (len(name) == 3 and name.isdecimal() and "400" <= name <= "599"):
            raise ValueError(
                f"fault {name!r} is unknown; allowed: an HTTP status from 400 to 599, {', '.join(sorted(FAULTS))}"
            )
        if not 0 <= share <= 1:
            raise ValueError(f"fault {name!r}: the share {share} is not allowed; it must be from 0 to 1")
    if sum(shares.values()) > 1 + 1e-9:
        raise ValueError(f"the shares of all faults sum to {sum(shares.values()):g}; at most 1 is allowed")
    return dict(sorted(shares.items()))


@dataclass(slots=True)
class Replies:
    """Chooses the answers, and counts requests as far as a rule or a fault depends on the count.

    Attributes:
        rules: tried in order.
        faults: shares of requests, by name of the fault.
        latency: seconds, where a rule gives none.
        seed: equal seeds and messages give equal answers, in any order of arrival.
    """

    rules: tuple[Rule, ...] = ()
    faults: Mapping[str, float] = field(default_factory=dict)
    latency: float = 0.0
    seed: int = 1
    _asked: Counter[str] = field(default_factory=Counter)
    _used: Counter[tuple[int, str]] = field(default_factory=Counter)

    def choose(self, question: Question, call: str | None) -> Answer:
        """The answer to one request; a request struck by a fault uses up no rule."""
        try:
            ordinary = self._ordinary(question)
        except ValueError as reason:
            return error(400, f"response_format: {reason}")
        nth = self._asked[question.digest]
        self._asked[question.digest] += 1
        answer, use = self._scripted(question, call, ordinary)
        if name := self._fault(question, nth):
            kept = Answer(text=answer.text, latency=answer.latency, fault=name)
            return FAULTS[name](kept) if name in FAULTS else _failed(int(name), kept)
        self._used.update(use)
        return answer

    def _ordinary(self, question: Question) -> str:
        """A valid instance of the schema asked for, else 'ok'."""
        schema = question.schema_asked
        if schema is None:
            return "ok"
        return json.dumps(instance(schema, Dice(self.seed).at("reply", question.digest)), ensure_ascii=False)

    def _scripted(self, question: Question, call: str | None, ordinary: str) -> tuple[Answer, list[tuple[int, str]]]:
        """The answer of the first rule that takes the request, and the use to be counted."""
        for number, rule in enumerate(self.rules):
            use = (number, question.digest if rule.per == "request" else "")
            if rule.takes(question, call, self._used[use]):
                return rule.answer(ordinary, self._used[use], self.latency), [use]
        return Answer(text=ordinary, latency=self.latency), []

    def _fault(self, question: Question, nth: int) -> str | None:
        """The fault that strikes this request, the nth of its kind; a repetition may be spared."""
        drawn = Dice(self.seed).at("fault", question.digest, nth).random()
        for name, share in self.faults.items():
            drawn -= share
            if drawn < 0:
                return name
        return None


def _failed(status: int, kept: Answer) -> Answer:
    return replace(error(status, f"seeded fault {status}"), latency=kept.latency, fault=kept.fault)
