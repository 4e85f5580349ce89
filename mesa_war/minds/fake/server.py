"""A fake model provider: an OpenAI-compatible HTTP server on loopback, scripted, seeded, and with a log of its calls.

For tests, benchmarks and rehearsals without a model. The same seed and messages always get the same reply, so a run
that is resumed sees what it would have seen.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, NoReturn, Self

from pydantic import ValidationError

from mesa_war.minds.fake.log import CallLog, LoggedCall
from mesa_war.minds.fake.replies import Replies, checked_faults, parse_faults
from mesa_war.minds.fake.script import Rule, Script, load_script
from mesa_war.minds.fake.wire import DONE, Answer, Question, error, written

if TYPE_CHECKING:
    from aiohttp import web

CALL_HEADER: Final = "X-Mesa-War-Call"
"""The header in which a client names the call; the log and the rules of a script know it by this name."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Answers the requests of all connections; lives in one event loop."""

    replies: Replies
    log: CallLog

    def application(self) -> web.Application:
        """The routes, with and without /v1."""
        from aiohttp import web

        application = web.Application(client_max_size=64 * 2**20)
        for base in ("", "/v1"):
            application.router.add_post(f"{base}/chat/completions", self.complete)
            application.router.add_get(f"{base}/models", self.models)
            application.router.add_get(f"{base}/log", self.calls)
        return application

    async def complete(self, request: web.Request) -> web.StreamResponse:
        """A chat completion, an error, or silence, as the replies have it."""
        call = request.headers.get(CALL_HEADER)
        question: Question | None = None
        try:
            question = Question.model_validate_json(await request.read())
            answer = self.replies.choose(question, call)
        except ValidationError as reason:
            answer = error(400, f"not a chat completion request: {reason.errors()[0]['msg']}")
        asked = self.log.ask(call, question, answer)
        response = await _sent(request, question, answer)
        if answer.sent_status:
            self.log.answer(asked)
        return response

    async def models(self, _: web.Request) -> web.Response:
        """The one model there is; any other name is answered as well."""
        from aiohttp import web

        model = {"id": "fake", "object": "model", "created": 0, "owned_by": "mesa-war"}
        return web.json_response({"object": "list", "data": [model]})

    async def calls(self, _: web.Request) -> web.Response:
        """The calls so far, one entry per request."""
        from aiohttp import web

        return web.json_response(self.log.calls())


async def _sent(request: web.Request, question: Question | None, answer: Answer) -> web.StreamResponse:
    from aiohttp import web

    await asyncio.sleep(answer.latency)
    if answer.hang:
        await asyncio.Event().wait()
    if answer.close and request.transport:
        request.transport.abort()
        return web.Response()
    streamed = question is not None and question.stream and answer.status == 200
    kind = "text/event-stream" if streamed else "application/json"
    response = web.StreamResponse(status=answer.status, headers={"Content-Type": kind, **answer.headers})
    pieces = list(written(question, answer))
    if answer.trickle:
        await response.prepare(request)
        await _drip(response, b"".join(pieces), answer.trickle)
    if not streamed:
        response.content_length = sum(map(len, pieces))
    await response.prepare(request)
    for piece in pieces:
        await response.write(piece)
    await response.write_eof()
    return response


async def _drip(response: web.StreamResponse, body: bytes, rate: float) -> NoReturn:
    """Send all but the end of the body at `rate` bytes per second, then newlines until the client gives up."""
    held = body.removesuffix(DONE) if body.endswith(DONE) else body[:-1]
    size = max(1, round(rate / 20))
    while True:
        await response.write(held[:size] or b"\n" * size)
        held = held[size:]
        await asyncio.sleep(size / rate)


@dataclass(slots=True)
class FakeProvider:
    """A provider in a background thread of this process, for the length of a `with` block.

    Attributes:
        port: on loopback; 0 takes a free one.
        latency: seconds until a reply, where the script gives none.
        script: rules, or the TOML file that has them.
        faults: strings such as '429=0.05', or shares by name; see `parse_faults`.
        log: JSONL file to which two lines per request are appended, on arrival and when the reply is sent in full.
        seed: equal seeds and messages give equal replies.
        url: base address for clients, once running.

    Raises:
        ValueError: on creation for a wrong script, fault, port or latency, on entering for a port or log that
            cannot be had.
    """

    port: int = 0
    latency: float = 0.0
    script: Script | Path | str | None = None
    faults: Mapping[str, float] | Iterable[str] = ()
    log: Path | str | None = None
    seed: int = 1
    url: str = field(default="", init=False)
    _rules: tuple[Rule, ...] = field(default=(), init=False)
    _shares: dict[str, float] = field(default_factory=dict, init=False)
    _log: CallLog = field(default_factory=CallLog, init=False)
    _loop: asyncio.AbstractEventLoop = field(init=False)
    _stop: asyncio.Event = field(init=False)
    _thread: Thread = field(init=False)

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port {self.port} is not allowed; it must be from 0 (any free port) to 65535")
        if not 0 <= self.latency < float("inf"):
            raise ValueError(f"latency {self.latency} is not allowed; it must be a number of seconds, 0 or more")
        if self.script is not None:
            script = self.script if isinstance(self.script, Script) else load_script(self.script)
            self._rules = tuple(script.rules)
        faults = self.faults
        self._shares = checked_faults(faults) if isinstance(faults, Mapping) else parse_faults(faults)

    @property
    def calls(self) -> list[LoggedCall]:
        """The calls so far, one entry per request in order of arrival; `at` says whether it has been answered."""
        return self._log.calls()

    def __enter__(self) -> Self:
        listener = _listen(self.port)
        try:
            self._log = CallLog.open(self.log)
        except ValueError:
            listener.close()
            raise
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        desk = Desk(Replies(self._rules, self._shares, self.latency, self.seed), self._log)
        self._stop, self._loop = asyncio.Event(), asyncio.new_event_loop()
        running = _run(desk, listener, self._stop)
        self._thread = Thread(target=self._loop.run_until_complete, args=(running,), name="fake provider", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    def wait(self) -> None:
        """Block for as long as the server runs."""
        self._thread.join()


def serve(provider: FakeProvider, announce: Callable[[str], None]) -> None:
    """Run the provider until Ctrl-C.

    Args:
        provider: not yet running.
        announce: called once with the URL, when requests are accepted.

    Raises:
        ValueError: if the port or the log cannot be had.
    """
    with suppress(KeyboardInterrupt), provider:
        announce(provider.url)
        provider.wait()


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port), backlog=1024)
    except OSError as reason:
        raise ValueError(f"port {port} on 127.0.0.1 cannot be used: {reason.strerror}; 0 takes a free one") from reason


async def _run(desk: Desk, listener: socket.socket, stop: asyncio.Event) -> None:
    from aiohttp import web

    runner = web.AppRunner(desk.application(), access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.SockSite(runner, listener, backlog=1024).start()
    try:
        await stop.wait()
    finally:
        await runner.cleanup()
