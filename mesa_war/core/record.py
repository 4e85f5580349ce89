"""Values as JSON and back: how moves, plans, events and calls are written down, always in the same key order."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from mesa_war.core.actions import Plan
from mesa_war.core.events import Call, Effect, Event, Fact, Move, Origin, Outcome, Prompt, Shift, Tie, Untie

_EFFECTS = {"tie": Tie, "untie": Untie, "fact": Fact, "shift": Shift}


def canonical(data: Mapping[str, Any]) -> str:
    """One line of JSON without spaces, keys as given; refuses NaN and infinity."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(text: str) -> str:
    """The SHA-256 of a text, in hex."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def of_move(move: Move) -> dict[str, Any]:
    """A move as plain data."""
    return {"actor": move.actor, "action": move.action, "args": dict(move.args), "origin": move.origin.value}


def of_effect(effect: Effect) -> list[Any]:
    """An effect as a list: its kind, then its fields."""
    match effect:
        case Tie(relation, a, b, weight):
            return ["tie", relation, a, b, weight]
        case Untie(relation, a, b):
            return ["untie", relation, a, b]
        case Fact(node, key, value):
            return ["fact", node, key, value]
        case Shift(node, key, amount):
            return ["shift", node, key, amount]


def of_call(call: Call) -> dict[str, Any]:
    """A call as it stands in the trace: its key, how it ended, and the fingerprints of what was said."""
    time, wave, actor, purpose, attempt = call.key
    return {
        "key": [time, wave, actor, purpose, attempt],
        "outcome": call.outcome.value,
        "prompt": digest(call.prompt.system + "\x1e" + call.prompt.user),
        "reply": digest(call.reply),
    }


def of_plan(plan: Plan, time: float, wave: int) -> dict[str, Any]:
    """A plan as plain data."""
    return {
        "time": time,
        "wave": wave,
        "actor": plan.actor,
        "moves": [of_move(move) for move in plan.moves],
        "thought": plan.thought,
        "outcome": plan.outcome.value,
        "struck": [[of_move(move), reason] for move, reason in plan.struck],
        "calls": [of_call(call) for call in plan.calls],
    }


def of_event(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    return {
        "id": list(event.id or ()),
        "text": event.text,
        "audience": list(event.audience),
        "origin": event.origin.value,
        "move": of_move(event.move) if event.move else None,
        "effects": [of_effect(effect) for effect in event.effects],
        "claims": [of_effect(effect) for effect in event.claims],
        "about": [list(id_) for id_ in event.about],
        "failed": event.failed,
        "calls": [of_call(call) for call in event.calls],
    }


def to_move(data: Mapping[str, Any]) -> Move:
    """The move written by :func:`of_move`."""
    return Move(data["actor"], data["action"], data["args"], Origin(data["origin"]))


def to_effect(data: list[Any]) -> Effect:
    """The effect written by :func:`of_effect`."""
    effect: Effect = _EFFECTS[data[0]](*data[1:])
    return effect


def to_event(data: Mapping[str, Any]) -> Event:
    """The event written by :func:`of_event`, without its calls."""
    return Event(
        text=data["text"],
        audience=tuple(data["audience"]),
        origin=Origin(data["origin"]),
        move=to_move(data["move"]) if data["move"] else None,
        effects=tuple(to_effect(effect) for effect in data["effects"]),
        claims=tuple(to_effect(effect) for effect in data["claims"]),
        about=tuple((time, wave, index) for time, wave, index in data["about"]),
        failed=data["failed"],
        id=(data["id"][0], data["id"][1], data["id"][2]),
    )


def of_full_call(call: Call) -> dict[str, Any]:
    """A call with every word, as it stands in the file of calls."""
    return {
        "key": list(call.key),
        "outcome": call.outcome.value,
        "model": call.model,
        "note": call.note,
        "system": call.prompt.system,
        "user": call.prompt.user,
        "reply": call.reply,
        "seconds": round(call.seconds, 4),
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "cost": call.cost,
    }


def to_call(data: Mapping[str, Any]) -> Call:
    """The call written by :func:`of_full_call`."""
    time, wave, actor, purpose, attempt = data["key"]
    return Call(
        key=(time, wave, actor, purpose, attempt),
        prompt=Prompt(data["system"], data["user"]),
        reply=data["reply"],
        outcome=Outcome(data["outcome"]),
        model=data["model"],
        note=data["note"],
        seconds=data["seconds"],
        tokens_in=data["tokens_in"],
        tokens_out=data["tokens_out"],
        cost=data["cost"],
    )
