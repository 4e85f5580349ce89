"""The way through LiteLLM to every provider: one request per call, no retries but our own, nothing printed."""

import functools
import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from mesa_war.core.events import Outcome, Prompt
from mesa_war.core.toml import SettingError
from mesa_war.minds.llm.failures import Rejected, failure_of
from mesa_war.minds.llm.redact import redacted
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.shape import Schema, plain
from mesa_war.minds.llm.thinking import marked
from mesa_war.minds.llm.transport import HEADER, CallFailed, Raw, Refused
from mesa_war.minds.llm.waiting import within

type Form = Mapping[str, Any] | None
"""What is sent as ``response_format``, if anything."""

NO_KEY = "none"
"""Sent where no key is needed: clients of the protocol insist on one."""
PATIENCE = 5.0
"""Seconds to wait for a sign of life from a server before a run."""
_SENT_IF_SET = ("temperature", "top_p", "seed", "reasoning_effort")


class LiteLLM:
    """Asks one model and remembers what it has learned of it: that it answers, and in which form."""

    def __init__(self) -> None:
        self._answers = False
        self._rung = 0

    def __call__(self, model: ModelSettings, prompt: Prompt, shape: Schema | None, header: str) -> Raw:
        """See :class:`~mesa_war.minds.llm.transport.Send`."""
        if not self._answers:
            check_key(model)
        try:
            raw = within(model.timeout, self._asked(model, prompt, ladder(model, shape), header))
        except TimeoutError:
            raise CallFailed(Outcome.TIMED_OUT, f"{model.id}: no whole reply within {model.timeout:g} s") from None
        except Rejected as rejected:
            raise self._judged(rejected, model) from None
        self._answers = True
        return raw

    def check(self, model: ModelSettings) -> None:
        """See that a first call can be made; costs nothing.

        Raises:
            SettingError: there is no such provider, the key is missing, or nothing answers at the address.
        """
        check_key(model)
        if model.server:
            check_server(model)

    async def _asked(self, model: ModelSettings, prompt: Prompt, rungs: Sequence[Form], header: str) -> Raw:
        """Ask for the form on the highest rung that the provider takes; it is remembered for later calls."""
        if len(rungs) == 1:
            return await _completed(model, prompt, rungs[0], header)
        for rung in range(self._rung, len(rungs) - 1):
            try:
                raw = await _completed(model, prompt, rungs[rung], header)
            except Rejected:
                continue
            return self._stood_on(rung, raw)
        return self._stood_on(len(rungs) - 1, await _completed(model, prompt, rungs[-1], header))

    def _stood_on(self, rung: int, raw: Raw) -> Raw:
        self._rung = max(self._rung, rung)
        return replace(raw, note="the provider did not take the form asked for first") if rung else raw

    def _judged(self, rejected: Rejected, model: ModelSettings) -> Exception:
        """What is wrong with the first request is wrong with all; later it is this prompt's own trouble."""
        said = f"{model.id} refused the request: {rejected}"
        return CallFailed(Outcome.PROVIDER_ERROR, said) if self._answers else Refused(said)


def ladder(model: ModelSettings, shape: Schema | None) -> list[Form]:
    """The forms in which an answer may be asked for, the strictest first; None leaves it to the prompt.

    A server by address gets the whole schema first, hosted providers what all of them take.
    """
    takes = model.structured == "schema" or bool(model.server)
    if shape is None or model.structured == "instruction":
        return [None]
    if not takes and not library().supports_response_schema(model=model.id):
        return [None]
    schemas = [shape, plain(shape)] if model.server else [plain(shape)]
    forms: list[Form] = [_form(schema) for schema in schemas]
    return forms if model.structured == "schema" else [*forms, {"type": "json_object"}, None]


def _form(schema: Schema) -> Form:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}


@functools.cache
def library() -> Any:
    """LiteLLM, imported at first use: offline but for the endpoint, and silent."""
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    for name in ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router"):
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
    return litellm


async def _completed(model: ModelSettings, prompt: Prompt, form: Form, header: str) -> Raw:
    import openai

    wishes = {name: value for name in _SENT_IF_SET if (value := getattr(model, name)) is not None}
    if form is not None:
        wishes["response_format"] = form
    parts = (("system", prompt.system), ("user", prompt.user))
    key = _key(model)
    try:
        response = await library().acompletion(
            model=model.id,
            messages=[{"role": role, "content": content} for role, content in parts if content],
            max_tokens=model.max_tokens,
            timeout=model.timeout,
            num_retries=0,
            max_retries=0,
            api_base=model.server or None,
            api_key=key or None,
            extra_headers={HEADER: header},
            **wishes,
        )
        return _raw(response)
    except (openai.OpenAIError, OSError, LookupError, ValueError, TypeError, AttributeError) as error:
        if isinstance(error, CallFailed | TimeoutError):
            raise
        raise failure_of(error, model, secrets=(key,)) from None


def _raw(response: Any) -> Raw:
    if not response.choices:
        raise CallFailed(Outcome.PROVIDER_ERROR, "the reply holds no choices")
    choice, usage = response.choices[0], getattr(response, "usage", None)
    message = choice.message
    declined = getattr(message, "refusal", None)
    return Raw(
        text=marked(getattr(message, "reasoning_content", None) or "", _text(message.content) or declined or ""),
        finish="refusal" if declined else str(choice.finish_reason),
        tokens_in=int(getattr(usage, "prompt_tokens", 0) or 0),
        tokens_out=int(getattr(usage, "completion_tokens", 0) or 0),
        cost=float(response._hidden_params.get("response_cost") or 0.0),
    )


def _text(content: Any) -> str:
    """The words of a message, which may come in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content or ""


def _key(model: ModelSettings) -> str:
    """The key to send; empty where LiteLLM takes the provider's usual variable."""
    if model.api_key_env:
        return os.environ.get(model.api_key_env, "")
    return NO_KEY if model.is_here else ""


def check_key(model: ModelSettings) -> None:
    """See that there is such a provider and a key for it; SettingError names the variable that is missing."""
    litellm = library()
    try:
        litellm.get_llm_provider(model=model.id, api_base=model.server or None)
    except litellm.exceptions.BadRequestError:
        raise SettingError(
            f"{model.id}: LiteLLM knows no provider {model.provider!r}; allowed are ids such as openai/MODEL, "
            "anthropic/MODEL, ollama/MODEL, and openai/MODEL?api_base=ADDRESS for any server of that protocol"
        ) from None
    if model.api_key_env:
        missing = [] if os.environ.get(model.api_key_env) else [model.api_key_env]
    elif model.is_here:
        missing = []
    else:
        found = litellm.validate_environment(model=model.id, api_base=model.api_base or None)
        missing = [name for name in found["missing_keys"] if not (model.api_base and name.endswith("_BASE"))]
    if missing:
        either = " or ".join(missing) if model.provider == "gemini" else " and ".join(missing)
        raise SettingError(
            f"{model.id}: the environment variable {either} is not set; set it, or name another with api_key_env=NAME"
        )


def check_server(model: ModelSettings) -> None:
    """See that something answers at the address of the server, whatever it says; SettingError if not."""
    opener = build_opener(ProxyHandler({})) if model.is_here else build_opener()
    try:
        opener.open(f"{model.server}/models", timeout=PATIENCE).close()
    except HTTPError as answered:
        answered.close()
    except (URLError, OSError, ValueError) as error:
        reason = redacted(str(getattr(error, "reason", error)))
        raise SettingError(
            f"{model.id}: nothing answers at {model.server} ({reason}); start the server, or choose another mind"
        ) from None
