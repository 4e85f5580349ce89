"""The setting of a crisis among nations: what the kernel's setting has, and triggers, ties and ground truths."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from jinja2 import Environment, StrictUndefined, Template, TemplateError
from pydantic import Field

from mesa_war.core.events import Effect, Event, Fact, Origin, Tie
from mesa_war.core.explain import Misfit
from mesa_war.core.setting import CHECK, Setting
from mesa_war.core.toml import SettingError, one_of
from mesa_war.core.variants import Entry
from mesa_war.core.view import Persona
from mesa_war.core.words import Words
from mesa_war.families.nations.actions import NATION, PACTS, published
from mesa_war.families.nations.calendar import When
from mesa_war.families.nations.fit import PUBLIC_FIGURES, misfits

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
    """What happened, to score against; wars are (from, to) and directed where ``directed`` says so.

    ``mobilised`` left out means that it is not known who did, which is another thing than nobody.
    """

    alliances: tuple[tuple[str, str], ...] = ()
    wars: tuple[tuple[str, str], ...] = ()
    directed: bool = False
    mobilised: tuple[str, ...] | None = None
    mobilization_order: tuple[tuple[str, When], ...] = ()
    note: str = ""
    source: str


type Share = Annotated[float, Field(ge=0, le=1)]
type Weight = Annotated[float, Field(ge=0)]
type Factor = Annotated[float, Field(gt=0)]


class ByStance(Entry):
    """A factor for each position of a lever of stance (W9)."""

    default: Factor = 1.0
    aggressive: Factor = 0.75
    conservative: Factor = 1.33

    def of(self, stance: str) -> float:
        """The factor of a stance; KeyError where there is no such stance."""
        return {"default": self.default, "aggressive": self.aggressive, "conservative": self.conservative}[stance]


class Doctrine(Entry):
    """Parameters of the rule-based baseline; ``expected_utility.py`` and ``policy.py`` say how they work together.

    Utilities are in one unit: what the gravest grievance (weight 3) is worth to the nation that holds it.

    Attributes:
        temperature: noise of a choice, in units of utility (McKelvey & Palfrey 1995).
        doubt: how unsure a nation is of what others have in mind, in units of utility (Fearon 1995).
        spread: standard deviation of the logarithm of a nation's resolve, drawn once per run and known to itself alone.
        moves: the most acts in a round.
        capability: figure -> weight; a nation's strength is the weighted mean of its shares.
        standing: the part of its strength that a nation has before it mobilises.
        sea, distant: what is left of strength, and of interest, across a sea border and where there is no border.
        reliability, patronage, entente: chance that an ally, a patron, a partner of an entente fights.
        similarity, rivalry, resentment: weights of like portfolios, rivalries and grievances in affinity.
        lean: how far affinity alone moves third parties to a side, and nations to a pact.
        enmity: what victory over an utter enemy is worth.
        grievance: what victory is worth to who holds a grievance of weight 3.
        obligation: what it costs to stay out when a partner who can count on one is attacked.
        offence: the part of that which holds when the partner is the attacker.
        defeat, force, mobilization: costs of a lost war, of opening one, of general mobilization.
        audience: what a mobilised nation loses by backing down before an utter enemy.
        first_strike: what is gained by striking before the other does.
        reaction: how much of an utter enemy's mobilization is answered as if war were certain.
        reputation, autonomy: costs of breaking a pact, of binding oneself or asking in vain.
        weariness: what a round of war costs each side.
        restraint: factors on the costs of opening a war and of mobilising, by the lever ``system``.
        caution: factors on the cost of defeat, by the lever ``analysis``.
        engagement: nation -> its interest in what lies beyond its borders; 1 where it is not named.
        resolve: nation -> its readiness to bear costs; 1 where it is not named.
    """

    temperature: Factor = 0.05
    doubt: Factor = 0.2
    spread: Weight = 0.3
    moves: int = Field(default=3, ge=1)
    capability: Mapping[str, Weight] = Field(default={"cinc": 0.5, "army": 0.25, "navy": 0.25}, min_length=1)
    standing: Share = 0.5
    sea: Share = 0.8
    distant: Share = 0.6
    reliability: Share = 0.75
    patronage: Share = 0.5
    entente: Share = 0.25
    similarity: Weight = 0.5
    rivalry: Weight = 0.5
    resentment: Weight = 0.5
    lean: Share = 0.25
    enmity: Weight = 0.25
    grievance: Weight = 1.0
    obligation: Weight = 1.5
    offence: Share = 0.5
    defeat: Weight = 1.0
    force: Weight = 0.5
    mobilization: Weight = 0.4
    audience: Weight = 0.25
    first_strike: Weight = 0.25
    reaction: Share = 0.5
    reputation: Weight = 0.5
    autonomy: Weight = 0.25
    weariness: Weight = 0.05
    restraint: ByStance = Field(default_factory=ByStance)
    caution: ByStance = Field(default_factory=ByStance)
    engagement: Mapping[str, Factor] = Field(default_factory=dict)
    resolve: Mapping[str, Factor] = Field(default_factory=dict)


class NationsSetting(Setting):
    """A setting of this family."""

    start: When
    days_per_round: float = Field(gt=0)
    trigger: str
    truth: str = ""
    powers: tuple[str, ...] = ()
    mobilised: tuple[str, ...] = ()
    ties: tuple[StandingTie, ...] = ()
    triggers: Mapping[str, Trigger] = Field(min_length=1)
    truths: Mapping[str, Truth] = Field(default_factory=dict)
    doctrine: Doctrine = Field(default_factory=Doctrine)

    def misfits(self) -> Iterator[Misfit]:
        """Faults that show only when values are seen together."""
        yield from super().misfits()
        yield from misfits(self)


def personas(setting: NationsSetting, phrases: Words) -> dict[str, Persona]:
    """Every nation's persona, its profile filled with the figures of the chosen set and the family's phrases."""
    people = {}
    for name in setting.actors:
        try:
            people[name] = _persona(name, setting, phrases)
        except TemplateError as error:
            raise SettingError(f"{', '.join(setting.words.sources)}: {name}: {error}; {CHECK}") from None
    return people


def _persona(name: str, setting: NationsSetting, phrases: Words) -> Persona:
    figures = {key: figure.value for key, figure in setting.actors[name].figures.get(setting.figures, {}).items()}
    values: dict[str, Any] = {key: _digits(value) for key, value in figures.items()}

    def largest(key: str) -> str:
        others = [setting.figure(other, key) for other in setting.actors if other != name]
        first = key in figures and all(other is None or figures[key] > other for other in others)
        return phrases.text("phrases", "largest") if first else ""

    def filled(text: str) -> str:
        return _template(text).render(**values, largest=largest) if "{" in text else text

    parts = {part: tuple(filled(line) for line in setting.words.lines(name, part)) for part in PARTS}
    return Persona(
        name=name,
        kind=NATION,
        parts={part: lines for part, lines in parts.items() if lines},
        public=filled(setting.text(name, "public")),
        figures=figures,
    )


@lru_cache(maxsize=1024)
def _template(text: str) -> Template:
    """A line of a profile, compiled; kept, since runs of a study read the same lines again and again."""
    return Environment(undefined=StrictUndefined, autoescape=False).from_string(text)


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def standing(setting: NationsSetting, words: Words) -> Iterator[Event]:
    """The events of time 0: who there is, what all know of each, and the ties that stand."""
    facts: list[Effect] = []
    for name in setting.actors:
        facts += [Fact(name, "kind", NATION), Fact(name, "mobilised", name in setting.mobilised)]
        facts += [Fact(name, key, value) for key, value in _public_figures(name, setting)]
    known = [tie for tie in setting.ties if tie.known == "everyone"]
    facts += [effect for tie in known for effect in _effects(tie)]
    yield Event(words.text("notes", "opening"), origin=Origin.NATURE, effects=tuple(facts))
    for tie in setting.ties:
        if tie.known == "parties":
            effects = (Tie(tie.relation, *tie.between, tie.weight),)
            yield Event(words.text("notes", "secret pact"), tie.between, Origin.NATURE, effects=effects)


def _public_figures(name: str, setting: NationsSetting) -> Iterator[tuple[str, float]]:
    for key in PUBLIC_FIGURES:
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
    return Event(setting.text(f"trigger: {name}"), origin=Origin.NATURE, effects=effects)
