"""A setting: names, numbers and words of one model, read from TOML and Markdown, with variants laid over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from mesa_war.core.explain import Misfit, explain, frozen, refuse
from mesa_war.core.lines import Key, line_of
from mesa_war.core.prompts import Naming
from mesa_war.core.toml import SettingError, no_such, one_of, read_text, read_toml
from mesa_war.core.variants import Entry, Variant, changed, laid_over
from mesa_war.core.words import Words

CHECK = "`mesa-war check` finds every such fault"


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
        setting = cls._sound(data, path)
        overlays: list[str] = []
        for name in variants:
            overlays.append(one_of(name, setting.variants, "variant", path.name))
            data = laid_over(data, setting.variants[name])
            setting = cls._sound(data, path, overlays)
        if changes:
            setting = cls._sound(changed(data, changes, cls, path), path, overlays, changes)
        files = setting._files(path, overlays, language)
        seal = sha256(b"".join(file.read_bytes() for file in (path, *files))).hexdigest()
        return setting.model_copy(update={"words": Words.load(*files), "fingerprint": seal})

    @classmethod
    def _sound(
        cls, data: Mapping[str, Any], path: Path, overlays: Sequence[str] = (), given: Iterable[str] = ()
    ) -> Self:
        try:
            return cls.model_validate(frozen(data))
        except ValidationError as error:
            raise SettingError(explain(error, path, cls, list(_origins(data, overlays)), given)) from None

    def _files(self, path: Path, overlays: Sequence[str], language: str) -> list[Path]:
        """The files of words: the language's own, then those of overlays; SettingError for one that can't be read."""
        wanted: list[tuple[Key, str]] = [(("language",), f"{language}.md")]
        for name in overlays:
            if stem := self.variants[name].words:
                wanted.append((("variants", name, "words"), f"{stem}.{language}.md"))
        for key, name in wanted:
            if not path.with_name(name).is_file():
                place = f"{path}:{line_of(read_text(path), key)}: {'.'.join(str(part) for part in key)}"
                spoken = ", ".join(languages(path)) or "none"
                raise SettingError(f"{place}: there is no file {name} beside it. Languages: {spoken}")
            read_text(path.with_name(name))
        return [path.with_name(name) for _, name in wanted]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        refuse(self.misfits())
        return self

    def misfits(self) -> Iterator[Misfit]:
        """Faults that show only when values are seen together; a family adds its own."""
        yield from _unknown_figures(self)
        yield from _labels_at_odds(self)
        for name, meant in self.demonyms.items():
            if meant not in self.actors and meant not in self.names:
                yield ("demonyms", name), no_such(meant, [*self.actors, *self.names], "name")

    def text(self, *heading: str) -> str:
        """The words under a heading; SettingError naming the files in which it was looked for."""
        if heading not in self.words:
            files = ", ".join(self.words.sources)
            raise SettingError(f"{files}: {' / '.join(heading)}: there are no words under this heading; {CHECK}")
        return self.words.text(*heading)

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
        try:
            return Naming(shown)
        except ValueError as error:
            raise SettingError(f"{self.name} in {language!r}: {error}") from None


def _origins(data: Mapping[str, Any], overlays: Sequence[str]) -> Iterator[tuple[Key, Key]]:
    """Where it was laid, and where it stands in the file, of what variants laid over the data, the latest first."""
    for name in reversed(overlays):
        yield (), ("variants", name, "set")
    for name in overlays[-1:]:
        added = data["variants"][name].get("ties_with", ())
        first = len(data.get("ties", ())) - len(added)
        yield from ((("ties", first + at), ("variants", name, "ties_with", at)) for at in range(len(added)))


def languages(path: Path) -> list[str]:
    """The languages in which there are words beside a setting file."""
    return sorted(file.stem for file in path.parent.glob("??.md"))


def _unknown_figures(setting: Setting) -> Iterator[Misfit]:
    sets = {chosen: None for seat in setting.actors.values() for chosen in seat.figures}
    if setting.figures not in sets and (sets or setting.figures):
        yield ("figures",), no_such(setting.figures, sets, "set of figures")
    for name, variant in setting.variants.items():
        here: Key = ("variants", name)
        if variant.figures and variant.figures not in sets:
            yield (*here, "figures"), no_such(variant.figures, sets, "set of figures")
        for at, scale in enumerate(variant.scale):
            if scale.actor not in setting.actors:
                yield (*here, "scale", at, "actor"), no_such(scale.actor, setting.actors, "actor")
                continue
            known = {key: None for figures in setting.actors[scale.actor].figures.values() for key in figures}
            for place, figure in enumerate(scale.figures):
                if figure not in known:
                    yield (*here, "scale", at, "figures", place), no_such(figure, known, "figure", scale.actor)


def _labels_at_odds(setting: Setting) -> Iterator[Misfit]:
    """Whatever keeps names and labels from being a bijection."""
    lower: dict[str, str] = {}
    for name in setting.actors:
        if (other := lower.setdefault(name.lower(), name)) != name:
            yield ("actors", name), f'differs from "{other}" in capitals only; expected names that differ in more'
    labels: list[tuple[Key, str]] = [(("actors", n, "anonymous"), s.anonymous) for n, s in setting.actors.items()]
    labels += [(("names", name), label) for name, label in setting.names.items()]
    taken: dict[str, str] = {}
    for key, label in labels:
        name = str(key[1])
        if key[0] == "names" and name in setting.actors:
            yield key, f'"{name}" is an actor; expected its label under actors.{name}.anonymous'
        if label and (other := taken.setdefault(label, name)) != name:
            yield key, f'"{label}" stands for "{other}" already; expected a label of its own'
        if label in setting.actors or label in setting.names:
            yield key, f'"{label}" is also a name; expected a label that names nothing'
