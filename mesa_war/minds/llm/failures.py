"""What an error of LiteLLM means: which outcome, whether to try again, and what may be said of it."""

import re
from collections.abc import Iterable

from mesa_war.core.events import Outcome
from mesa_war.minds.llm.redact import redacted
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.transport import CallFailed, Refused
from mesa_war.minds.llm.waiting import seconds_of

_TOO_LONG = re.compile(
    r"maximum (?:context|model) length|context (?:size|length|window)|prompt is too long|too many (?:input )?tokens",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content.?(?:filter|policy|management)|filtered by|safety (?:system|filter)", re.IGNORECASE)
_WEB_PAGE = re.compile(r"<!doctype|<html", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:litellm\.)?\w+Error:\s*|^\w+Exception - ")


class Rejected(Exception):
    """The provider found fault with the request itself."""


def failure_of(error: Exception, model: ModelSettings, secrets: Iterable[str]) -> CallFailed | Refused | Rejected:
    """The failure behind an exception, its words without secrets."""
    status = getattr(error, "status_code", None)
    said = redacted(_bare(str(error)), secrets)
    where = f"{model.id}{f' at {model.server}' if model.server else ''}"
    if _WEB_PAGE.search(str(error)):
        return Refused(f"{where}: a web page came back instead of JSON; is /v1 missing, or does it ask to sign in?")
    match status:
        case 401 | 403:
            wanted = model.api_key_env or "the provider's usual variable, or the one that api_key_env names"
            return Refused(f"{where} refused the key ({status}): {said}. The key is taken from {wanted}")
        case 404:
            return Refused(f"{where}: not found (404): {said}. Is the name of the model right, and is /v1 missing?")
        case int() if 400 <= status < 500 and status not in (408, 429):
            return _of_request(error, said)
    return _on_the_way(error, status, said, model)


def _on_the_way(error: Exception, status: object, said: str, model: ModelSettings) -> CallFailed:
    if status == 408:
        return CallFailed(Outcome.TIMED_OUT, f"{model.id}: no whole reply within {model.timeout:g} s")
    outcome = Outcome.RATE_LIMITED if status == 429 else Outcome.PROVIDER_ERROR
    return CallFailed(outcome, said or type(error).__name__, _wait(error))


def _of_request(error: Exception, said: str) -> CallFailed | Rejected:
    words = f"{type(error).__name__} {error} {getattr(error, 'body', '')} {getattr(error, 'code', '')}"
    if "ContextWindow" in words or _TOO_LONG.search(words):
        return CallFailed(Outcome.OVER_CONTEXT, said)
    if "ContentPolicy" in words or _FILTERED.search(words):
        return CallFailed(Outcome.FILTERED, said)
    return Rejected(said)


def _wait(error: Exception) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return seconds_of(headers.get("retry-after"))


def _bare(text: str) -> str:
    """What the provider said, without the names of exceptions that were put before it."""
    while (shorter := _PREFIX.sub("", text)) != text:
        text = shorter
    return text
