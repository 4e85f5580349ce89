"""Minds that use words: everything that talks to a language model goes through here."""

from collections.abc import Mapping

from mesa_war.minds.llm.mind import LanguageMind
from mesa_war.minds.llm.settings import ModelSettings


def model(name: str, options: Mapping[str, object]) -> LanguageMind:
    """The mind of a model behind LiteLLM.

    Args:
        name: the id of the model as LiteLLM writes it, ``provider/model``.
        options: see :class:`~mesa_war.minds.llm.settings.ModelSettings`.

    Raises:
        SettingError: an option does not exist or its value is not allowed.
    """
    from mesa_war.minds.llm.litellm import LiteLLM

    way = LiteLLM()
    return LanguageMind(ModelSettings.read(name, options), way, ready=way.check)


__all__ = ["LanguageMind", "ModelSettings", "model"]
