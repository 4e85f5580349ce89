"""Holding a value against the JSON schema it was asked for, with the few tolerances that lose nothing."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from mesa_war.minds.llm.names import folded

_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*(%?)(?:\s*\([^()]*\))?")


class Misfit(ValueError):
    """A value is not what its schema asks for.

    Attributes:
        where: the place in the value, such as ``$.results[2].odds``.
        expected: what the schema asks for there, as JSON.
    """

    def __init__(self, where: str, schema: object) -> None:
        self.where, self.expected = where, json.dumps(schema, ensure_ascii=False)[:300]
        super().__init__(f"{where}: expected {self.expected}")


class Fitting:
    """Fits one value to one schema.

    Understood: type (also a list of types), properties, required, additionalProperties, items, minItems, maxItems,
    enum, const, minLength, maxLength, minimum, maximum, anyOf, oneOf and local $ref.

    Attributes:
        repairs: what was put right; afterwards.
        notes: what was left aside; afterwards.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.root = schema
        self.repairs: list[str] = []
        self.notes: list[str] = []

    def fitted(self, value: Any) -> Any:
        """The value as the schema has it; Misfit if it does not fit."""
        return self._fit(value, self.root, "$")

    def _fit(self, value: Any, schema: Mapping[str, Any], where: str) -> Any:
        schema = self._resolved(schema)
        if "const" in schema or "enum" in schema:
            return self._choice(value, schema, where)
        options = schema.get("anyOf") or schema.get("oneOf")
        if not options and isinstance(schema.get("type"), list):
            options = [{**schema, "type": kind} for kind in schema["type"]]
        if options:
            return self._first(value, options, where)
        return self._typed(value, schema, where)

    def _typed(self, value: Any, schema: Mapping[str, Any], where: str) -> Any:
        match schema.get("type"):
            case "object":
                value = self._object(value, schema, where)
            case "array":
                value = self._array(value, schema, where)
            case "string":
                value = self._string(value, schema, where)
            case "number" | "integer":
                value = self._number(value, schema, where)
            case "boolean" if not isinstance(value, bool):
                raise Misfit(where, schema)
            case "null" if value is not None:
                raise Misfit(where, schema)
        return value

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            target: Any = self.root
            for step in str(schema["$ref"]).removeprefix("#").split("/")[1:]:
                target = target[step]
            schema = target
        return schema

    def _choice(self, value: Any, schema: Mapping[str, Any], where: str) -> Any:
        allowed = schema.get("enum", [schema.get("const")])
        if any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in allowed):
            return value
        alike = [each for each in allowed if isinstance(value, str) and isinstance(each, str)]
        found = [each for each in alike if folded(each) == folded(value)]
        if len(found) != 1:
            raise Misfit(where, schema)
        return found[0]

    def _first(self, value: Any, options: list[Mapping[str, Any]], where: str) -> Any:
        misfits = []
        for option in options:
            known = len(self.repairs), len(self.notes)
            try:
                return self._fit(value, option, where)
            except Misfit as misfit:
                misfits.append(misfit)
                del self.repairs[known[0] :], self.notes[known[1] :]
        raise max(misfits, key=lambda misfit: len(misfit.where))

    def _object(self, value: Any, schema: Mapping[str, Any], where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Misfit(where, schema)
        parts: Mapping[str, Any] = schema.get("properties", {})
        for key in schema.get("required", ()):
            if key not in value:
                raise Misfit(f"{where}.{key}", parts.get(key, {}))
        extra = schema.get("additionalProperties", True)
        made = {}
        for key, item in value.items():
            if key in parts:
                made[key] = self._fit(item, parts[key], f"{where}.{key}")
            elif extra is False:
                self.notes.append(f"key left aside: {key}"[:100])
            else:
                made[key] = self._fit(item, extra, f"{where}.{key}") if isinstance(extra, Mapping) else item
        return made

    def _array(self, value: Any, schema: Mapping[str, Any], where: str) -> list[Any]:
        least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Misfit(where, schema)
        return [self._fit(item, schema.get("items", {}), f"{where}[{i}]") for i, item in enumerate(value)]

    def _string(self, value: Any, schema: Mapping[str, Any], where: str) -> str:
        least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise Misfit(where, schema)
        return value

    def _number(self, value: Any, schema: Mapping[str, Any], where: str) -> float:
        low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
        number: Any = self._from_words(value, high) if isinstance(value, str) else value
        whole = schema["type"] == "integer"
        if isinstance(number, bool) or not isinstance(number, int | float) or not low <= number <= high:
            raise Misfit(where, schema)
        if whole and number != int(number):
            raise Misfit(where, schema)
        return int(number) if whole else number

    def _from_words(self, words: str, high: float) -> float | None:
        """A number in a text: ``0.7 (high)`` is 0.7 and, where 1 is the most, ``70%`` is too; ``0,7`` is neither."""
        found = _NUMBER.fullmatch(words.strip())
        if found is None or (found[2] and high > 1):
            return None
        self.repairs.append("a number written as text")
        return float(found[1]) / 100 if found[2] else float(found[1])
