"""A random but valid instance of a JSON schema, always the same for the same dice."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

type Schema = Mapping[str, Any]

WORDS: Final = "we ask for calm and watch the border while our ministers write a careful reply to every old friend"
DEEP: Final = 5
"""From this depth on the smallest instance is taken, so that recursive schemas come to an end."""
BEYOND: Final = frozenset({"allOf", "not", "if", "pattern", "multipleOf", "minProperties", "contains"})
"""Keywords that would have to be obeyed and are not understood here."""


def instance(schema: Schema, dice: Random) -> object:
    """Draw one valid instance.

    Understood: type (also a list of types), properties, required, items, prefixItems, minItems, maxItems, uniqueItems,
    enum, const, minLength, maxLength, (exclusive) minimum and maximum, anyOf, oneOf, and local $ref.

    Args:
        schema: a JSON schema, as pydantic or a provider's `response_format` writes it.
        dice: the only source of chance.

    Raises:
        ValueError: if the schema uses another constraint, an unknown reference, or has no finite instance.
    """
    sampler = _Sampler(schema, dice)
    try:
        if sampler.height(schema) == math.inf:
            raise ValueError("the schema has no finite instance: it always contains itself")
        return sampler.draw(schema)
    except (AttributeError, TypeError) as reason:  # such as a number where the schema should have an object
        raise ValueError(f"the schema is malformed: {reason}") from reason


@dataclass(frozen=True, slots=True)
class _Sampler:
    root: Schema
    dice: Random

    def draw(self, schema: Schema, depth: int = 0) -> object:
        schema = self.resolved(schema)
        if beyond := BEYOND & schema.keys():
            raise ValueError(f"the schema keyword {min(beyond)!r} is not understood by the fake provider")
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.dice.choice(schema["enum"])
        if options := schema.get("anyOf") or schema.get("oneOf"):
            shared = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf")}
            return self.draw(shared | dict(self.resolved(self.option(options, depth))), depth + 1)
        return self.typed(self.kind(schema), schema, depth)

    def typed(self, kind: str, schema: Schema, depth: int) -> object:
        match kind:
            case "object":
                return self.object(schema, depth)
            case "array":
                return self.array(schema, depth)
            case "string":
                return self.string(schema)
            case "integer":
                return self.integer(schema)
            case "number":
                return self.number(schema)
            case "boolean" | "null":
                return self.dice.choice([False, True]) if kind == "boolean" else None
        raise ValueError(
            f"the schema type {kind!r} is unknown; allowed: object, array, string, integer, number, boolean, null"
        )

    def resolved(self, schema: Schema) -> Schema:
        """The schema with its local reference, if it has one, replaced by what it points to."""
        schema = schema if isinstance(schema, Mapping) else {}  # `true` allows anything, as {} does
        seen: set[str] = set()
        while "$ref" in schema:
            if schema["$ref"] in seen:
                raise ValueError(f"the schema reference {schema['$ref']!r} leads back to itself")
            seen.add(schema["$ref"])
            target: Any = self.root
            for step in schema["$ref"].removeprefix("#").split("/")[1:]:
                name = step.replace("~1", "/").replace("~0", "~")
                if not isinstance(target, Mapping) or name not in target:
                    raise ValueError(f"the schema reference {schema['$ref']!r} points to nothing in the schema")
                target = target[name]
            schema = dict(target) | {key: value for key, value in schema.items() if key != "$ref"}
        return schema

    def kind(self, schema: Schema) -> str:
        named = schema.get("type")
        if isinstance(named, list):
            return str(self.dice.choice(named))
        return str(named or ("object" if "properties" in schema else "array" if "items" in schema else "string"))

    def height(self, schema: Schema, seen: frozenset[str] = frozenset()) -> float:
        """Depth of the smallest instance; infinite if the schema only ever leads back to itself."""
        reference = schema.get("$ref") if isinstance(schema, Mapping) else None
        if reference in seen:
            return math.inf
        schema, seen = self.resolved(schema), seen | ({reference} if reference else set())
        if options := schema.get("anyOf") or schema.get("oneOf"):
            return min(self.height(option, seen) for option in options)
        needed = [part for name, part in schema.get("properties", {}).items() if name in schema.get("required", ())]
        needed += schema.get("prefixItems", ())
        needed += [schema.get("items", {})] if schema.get("minItems", 0) else []
        return 1 + max((self.height(part, seen) for part in needed), default=0)

    def option(self, options: Sequence[Schema], depth: int) -> Schema:
        if depth >= DEEP:
            return min(options, key=self.height)
        return self.dice.choice([option for option in options if self.height(option) < math.inf])

    def object(self, schema: Schema, depth: int) -> dict[str, Any]:
        drawn: dict[str, Any] = {}
        for name, part in schema.get("properties", {}).items():
            optional = name not in schema.get("required", ())
            if optional and (depth >= DEEP or self.height(part) == math.inf or self.dice.random() < 0.5):
                continue
            drawn[name] = self.draw(part, depth + 1)
        return drawn

    def array(self, schema: Schema, depth: int) -> list[Any]:
        drawn = [self.draw(part, depth + 1) for part in schema.get("prefixItems", ())]
        items, least = schema.get("items", {}), schema.get("minItems", 0)
        most = min(schema.get("maxItems", least + 2), least + 2)
        closed = items is False or self.height(items) == math.inf
        size = len(drawn) if closed else least if depth >= DEEP else self.dice.randint(least, max(least, most))
        for _ in range(100 * size):
            if len(drawn) >= size:
                break
            item = self.draw(items, depth + 1)
            if not (schema.get("uniqueItems") and json.dumps(item) in map(json.dumps, drawn)):
                drawn.append(item)
        if len(drawn) < least:
            raise ValueError(f"no array of {least} items could be drawn from the schema")
        return drawn

    def string(self, schema: Schema) -> str:
        text = " ".join(self.dice.choices(WORDS.split(), k=self.dice.randint(2, 6)))
        while len(text) < schema.get("minLength", 0):
            text += " " + self.dice.choice(WORDS.split())
        return text[: schema.get("maxLength")]

    def integer(self, schema: Schema) -> int:
        lows = [math.ceil(schema["minimum"])] if "minimum" in schema else []
        lows += [math.floor(schema["exclusiveMinimum"]) + 1] if "exclusiveMinimum" in schema else []
        highs = [math.floor(schema["maximum"])] if "maximum" in schema else []
        highs += [math.ceil(schema["exclusiveMaximum"]) - 1] if "exclusiveMaximum" in schema else []
        low = max(lows, default=min([*highs, 100]) - 100)
        return self.dice.randint(low, min(highs, default=low + 100))

    def number(self, schema: Schema) -> float:
        lows = [float(schema[key]) for key in ("minimum", "exclusiveMinimum") if key in schema]
        highs = [float(schema[key]) for key in ("maximum", "exclusiveMaximum") if key in schema]
        low = max(lows, default=min([*highs, 100.0]) - 100.0)
        high = min(highs, default=low + 100.0)
        return low + (high - low) * self.dice.uniform(0.1, 0.9)  # well inside, as the bounds may be exclusive
