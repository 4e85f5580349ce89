"""From JSON to moves and data, through the whole reading of a reply."""

import json
from typing import Any

import pytest
from asking import ACTORS, PLAIN, RULEBOOK, SHOWN, WORDS, request, view
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.core.actions import accept
from mesa_war.core.events import Move, Outcome
from mesa_war.core.prompts import Naming
from mesa_war.minds.llm.answers import Answer, understand
from mesa_war.minds.llm.names import Lexicon, folded

OUT_OF_TEN = {"type": "object", "properties": {"odds": {"type": "number", "minimum": 0, "maximum": 1}}}


def plan(*items: Any, **beside: Any) -> str:
    return json.dumps({"moves": list(items), **beside}, ensure_ascii=False)


def understood(reply: str, naming: Naming = PLAIN) -> Answer:
    return understand(reply, request(naming=naming))


def acts(answer: Answer) -> list[tuple[str, dict[str, object]]]:
    return [(move.action, dict(move.args)) for move in answer.moves]


def wrong(answer: Answer) -> list[str]:
    return [objection.key for objection in answer.objections]


WAR = {"action": "declare_war", "target": "Borvia"}


def test_a_decision_is_read():
    answer = understood(plan(WAR, {"action": "wait"}, allies=["Grand_Duchy"], analysis="We strike.\nThen we wait."))
    assert acts(answer) == [("declare_war", {"target": "Borvia"}), ("wait", {})]
    assert answer.thought == "allies: Grand_Duchy\nanalysis: We strike.\nThen we wait."
    assert (answer.outcome, answer.note, answer.objections) == (Outcome.OK, "", ())
    assert answer.moves[0].actor == "Aldoria"


def test_shown_names_are_turned_back_everywhere():
    message = {"action": "message", "target": "Country B", "text": "Country G asks Country B for peace."}
    answer = understood(plan(message, allies=["country g"], analysis="Country B is weak."), SHOWN)
    assert acts(answer) == [("message", {"target": "Borvia", "text": "Grand_Duchy asks Borvia for peace."})]
    assert answer.thought == "allies: Grand_Duchy\nanalysis: Borvia is weak."


def test_actions_shown_by_another_name_are_turned_back():
    naming = Naming({"declare_war": "宣战", "Borvia": "乙国"})
    assert acts(understood(plan({"action": "宣战", "target": "乙国"}), naming)) == [
        ("declare_war", {"target": "Borvia"})
    ]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Grand\\_Duchy", "Grand_Duchy"),
        (" Grand_Duchy \n", "Grand_Duchy"),
        ("grand duchy", "Grand_Duchy"),
        ("**Grand_Duchy**", "Grand_Duchy"),
        ("Cote d'Ivoire", "Côte d’Ivoire"),
        ("CÔTE D'IVOIRE", "Côte d’Ivoire"),
        ("Côte d’Ivoire", "Côte d’Ivoire"),
        ("BORVIA", "Borvia"),
    ],
)
def test_names_may_differ_in_case_space_accents_and_escapes(said: str, name: str):
    answer = understood(plan({"action": "Declare War", "target": said}))
    assert acts(answer) == [("declare_war", {"target": name})]
    assert answer.outcome is Outcome.OK


def test_a_name_that_could_be_two_is_not_guessed():
    lexicon = Lexicon(["São", "Sao", "SÃO", "Ulm"], PLAIN)
    assert [lexicon.find(name) for name in ("São", "sao", "ulm", "Ulm!")] == ["São", None, "Ulm", None]
    assert folded("が") != folded("か")


def test_unknown_names_and_actions_are_left_to_the_secretary_with_what_is_close():
    answer = understood(
        plan({"action": "declare_war", "target": "Borvja"}, {"action": "declare_wa", "target": "Borvia"})
    )
    _, fall = accept(answer.moves, view().board, RULEBOOK)
    sentences = [WORDS.say("objections", objection.key, **objection.names) for _, objection in fall]
    assert "Write one of these names exactly: Borvia." in sentences[0]
    assert 'There is no action called "declare_wa". Choose from: declare_war.' in sentences[1]


def test_a_name_that_was_never_shown_is_asked_again_without_repeating_it():
    answer = understood(plan({"action": "declare_war", "target": "Borvia"}, {"action": "wait"}), SHOWN)
    assert acts(answer) == [("wait", {})]
    assert wrong(answer) == ["name not used here"]
    sentence = SHOWN.show(WORDS.say("objections", answer.objections[0].key, **answer.objections[0].names))
    assert sentence.endswith("Write one of these names exactly: Country B, Côte d’Ivoire, Country G.")


def test_one_bad_item_does_not_cost_the_others():
    items = [
        WAR,
        "asleep",
        7,
        None,
        {},
        {"action": 3},
        {"action": "declare_war", "target": ["Borvia"]},
        {"action": "wait"},
    ]
    answer = understood(plan(*items))
    assert acts(answer) == [("declare_war", {"target": "Borvia"}), ("wait", {})]
    assert [(o.key, o.names["index"]) for o in answer.objections] == [
        ("item is no object", 2),
        ("item is no object", 3),
        ("item is no object", 4),
        ("item without action", 5),
        ("item without action", 6),
        ("input is no text", 7),
    ]
    for objection in answer.objections:
        assert f"tem {objection.names['index']}" in WORDS.say("objections", objection.key, **objection.names)
    assert "item is no object (index 2)" in answer.note


def test_what_is_left_empty_is_left_out_and_what_is_too_much_is_objected_to():
    answer = understood(plan({"action": "wait", "target": None, "text": ""}, {"action": "wait", "target": "Borvia"}))
    assert acts(answer) == [("wait", {})]
    assert wrong(answer) == ["unknown input"]
    assert "takes" in WORDS.say("objections", "unknown input", **answer.objections[0].names)
    missing = understood(plan({"action": "declare_war", "target": None}))
    assert acts(missing) == [("declare_war", {})]


def test_more_moves_than_a_plan_may_have_are_not_taken_in_silence():
    answer = understood(plan(*[{"action": "wait"}] * 11))
    assert len(answer.moves) == 8
    assert wrong(answer) == ["too many moves"]


@pytest.mark.parametrize(
    ("reply", "moves"),
    [
        ('{"action": "wait"}', [("wait", {})]),
        ('{"action": "declare_war", "target": "Borvia", "analysis": "now"}', [("declare_war", {"target": "Borvia"})]),
        ('[{"action": "wait"}, {"action": "mobilize"}]', [("wait", {}), ("mobilize", {})]),
        ('{"action": "wait"}\n{"action": "mobilize"}', [("wait", {}), ("mobilize", {})]),
        ('{"moves": {"action": "wait"}}', [("wait", {})]),
        ('{"moves": ["wait", "mobilize"]}', [("wait", {}), ("mobilize", {})]),
        ('{"plan": {"moves": [{"action": "wait"}]}}', [("wait", {})]),
        (
            '{"moves": [{"action": "declare_war", "args": {"target": "Borvia"}}]}',
            [("declare_war", {"target": "Borvia"})],
        ),
        (
            '{"moves": [{"action": {"title": "a", "value": "declare_war"}, "target": {"value": "Borvia"}}]}',
            [("declare_war", {"target": "Borvia"})],
        ),
        ("{'moves': [{'action': 'wait'}]}", [("wait", {})]),
    ],
)
def test_forms_that_say_the_same_are_put_right_and_said_so(reply: str, moves: list[Any]):
    answer = understood(reply)
    assert acts(answer) == moves
    assert (answer.outcome, answer.objections) == (Outcome.REPAIRED, ())
    assert answer.repairs


def test_what_stands_beside_a_bare_move_is_kept():
    assert understood('{"action": "wait", "analysis": "not yet"}').thought == "analysis: not yet"


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ('{"moves": [{"action": "wait"}]} {"moves": [{"action": "mobilize"}]}', "several objects"),
        ('{"type": "object", "properties": {"moves": {"type": "array"}}, "required": ["moves"]}', "form sent back"),
        ('{"allies": []}', "no moves"),
        ('{"moves": null}', "no moves"),
        ('{"moves": "wait"}', "no moves"),
        ('{"properties": []}', "no moves"),
        ('[{"target": "Borvia"}]', "no moves"),
        ('{"moves": [], "Moves": [{"action": "wait"}]}', "key twice"),
        ('{"moves": [], "moves": [{"action": "wait"}]}', "key twice"),
    ],
)
def test_what_is_no_decision_is_asked_again_and_told_why(reply: str, key: str):
    answer = understood(reply)
    assert (answer.outcome, wrong(answer), answer.moves) == (Outcome.UNREADABLE, [key], ())
    assert WORDS.say("objections", key, **answer.objections[0].names)
    assert key in answer.note


def test_a_move_that_names_one_input_twice_is_asked_again():
    answer = understood('{"moves": [{"action": "declare_war", "Target": "Borvia", "target": "Grand_Duchy"}]}')
    assert (acts(answer), wrong(answer)) == ([], ["key twice"])


def test_unknown_keys_beside_the_moves_are_left_aside_and_noted():
    answer = understood(plan({"action": "wait"}, mood="grim", analysis=["no", "text"]))
    assert acts(answer) == [("wait", {})]
    assert answer.outcome is Outcome.OK
    assert "mood" in answer.note
    assert "analysis could not be read" in answer.note


def test_a_refusal_is_never_a_choice_to_wait():
    said = "I'm sorry, but I can't help with planning a war."
    assert understood(plan(analysis=said)).outcome is Outcome.REFUSED
    assert understood(said).outcome is Outcome.REFUSED
    assert understand(plan(), request(), "content_filter").outcome is Outcome.FILTERED
    assert understand("no", request(), "refusal").outcome is Outcome.REFUSED
    assert understood(plan(WAR, analysis=said)).outcome is Outcome.OK
    assert understood(plan(analysis="We can't win now.")).outcome is Outcome.OK


def test_words_cannot_carry_control_characters():
    answer = understood('{"moves": [{"action": "message", "target": "Borvia", "text": "a\\u0000b \\ud800"}]}')
    assert acts(answer)[0][1]["text"] == "ab \ufffd"
    assert "taken out" in answer.note


def test_data_is_held_against_its_schema():
    judge = request("judge", extra={"shape": OUT_OF_TEN})
    read = {
        '{"odds": 0.7}': (Outcome.OK, 0.7),
        '{"odds": "0.7"}': (Outcome.REPAIRED, 0.7),
        '{"odds": "70%"}': (Outcome.REPAIRED, 0.7),
        '{"odds": "0.7 (high)"}': (Outcome.REPAIRED, 0.7),
        "{'odds': 1}": (Outcome.REPAIRED, 1),
    }
    for reply, expected in read.items():
        answer = understand(reply, judge)
        assert (answer.outcome, answer.data["odds"]) == expected
    for odds in (
        "70%",
        "0,7",
        '"0,7"',
        '"seven out of ten"',
        '"high"',
        "1.7",
        '"1.7"',
        '"-0.2"',
        "70",
        '"70"',
        "true",
        "null",
    ):
        answer = understand(f'{{"odds": {odds}}}', judge)
        assert (answer.outcome, answer.data) == (Outcome.UNREADABLE, None)


def test_names_in_data_are_shown_and_turned_back():
    shape = {
        "type": "object",
        "properties": {"winner": {"enum": ["Borvia", "Grand_Duchy"]}, "why": {"type": "string"}},
        "required": ["winner", "why"],
    }
    judge = request("judge", naming=SHOWN, extra={"shape": shape})
    answer = understand('{"winner": "country g", "why": "Country B fell."}', judge)
    assert answer.data == {"winner": "Grand_Duchy", "why": "Borvia fell."}
    answer = understand('{"winner": "Borvia", "why": ""}', judge)
    assert wrong(answer) == ["misfit"]
    sentence = WORDS.say("objections", "misfit", **answer.objections[0].names)
    assert "$.winner" in sentence
    assert "Country G" in sentence
    assert "Borvia" not in sentence


def test_items_of_data_are_named_by_their_place():
    shape = {"type": "object", "properties": {"plan": {"type": "array", "items": {"type": "array", "minItems": 2}}}}
    answer = understand('{"plan": [["move", 2], "asleep", ["talk", 1]]}', request("judge", extra={"shape": shape}))
    assert answer.objections[0].names["where"] == "$.plan[1]"


def test_advice_is_a_list_of_sentences():
    advise = request("advise", naming=SHOWN, extra={})
    assert understand('{"suggestions": ["Ask Country B first."]}', advise).data == ["Ask Borvia first."]
    assert understand('{"suggestions": []}', advise).data == []
    assert understand('{"suggestions": ["a", "b", "c", "d"]}', advise).outcome is Outcome.UNREADABLE
    assert understand("The plan is sound.", advise).outcome is Outcome.UNREADABLE


def test_free_words_are_all_that_was_said():
    talk = request("talk", naming=SHOWN, extra={})
    assert understand("<think>hm</think>\nCountry B lies.", talk).data == "Borvia lies."
    assert understand("<think>hm</think>", talk).outcome is Outcome.EMPTY
    assert understand("half a sent", talk, "length").outcome is Outcome.TRUNCATED
    assert understand("I can't help with that.", talk).outcome is Outcome.REFUSED


ITEMS = st.fixed_dictionaries(
    {"action": st.sampled_from([*RULEBOOK, "Declare War", "burn", ""])},
    optional={"target": st.sampled_from([*ACTORS, "borvia", "Nowhere", "", None, 3]), "text": st.text(max_size=130)},
)


@given(st.lists(ITEMS | st.none() | st.text(max_size=5) | st.integers(), max_size=10))
def test_each_item_becomes_its_move_or_an_objection(items: list[Any]):
    answer = understood(plan(*items))
    assert answer.outcome.usable
    assert all(isinstance(move, Move) and move.actor == "Aldoria" for move in answer.moves)
    stand, _ = accept(answer.moves, view().board, RULEBOOK)
    said = [folded(item["action"]) for item in items if isinstance(item, dict) and isinstance(item["action"], str)]
    said += [folded(item) for item in items if isinstance(item, str)]
    assert {folded(move.action) for move in stand} <= set(said)
    assert len(answer.moves) + len(answer.objections) <= len(items)
    if items and not answer.moves:
        assert answer.objections
