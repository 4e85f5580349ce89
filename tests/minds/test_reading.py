"""From text to JSON: every way a reply is written, and no way in which it is misread."""

import json
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.core.events import Outcome
from mesa_war.minds.fake.replies import GARBAGE, REFUSAL
from mesa_war.minds.llm.clean import cleaned, cleaned_value
from mesa_war.minds.llm.mending import NotMendable, mended
from mesa_war.minds.llm.reading import read
from mesa_war.minds.llm.refusal import is_refusal
from mesa_war.minds.llm.thinking import marked

OBJECT = '{"moves": [{"action": "wait"}], "analysis": "Map legend: } means border {river}"}'
VALUE = json.loads(OBJECT)


@pytest.mark.parametrize(
    "reply",
    [
        OBJECT,
        f"<think>\nThey have 3 {{divisions}}.\n</think>\n\n{OBJECT}",
        f"They mobilised first, so {{strike}} was tempting.</think>\n{OBJECT}",
        f'<think>Draft: {{"moves": [{{"action": "strike"}}]}} - no.</think>\n{OBJECT}',
        f"[THINK]hm[/THINK]{OBJECT}",
        f"Here is my decision:\n```json\n{OBJECT}\n```\nLet me know if you need more.",
        f"```\n{OBJECT}\n```",
        f"Decision: {OBJECT} end",
        f"**PARSABLE OUTPUT:** {OBJECT}",
        f"I will give PARSABLE OUTPUT: later.\nPARSABLE OUTPUT:\n```\n{OBJECT}\n```",
        f"As said in [1] and [2, 3]: {OBJECT}",
        f"The form is {{action: ...}}. {OBJECT}",
        '<|channel|>analysis<|message|>{"moves": []}<|end|><|start|>assistant<|channel|>final<|message|>'
        + OBJECT
        + "<|end|>",
        f"<|channel|>final <|constrain|>json<|message|>{OBJECT}<|return|>",
    ],
)
def test_an_object_is_found_wherever_it_stands(reply: str):
    reading = read(reply)
    assert (reading.outcome, reading.values) == (Outcome.OK, (VALUE,))


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("analysisOnly JSON here.assistantfinal" + OBJECT, VALUE),
        (f"// decision for turn 4\n{OBJECT}", VALUE),
        (OBJECT + OBJECT, VALUE),
        ("<think>I conclude: " + OBJECT + "</think>", VALUE),
        (
            """{'a': 'x', 'b': "We don't want Borvia's war.", 'c': None}""",
            {"a": "x", "b": "We don't want Borvia's war."},
        ),
        ("{'a': 'We don't care', 'b': True}", {"a": "We don't care", "b": True}),
        ('{\n"a": "x", // open channel\n"b": "See https://e.org/a, ]b and } of it",\n}', {"a": "x"}),
        ('{"a": "Article 1:\n\tborders stay."}', {"a": "Article 1:\n\tborders stay."}),
        ('{"a": +5, "b": .5}', {"a": 5, "b": 0.5}),
        ("{a: wait, b: Country B, c: null}", {"a": "wait", "b": "Country B"}),
        ("{“a”: “wait”}", {"a": "wait"}),
        ('{"a": [{"b": 1},],}', {"a": [{"b": 1}]}),
        ('{"a": "x"\n "b": 2}', {"a": "x", "b": 2}),
        ('{"a": "He said "no" to us", "b": 1}', {"a": 'He said "no" to us', "b": 1}),
    ],
)
def test_what_is_lossless_is_mended_and_said_so(reply: str, value: dict[str, object]):
    reading = read(reply)
    assert reading.outcome is Outcome.REPAIRED
    assert reading.repairs
    (found,) = reading.values
    assert value.items() <= found.items()


@pytest.mark.parametrize(
    "reply",
    [
        '{"a": 70%, "b": ""}',
        '{"a": 0,7, "b": ""}',
        '{"troops": 1,500, "a": "x"}',
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": -Infinity}',
        '{"action": "hold",\n ...\n}',
        '{"action": ...}',
        '{"a": "x", "b"}',
        '{"a": [1, 2}',
        '{"a": "x" "b": 2}',
        "{`a`: `x`}",
        "[1, 2, 3]",
        '["wait"]',
        "Options: [hold, strike]. I prefer neither.",
        "{Northern Front",
        "ACTION: strike\nTARGET: BOR\nACTION::hold",
        "seven out of ten",
        GARBAGE,
        "[" * 100_000,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
        '{"moves": [{"action": "wait"}}, {"action": "strike"}]',
    ],
)
def test_what_would_lose_or_invent_is_not_read(reply: str):
    reading = read(reply)
    assert (reading.outcome, reading.values) == (Outcome.UNREADABLE, ())


@pytest.mark.parametrize("reply", ['{"a": 1, "b": 2, "a": 3}', '{"m": [{"a": "x", "a": "y"}]}', '{"a": 1, "a": 1}'])
def test_a_key_written_twice_is_asked_again(reply: str):
    reading = read(reply)
    assert reading.outcome is Outcome.UNREADABLE
    assert [objection.key for objection in reading.objections] == ["key twice"]
    assert read(reply + OBJECT).outcome is Outcome.UNREADABLE


@pytest.mark.parametrize("end", range(1, len(OBJECT)))
def test_what_is_cut_is_truncated_whatever_the_provider_says(end: int):
    reading = read(OBJECT[:end])
    assert not reading.values
    assert reading.outcome is Outcome.TRUNCATED
    assert read(f"Here you are:\n```json\n{OBJECT[:end]}").outcome is Outcome.TRUNCATED


@pytest.mark.parametrize("reply", ["{'a': 'stri", '{"a": tru', OBJECT + '{"moves": [', "{\n  'a': 'x',"])
def test_almost_json_that_is_cut_is_truncated_too(reply: str):
    assert read(reply).outcome is Outcome.TRUNCATED


def test_what_the_provider_calls_cut_counts_if_it_is_whole():
    reading = read(OBJECT + "\n" * 4000, cut=True)
    assert (reading.outcome, reading.values) == (Outcome.OK, (VALUE,))
    assert "4000 blank characters" in reading.notes[0]
    assert read("Let me think about", cut=True).outcome is Outcome.TRUNCATED
    assert read("<think>Let me list every treaty since 1815. First, ", cut=True).outcome is Outcome.TRUNCATED
    assert read("", cut=True).outcome is Outcome.TRUNCATED


@pytest.mark.parametrize("reply", ["", "   \n", "<think>hm</think>\n ", "<think>no end", "<think>{} or {}</think>"])
def test_nothing_said_is_empty(reply: str):
    assert read(reply).outcome is Outcome.EMPTY


@pytest.mark.parametrize(
    "reply",
    [
        REFUSAL,
        "I’m sorry, but I cannot assist with planning a war.",
        "I can't do that. Use the format {action: ...} yourself.",
        "As an AI language model, I can't take part in this.",
        "I must decline to participate in this simulation.",
        "抱歉，我无法协助制定战争计划。",
    ],
)
def test_a_refusal_is_a_refusal(reply: str):
    assert read(reply).outcome is Outcome.REFUSED


@pytest.mark.parametrize(
    "words",
    [
        "I cannot attack now, so I wait.",
        "I can't trust Borvia.",
        "Sorry state of affairs: we mobilise.",
        "We will not help Borvia.",
        "I will not yield.",
        "我们不能进攻。",
    ],
)
def test_speaking_of_acts_is_no_refusal(words: str):
    assert not is_refusal(words)


def test_two_objects_are_both_kept_and_never_chosen_between():
    reading = read('{"a": 1}\n{"a": 2}')
    assert reading.values == ({"a": 1}, {"a": 2})


def test_a_closing_tag_inside_words_ends_no_thinking():
    reply = '{"a": "they wrote </think> and <think>"}'
    assert read(reply).values == (json.loads(reply),)
    assert read(f"<think>x</think>{reply}").values == (json.loads(reply),)


def test_thinking_sent_apart_is_the_same_as_thinking_in_the_text():
    assert read(marked("I think of {war}.", OBJECT)).values == (VALUE,)
    assert marked("", OBJECT) == OBJECT


def test_text_is_cleaned_and_nothing_else_is_changed():
    kept = "🧖‍♀️ שלום слава 和平 é\n\tend"
    assert cleaned(kept) == kept
    assert cleaned("a\x00b\x1b[31mc\r\nd\x85e\x7f") == "ab[31mc\nde"
    assert cleaned("\ud83d\ude00 and \ud83d alone") == "😀 and \ufffd alone"
    assert cleaned_value({"k\x00": ["\ud800", 1, None]}) == {"k": ["\ufffd", 1, None]}
    reading = read('{"a": "\\u0000x \\ud83d\\ude00 \\ud83d"}')
    assert reading.values == ({"a": "x 😀 \ufffd"},)
    assert (reading.outcome, len(reading.notes)) == (Outcome.OK, 1)


SCALARS = st.none() | st.booleans() | st.integers(-9999, 9999) | st.text(string.printable, max_size=12)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(string.ascii_letters, min_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(string.ascii_letters, min_size=1, max_size=6), VALUES, min_size=1, max_size=3)


@given(OBJECTS, st.sampled_from(["{}", "<think>x</think>{}", "```json\n{}\n```", "So: {} ok"]))
def test_any_object_comes_through_unchanged(value: dict[str, object], around: str):
    reading = read(around.replace("{}", json.dumps(value)))
    assert reading.values == (cleaned_value(value),)


@given(OBJECTS, st.integers(0, 400), st.sampled_from([*list("{}[]\"',:\\ x0%…"), ""]))
def test_a_repair_says_what_the_text_said(value: dict[str, object], place: int, change: str):
    """One character of valid JSON is replaced: what is read has the words that stand there, or nothing is read."""
    text = json.dumps(value)
    place = 1 + place % (len(text) - 1)
    spoilt = text[:place] + change + text[place + 1 :]
    try:
        found, _ = mended(spoilt)
    except (NotMendable, ValueError):
        return
    said = json.dumps(found, ensure_ascii=False)
    letters = {mark for mark in said if mark.isalnum()}
    assert letters <= {mark for mark in spoilt + "null" if mark.isalnum()}
    spoilt = re.sub(r"(?<![\w.])0+(?=\d)", "", spoilt)  # 007 is 7: no word is lost with it
    words = sorted(mark for mark in spoilt if mark.isalnum() and mark not in "rntbfu")
    assert [mark for mark in words if mark not in said] == []


@given(st.text(max_size=200) | st.text("{}[]\"':, \n/\\#atrue1-.<>|think", max_size=80))
def test_nothing_crashes_the_reader(text: str):
    reading = read(cleaned(text))
    assert bool(reading.values) == reading.outcome.usable
