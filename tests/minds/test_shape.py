"""The schema of what is asked for."""

import json
from typing import Any

import jsonschema
import pytest
from asking import PLAIN, SHOWN, THINKS, request, view
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.core.actions import accept
from mesa_war.core.dice import Dice
from mesa_war.core.events import Tie
from mesa_war.minds.fake.schema import instance
from mesa_war.minds.llama import constrained, room
from mesa_war.minds.llm.answers import understand
from mesa_war.minds.llm.fit import Fitting, Misfit
from mesa_war.minds.llm.shape import ADVICE, Limits, decision, plain, shape_of

ASKED = Tie("asked", "Borvia", "Aldoria")


def moves_of(schema: Any) -> list[dict[str, Any]]:
    items = schema["properties"]["moves"]["items"]
    return [form["properties"] for form in items.get("anyOf", [items])]


def actions_in(schema: Any) -> set[str]:
    return {name for form in moves_of(schema) for name in form["action"]["enum"]}


def test_the_parts_of_a_decision_in_order():
    schema = decision(view(), THINKS, SHOWN, Limits())
    assert list(schema["properties"]) == ["allies", "moves", "analysis"]
    assert schema["properties"]["allies"]["items"]["enum"] == ["Country B", "Country G", "Côte d’Ivoire"]
    assert schema["properties"]["moves"]["maxItems"] == 8
    assert list(moves_of(schema)[-1]) == ["action", "target", "text"]


def test_actions_are_those_legal_now_and_targets_the_names_shown():
    schema = decision(view(), THINKS, SHOWN, Limits())
    assert actions_in(schema) == {"wait", "mobilize", "declare_war", "ask_pact", "message"}
    forms = {form["action"]["enum"][0]: form for form in moves_of(schema)}
    assert list(forms["wait"]) == ["action"]
    assert forms["declare_war"]["target"]["enum"] == ["Country B", "Country G", "Côte d’Ivoire"]
    assert "everyone" in forms["message"]["target"]["enum"]
    assert forms["message"]["text"]["maxLength"] == 120


def test_what_an_open_request_makes_possible_can_be_said_in_one_plan():
    assert actions_in(decision(view(ASKED), THINKS, PLAIN, Limits())) >= {"accept_pact", "publish_pact"}


def test_limits_bound_what_may_be_said():
    schema = decision(view(), THINKS, PLAIN, Limits(moves=2, text=50, thought=80))
    assert schema["properties"]["moves"]["maxItems"] == 2
    assert schema["properties"]["analysis"]["maxLength"] == 80
    assert moves_of(schema)[-1]["text"]["maxLength"] == 50


def test_each_purpose_has_its_own_shape():
    own = {"type": "object", "properties": {"odds": {"type": "number"}}}
    assert actions_in(shape_of(request("revise"), Limits())) == actions_in(shape_of(request("decide"), Limits()))
    assert shape_of(request("advise", extra={}), Limits()) == ADVICE
    assert shape_of(request("judge", extra={"shape": own}), Limits()) == own
    assert shape_of(request("talk", extra={}), Limits()) is None


def test_names_in_a_shape_of_ones_own_are_shown():
    own = {"type": "object", "properties": {"winner": {"enum": ["Borvia"]}}}
    shape = shape_of(request("judge", naming=SHOWN, extra={"shape": own}), Limits())
    assert "Country B" in json.dumps(shape)
    assert "Borvia" not in json.dumps(shape)


@pytest.mark.parametrize("effects", [(), (ASKED,), (Tie("war", "Aldoria", "Borvia"),)])
def test_the_local_model_can_be_held_to_it(effects: tuple[Tie, ...]):
    schema = decision(view(*effects), THINKS, SHOWN, Limits(moves=3, text=160, thought=240))
    assert room(schema) < 6000
    assert "%json" in constrained(schema)["grammar"]


@given(st.integers(), st.sampled_from([(), (ASKED,), (Tie("war", "Aldoria", "Borvia"),)]), st.booleans())
def test_whatever_fits_the_shape_is_read_whole(seed: int, effects: tuple[Tie, ...], hosted: bool):
    asked = request("decide", *effects, naming=SHOWN)
    schema = shape_of(asked, Limits())
    assert schema is not None
    reply = instance(plain(schema) if hosted else schema, Dice(seed).at("reply"))
    answer = understand(json.dumps(reply), asked)
    assert answer.outcome.usable
    assert not answer.repairs
    if not hosted:
        jsonschema.validate(reply, schema)
        assert not answer.objections
        assert len(answer.moves) == len(reply["moves"])  # type: ignore[index,call-overload,arg-type]


@given(st.integers())
def test_a_single_move_of_the_shape_is_legal(seed: int):
    asked = request(naming=SHOWN)
    schema = decision(asked.view, THINKS, SHOWN, Limits(moves=1))
    answer = understand(json.dumps(instance(schema, Dice(seed).at("reply"))), asked)
    assert accept(answer.moves, asked.view.board, asked.view.actions)[0] == list(answer.moves)


def test_the_plain_form_keeps_to_what_every_provider_takes():
    schema = plain(decision(view(), THINKS, PLAIN, Limits()))
    assert not {"anyOf", "maxLength", "maxItems", "oneOf"} & set(_words(schema))
    item = schema["properties"]["moves"]["items"]
    assert item["required"] == ["action", "target", "text"]
    assert item["properties"]["target"]["type"] == ["string", "null"]
    assert None in item["properties"]["target"]["enum"]
    assert "everyone" in item["properties"]["target"]["enum"]
    assert item["properties"]["text"]["type"] == ["string", "null"]
    jsonschema.validate(
        {"allies": [], "moves": [{"action": "wait", "target": None, "text": None}], "analysis": ""}, schema
    )


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(word for item in value.values() for word in _words(item))]
    return [word for item in value for word in _words(item)] if isinstance(value, list) else []


FORM = {
    "type": "object",
    "properties": {
        "side": {"enum": ["Red", "Blue", 3, True]},
        "odds": {"type": "number", "minimum": 0, "maximum": 1},
        "size": {"type": "integer", "minimum": 0},
        "note": {"type": ["string", "null"], "maxLength": 5},
        "tree": {"$ref": "#/$defs/tree"},
        "fixed": {"const": "yes"},
        "flag": {"type": "boolean"},
    },
    "required": ["side"],
    "additionalProperties": False,
    "$defs": {
        "tree": {"type": "array", "maxItems": 2, "items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/tree"}]}}
    },
}


@pytest.mark.parametrize(
    ("value", "fitted"),
    [
        ({"side": "Red"}, {"side": "Red"}),
        ({"side": "RED "}, {"side": "Red"}),
        ({"side": 3, "tree": [None, [[]]]}, {"side": 3, "tree": [None, [[]]]}),
        ({"side": True, "flag": False, "fixed": "yes"}, {"side": True, "flag": False, "fixed": "yes"}),
        ({"side": "Blue", "odds": "25%", "size": "12"}, {"side": "Blue", "odds": 0.25, "size": 12}),
        ({"side": "Blue", "note": None, "size": 2.0}, {"side": "Blue", "note": None, "size": 2}),
        ({"side": "Blue", "mood": 1}, {"side": "Blue"}),
    ],
)
def test_values_are_fitted_without_loss(value: dict[str, Any], fitted: dict[str, Any]):
    assert Fitting(FORM).fitted(value) == fitted


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ([], "$"),
        ({}, "$.side"),
        ({"side": "Green"}, "$.side"),
        ({"side": 1}, "$.side"),
        ({"side": "Red", "odds": 1.5}, "$.odds"),
        ({"side": "Red", "odds": True}, "$.odds"),
        ({"side": "Red", "size": "50%"}, "$.size"),
        ({"side": "Red", "size": 1.5}, "$.size"),
        ({"side": "Red", "note": "too long"}, "$.note"),
        ({"side": "Red", "tree": [[], [], []]}, "$.tree"),
        ({"side": "Red", "tree": [[[1]]]}, "$.tree[0][0][0]"),
        ({"side": "Red", "flag": 1}, "$.flag"),
        ({"side": "Red", "fixed": "no"}, "$.fixed"),
    ],
)
def test_misfits_are_named_by_their_place(value: Any, where: str):
    with pytest.raises(Misfit) as caught:
        Fitting(FORM).fitted(value)
    assert caught.value.where == where
    assert caught.value.expected
