"""The JSON schema of what a model is asked for: built from what the actor may do, and from nothing else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Rulebook, options
from mesa_war.core.events import Origin
from mesa_war.core.mind import Request
from mesa_war.core.prompts import Naming
from mesa_war.core.view import View

type Schema = Mapping[str, Any]

DECISIONS = ("decide", "revise")
MOST_MOVES = 8
MOST_SUGGESTIONS = 3
ADVICE: Schema = {
    "type": "object",
    "properties": {
        "suggestions": {
            "type": "array",
            "maxItems": MOST_SUGGESTIONS,
            "items": {"type": "string", "maxLength": 300},
        }
    },
    "required": ["suggestions"],
    "additionalProperties": False,
}
"""What a secretary's own mind answers: an empty list when the plan is sound."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a reply may hold: moves, and characters of each text. Small models need tighter ones than large."""

    moves: int = MOST_MOVES
    text: int = 600
    thought: int = 1200


def shape_of(request: Request, limits: Limits) -> Schema | None:
    """The schema of the answer to a request; None where free words are asked for."""
    if request.purpose in DECISIONS:
        return decision(request.view, thinks_of(request), request.prompts.naming, limits)
    return asked_shape(request)


def asked_shape(request: Request) -> Schema | None:
    """The schema of what is asked for besides decisions, with names as they are shown; None where there is none."""
    shape = ADVICE if request.purpose == "advise" else request.extra.get("shape")
    return renamed(shape, request.prompts.naming.show) if isinstance(shape, Mapping) else None


def renamed(value: Any, name: Callable[[str], str]) -> Any:
    """A JSON value with the names in its texts and keys put as one side of the mind, or the other, knows them."""
    match value:
        case str():
            return name(value)
        case list() | tuple():
            return [renamed(item, name) for item in value]
        case Mapping():
            return {name(key): renamed(item, name) for key, item in value.items()}
    return value


def thinks_of(request: Request) -> Mapping[str, str]:
    """What a decision states besides its moves, name -> kind."""
    thinks = request.extra.get("thinks")
    return thinks if isinstance(thinks, Mapping) else {}


def decision(view: View, thinks: Mapping[str, str], naming: Naming, limits: Limits) -> Schema:
    """The schema of a decision: first lists of names, then the moves, and free words last.

    A move is one of the actions that are legal by what the actor believes, or would be once it has given the answers
    that it can give now: so a pact can be accepted and made public in one plan. Targets are the names shown.
    """
    lists = {
        key: _list(_labels(view.board.nodes(kind), naming, but=view.actor))
        for key, kind in thinks.items()
        if kind != TEXT
    }
    texts = {key: {"type": "string", "maxLength": limits.thought} for key, kind in thinks.items() if kind == TEXT}
    actions = _open_to(view)
    moves: dict[str, Any] = {"type": "array", "maxItems": limits.moves if actions else 0}
    moves["items"] = _one_of(_moves(actions, view, naming, limits)) if actions else {"type": "null"}
    return _object({**lists, "moves": moves, **texts})


def _open_to(view: View) -> list[Action]:
    names = {move.action for move in view.options()} | _after_answers(view)
    return [action for action in view.actions.values() if action.name in names]


def _after_answers(view: View) -> set[str]:
    """The actions that become legal once the open requests are answered."""
    answers: Rulebook = {name: action for name, action in view.actions.items() if action.answers}
    replies = options(view.actor, view.board, answers, Origin.MIND)
    found: set[str] = set()
    for reply in replies:
        trial = view.board.copy()
        trial.apply(view.actions[reply.action].change(reply, trial))
        found |= {move.action for move in options(view.actor, trial, view.actions, Origin.MIND)}
    return found


def _moves(actions: Iterable[Action], view: View, naming: Naming, limits: Limits) -> list[Schema]:
    """One object for all actions that take the same inputs."""
    alike: dict[tuple[Input, ...], list[str]] = {}
    for action in actions:
        alike.setdefault(action.takes, []).append(naming.shown.get(action.name, action.name))
    return [
        _object(
            {
                "action": {"type": "string", "enum": names},
                **{entry.name: _input(entry, view, naming, limits) for entry in takes},
            }
        )
        for takes, names in alike.items()
    ]


def _input(entry: Input, view: View, naming: Naming, limits: Limits) -> Schema:
    if entry.kind == TEXT:
        return {"type": "string", "maxLength": min(entry.limit, limits.text)}
    return {"type": "string", "enum": _labels(entry.allowed(view.actor, view.board), naming)}


def _labels(names: Iterable[str], naming: Naming, but: str = "") -> list[str]:
    return sorted(naming.shown.get(name, name) for name in names if name != but)


def _list(labels: list[str]) -> Schema:
    names = {"type": "string", "enum": labels} if labels else {"type": "null"}
    return {"type": "array", "maxItems": len(labels), "items": names}


def _one_of(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _object(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def plain(schema: Schema) -> Schema:
    """The same within what every hosted provider takes: one form of object, nothing optional, no lengths.

    Alternatives become one object in which what some of them lack may be null.
    """
    if "anyOf" in schema:
        return _merged([plain(option) for option in schema["anyOf"]])
    kept = {key: value for key, value in schema.items() if key not in ("maxLength", "maxItems", "minItems")}
    if "properties" in kept:
        kept["properties"] = {key: plain(value) for key, value in kept["properties"].items()}
    if "items" in kept:
        kept["items"] = plain(kept["items"])
    return kept


def _merged(options: list[Schema]) -> Schema:
    if not all("properties" in option for option in options):
        return {"anyOf": options}
    keys = dict.fromkeys(key for option in options for key in option["properties"])
    return _object(
        {key: _either([o["properties"][key] for o in options if key in o["properties"]], options) for key in keys}
    )


def _either(parts: list[Schema], options: list[Schema]) -> Schema:
    """One property of merged objects: all the values it may have, and null where some object lacks it."""
    null = len(parts) < len(options)
    if all("enum" in part for part in parts):
        values = list(dict.fromkeys(value for part in parts for value in part["enum"]))
        return {"type": ["string", "null"], "enum": [*values, None]} if null else {"type": "string", "enum": values}
    return {**parts[0], "type": [parts[0]["type"], "null"]} if null else parts[0]
