"""The fake provider's log: what was asked, and what has been answered, on disk before anything else happens."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self, TypedDict

from mesa_war.minds.fake.wire import Answer, Question


class LoggedCall(TypedDict):
    """One line of the log; `status` is what the client is to see, None if nothing."""

    n: int
    at: Literal["asked", "answered"]
    call: str | None
    model: str | None
    prompt_sha256: str | None
    status: int | None
    fault: str | None


@dataclass(slots=True)
class CallLog:
    """Two lines per request, JSONL in order of time.

    Attributes:
        path: file the lines are appended to; None keeps the calls in memory only.
        first: number of the first call, above 0 if the file already held some.
    """

    path: Path | None = None
    first: int = 0
    _latest: dict[int, LoggedCall] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path | str | None) -> Self:
        """A log that goes on where the file ends.

        Raises:
            ValueError: if the file cannot be read and written.
        """
        if path is None:
            return cls()
        try:
            with Path(path).open("a+", encoding="ascii") as file:
                file.seek(0)
                return cls(Path(path), sum('"at": "asked"' in line for line in file))
        except OSError as reason:
            raise ValueError(f"{path}: the log of calls cannot be written: {reason.strerror}") from reason

    def ask(self, call: str | None, question: Question | None, answer: Answer) -> LoggedCall:
        """Write that a request has arrived; `question` is None if it could not be read."""
        line: LoggedCall = {
            "n": self.first + len(self._latest),
            "at": "asked",
            "call": call,
            "model": question.model if question else None,
            "prompt_sha256": question.digest if question else None,
            "status": answer.sent_status,
            "fault": answer.fault,
        }
        self._write(line)
        return line

    def answer(self, asked: LoggedCall) -> None:
        """Write that its reply has been sent in full."""
        self._write({**asked, "at": "answered"})

    def calls(self) -> list[LoggedCall]:
        """One entry per request, in order of arrival, each as of its latest line."""
        return list(self._latest.values())

    def _write(self, line: LoggedCall) -> None:
        self._latest[line["n"]] = line
        if self.path:
            with self.path.open("a", encoding="ascii") as file:
                file.write(json.dumps(line) + "\n")
