"""What must fit together in a setting of nations: every name, relation and choice in it exists."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from mesa_war.core.explain import Misfit
from mesa_war.core.lines import Key
from mesa_war.core.toml import no_such
from mesa_war.core.words import Words
from mesa_war.families.nations.actions import PACTS, asked, published, relations

if TYPE_CHECKING:
    from mesa_war.families.nations.setting import NationsSetting

PUBLIC_FIGURES = ("cinc", "army", "navy", "mobilization_days")
"""Figures of a nation that all know: facts on every board, where rules find them."""


def misfits(setting: "NationsSetting") -> Iterator[Misfit]:
    """Faults that show only when values of a setting are seen together."""
    yield from _choices(setting)
    yield from _relations(setting)
    yield from _added(setting)
    for key, name in _named(setting):
        if name not in setting.actors:
            yield key, no_such(name, setting.actors, "actor")
    for key, pair in _paired(setting):
        (_, a), (_, b) = pair
        if a == b:
            yield key, f'ties "{a}" to itself; expected two actors'
    begun = setting.start.year if isinstance(setting.start, date) else setting.start
    for at, tie in enumerate(setting.ties):
        if tie.since is not None and tie.since > begun:
            yield ("ties", at, "since"), f"{tie.since} is after the start; expected a year up to {begun}"


def standing_relations() -> list[str]:
    """The relations in which nations may stand when a run begins."""
    passing = {mark(pact) for pact in PACTS for mark in (asked, published)}
    return [relation.name for relation in relations(Words({})) if relation.name not in passing]


def _choices(setting: "NationsSetting") -> Iterator[Misfit]:
    if setting.trigger not in setting.triggers:
        yield ("trigger",), no_such(setting.trigger, setting.triggers, "trigger")
    if setting.truth and setting.truth not in setting.truths:
        yield ("truth",), no_such(setting.truth, setting.truths, "truth")
    for figure in setting.doctrine.capability:
        if figure not in PUBLIC_FIGURES:
            yield ("doctrine", "capability", figure), no_such(figure, PUBLIC_FIGURES, "public figure")
    for name, truth in setting.truths.items():
        for at, (nation, _) in enumerate(truth.mobilization_order):
            if nation in setting.actors and nation not in (truth.mobilised or ()):
                yield (
                    ("truths", name, "mobilization_order", at),
                    f'"{nation}" is not among mobilised; expected it there',
                )


def _relations(setting: "NationsSetting") -> Iterator[Misfit]:
    known = standing_relations()
    used: list[tuple[Key, str]] = [(("ties", at, "relation"), tie.relation) for at, tie in enumerate(setting.ties)]
    for name, trigger in setting.triggers.items():
        used += [(("triggers", name, "effects", at, "tie"), effect.tie) for at, effect in enumerate(trigger.effects)]
    for name, variant in setting.variants.items():
        used += [(("variants", name, "ties_without", at), relation) for at, relation in enumerate(variant.ties_without)]
        without = enumerate(variant.ties_without_between)
        used += [(("variants", name, "ties_without_between", at, 0), relation) for at, (relation, _, _) in without]
    for key, relation in used:
        if relation not in known:
            yield key, no_such(relation, known, "relation")


def _added(setting: "NationsSetting") -> Iterator[Misfit]:
    """Ties that variants add, here where their own lines are known; who joins may be an actor the variant adds."""
    known = standing_relations()
    for name, variant in setting.variants.items():
        actors = [*setting.actors, *variant.set.get("actors", {})]
        for at, tie in enumerate(variant.ties_with):
            key = ("variants", name, "ties_with", at)
            if (relation := tie.get("relation")) not in known:
                yield (*key, "relation"), no_such(relation, known, "relation")
            for end, actor in enumerate(tie.get("between", ())):
                if actor not in actors:
                    yield (*key, "between", end), no_such(actor, actors, "actor")


def _named(setting: "NationsSetting") -> Iterator[tuple[Key, str]]:
    """Every place in which an actor is named."""
    yield from ((("powers", at), name) for at, name in enumerate(setting.powers))
    yield from ((("mobilised", at), name) for at, name in enumerate(setting.mobilised))
    for key, pair in _paired(setting):
        yield from (((*key, end), name) for end, name in pair)
    for name, truth in setting.truths.items():
        yield from ((("truths", name, "mobilised", at), nation) for at, nation in enumerate(truth.mobilised or ()))
        order = enumerate(truth.mobilization_order)
        yield from ((("truths", name, "mobilization_order", at, 0), nation) for at, (nation, _) in order)
    for name, variant in setting.variants.items():
        for at, (_, a, b) in enumerate(variant.ties_without_between):
            key = ("variants", name, "ties_without_between", at)
            yield from (((*key, 1), a), ((*key, 2), b))
    yield from ((("doctrine", "engagement", name), name) for name in setting.doctrine.engagement)
    yield from ((("doctrine", "resolve", name), name) for name in setting.doctrine.resolve)


def _paired(setting: "NationsSetting") -> Iterator[tuple[Key, tuple[tuple[str | int, str], ...]]]:
    """Every place in which two actors are named, and the two by their keys there."""
    yield from ((("ties", at, "between"), tuple(enumerate(tie.between))) for at, tie in enumerate(setting.ties))
    for name, trigger in setting.triggers.items():
        for at, effect in enumerate(trigger.effects):
            yield ("triggers", name, "effects", at), (("a", effect.a), ("b", effect.b))
    for name, truth in setting.truths.items():
        yield from (
            (("truths", name, "alliances", at), tuple(enumerate(pair))) for at, pair in enumerate(truth.alliances)
        )
        yield from ((("truths", name, "wars", at), tuple(enumerate(pair))) for at, pair in enumerate(truth.wars))
