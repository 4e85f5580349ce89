"""The setting of a crisis among nations: what the kernel's setting has, and triggers, ties and ground truths."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Literal, Self

from jinja2 import Environment, StrictUndefined
from pydantic import Field, model_validator

from mesa_war.core.events import Effect, Event, Fact, Origin, Tie
from mesa_war.core.setting import Entry, Setting
from mesa_war.core.toml import one_of
from mesa_war.core.view import Persona
from mesa_war.core.words import Words
from mesa_war.families.nations.actions import NATION, PACTS, published

PARTS = ("leadership", "military", "resources", "history", "policy", "morale")
"""The six parts of a nation's profile (W2)."""


class StandingTie(Entry):
    """A tie that stands when the run begins; ``known`` says whether all know of it or its parties alone."""

    relation: str
    between: tuple[str, str]
    known: Literal["everyone", "parties"] = "everyone"
    since: int | None = None
    weight: float = 1.0
    source: str
    note: str = ""


class TriggerEffect(Entry):
    """A tie that a trigger makes, seen by all."""

    tie: str
    a: str
    b: str
    weight: float = Field(default=1.0, ge=0)


class Trigger(Entry):
    """What starts the run; its words stand in the section ``trigger: NAME``.

    ``intensity`` is an ordinal coding: 0 nothing, 1 protest, 2 deaths between states, 3 deaths by hundreds or of a
    head of state.
    """

    source: str
    intensity: int = Field(ge=0, le=3)
    effects: tuple[TriggerEffect, ...] = ()
    note: str = ""


class Truth(Entry):
    """What happened, to score against; wars are (from, to) and directed where ``directed`` says so."""

    alliances: tuple[tuple[str, str], ...] = ()
    wars: tuple[tuple[str, str], ...] = ()
    directed: bool = False
    mobilised: tuple[str, ...] = ()
    mobilization_order: tuple[tuple[str, date], ...] = ()
    note: str = ""
    source: str


class Doctrine(Entry):
    """Parameters of the rule-based baseline; see ``policy.py`` for what each means and where it comes from."""


class NationsSetting(Setting):
    """A setting of this family."""

    start: date
    days_per_round: float = Field(gt=0)
    trigger: str
    truth: str = ""
    powers: tuple[str, ...] = ()
    ties: tuple[StandingTie, ...] = ()
    triggers: Mapping[str, Trigger] = Field(min_length=1)
    truths: Mapping[str, Truth] = Field(default_factory=dict)
    doctrine: Doctrine = Field(default_factory=Doctrine)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        actors = list(self.actors)
        named: list[tuple[str, str]] = [(name, "powers") for name in self.powers]
        named += [(name, f"ties.{tie.relation}") for tie in self.ties for name in tie.between]
        named += [(n, f"triggers.{key}") for key, t in self.triggers.items() for e in t.effects for n in (e.a, e.b)]
        for key, truth in self.truths.items():
            pairs = (*truth.alliances, *truth.wars)
            named += [(name, f"truth.{key}") for name in (*truth.mobilised, *(n for pair in pairs for n in pair))]
        for name, place in named:
            one_of(name, actors, "actor", place)
        one_of(self.trigger, self.triggers, "trigger")
        if self.truth:
            one_of(self.truth, self.truths, "truth")
        return self


def personas(setting: NationsSetting, phrases: Words) -> dict[str, Persona]:
    """Every nation's persona, its profile filled with the figures of the chosen set and the family's phrases."""
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    return {name: _persona(name, setting, phrases, environment) for name in setting.actors}


def _persona(name: str, setting: NationsSetting, phrases: Words, environment: Environment) -> Persona:
    figures = {key: figure.value for key, figure in setting.actors[name].figures.get(setting.figures, {}).items()}
    values: dict[str, Any] = {key: _digits(value) for key, value in figures.items()}

    def largest(key: str) -> str:
        others = [setting.figure(other, key) for other in setting.actors if other != name]
        first = key in figures and all(other is None or figures[key] > other for other in others)
        return phrases.text("phrases", "largest") if first else ""

    def filled(text: str) -> str:
        return environment.from_string(text).render(**values, largest=largest)

    parts = {part: tuple(filled(line) for line in setting.words.lines(name, part)) for part in PARTS}
    return Persona(
        name=name,
        kind=NATION,
        parts={part: lines for part, lines in parts.items() if lines},
        public=filled(setting.words.text(name, "public")),
        figures=figures,
    )


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def standing(setting: NationsSetting, words: Words) -> Iterator[Event]:
    """The events of time 0: who there is, what all know of each, and the ties that stand."""
    facts: list[Effect] = []
    for name in setting.actors:
        facts += [Fact(name, "kind", NATION), Fact(name, "mobilised", False)]
        facts += [Fact(name, key, value) for key, value in _public_figures(name, setting)]
    known = [tie for tie in setting.ties if tie.known == "everyone"]
    facts += [effect for tie in known for effect in _effects(tie)]
    yield Event(words.text("notes", "opening"), origin=Origin.NATURE, effects=tuple(facts))
    for tie in setting.ties:
        if tie.known == "parties":
            effects = (Tie(tie.relation, *tie.between, tie.weight),)
            yield Event(words.text("notes", "secret pact"), tie.between, Origin.NATURE, effects=effects)


def _public_figures(name: str, setting: NationsSetting) -> Iterator[tuple[str, float]]:
    for key in ("cinc", "army", "navy", "mobilization_days"):
        value = setting.figure(name, key)
        if value is not None:
            yield key, value


def _effects(tie: StandingTie) -> Iterator[Effect]:
    yield Tie(tie.relation, *tie.between, tie.weight)
    if tie.relation in PACTS:
        yield Tie(published(tie.relation), *tie.between)


def trigger_event(name: str, setting: NationsSetting) -> Event:
    """What starts the run, known to all."""
    trigger = setting.triggers[one_of(name, setting.triggers, "trigger", setting.name)]
    effects = tuple(Tie(effect.tie, effect.a, effect.b, effect.weight) for effect in trigger.effects)
    return Event(setting.words.text(f"trigger: {name}"), origin=Origin.NATURE, effects=effects)
