"""Random instances of JSON schemas are valid."""

import json
from random import Random
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from mesa_war.minds.fake.schema import instance


class Move(BaseModel):
    action: Literal["ally", "war"]
    target: Annotated[str, Field(min_length=30, max_length=32)]
    strength: Annotated[float, Field(gt=0, lt=1)]
    count: Annotated[int, Field(ge=-3, le=-3)]
    note: str | None = None


class Wait(BaseModel):
    action: Literal["wait"]
    certain: bool


class Plan(BaseModel):
    thought: str
    moves: Annotated[list[Move | Wait], Field(min_length=1, max_length=2)]
    pair: tuple[int, str]
    chosen: Annotated[set[Literal["a", "b", "c"]], Field(min_length=2)]
    then: "Plan | None"
    alternatives: "list[Plan]"


BOUNDS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "low": {"type": "integer", "exclusiveMinimum": 5},
        "high": {"type": "integer", "maximum": -500},
        "both": {"type": ["number", "null"], "minimum": 2, "exclusiveMaximum": 2.001},
        "fixed": {"const": {"a": [1]}},
        "any": {},
        "one": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/word"}]},
        "shared": {"type": "object", "required": ["k"], "anyOf": [{"properties": {"k": {"const": 1}}}]},
        "none": {"type": "array", "items": {"type": "integer"}, "maxItems": 0},
        "five": {"type": "array", "items": {"type": "boolean"}, "minItems": 5},
    },
    "required": ["low", "high", "both", "fixed", "one", "shared", "none", "five"],
    "additionalProperties": False,
    "$defs": {"word": {"type": "string", "minLength": 50}},
}


@pytest.mark.parametrize("schema", [Plan.model_json_schema(), BOUNDS], ids=["pydantic", "bounds"])
def test_every_instance_is_valid(schema: dict[str, Any]):
    drawn = [instance(schema, Random(seed)) for seed in range(200)]
    for value in drawn:
        jsonschema.validate(json.loads(json.dumps(value)), schema)
    assert len({json.dumps(value) for value in drawn}) > 100
    assert instance(schema, Random(7)) == drawn[7]


def test_all_alternatives_and_optional_keys_occur():
    schema = Plan.model_json_schema()
    moves = [move for seed in range(100) for move in instance(schema, Random(seed))["moves"]]  # type: ignore[index]
    assert {move["action"] for move in moves} == {"ally", "war", "wait"}
    assert {"note" in move for move in moves if move["action"] == "war"} == {True, False}


@pytest.mark.parametrize(
    ("schema", "complaint"),
    [
        ({"type": "string", "pattern": "^a$"}, "keyword 'pattern' is not understood"),
        ({"type": "text"}, "type 'text' is unknown; allowed: object"),
        ({"$ref": "#/$defs/absent"}, "'#/\\$defs/absent' points to nothing"),
        ({"type": "object", "properties": {"self": {"$ref": "#"}}, "required": ["self"]}, "no finite instance"),
        ({"anyOf": [{"$ref": "#"}]}, "no finite instance"),
        ({"type": "array", "prefixItems": [{"$ref": "#"}]}, "no finite instance"),
        ({"$ref": "#"}, "'#' leads back to itself"),
        ({"type": "object", "properties": 3}, "malformed"),
        ({"type": "integer", "minimum": 3, "maximum": 2}, "empty range"),
        ({"type": "array", "items": {"enum": [1]}, "minItems": 2, "uniqueItems": True}, "no array of 2 items"),
    ],
)
def test_what_cannot_be_drawn_is_said(schema: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        instance(schema, Random(1))
