"""Named changes of a setting, and how they, or single values, are laid over its data."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from mesa_war.core.explain import fields
from mesa_war.core.toml import SettingError, no_such


class Entry(BaseModel):
    """A table of a setting: frozen, strict about its keys, and strict about types: "12" is no number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Scale(Entry):
    """Multiplies figures of an actor in every set."""

    actor: str
    figures: tuple[str, ...]
    by: float = Field(gt=0)


class Variant(Entry):
    """A named change of a setting.

    Attributes:
        set: tables laid over the setting, key by key; a list replaces a list. An actor that comes in so is shown by its
            own label, and no longer by one in ``names``.
        figures: another set of figures.
        words: the name of an overlay ``NAME.LANGUAGE.md``.
        scale: figures to multiply.
        ties_with: ties that stand at the start besides, in the family's own form.
        ties_without: relations of which no tie stands at the start.
        ties_without_between: (relation, a, b) that do not stand at the start.
    """

    set: Mapping[str, Any] = Field(default_factory=dict)
    figures: str = ""
    words: str = ""
    scale: tuple[Scale, ...] = ()
    ties_with: tuple[Mapping[str, Any], ...] = ()
    ties_without: tuple[str, ...] = ()
    ties_without_between: tuple[tuple[str, str, str], ...] = ()
    note: str = ""


def laid_over(data: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    """The data of a sound setting with a variant laid over; ``data`` is not changed."""
    data = _merged(data, variant.set)
    data["names"] = {name: label for name, label in data.get("names", {}).items() if name not in data["actors"]}
    if variant.figures:
        data["figures"] = variant.figures
    without = {(r, frozenset((a, b))) for r, a, b in variant.ties_without_between}
    if variant.ties_without or without:
        data["ties"] = [
            tie
            for tie in data.get("ties", [])
            if tie["relation"] not in variant.ties_without
            and (tie["relation"], frozenset(tie["between"])) not in without
        ]
    if variant.ties_with:
        data["ties"] = [*data.get("ties", []), *variant.ties_with]
    for scale in variant.scale:
        for figures in data["actors"][scale.actor]["figures"].values():
            for key in scale.figures:
                if key in figures:
                    figures[key] = {**figures[key], "value": figures[key]["value"] * scale.by}
    return data


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = {key: _merged(value, {}) if isinstance(value, Mapping) else value for key, value in below.items()}
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


def changed(data: Mapping[str, Any], changes: Mapping[str, Any], model: type[BaseModel], path: Path) -> dict[str, Any]:
    """The data of a sound setting with single values laid over; ``data`` is not changed.

    Args:
        data: of the whole setting.
        changes: dotted key -> value. A key must be in the data already, or be one that its table may have.
        model: what the data will be validated as.
        path: the file, for messages.

    Raises:
        SettingError: there can't be such a key.
    """
    laid = _merged(data, {})
    for dotted, value in changes.items():
        table: Any = laid
        *way, last = key = dotted.split(".")
        for depth, part in enumerate(key):
            allowed = [*table, *fields(model, key[:depth])] if isinstance(table, Mapping) else []
            if part not in allowed:
                raise SettingError(no_such(part, allowed, "key", f"{path.name} ({dotted})" if way else path.name))
            if depth < len(way):
                table = table.setdefault(part, {})
        table[last] = value
    return laid
