"""What is set about a model: which one, where it is, and how it is asked."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mesa_war.core.toml import SettingError, one_of

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OWN_SERVERS = {"ollama": "http://localhost:11434", "ollama_chat": "http://localhost:11434"}
"""Where a provider's server is on this machine, if nothing else is said."""


class ModelSettings(BaseModel):
    """How one model is asked. Keys are never part of it: only the name of an environment variable is.

    Attributes:
        id: the model as LiteLLM writes it, ``provider/model``.
        temperature, top_p, seed, reasoning_effort: sent if given; else the provider's own apply.
        max_tokens: the most tokens of a reply; twice as many where an answer is asked for again.
        timeout: seconds until a call is given up, however much of the reply has come by then.
        attempts: how often a call may be made while the provider fails.
        api_base: address of a server that speaks the protocol of OpenAI.
        api_key_env: the environment variable that holds the key; the provider's usual one if empty, and none at all
            for a server on this machine.
        structured: ``schema`` sends the schema of the answer and insists on it, ``instruction`` leaves it to the
            prompt, ``auto`` sends it where the provider takes it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    id: str
    temperature: float | None = Field(None, ge=0, le=2, allow_inf_nan=False)
    top_p: float | None = Field(None, gt=0, le=1)
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    max_tokens: int = Field(4096, ge=1)
    timeout: float = Field(120.0, gt=0, allow_inf_nan=False)
    attempts: int = Field(3, ge=1, le=10)
    api_base: str = ""
    api_key_env: str = ""
    structured: Literal["auto", "schema", "instruction"] = "auto"

    @classmethod
    def read(cls, name: str, options: Mapping[str, object]) -> Self:
        """Settings from an id and options by name.

        Raises:
            SettingError: what is wrong with them, and never a value that could be a key.
        """
        if "api_key" in options:
            raise SettingError(f"{name}: a key must not stand here; api_key_env=NAME names the variable that holds it")
        for option in options:
            one_of(option, [field for field in cls.model_fields if field != "id"], "option", name)
        try:
            return cls.model_validate({"id": name, **options})
        except ValidationError as error:
            faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
            raise SettingError(f"{name}: {'; '.join(faults)}") from None

    @field_validator("api_key_env")
    @classmethod
    def _names_a_variable(cls, value: str) -> str:
        if value and not _VARIABLE.fullmatch(value):
            raise ValueError("expected the name of an environment variable, not a key")
        return value

    @field_validator("api_base")
    @classmethod
    def _plain_address(cls, value: str) -> str:
        if not value:
            return value
        address = urlsplit(value)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError("expected an address such as http://127.0.0.1:8080/v1")
        if address.username or address.password or address.query or address.fragment:
            raise ValueError("expected a plain address, without credentials and without what follows ? or #")
        return value.rstrip("/")

    @property
    def provider(self) -> str:
        """What stands before the first slash of the id."""
        return self.id.partition("/")[0]

    @property
    def server(self) -> str:
        """The address of the server, where it is known; else an empty string."""
        return self.api_base or _OWN_SERVERS.get(self.provider, "")

    @property
    def is_here(self) -> bool:
        """Whether the server is on this machine."""
        host = urlsplit(self.server).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost" or host.endswith(".localhost")
