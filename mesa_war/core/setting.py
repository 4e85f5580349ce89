"""A setting: names, numbers and words of one model, read from TOML and Markdown, with variants laid over."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mesa_war.core.prompts import Naming
from mesa_war.core.toml import SettingError, explain, one_of, read_toml
from mesa_war.core.words import Words


class Entry(BaseModel):
    """A table of a setting: frozen, and strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Figure(Entry):
    """One number about an actor, with where it comes from."""

    value: float
    unit: str = ""
    year: int
    source: str
    confidence: Literal["H", "M", "L"]
    range: tuple[float, float] | None = None
    note: str = ""


class Place(Entry):
    """Where an actor is drawn; degrees north and east."""

    name: str
    lat: float = Field(ge=-90, le=90)
    lng: float = Field(ge=-180, le=180)


class Seat(Entry):
    """One actor of a setting."""

    anonymous: str = ""
    capital: Place | None = None
    figures: Mapping[str, Mapping[str, Figure]] = Field(default_factory=dict)
    names: Mapping[str, str] = Field(default_factory=dict)


class Scale(Entry):
    """Multiplies figures of an actor in every set."""

    actor: str
    figures: tuple[str, ...]
    by: float = Field(gt=0)


class Variant(Entry):
    """A named change of a setting.

    Attributes:
        set: tables laid over the setting, key by key.
        figures: another set of figures.
        words: the name of an overlay ``NAME.LANGUAGE.md``.
        scale: figures to multiply.
        ties_without: relations of which no tie stands at the start.
        ties_without_between: (relation, a, b) that do not stand at the start.
    """

    set: Mapping[str, Any] = Field(default_factory=dict)
    figures: str = ""
    words: str = ""
    scale: tuple[Scale, ...] = ()
    ties_without: tuple[str, ...] = ()
    ties_without_between: tuple[tuple[str, str, str], ...] = ()
    note: str = ""


class Setting(Entry):
    """What every family's setting has. A family adds its own tables in a subclass.

    Life: :meth:`load` reads the TOML, lays variants and changes over it, validates, and reads the words.
    """

    name: str
    family: str
    actors: Mapping[str, Seat] = Field(min_length=1)
    figures: str = ""
    names: Mapping[str, str] = Field(default_factory=dict)
    demonyms: Mapping[str, str] = Field(default_factory=dict)
    variants: Mapping[str, Variant] = Field(default_factory=dict)
    words: Words = Field(default_factory=lambda: Words({}), exclude=True)
    fingerprint: str = Field(default="", exclude=True)

    @classmethod
    def load(
        cls,
        path: Path,
        *,
        variants: Iterable[str] = (),
        changes: Mapping[str, Any] | None = None,
        language: str = "en",
    ) -> Self:
        """Read a setting file and the words beside it.

        Args:
            path: a ``setting.toml``.
            variants: names from the table ``variants``, laid over in this order.
            changes: dotted key -> value, laid over last; the key must exist.
            language: which words.

        Raises:
            SettingError: anything is wrong; the message names file, line, key and what was expected.
        """
        data = read_toml(path)
        overlays: list[str] = []
        for name in variants:
            variant = _chosen(name, data, path)
            data = _laid_over(data, variant)
            overlays += [variant.words] if variant.words else []
        for key, value in (changes or {}).items():
            _change(data, key.split("."), value, path)
        files = [path.with_name(f"{stem}{language}.md") for stem in ("", *(f"{name}." for name in overlays))]
        for file in files:
            if not file.exists():
                raise SettingError(f"{path.name}: there are no words in {file.name}; languages: {_languages(path)}")
        try:
            setting = cls.model_validate(data)
        except ValidationError as error:
            raise SettingError(explain(error, path)) from None
        words = Words.load(*files)
        seal = sha256(b"".join(file.read_bytes() for file in (path, *files))).hexdigest()
        return setting.model_copy(update={"words": words, "fingerprint": seal})

    def figure(self, actor: str, key: str) -> float | None:
        """A number of an actor in the chosen set; None where it has none."""
        found = self.actors[actor].figures.get(self.figures, {}).get(key)
        return found.value if found else None

    def naming(self, *, anonymous: bool, language: str = "en") -> Naming:
        """How names are shown: anonymised, or plain in a language."""
        shown = {name: seat.names.get(language, name) for name, seat in self.actors.items()}
        if anonymous:
            shown = {
                name: seat.names.get(f"{language}-anonymous", seat.anonymous) or name
                for name, seat in self.actors.items()
            }
            shown |= self.names
        return Naming(shown)


def _chosen(name: str, data: Mapping[str, Any], path: Path) -> Variant:
    table = data.get("variants", {})
    one_of(name, table, "variant", path.name)
    try:
        return Variant.model_validate(table[name])
    except ValidationError as error:
        raise SettingError(explain(error, path)) from None


def _laid_over(data: dict[str, Any], variant: Variant) -> dict[str, Any]:
    data = _merged(data, variant.set)
    if variant.figures:
        data["figures"] = variant.figures
    without = {(r, frozenset((a, b))) for r, a, b in variant.ties_without_between}
    data["ties"] = [
        tie
        for tie in data.get("ties", [])
        if tie.get("relation") not in variant.ties_without
        and (tie.get("relation"), frozenset(tie.get("between", ()))) not in without
    ]
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


def _change(data: dict[str, Any], key: list[str], value: Any, path: Path) -> None:
    table: Any = data
    for part in key[:-1]:
        one_of(part, table if isinstance(table, Mapping) else (), "key", f"{path.name} ({'.'.join(key)})")
        table = table[part]
    one_of(key[-1], table if isinstance(table, Mapping) else (), "key", f"{path.name} ({'.'.join(key)})")
    table[key[-1]] = value


def _languages(path: Path) -> str:
    return ", ".join(sorted(file.stem for file in path.parent.glob("??.md"))) or "none"
