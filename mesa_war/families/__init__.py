"""The families: each is the rules of one kind of simulation, on the one kernel."""

from typing import Any

FAMILIES = {"nations": "mesa_war.families.nations.model:Nations"}
"""Family name -> where its model class is, imported only when a model of that family is used."""


def model_class(family: str) -> Any:
    """The model class of a family; SettingError with the names there are."""
    from importlib import import_module

    from mesa_war.core.toml import one_of

    module, _, name = FAMILIES[one_of(family, FAMILIES, "family")].partition(":")
    return getattr(import_module(module), name)
