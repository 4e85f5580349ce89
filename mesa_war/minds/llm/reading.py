"""From a model's text to the JSON it holds: what was said, found, mended where nothing is lost, and how it ended."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import Objection
from mesa_war.core.events import Outcome
from mesa_war.minds.llm.clean import cleaned_value
from mesa_war.minds.llm.mending import NotMendable, mended
from mesa_war.minds.llm.refusal import is_refusal
from mesa_war.minds.llm.strict import KeyTwice, NotStrict, TooDeep, value_at
from mesa_war.minds.llm.thinking import Spoken, spoken
from mesa_war.minds.llm.tokens import extent

_OPENING = re.compile(r"""\{(?=\s*(?:["'“}/#]|$|\w))|\[(?=\s*["'“{\[\]\w-])""")
_LIKE_JSON = re.compile(r"""\{\s*(?:["'“}/]|\#|$|\w+\s*:)|\[\s*[{"'“]""")
_LOOSE_COMMENT = re.compile(r"^\s*(?://|/\*)", re.MULTILINE)
BLANK_FLOOD = 200
"""Blank characters around an answer; more are noted."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply holds.

    Attributes:
        outcome: how it ended; the values are there only if it is usable.
        values: the objects (or lists of objects) it holds, in order, equal ones once.
        said: the reply without what was thought aloud.
        repairs: what had to be mended; empty when the outcome is OK.
        notes: what is worth knowing besides.
        objections: what is wrong with it, where that is more than that it can't be read.
    """

    outcome: Outcome
    values: tuple[Any, ...] = ()
    said: str = ""
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class Find:
    """One object in a text, from ``start`` to ``end``: its value, or the objection to it."""

    start: int
    end: int
    value: Any = None
    repair: str = ""
    objection: Objection | None = None
    cut: bool = False
    strict: bool = False


def read(text: str, *, cut: bool = False) -> Reading:
    """Read a reply.

    Args:
        text: the reply, cleaned, with its thinking.
        cut: the provider says that the reply was longer than it might be.
    """
    parts = spoken(text)
    said = parts.said.strip()
    if not said:
        return _unsaid(parts, cut=cut)
    finds = list(_finds(said))
    strict = [find for find in finds if find.strict]
    if strict:
        return _held(strict, finds, parts)
    if is_refusal(said):
        return Reading(Outcome.REFUSED, said=said, notes=(f"it says: {said[:100]}",))
    good = [find for find in finds if find.objection is None and not find.cut]
    if good:
        return _held(good, finds, parts)
    if cut or any(find.cut for find in finds):
        return Reading(Outcome.TRUNCATED, said=said)
    wrong = tuple(find.objection for find in finds if find.objection)
    return Reading(Outcome.UNREADABLE, said=said, objections=wrong[:1])


def _unsaid(parts: Spoken, *, cut: bool) -> Reading:
    """A reply that is all thinking; what its last words hold counts if it is the only object there is."""
    if cut:
        return Reading(Outcome.TRUNCATED, notes=("it thought until its room was used up",))
    thought = re.sub(r"\s*</?\w+>\s*$", "", parts.thought)
    finds = list(_finds(thought))
    if len(finds) == 1 and finds[0].strict and finds[0].end == len(thought):
        found = (cleaned_value(finds[0].value),)
        return Reading(Outcome.REPAIRED, found, repairs=("the answer stood inside the thinking",))
    return Reading(Outcome.EMPTY)


def _held(good: list[Find], finds: list[Find], parts: Spoken) -> Reading:
    values: list[Any] = []
    for find in good:
        if find.value not in values:
            values.append(find.value)
    clean = [cleaned_value(value) for value in values]
    said = parts.said.strip()
    if twice := [find.objection for find in finds if find.objection and find.objection.key == "key twice"]:
        return Reading(Outcome.UNREADABLE, said=said, objections=(twice[0],))
    if any(find.cut for find in finds):
        return Reading(Outcome.TRUNCATED, said=said, notes=("another object breaks off",))
    outside = said[: good[0].start] + said[good[-1].end :]
    repairs = [find.repair for find in good if find.repair]
    repairs += [parts.repair] if parts.repair else []
    repairs += ["a comment beside the object"] if _LOOSE_COMMENT.search(outside) else []
    repairs += ["the same object more than once"] if len(good) > len(values) else []
    notes = ["control characters or half characters were taken out"] if clean != values else []
    blanks = len(parts.said) - len(said)
    notes += [f"{blanks} blank characters around the answer"] if blanks > BLANK_FLOOD else []
    outcome = Outcome.REPAIRED if repairs else Outcome.OK
    return Reading(outcome, tuple(clean), said, tuple(dict.fromkeys(repairs)), tuple(notes))


def _finds(text: str) -> Iterator[Find]:
    """The objects of a text, and what looks like one; never what stands inside another."""
    place = 0
    while opening := _OPENING.search(text, place):
        find = _find(text, opening.start())
        if find is not None:
            yield find
        place = find.end if find else opening.end()


def _find(text: str, start: int) -> Find | None:
    try:
        value, end = value_at(text, start)
    except KeyTwice as twice:
        objection = Objection("key twice", {"key": str(twice)})
        return Find(start, extent(text, start).end, objection=objection)
    except TooDeep:
        return Find(start, len(text), objection=Objection("unreadable"))
    except NotStrict:
        return _loose(text, start) if _LIKE_JSON.match(text, start) else None
    if not _holds_objects(value):
        return Find(start, end, objection=Objection("unreadable"))
    return Find(start, end, value, strict=True)


def _loose(text: str, start: int) -> Find:
    reach = extent(text, start)
    if not reach.whole:
        return Find(start, reach.end, cut=reach.cut, objection=None if reach.cut else Objection("unreadable"))
    piece = text[start : reach.end]
    try:
        value, repair = mended(piece)
    except NotMendable:
        return Find(start, reach.end, objection=Objection("unreadable"))
    except KeyTwice as twice:
        return Find(start, reach.end, objection=Objection("key twice", {"key": str(twice)}))
    if not _holds_objects(value):
        return Find(start, reach.end, objection=Objection("unreadable"))
    return Find(start, reach.end, value, repair)


def _holds_objects(value: Any) -> bool:
    """An object, or a list of nothing but objects: ``[1]`` in a sentence is neither."""
    return isinstance(value, dict) or (bool(value) and all(isinstance(item, dict) for item in value))
