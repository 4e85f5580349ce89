"""Words written down beforehand, read as a model's would be; and stored replies."""

import json
from pathlib import Path
from typing import Any

import pytest
from asking import SHOWN, request

from mesa_war.core.events import Outcome
from mesa_war.core.mind import Reply
from mesa_war.core.toml import SettingError
from mesa_war.core.trace import CallFile, Trace
from mesa_war.families.nations.model import Nations
from mesa_war.minds.llm.stored import STATUS, read_stored
from mesa_war.minds.scripted import Scripted

WAIT = '{"moves": [{"action": "wait"}]}'
MOBILIZE = '{"moves": [{"action": "mobilize"}]}'
WAR = '{"moves": [{"action": "declare_war", "target": "Borvia"}]}'
EARLY = '{"moves": [{"action": "publish_pact", "target": "Borvia"}]}'


def action(reply: Reply) -> str:
    return ", ".join(move.action for move in reply.moves) or reply.outcome.value


def said(mind: Scripted, *turns: tuple[float, int], **more: Any) -> list[str]:
    return [action(mind.answer(request(time=time, attempt=attempt, **more))) for time, attempt in turns]


def test_lines_go_by_round_and_attempt_and_never_by_when_they_are_asked_for():
    mind = Scripted({"Aldoria": [WAIT, ["so be it", MOBILIZE], WAR]})
    turns = [(1, 0), (1, 2), (2, 0), (2, 1), (2, 5), (3, 0), (9, 0)]
    expected = ["wait", "wait", "unreadable", "mobilize", "mobilize", "declare_war", "declare_war"]
    assert said(mind, *turns) == expected
    assert said(mind, *reversed(turns)) == expected[::-1]


def test_after_the_last_line_there_may_be_nothing():
    mind = Scripted({"Aldoria": [WAIT, [MOBILIZE]]}, then="empty")
    assert said(mind, (1, 0), (2, 0), (2, 1), (3, 0)) == ["wait", "mobilize", "empty", "empty"]


def test_default_speaks_for_all_who_have_no_lines():
    assert said(Scripted({"default": [WAIT], "Borvia": [WAR]}), (1, 0)) == ["wait"]
    assert said(Scripted({"Borvia": [WAR]}), (1, 0)) == ["empty"]


def test_a_secretary_has_lines_of_its_own():
    mind = Scripted({"secretary of Aldoria": ['{"suggestions": ["Ask first."]}'], "default": [WAIT]})
    reply = mind.answer(request("advise", extra={"plan": Reply()}, asker="secretary of Aldoria"))
    assert reply.data == ["Ask first."]


def test_its_calls_are_on_record_like_any_models():
    calls = CallFile()
    reply = Scripted({"default": [WAIT]}).answer(request(calls=calls))
    assert calls.recorded(reply.calls[0].key, reply.calls[0].prompt) == reply.calls[0]
    assert (reply.calls[0].model, reply.calls[0].reply) == ("scripted", WAIT)


TOML = f"""
then = "empty"
[replies]
Aldoria = ['{WAIT}', ['no', '{MOBILIZE}']]
default = ['{WAR}']
"""


@pytest.mark.parametrize(("name", "text"), [("script.toml", TOML), ("script.jsonl", None)])
def test_scripts_come_from_files(tmp_path: Path, name: str, text: str | None):
    file = tmp_path / name
    entries = [("Aldoria", WAIT), ("default", WAR), ("Aldoria", ["no", MOBILIZE])]
    lines = "\n".join(json.dumps({"actor": actor, "reply": reply}) for actor, reply in entries)
    file.write_text(text or f"{lines}\n\n")
    mind = Scripted.load(file)
    assert said(mind, (1, 0), (2, 0), (2, 1)) == ["wait", "unreadable", "mobilize"]
    assert said(mind, (3, 0)) == ["empty" if text else "unreadable"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", None, "there is no file"),
        ("a.toml", "x =", "not TOML"),
        ("a.toml", "replis = {}", "unknown key 'replis'; allowed: then, replies"),
        ("a.toml", "then = 'stop'\n[replies]", "then is 'stop'; allowed: repeat, empty"),
        ("a.toml", "then = 'empty'", "expected a table [replies]"),
        ("a.toml", "[replies]\nBritain = []", "replies.Britain: expected a list of texts"),
        ("a.toml", "[replies]\nBritain = 'x'", "replies.Britain: expected a list of texts"),
        ("a.toml", "[replies]\nBritain = ['x', 7]", "replies.Britain, item 2: expected a text"),
        ("a.toml", "[replies]\nBritain = ['x', []]", "replies.Britain, item 2: expected a text"),
        ("a.jsonl", None, "can't be read"),
        ("a.jsonl", "\n{", "a.jsonl:2: not JSON"),
        ("a.jsonl", '{"actor": "A"}', "a.jsonl:1: expected"),
        ("a.jsonl", '{"actor": "A", "reply": 7}', "replies.A, item 1: expected a text"),
    ],
)
def test_what_is_no_script_is_named(tmp_path: Path, name: str, text: str | None, words: str):
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    with pytest.raises(SettingError) as caught:
        Scripted.load(file)
    assert words in str(caught.value)


def test_a_scripted_run_of_nations_replays_without_the_script(tmp_path: Path):
    def played(mind: Any, *, frozen: bool) -> str:
        trace, calls = Trace(tmp_path / "trace", frozen=frozen), CallFile(tmp_path / "calls", frozen=frozen)
        world = Nations(mind=mind, rounds=2, rng=1, trace=trace, calls=calls)
        while world.running:
            world.step()
        trace.close()
        calls.close()
        assert world.board.fact("Serbia", "mobilised") is True
        return trace.hash

    lines = {"Serbia": [["", MOBILIZE]], "default": ['{"moves": [{"action": "wait"}], "analysis": "Wait."}']}
    assert played(Scripted(lines), frozen=False) == played(Scripted({}), frozen=True)


def test_an_actor_is_told_what_exactly_was_wrong_with_its_answer():
    twice = '{"moves": []}\n{"moves": [{"action": "mobilize"}]}'
    quiet = '{"moves": [{"action": "wait"}]}'
    world = Nations(mind=Scripted({"Serbia": [["", twice, MOBILIZE]], "default": [quiet]}), rounds=1, rng=1)
    world.step()
    plan = next(plan for _, _, plan in world.plans if plan.actor == "Serbia")
    assert [call.outcome for call in plan.calls] == [Outcome.EMPTY, Outcome.UNREADABLE, Outcome.OK]
    assert "Your last answer was empty." in plan.calls[1].prompt.user
    assert "more than one JSON object" in plan.calls[2].prompt.user
    assert [move.action for move in plan.moves] == ["mobilize"]


# -- stored replies ---------------------------------------------------------------------------------------------------


def test_every_outcome_has_a_status():
    assert set(STATUS) == set(Outcome)
    assert set(STATUS.values()) == {"accept", "repair", "retry", "refusal"}


@pytest.mark.parametrize(
    ("texts", "status", "moves"),
    [
        ([WAIT], "accept", [{"action": "wait"}]),
        ([f"<think>{WAR}</think>\n{WAIT}"], "accept", [{"action": "wait"}]),
        ([WAIT.replace('"', "'")], "repair", [{"action": "wait"}]),
        ([WAR.replace("Borvia", "Borvja")], "retry", []),
        (["no"], "retry", []),
        ([""], "retry", []),
        ([WAIT[:-2]], "retry", []),
        (["I can't help with that."], "refusal", []),
        (["no", WAR], "accept", [{"action": "declare_war", "target": "Borvia"}]),
        (["no", "no"], "retry", []),
        ([EARLY, WAIT], "accept", [{"action": "wait"}]),
        ([EARLY, "I can't help with that."], "refusal", []),
        (["no"] * 4, "retry", []),
        ([EARLY] * 4, "repair", []),
        ([WAIT.replace("]", ', {"action": "burn"}]')] * 4, "repair", [{"action": "wait"}]),
        (["I can't help with that.", WAIT], "refusal", []),
    ],
)
def test_stored_replies_are_read_as_one_dialogue(texts: list[str], status: str, moves: list[dict[str, str]]):
    result = read_stored(texts, request())
    assert (result["status"], result["moves"]) == (status, moves)
    assert bool(result["objections"]) is (status == "retry")
    assert bool(result["repairs"]) or status != "repair"


def test_objections_are_sentences_with_names_as_shown():
    result = read_stored([WAR.replace("Borvia", "Country X")], request(naming=SHOWN))
    assert result["objections"] == [
        '"Country X" can\'t be named in declare_war. '
        "Write one of these names exactly: Country B, Côte d’Ivoire, Country G."
    ]
    assert read_stored(["no"], request())["objections"] == [
        "Your last answer could not be read. Answer again with nothing but the JSON object described above."
    ]
    assert "more than one JSON object" in read_stored(['{"moves": []}{"moves": [1]}'], request())["objections"][0]


def test_a_dialogue_has_a_bound():
    for texts in ([], [WAIT] * 5):
        with pytest.raises(ValueError, match="1 to 4 answers"):
            read_stored(texts, request())
    assert read_stored([EARLY], request(), rounds=1)["status"] == "repair"
