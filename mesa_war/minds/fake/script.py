"""Scripts of the fake provider: rules in a TOML file that say which request gets which reply."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mesa_war.minds.fake.wire import Answer, Question, error

OUTCOMES: Final = ("reply", "replies", "status", "hang", "raw", "close")
SELECTORS: Final = frozenset({"call", "match", "times", "per"})
WORDING: Final = frozenset({"finish_reason", "reasoning_content"})
POINTLESS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "status": WORDING,
        "raw": WORDING,
        "close": WORDING | {"headers", "trickle"},
        "hang": WORDING | {"headers", "trickle", "latency"},
    }
)
"""Keys that would do nothing beside an outcome: whoever writes them expects something else."""


class Rule(BaseModel):
    """One rule: which requests it is for, how often, and what they get.

    `call` and `match` are regular expressions, searched for in the header `X-Mesa-War-Call` and in the text of all
    messages. Uses (`times`, and the turn in `replies`) are counted for the rule, in order of arrival, or with
    `per = "request"` for each distinct list of messages, whatever the order in which concurrent requests arrive.
    `latency` is in seconds, `trickle` in bytes per second. A rule without an outcome changes only the manner of the
    ordinary reply.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    call: re.Pattern[str] | None = None
    match: re.Pattern[str] | None = None
    times: int | None = Field(None, ge=1)
    per: Literal["rule", "request"] = "rule"
    reply: str | None = None
    replies: list[str] | None = Field(None, min_length=1)
    status: int | None = Field(None, ge=200, le=599)
    body: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    hang: Literal[True] | None = None
    latency: float | None = Field(None, ge=0, allow_inf_nan=False)
    finish_reason: str | None = None
    reasoning_content: str | None = None
    trickle: float | None = Field(None, gt=0, allow_inf_nan=False)
    raw: str | None = None
    close: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_outcome(self) -> Self:
        given = self.model_fields_set
        outcomes = [name for name in OUTCOMES if name in given]
        if len(outcomes) > 1:
            raise ValueError(f"{' and '.join(outcomes)} exclude each other; allowed: one of {', '.join(OUTCOMES)}")
        if not given - SELECTORS:
            manner = sorted(set(Rule.model_fields) - SELECTORS - {*OUTCOMES, "body"})
            raise ValueError(f"nothing to do; allowed: one of {', '.join(OUTCOMES)}, or any of {', '.join(manner)}")
        if "body" in given and "status" not in given:
            raise ValueError("'body' is allowed only beside 'status'; use 'raw' for the exact body of a success")
        if pointless := sorted(given & POINTLESS.get("".join(outcomes), frozenset())):
            raise ValueError(f"{', '.join(pointless)} would do nothing beside {outcomes[0]}")
        return self

    def takes(self, question: Question, call: str | None, used: int) -> bool:
        """Whether the rule is for this request, after `used` uses."""
        return (
            (self.times is None or used < self.times)
            and (self.call is None or (call is not None and self.call.search(call) is not None))
            and (self.match is None or self.match.search(question.text) is not None)
        )

    def answer(self, ordinary: str, used: int, latency: float) -> Answer:
        """The answer of this rule; `ordinary` and `latency` stand where the rule names none."""
        scripted = self.replies[min(used, len(self.replies) - 1)] if self.replies else self.reply
        body = self.raw if self.raw is not None else self.body
        if self.status is not None and body is None:
            body = error(self.status, f"scripted status {self.status}").body
        return Answer(
            text=ordinary if scripted is None else scripted,
            status=self.status or 200,
            body=body,
            headers=self.headers,
            finish_reason=self.finish_reason or "stop",
            reasoning=self.reasoning_content,
            latency=latency if self.latency is None else self.latency,
            trickle=self.trickle,
            hang=self.hang is True,
            close=self.close is True,
        )


class Script(BaseModel):
    """Rules, tried in order; the first that takes a request answers it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    rules: list[Rule]


def load_script(path: Path | str) -> Script:
    """Read a script from a TOML file.

    Raises:
        ValueError: naming the file, and for each fault the rule (from 1), the key and what is allowed.
    """
    try:
        return Script.model_validate(tomllib.loads(Path(path).read_text("utf-8")))
    except OSError as reason:
        raise ValueError(f"{path}: the script cannot be read: {reason.strerror}") from reason
    except ValidationError as reason:
        raise ValueError("\n".join(f"{path}: {_complaint(dict(fault))}" for fault in reason.errors())) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as reason:
        raise ValueError(f"{path}: the script is not valid TOML: {reason}") from reason


def _complaint(fault: Mapping[str, Any]) -> str:
    top, *inner = fault["loc"]
    rule, *key = inner or [None]
    where = f"rule {rule + 1}" if isinstance(rule, int) else "the script"
    if fault["type"] == "extra_forbidden":
        allowed = Script.model_fields if rule is None else Rule.model_fields
        return f"{where}: unknown key {str(key[0] if key else top)!r}; allowed: {', '.join(allowed)}"
    if fault["type"] == "value_error":
        return f"{where}: {fault['ctx']['error']}"
    named = f"key {'.'.join(map(str, key)) or top!r}" if key or rule is None else "the rule"
    return f"{where}: {named}: {fault['msg']}; it is {fault['input']!r}"
