"""The trace of a run: what was decided and what happened, line by line, each line sealed by a chained hash.

A run that is replayed or resumed feeds the same lines again; while recorded lines are left, a new line must equal the
recorded one, and only then are new lines written. So replay, resume and fork are one thing.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import IO, Any

from mesa_war.core.events import Call, CallKey, Prompt
from mesa_war.core.record import canonical, digest, of_full_call, to_call


class Difference(Exception):
    """A run does not repeat its trace. The message names the place and shows both sides."""


class EndOfTrace(Difference):
    """A replayed run goes on where its trace ends, as one does that was stopped before its end."""


class Trace:
    """An append-only file of sealed lines.

    Life: opened on a path, recorded lines are read and their seals checked (a torn last line is dropped); then
    :meth:`append` compares or writes; :meth:`close` ends it.

    Args:
        path: the file; its folder must exist. None keeps nothing but the hash.
        frozen: nothing may be written beyond what is recorded (replay).

    Raises:
        Difference: the seal of a recorded line is broken.
    """

    def __init__(self, path: Path | None = None, *, frozen: bool = False) -> None:
        self.path = path
        self.frozen = frozen
        self.hash = digest("mesa-war trace 1")
        self.lines = 0
        self._recorded: list[str] = []
        self._file: IO[bytes] | None = None
        if path is not None and path.exists():
            self._recorded = list(sealed_lines(path))
            if not frozen:
                cut_torn_line(path)
        if path is not None and not frozen:
            self._file = path.open("ab", buffering=0)

    def append(self, kind: str, data: Mapping[str, Any]) -> None:
        """Add a line, or compare it while recorded lines are left.

        Raises:
            Difference: the line is not the recorded one, or lies beyond the end of a frozen trace.
        """
        body = canonical({"n": self.lines, "kind": kind, **data})
        self.hash = digest(self.hash + body)
        line = f'{body[:-1]},"hash":"{self.hash}"}}'
        if self.lines < len(self._recorded):
            if line != self._recorded[self.lines]:
                place = f"line {self.lines + 1}, {place_of(line)}"
                raise Difference(first_difference(self._recorded[self.lines], line, place))
        elif self.frozen:
            raise EndOfTrace(f"line {self.lines + 1}: the run goes on where its trace ends, with {place_of(line)}")
        elif self._file is not None:
            self._file.write(line.encode("utf-8", "surrogatepass") + b"\n")
        self.lines += 1

    @property
    def behind(self) -> bool:
        """Whether recorded lines are left that have not been reached yet."""
        return self.lines < len(self._recorded)

    def close(self) -> None:
        """End the trace.

        Raises:
            Difference: a frozen trace has lines the run did not reach.
        """
        if self._file is not None:
            self._file.close()
            self._file = None
        if self.frozen and self.behind:
            raise Difference(
                f"line {self.lines + 1}: recorded, but not repeated: {place_of(self._recorded[self.lines])}"
            )


def sealed_lines(path: Path) -> Iterator[str]:
    """The whole lines of a trace whose seals are right; a torn last line is left out.

    Raises:
        Difference: a line was changed after it was written.
    """
    seal = digest("mesa-war trace 1")
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            if not raw.endswith(b"\n"):
                return
            line = _text(raw[:-1])
            body, mark, tail = line.rpartition(',"hash":"')
            seal = digest(seal + body + "}")
            if not mark or tail != seal + '"}':
                raise Difference(f"line {number} of {path.name} was changed after it was written: {place_of(line)}")
            yield line


def _text(raw: bytes) -> str:
    """A line as it was written, lone surrogates included; bytes that never were text break the seal."""
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace")


def read_trace(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a trace as data, seals checked."""
    for line in sealed_lines(path):
        yield json.loads(line)


def cut_torn_line(path: Path) -> None:
    """Take away what a killed process left of its last line."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)


def place_of(line: str) -> str:
    """What a line of a trace is about, for a message."""
    try:
        data = json.loads(line)
    except json.JSONDecodeError:
        return "a line that is not JSON"
    if data.get("kind") == "plan":
        return f"the plan of {data.get('actor')} at time {data.get('time')}, wave {data.get('wave')}"
    if data.get("kind") == "event":
        return f"event {data.get('id')} ({data.get('text')!r})"
    return f"the line {data.get('kind')!r}"


def first_difference(recorded: str, found: str, place: str) -> str:
    """Where two texts part, for a message that begins with the place."""
    at = next(
        (i for i, (a, b) in enumerate(zip(recorded, found, strict=False)) if a != b), min(len(recorded), len(found))
    )
    here = slice(max(0, at - 30), at + 60)
    return f"{place}: recorded …{recorded[here]}…, now …{found[here]}…"


class CallFile:
    """The calls of a run, one line each, on disk before a reply is used.

    Args:
        path: the file; None keeps calls in memory only.
        frozen: no call may be added (replay).
    """

    def __init__(self, path: Path | None = None, *, frozen: bool = False) -> None:
        self.frozen = frozen
        self._lock = Lock()
        self._calls: dict[CallKey, Call] = {}
        self._file: IO[bytes] | None = None
        if path is not None and path.exists():
            if not frozen:
                cut_torn_line(path)
            self._calls = {call.key: call for call in read_calls(path)}
        if path is not None and not frozen:
            self._file = path.open("ab", buffering=0)

    def recorded(self, key: CallKey, prompt: Prompt) -> Call | None:
        """The call of this key, if it is on record.

        Raises:
            Difference: the recorded reply answered another prompt: code or setting have changed since.
            EndOfTrace: the file is frozen and lacks this call, which must not be made then.
        """
        call = self._calls.get(key)
        if call is None and self.frozen:
            raise EndOfTrace(f"a call is needed that is not on record: {key}")
        if call is not None and call.prompt != prompt:
            old, new = (f"{p.system}\n{p.user}" for p in (call.prompt, prompt))
            raise Difference(first_difference(old, new, f"the prompt of call {key} has changed"))
        return call

    def keep(self, call: Call) -> None:
        """Write a call; it is with the operating system when this returns.

        Raises:
            Difference: the file is frozen.
        """
        if self.frozen:
            raise EndOfTrace(f"a call is needed that is not on record: {call.key}")
        with self._lock:
            self._calls[call.key] = call
            if self._file is not None:
                self._file.write(canonical(of_full_call(call)).encode("utf-8", "surrogatepass") + b"\n")

    def close(self) -> None:
        """End the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def read_calls(path: Path) -> Iterator[Call]:
    """The calls in a file; a torn last line is left out.

    Raises:
        Difference: a line is not a call.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            if not raw.endswith(b"\n"):
                return
            try:
                yield to_call(json.loads(raw))
            except (ValueError, KeyError, TypeError) as error:
                raise Difference(f"line {number} of {path.name} is not a call: {error}") from error
