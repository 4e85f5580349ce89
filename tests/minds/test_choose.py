"""Names of minds, and what is said of names that stand for nothing."""

from pathlib import Path

import pytest

from mesa_war.core.toml import SettingError
from mesa_war.minds import local as local_minds
from mesa_war.minds.choose import choose
from mesa_war.minds.llm import LanguageMind
from mesa_war.minds.rules import Chance, Wait
from mesa_war.minds.scripted import Scripted

CANARY = "sk-canary-7Jq2Zp9WvX"


def chosen(spec: object) -> object:
    return choose(spec, Wait, 7)  # type: ignore[arg-type]


def test_words_stand_for_rules():
    assert isinstance(chosen("doctrine"), Wait)
    assert isinstance(chosen("wait"), Wait)
    assert chosen("random") == Chance(7)
    mind = Wait()
    assert chosen(mind) is mind


def test_a_script_is_a_file(tmp_path: Path):
    file = tmp_path / "a?b:c.toml"
    file.write_text("[replies]\ndefault = ['x']")
    assert isinstance(chosen(f"scripted:{file}"), Scripted)


def test_anything_with_a_slash_is_a_model_with_options_after_it():
    mind = chosen("openai/org/some-model:free?temperature=0.7&api_base=http%3A%2F%2F127.0.0.1%3A1%2Fv1&attempts=2")
    assert isinstance(mind, LanguageMind)
    assert (mind.model.id, mind.model.temperature, mind.model.attempts) == ("openai/org/some-model:free", 0.7, 2)
    assert mind.model.api_base == "http://127.0.0.1:1/v1"
    assert mind.waits


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("doctrin", "there is no mind 'doctrin'; did you mean 'doctrine'? Allowed: doctrine, random"),
        ("doctrine:x", "there is no mind 'doctrine'"),
        ("wait?x=1", "there is no mind 'wait'"),
        ("", "there is no mind ''"),
        ("gpt-4o", "a model id such as openai/..."),
        ("scripted:", "scripted:FILE"),
        ("replay:", "there is no mind 'replay'. Allowed: "),
        ("replay:nowhere", "replay:nowhere: there is no trace.jsonl in that folder"),
        ("human", "there is no mind 'human'. Allowed: "),
        ("scripted:nowhere.toml", "there is no file nowhere.toml"),
        ("openai/x?temprature=1", "did you mean 'temperature'"),
        ("openai/x?temperature=1&temperature=2", "the option 'temperature' is given twice"),
        (f"openai/x?api_key={CANARY}", "api_key_env=NAME"),
        ("local?threads=none", "threads is 'none'; expected a whole number"),
        ("local?threads=0", "threads is '0'; expected a whole number"),
        ("local?api_base=x", "there is no option 'api_base' in local"),
    ],
)
def test_what_stands_for_nothing_is_named(spec: str, words: str):
    with pytest.raises(SettingError) as caught:
        chosen(spec)
    assert words in str(caught.value)
    assert CANARY not in str(caught.value)


def test_local_without_weights_says_how_to_get_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MESA_WAR_WEIGHTS", str(tmp_path))
    assert local_minds.best_present() is None
    with pytest.raises(SettingError, match="mesa-war weights smollm2-135m"):
        chosen("local")


def test_a_file_that_is_no_model_is_named(tmp_path: Path):
    pytest.importorskip("xllamacpp")
    with pytest.raises(SettingError, match="there is no file"):
        chosen(f"local:{tmp_path}/nowhere.gguf")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"text")
    with pytest.raises(SettingError, match="not a GGUF file"):
        chosen(f"local:{broken}")
