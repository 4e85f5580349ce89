"""`mesa-war reply`: stored answers are read as those to the first request of a model."""

import json

import pytest

from mesa_war.core.toml import SettingError
from mesa_war.study.stored import first_request, read_reply

FINE = {"allies": [], "enemies": [], "moves": [{"action": "mobilize"}], "analysis": "To be safe."}
ILLEGAL = {**FINE, "moves": [{"action": "mobilize"}, {"action": "betray_alliance", "target": "Country F"}]}


def read(*answers: object, attempts: int = 4) -> dict[str, object]:
    return read_reply("wwi", "Britain", [json.dumps(answer) for answer in answers], attempts)


def test_the_request_is_that_of_round_1_after_the_trigger() -> None:
    request = first_request("wwi", "Serbia")
    assert request.key(0) == (1, 1, "Serbia", "decide", 0)
    assert "Prince Q, heir presumptive to the throne of Country A" in request.prompt.user
    assert request.prompt.user.startswith("# Round 1\n")


def test_a_sound_answer_is_accepted() -> None:
    assert read(FINE) == {"status": "accept", "moves": [{"action": "mobilize"}], "objections": [], "repairs": []}


def test_an_illegal_act_goes_back_until_the_dialogue_ends() -> None:
    first = read(ILLEGAL)
    assert first["status"] == "retry"
    assert first["objections"] == ["You have no such pact with Country F (alliance). Leave the action out."]
    assert read(ILLEGAL, FINE)["status"] == "accept"
    for last in (
        read(ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL),
        read(ILLEGAL, attempts=1),
        read(ILLEGAL, ILLEGAL, attempts=2),
    ):
        assert last["status"] == "repair"
        assert last["moves"] == [{"action": "mobilize"}]
        assert last["repairs"] == first["objections"]


@pytest.mark.parametrize(
    ("chair", "texts", "attempts", "expected"),
    [
        ("Germany", ["{}"], 4, "there is no chair 'Germany' in wwi; did you mean 'German Empire'? Allowed: Britain, "),
        ("Britain", [], 4, "replies: expected 1 to 4, the answers of one dialogue, found 0"),
        ("Britain", ["{}", "{}"], 1, "replies: expected 1 to 1, the answers of one dialogue, found 2"),
        ("Britain", ["{}"], 5, "attempts: expected a whole number from 1 to 4, found 5"),
    ],
)
def test_bad_input_is_told(chair: str, texts: list[str], attempts: int, expected: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_reply("wwi", chair, texts, attempts)
    assert str(caught.value).startswith(expected)


def test_an_unknown_model_is_told() -> None:
    with pytest.raises(SettingError, match=r"^there is no model 'wwl'; did you mean 'wwi'\?"):
        read_reply("wwl", "Britain", ["{}"], 4)
