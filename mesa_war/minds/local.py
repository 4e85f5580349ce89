"""The mind ``local``: a small model inside this process, held to the form of what it is asked for."""

import functools
import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from mesa_war.core.events import Outcome, Prompt
from mesa_war.core.toml import SettingError, one_of
from mesa_war.minds.llama import LocalModelError, LocalServer, constrained, room, serving
from mesa_war.minds.llm.mind import LanguageMind
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.shape import Limits, Schema
from mesa_war.minds.llm.transport import HEADER, CallFailed, Raw
from mesa_war.minds.weights import best_present

OPTIONS = ("temperature", "top_p", "seed", "max_tokens", "timeout", "threads", "context")
USUAL: Mapping[str, object] = {"temperature": 0.8, "timeout": 600, "max_tokens": 400, "attempts": 1}
"""A call may take minutes on one thread; it can't fail on its way, so it is made once."""
LIMITS = Limits(moves=3, text=160, thought=240)
"""Small models fill whatever room they are given."""


def local(rest: str, options: Mapping[str, str], seed: int = 0) -> LanguageMind:
    """The mind of weights on this machine.

    Args:
        rest: a GGUF file; the best of the known weights that are present if empty.
        options: temperature, top_p, seed, max_tokens (of free words), timeout, threads, context.
        seed: of the sampling, where the options name none.

    Raises:
        SettingError: there are no weights, the extra ``local`` is missing, or an option is not allowed.
    """
    chosen: dict[str, Any] = {"seed": seed % 2**31, **USUAL, **options}
    for option in options:
        one_of(option, OPTIONS, "option", "local")
    sizes = {name: _count(chosen.pop(name), name) for name in ("threads", "context") if name in chosen}
    path = Path(rest).expanduser() if rest else best_present()
    if path is None:
        raise SettingError(
            "there are no weights for the mind local; get some with: mesa-war weights smollm2-135m "
            "(or name a file: local:FILE.gguf)"
        )
    try:
        server = serving(path, **sizes)
    except LocalModelError as error:
        raise SettingError(f"local: {error}") from None
    desk = _desk(server)
    return LanguageMind(ModelSettings.read(f"local/{path.stem}", chosen), desk, limits=LIMITS, ready=desk.check)


def _count(value: str, name: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise SettingError(f"local: {name} is {value!r}; expected a whole number of at least 1")
    return int(value)


@functools.cache
def _desk(server: LocalServer) -> "Desk":
    """One queue per server."""
    return Desk(server)


class Desk:
    """Asks one server, one question after another; a call's time runs from its turn on."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self._turn = Lock()

    def check(self, model: ModelSettings) -> None:
        """See that the weights can be served."""
        try:
            self.server.url  # noqa: B018  # the server starts when its address is asked for
        except LocalModelError as error:
            raise SettingError(f"{model.id}: {error}") from None

    def __call__(self, model: ModelSettings, prompt: Prompt, shape: Schema | None, header: str) -> Raw:
        """See :class:`~mesa_war.minds.llm.transport.Send`; the reply is bound to the shape, so it always fits."""
        self.check(model)
        body = {
            "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
            "temperature": model.temperature,
            "seed": model.seed,
            "max_tokens": model.max_tokens if shape is None else room(shape),
            **({"top_p": model.top_p} if model.top_p is not None else {}),
            **({} if shape is None else constrained(shape)),
        }
        with self._turn:
            return _raw(_posted(self.server.url, body, header, model))


def _posted(url: str, body: Mapping[str, Any], header: str, model: ModelSettings) -> Mapping[str, Any]:
    place = urlsplit(url)
    link = HTTPConnection(str(place.hostname), place.port, timeout=model.timeout)
    try:
        sent = {"Content-Type": "application/json", HEADER: header}
        link.request("POST", f"{place.path}/chat/completions", json.dumps(body), sent)
        answer = link.getresponse()
        data: Mapping[str, Any] = json.loads(answer.read())
    except TimeoutError:
        raise CallFailed(Outcome.TIMED_OUT, f"{model.id}: no reply within {model.timeout:g} s") from None
    except (OSError, HTTPException, ValueError) as error:
        raise CallFailed(Outcome.PROVIDER_ERROR, f"{model.id}: {error}") from None
    finally:
        link.close()
    if answer.status != 200:
        said = str(data.get("error", data))[:300]
        over = "context" in said
        raise CallFailed(Outcome.OVER_CONTEXT if over else Outcome.PROVIDER_ERROR, f"{model.id}: {said}")
    return data


def _raw(data: Mapping[str, Any]) -> Raw:
    choice, usage = data["choices"][0], data.get("usage", {})
    return Raw(
        text=choice["message"].get("content") or "",
        finish=str(choice.get("finish_reason")),
        tokens_in=usage.get("prompt_tokens", 0),
        tokens_out=usage.get("completion_tokens", 0),
    )
