"""The OpenAI chat protocol as the fake provider needs it: what is asked, and an answer written as bytes."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from mesa_war.minds.fake.schema import Schema

DONE: Final = b"data: [DONE]\n\n"


class Message(TypedDict, total=False):
    """One message: text or parts; all else it may carry is kept."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    content: str | list[dict[str, Any]] | None


class Question(BaseModel):
    """The part of a chat completion request that matters here; everything else in it is ignored."""

    model: str = "fake"
    messages: list[Message] = Field(min_length=1)
    response_format: dict[str, Any] | None = None
    stream: bool = False
    stream_options: dict[str, Any] | None = None

    @property
    def text(self) -> str:
        """All that the messages say, one part per line."""
        contents = [message.get("content") or "" for message in self.messages]
        parts = [
            [content] if isinstance(content, str) else [p.get("text", "") for p in content] for content in contents
        ]
        return "\n".join(str(text) for texts in parts for text in texts)

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the messages as UTF-8 JSON with sorted keys and no spaces."""
        canonical = json.dumps(self.messages, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()

    @property
    def schema_asked(self) -> Schema | None:
        """The JSON schema of `response_format`, in any of the shapes in use; None if free text is asked for.

        Raises:
            ValueError: if a schema is announced and missing.
        """
        match self.response_format:
            case None | {"type": "text"}:
                return None
            case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
                return schema
            case {"type": "json_schema" | "json_object", "schema": dict(schema)}:
                return schema
            case {"type": "json_object"}:
                return {"type": "object"}
            case {"type": "json_schema"}:
                raise ValueError("json_schema must be an object with the object 'schema' in it")
            case schema:
                return schema


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back: a completion of `text`, or exactly `body`, or nothing at all (`hang`, `close`).

    Attributes:
        text: content of the message.
        status: HTTP status.
        body: sent in place of a completion.
        headers: added to the reply.
        finish_reason: as the protocol calls it.
        reasoning: content of `reasoning_content`, if any.
        latency: seconds from the request to the first byte.
        trickle: bytes per second of a reply that never quite ends.
        hang: the connection stays open and nothing comes.
        close: the connection is dropped.
        fault: name of the fault that spoilt the answer.
    """

    text: str = "ok"
    status: int = 200
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    finish_reason: str = "stop"
    reasoning: str | None = None
    latency: float = 0.0
    trickle: float | None = None
    hang: bool = False
    close: bool = False
    fault: str | None = None

    @property
    def sent_status(self) -> int | None:
        """The status the client will see, None if it sees none."""
        return None if self.hang or self.close else self.status


def error(status: int, message: str) -> Answer:
    """An HTTP error with a body in the protocol's form."""
    kind = "invalid_request_error" if status < 500 else "server_error"
    return Answer(
        status=status, body=_json({"error": {"message": message, "type": kind, "param": None, "code": status}})
    )


def written(question: Question | None, answer: Answer) -> Iterator[bytes]:
    """The body of the reply in the pieces it is sent in: one piece, or one per event of a stream.

    Only an answer that brings its body can do without a question.
    """
    if answer.body is not None or question is None:
        yield (answer.body or "").encode()
    elif question.stream:
        yield from (b"data: " + _json(chunk).encode() + b"\n\n" for chunk in _chunks(question, answer))
        yield DONE
    else:
        message = {"role": "assistant", "content": answer.text} | _reasoning(answer)
        choice = {"index": 0, "message": message, "finish_reason": answer.finish_reason}
        yield _json(_frame(question, "chat.completion", [choice]) | {"usage": _usage(question, answer)}).encode()


def _chunks(question: Question, answer: Answer) -> Iterator[dict[str, Any]]:
    words = answer.text.split(" ")
    pieces = [word if n == 0 else f" {word}" for n, word in enumerate(words)]
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [_reasoning(answer)] if answer.reasoning is not None else []
    deltas += [{"content": piece} for piece in pieces]
    for delta, reason in [*((delta, None) for delta in deltas), ({}, answer.finish_reason)]:
        yield _frame(question, "chat.completion.chunk", [{"index": 0, "delta": delta, "finish_reason": reason}])
    if (question.stream_options or {}).get("include_usage"):
        yield _frame(question, "chat.completion.chunk", []) | {"usage": _usage(question, answer)}


def _frame(question: Question, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """What is around the choices; without a clock, so that equal questions get equal bytes."""
    identity = f"chatcmpl-{question.digest[:24]}"
    return {"id": identity, "object": kind, "created": 0, "model": question.model, "choices": choices}


def _reasoning(answer: Answer) -> dict[str, str]:
    return {} if answer.reasoning is None else {"reasoning_content": answer.reasoning}


def _usage(question: Question, answer: Answer) -> dict[str, int]:
    """Tokens, taken as characters / 4, rounded up."""
    asked, said = (-(-len(text) // 4) for text in (question.text, answer.text + (answer.reasoning or "")))
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
