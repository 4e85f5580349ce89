"""From JSON to moves, item by item: one bad item does not cost the others, and nothing is guessed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mesa_war.core.actions import TEXT, Action, Input, Objection
from mesa_war.core.events import Move, Value
from mesa_war.core.prompts import Naming
from mesa_war.core.view import View
from mesa_war.minds.llm.names import Lexicon, folded
from mesa_war.minds.llm.shape import MOST_MOVES

_AROUND_VALUE = {"description", "title", "type"}
_ONE_LEVEL_DOWN = ("args", "arguments", "inputs", "parameters")


class NoDecision(ValueError):
    """The JSON holds no decision; ``objection`` says why."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(objection.key)
        self.objection = objection


@dataclass(slots=True)
class Decision:
    """What the JSON of a decision holds.

    Attributes:
        moves: names canonical; whether they are legal is for others to say.
        thought: what it states besides, in plain lines, names canonical.
        objections: the items that are no moves.
        repairs: what had to be put right without losing anything.
        notes: what was left aside.
    """

    moves: list[Move] = field(default_factory=list)
    thought: str = ""
    objections: list[Objection] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def decision(values: Sequence[Any], view: View, thinks: Mapping[str, str], naming: Naming) -> Decision:
    """Read a decision.

    Args:
        values: the objects of a reply, or lists of objects.
        thinks: what is stated besides moves, name -> kind.

    Raises:
        NoDecision: there is none, or more than one.
    """
    made = Decision()
    whole = _whole(values, {"moves", *thinks}, made.repairs)
    items = whole.pop("moves")
    made.thought = _thought(whole, thinks, view, naming, made.notes)
    reader = _Items(view, naming, made.repairs)
    for number, item in enumerate(items, start=1):
        read = reader.read(number, item) if number <= MOST_MOVES else Objection("too many moves", {"most": MOST_MOVES})
        if isinstance(read, Move):
            made.moves.append(read)
        elif read not in made.objections:
            made.objections.append(read)
    return made


def _whole(values: Sequence[Any], known: set[str], repairs: list[str]) -> dict[str, Any]:
    """The one object of a decision, with a list under ``moves``."""
    if isinstance(values[0], list) and len(values) == 1 and any(map(_is_move, values[0])):
        repairs.append("a list without an object around it")
        return {"moves": values[0]}
    if not all(map(_is_move, values)):
        if len(values) > 1:
            raise NoDecision(Objection("several objects"))
        return _with_list(_unwrapped(values[0], known, repairs) if isinstance(values[0], dict) else {}, repairs)
    repairs.append("moves without an object around them")
    if len(values) > 1:
        return {"moves": list(values)}
    beside = {key: value for key, value in _keyed(values[0], known).items() if key in known}
    return {**beside, "moves": [{key: value for key, value in values[0].items() if folded(key) not in known}]}


def _is_move(value: Any) -> bool:
    return isinstance(value, dict) and "action" in map(folded, value) and "moves" not in map(folded, value)


def _unwrapped(value: dict[str, Any], known: set[str], repairs: list[str]) -> dict[str, Any]:
    whole = _keyed(value, known)
    inner = next(iter(whole.values()), None)
    if "moves" not in whole and len(whole) == 1 and isinstance(inner, dict) and "moves" in _keyed(inner, known):
        repairs.append("an object around the decision")
        return _keyed(inner, known)
    return whole


def _with_list(whole: dict[str, Any], repairs: list[str]) -> dict[str, Any]:
    items = whole.get("moves")
    if _is_move(items):
        repairs.append("one move without a list around it")
        return {**whole, "moves": [items]}
    if isinstance(items, list):
        return whole
    echo = isinstance(whole.get("properties"), dict) and bool({"type", "required", "$schema"} & whole.keys())
    raise NoDecision(Objection("form sent back" if echo else "no moves"))


def _keyed(item: dict[str, Any], known: set[str]) -> dict[str, Any]:
    """The object with its known keys as they should be written.

    Raises:
        NoDecision: two of its keys are one and the same but for spelling.
    """
    spelling = {folded(key): key for key in known}
    made: dict[str, Any] = {}
    for key, value in item.items():
        right = spelling.get(folded(key), key)
        if right in made:
            raise NoDecision(Objection("key twice", {"key": right}))
        made[right] = value
    return made


def _thought(whole: dict[str, Any], thinks: Mapping[str, str], view: View, naming: Naming, notes: list[str]) -> str:
    lines = []
    for key, kind in thinks.items():
        value = _inner(whole.pop(key, None))
        if kind == TEXT and isinstance(value, str):
            words = naming.read(value).strip()
        elif kind != TEXT and isinstance(value, list) and all(isinstance(name, str) for name in value):
            lexicon = Lexicon(view.board.nodes(kind), naming)
            words = ", ".join(dict.fromkeys(lexicon.find(name) or naming.read(name) for name in value))
        else:
            words = ""
            notes += [f"{key} could not be read"] if value else []
        lines += [f"{key}: {words}"] if words else []
    if whole:
        notes.append(f"keys left aside: {', '.join(map(str, whole))}"[:200])
    return "\n".join(lines)


def _inner(value: Any) -> Any:
    """What stands under ``value``, where a form was filled in together with what it says of itself."""
    if isinstance(value, dict) and "value" in value and value.keys() <= {"value", *_AROUND_VALUE}:
        return value["value"]
    return value


class _Items:
    """Reads the items of one list of moves."""

    def __init__(self, view: View, naming: Naming, repairs: list[str]) -> None:
        self.view, self.naming, self.repairs = view, naming, repairs
        self.actions = Lexicon(view.actions, naming)

    def read(self, number: int, item: Any) -> Move | Objection:
        """The move of an item; or the objection, where it is no move."""
        if isinstance(item, dict):
            try:
                return self._object(number, self._flat(item))
            except NoDecision as twice:
                return twice.objection
        action = self._action(item) if isinstance(item, str) else None
        if action is None or action.takes:
            return Objection("item is no object", {"index": number})
        self.repairs.append("an action without an object around it")
        return Move(self.view.actor, action.name)

    def _object(self, number: int, inputs: dict[str, Any]) -> Move | Objection:
        said = inputs.pop("action", None)
        if not isinstance(said, str) or not said.strip():
            return Objection("item without action", {"index": number})
        action = self._action(said)
        if action is None:
            return Move(self.view.actor, " ".join(said.split())[:80])
        return self._move(number, action, inputs)

    def _action(self, said: str) -> Action | None:
        """An action by the name shown, or by its own: both mean it, and neither says who is who."""
        name = self.actions.find(said) or (said if said in self.view.actions else None)
        return self.view.actions[name] if name else None

    def _flat(self, item: dict[str, Any]) -> dict[str, Any]:
        """The item with its inputs beside the action, and out of whatever form they stand in."""
        known = {"action", *(entry.name for action in self.view.actions.values() for entry in action.takes)}
        made = _keyed(item, known)
        for key in _ONE_LEVEL_DOWN:
            if key not in known and isinstance(made.get(key), dict):
                self.repairs.append("inputs one level too deep")
                made = _keyed({**{k: v for k, v in made.items() if k != key}, **made[key]}, known)
        bare = {key: _inner(value) for key, value in made.items()}
        self.repairs += ["values inside the form"] if bare != made else []
        return bare

    def _move(self, number: int, action: Action, inputs: dict[str, Any]) -> Move | Objection:
        takes = {entry.name: entry for entry in action.takes}
        args: dict[str, Value] = {}
        for key, value in inputs.items():
            if value is None or value == "":
                continue
            if key not in takes:
                allowed = ", ".join(takes)
                return Objection("unknown input", {"action": action.name, "input": key, "allowed": allowed})
            if not isinstance(value, str):
                return Objection("input is no text", {"index": number, "input": key})
            read = self._value(takes[key], value)
            if isinstance(read, Objection):
                return read
            args[key] = read
        return Move(self.view.actor, action.name, args)

    def _value(self, entry: Input, said: str) -> str | Objection:
        if entry.kind == TEXT:
            return self.naming.read(said).strip()
        names = [*self.view.board.nodes(entry.kind), *entry.also]
        lexicon = Lexicon(names, self.naming)
        found = lexicon.find(said)
        if found is None and said.strip() in names:
            return Objection(
                "name not used here", {"close": ", ".join(entry.allowed(self.view.actor, self.view.board))}
            )
        return found or said.strip()
