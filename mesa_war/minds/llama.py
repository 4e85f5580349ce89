"""A small instruct model inside this process, behind the OpenAI protocol on loopback (extra `local`).

server = serving(path)
body = {"messages": [...], "max_tokens": room(schema), **constrained(schema)}   # POST to server.url/chat/completions
"""

import atexit
import functools
import json
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

MAGIC = b"GGUF"
CACHED_PROMPTS_MIB = 1024
LONGEST_CHARACTER = 6  # bytes of \u0000; what needs no escape takes at most four in UTF-8

_ONE_AT_A_TIME = threading.Lock()


class LocalModelError(ValueError):
    """A local model that cannot be served, or a schema that it cannot be held to."""


class LocalServer:
    """Serves one file of weights from this process; it starts when its address is first asked for.

    Questions are answered one after another: on one machine, parallel answers take as long in all. Prompts are cached,
    so what questions have in common should come first.

    Args:
        path: A GGUF file of an instruct model.
        threads: Threads that compute. As many threads as cores collapse as soon as another process is busy.
        context: Tokens that prompt and reply may take together.

    Raises:
        LocalModelError: The extra is missing, the file is missing or no GGUF file, or a number is below one.
    """

    def __init__(self, path: Path, threads: int = 1, context: int = 8192) -> None:
        _engine()
        _check(path)
        if threads < 1 or context < 1:
            raise LocalModelError(f"threads and context must be at least 1, got {threads} and {context}")
        self.path, self.threads, self.context = path, threads, context
        self._lock = threading.Lock()
        self._running: Any = None

    @property
    def url(self) -> str:
        """Where the OpenAI protocol is spoken, `http://127.0.0.1:PORT/v1`; after `close` the port is another one.

        Raises:
            LocalModelError: The file is damaged, or of a kind that cannot be served.
        """
        with self._lock:
            if self._running is None:
                self._running = self._start()
                # A process that ends while the model computes would crash.
                atexit.register(self._close_at_exit)
            return f"{self._running.listening_address}/v1"

    def close(self, patience: float = 60.0) -> None:
        """Stops the server and frees its memory, as soon as the answers under way are given.

        Args:
            patience: Seconds to wait for these answers.

        Raises:
            TimeoutError: It is still answering, and still runs.
        """
        with self._lock:
            if self._running is None:
                return
            self._await_silence(patience)
            self._running = None
            atexit.unregister(self._close_at_exit)

    def _close_at_exit(self) -> None:
        with suppress(TimeoutError):
            self.close()

    def _start(self) -> Any:
        engine = _engine()
        wishes = engine.CommonParams()
        wishes.model.path = str(self.path)
        wishes.n_ctx = self.context
        wishes.n_parallel = 1
        wishes.cpuparams.n_threads = wishes.cpuparams_batch.n_threads = self.threads
        wishes.port = 0  # any free one
        wishes.cache_prompt = True
        wishes.cache_ram_mib = CACHED_PROMPTS_MIB
        wishes.verbosity = -1
        wishes.ui = False
        wishes.offline = True
        try:
            return engine.Server(wishes)
        except RuntimeError as refusal:
            raise LocalModelError(
                f"{self.path} is damaged or holds no model that can be served: {refusal}"
            ) from refusal

    def _await_silence(self, patience: float) -> None:
        """Waits until no answer is under way; to stop earlier would block this process for ever."""
        deadline = time.monotonic() + patience
        while self._is_answering():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the server of {self.path} is still answering after {patience:g} seconds")
            time.sleep(0.05)

    def _is_answering(self) -> bool:
        # Not urllib, which would take the way through a proxy if one is set.
        link = HTTPConnection(self._running.listening_address.removeprefix("http://"), timeout=10)
        try:
            link.request("GET", "/slots")
            return any(slot["is_processing"] for slot in json.load(link.getresponse()))
        finally:
            link.close()


def serving(path: Path | str, *, threads: int = 1, context: int = 8192) -> LocalServer:
    """The server of these weights in this process: the same one whenever it is asked for alike.

    Raises:
        LocalModelError: As for `LocalServer`.
    """
    with _ONE_AT_A_TIME:
        return _server(Path(path).expanduser().resolve(), threads, context)


@functools.cache
def _server(path: Path, threads: int, context: int) -> LocalServer:
    return LocalServer(path, threads, context)


def _engine() -> Any:
    try:
        import xllamacpp
    except ImportError as missing:
        raise LocalModelError('a local model needs the extra `local`: pip install "mesa-war[local]"') from missing
    return xllamacpp


def _check(path: Path) -> None:
    if not path.is_file():
        raise LocalModelError(f"there is no file {path}")
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise LocalModelError(f"{path} is not a GGUF file: it does not begin with {MAGIC.decode()}")


def constrained(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What to add to a request so that the reply is compact JSON of the schema, properties in the schema's order.

    The server drops a grammar that it cannot read, without a word. So schemas without bounds, with unknown types or
    with references to nowhere are refused here; keywords that have no grammar (`uniqueItems`, `not`, `if`, unknown
    formats) are left to whoever validates the reply.

    Raises:
        LocalModelError: As for `room`.
    """
    room(schema)
    grammar = {**schema, "x-guidance": {"whitespace_flexible": False, "lenient": True}}
    return {"grammar": f"%llguidance {{}}\nstart: %json {json.dumps(grammar)}"}


def room(schema: Mapping[str, Any]) -> int:
    """The `max_tokens` that no compact JSON of the schema exceeds: its longest form in bytes, and one for the end.

    A token stands for a byte at least, for four or so in English text, for less than one character in a row of emoji.

    Raises:
        LocalModelError: Some part of the schema has no bound; it says which, and what is allowed.
    """
    return _longest(schema, schema, "$", ()) + 1


def _longest(schema: Any, root: Mapping[str, Any], where: str, seen: tuple[str, ...]) -> int:
    """Length in bytes of the longest compact JSON of the schema; `seen` are the references that led here."""
    match schema:
        case {"const": value}:
            return _written(value)
        case {"enum": [_, *_] as values}:
            return max(map(_written, values))
        case {"$ref": str(reference)}:
            return _longest(_target(reference, root, where, seen), root, where, (*seen, reference))
        case {"anyOf": [_, *_] as options} | {"oneOf": [_, *_] as options}:
            return max(_longest(option, root, where, seen) for option in options)
        case {"type": [_, *_] as types}:
            return max(_longest({**schema, "type": each}, root, where, seen) for each in types)
    return _longest_of_type(schema, root, where, seen)


def _longest_of_type(schema: Any, root: Mapping[str, Any], where: str, seen: tuple[str, ...]) -> int:
    match schema:
        case {"type": "object", "additionalProperties": False}:
            parts = schema.get("properties", {}).items()
            return 2 + sum(_written(key) + 2 + _longest(part, root, f"{where}.{key}", seen) for key, part in parts)
        case {"type": "array", "items": items, "maxItems": int(count)}:
            return 2 + count * (1 + _longest(items, root, f"{where}[]", seen))
        case {"type": "string", "maxLength": int(length)}:
            return 2 + LONGEST_CHARACTER * length
        case {"type": "integer", "minimum": int(low), "maximum": int(high)} if low <= high:
            return max(_written(low), _written(high))
        case {"type": "boolean" | "null"}:
            return len("false")
    raise LocalModelError(
        f"the schema has no bound at {where}: {json.dumps(schema)[:200]}; allowed are const, a list as enum, anyOf, "
        "oneOf, $ref, boolean, null, object with additionalProperties false, array with items and maxItems, string "
        "with maxLength, integer with minimum and maximum"
    )


def _target(reference: str, root: Mapping[str, Any], where: str, seen: tuple[str, ...]) -> Any:
    if reference in seen:
        raise LocalModelError(f"the schema has no bound at {where}: {reference} refers to itself")
    found: Any = root
    for step in reference.removeprefix("#").split("/")[1:]:
        if not isinstance(found, Mapping) or step not in found:
            raise LocalModelError(f"the schema refers at {where} to {reference}, which is not in it")
        found = found[step]
    return found


def _written(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
