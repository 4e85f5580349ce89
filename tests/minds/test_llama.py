import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.minds.llama import LocalModelError, LocalServer, constrained, room, serving
from mesa_war.minds.weights import fetch


def obj(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text(length):
    return {"type": "string", "maxLength": length}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


NATIONS = ["Britain", "France", "Germany", "Österreich"]
PLAN = {
    **obj(
        stance={"enum": ["fight", "wait", "talk"]},
        moves={"type": "array", "items": {"$ref": "#/$defs/Move"}, "maxItems": 3},
        resolve={"type": "integer", "minimum": 0, "maximum": 10},
        sure={"type": "boolean"},
        aside={"anyOf": [text(10), {"type": "null"}]},
        thought=text(60),
    ),
    "$defs": {
        "Move": {
            "oneOf": [
                obj(action={"const": "declare_war"}, to={"enum": NATIONS}),
                obj(action={"const": "send_message"}, to={"enum": NATIONS}, text=text(30)),
            ]
        }
    },
}


# --- how long a reply can be


@pytest.mark.parametrize(
    ("schema", "longest"),
    [
        ({"const": "é"}, '"é"'),
        ({"enum": ["a", "long one", None]}, '"long one"'),
        ({"type": "boolean"}, "false"),
        ({"type": "integer", "minimum": -100, "maximum": 9}, "-100"),
        (text(2), r'"\u0000\u0000"'),
        ({"type": ["string", "null"], "maxLength": 0}, "false"),
        ({"type": "array", "items": {"const": 1}, "maxItems": 0}, "[]"),
    ],
)
def test_room_is_the_longest_form_and_one_for_the_end(schema, longest):
    assert room(schema) == len(longest.encode()) + 1


def pairs():
    """Strategy of (schema, an instance of it)."""
    scalars = st.one_of(
        st.integers(0, 6).flatmap(lambda length: st.tuples(st.just(text(length)), st.text(max_size=length))),
        st.tuples(st.just({"type": "integer", "minimum": -50, "maximum": 1000}), st.integers(-50, 1000)),
        st.tuples(st.just({"type": "boolean"}), st.booleans()),
        st.tuples(st.just({"enum": NATIONS}), st.sampled_from(NATIONS)),
        st.tuples(st.just({"anyOf": [text(3), {"type": "null"}]}), st.none() | st.text(max_size=3)),
    )

    def nested(inner):
        objects = st.dictionaries(st.text(max_size=4), inner, max_size=4).map(
            lambda parts: (
                obj(**{key: part for key, (part, _) in parts.items()}),
                {key: value for key, (_, value) in parts.items()},
            )
        )
        arrays = st.tuples(inner, st.integers(0, 4)).map(
            lambda drawn: ({"type": "array", "items": drawn[0][0], "maxItems": 4}, [drawn[0][1]] * drawn[1])
        )
        return objects | arrays

    return st.recursive(scalars, nested, max_leaves=8)


@given(pairs())
def test_no_instance_takes_more_bytes_than_there_is_room(pair):
    schema, instance = pair
    assert len(compact(instance).encode("utf-8", "surrogatepass")) < room(schema)


@pytest.mark.parametrize(
    ("schema", "where"),
    [
        (obj(note={"type": "string"}), r"\$\.note"),
        (obj(list={"type": "array", "items": obj(n={"type": "integer"}), "maxItems": 2}), r"\$\.list\[\]\.n"),
        (obj(odds={"type": "number", "minimum": 0, "maximum": 1}), r"\$\.odds"),
        (obj(list={"type": "array", "items": {"const": 1}}), r"\$\.list"),
        ({"type": "object", "properties": {"a": {"const": 1}}}, r"\$: "),
        (obj(a={"enum": []}), r"\$\.a"),
        (obj(a={"type": "text", "maxLength": 3}), r"\$\.a"),
        (obj(a={"type": "integer", "minimum": 3, "maximum": 1}), r"\$\.a"),
        (obj(a={"$ref": "#/$defs/Gone"}), r"\$\.a to #/\$defs/Gone"),
        ({"$ref": "#/$defs/A", "$defs": {"A": obj(b={"$ref": "#/$defs/A"})}}, r"\$\.b: #/\$defs/A refers to itself"),
    ],
)
def test_a_schema_without_bound_is_refused_with_the_place(schema, where):
    with pytest.raises(LocalModelError, match=where):
        room(schema)
    with pytest.raises(LocalModelError, match=where):
        constrained(schema)


def test_the_grammar_carries_the_schema_in_its_order_and_leaves_it_as_it_was():
    before = compact(PLAN)
    head, _, carried = constrained(PLAN)["grammar"].partition("start: %json ")
    assert head == "%llguidance {}\n"
    assert list(json.loads(carried)["properties"]) == ["stance", "moves", "resolve", "sure", "aside", "thought"]
    assert json.loads(carried)["x-guidance"]["whitespace_flexible"] is False
    assert compact(PLAN) == before


# --- what cannot be served


def test_a_missing_file_is_named(tmp_path):
    pytest.importorskip("xllamacpp")
    with pytest.raises(LocalModelError, match=r"no file .*gone\.gguf"):
        serving(tmp_path / "gone.gguf")


def test_a_file_of_another_kind_is_named(tmp_path):
    pytest.importorskip("xllamacpp")
    (tmp_path / "notes.gguf").write_text("dear diary")
    with pytest.raises(LocalModelError, match=r"notes\.gguf is not a GGUF file"):
        serving(tmp_path / "notes.gguf")


def test_a_damaged_file_is_named(tmp_path):
    pytest.importorskip("xllamacpp")
    (tmp_path / "short.gguf").write_bytes(b"GGUF\x03\x00\x00\x00")
    server = serving(tmp_path / "short.gguf")
    with pytest.raises(LocalModelError, match=r"short\.gguf is damaged"):
        _ = server.url
    server.close()


def test_numbers_below_one_are_refused(tmp_path):
    pytest.importorskip("xllamacpp")
    (tmp_path / "short.gguf").write_bytes(b"GGUF")
    with pytest.raises(LocalModelError, match="got 0 and 8192"):
        serving(tmp_path / "short.gguf", threads=0)


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(LocalModelError, match=r"pip install .mesa-war\[local\]"):
        serving(tmp_path / "any.gguf")


def test_asked_alike_it_is_the_same_server(tmp_path):
    pytest.importorskip("xllamacpp")
    path = tmp_path / "short.gguf"
    path.write_bytes(b"GGUF")
    with ThreadPoolExecutor(8) as pool:
        servers = set(pool.map(lambda _: serving(path), range(32)))
    assert len(servers) == 1
    assert serving(str(tmp_path / "." / "short.gguf")) in servers
    assert serving(path, context=512) not in servers


# --- real models


def post(server, path, **body):
    request = urllib.request.Request(
        urljoin(f"{server.url}/", path), json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(request, timeout=300) as answer:
        return json.load(answer)


def ask(server, schema, said="You lead France. Germany has attacked Belgium. Answer with your plan.", **more):
    body = {"messages": [{"role": "user", "content": said}], "max_tokens": room(schema), **constrained(schema), **more}
    answer = post(server, "chat/completions", **body)
    return answer["choices"][0]["message"]["content"], answer["usage"]["completion_tokens"]


@pytest.fixture(scope="module")
def server():
    running = serving(fetch("smollm2-135m"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def qwen():
    running = serving(fetch("qwen2.5-coder-1.5b"))
    yield running
    running.close()


def assert_sound(reply, tokens):
    value = json.loads(reply)
    jsonschema.validate(value, PLAN)
    assert list(value) == list(PLAN["properties"])
    assert reply == compact(value)
    assert tokens < room(PLAN)


@pytest.mark.live
def test_every_reply_is_of_the_schema_compact_and_in_order(server):
    for seed in range(20):
        assert_sound(*ask(server, PLAN, temperature=1.0, seed=seed))


@pytest.mark.behaviour
def test_the_larger_model_keeps_to_the_schema_too(qwen):
    for seed in range(8):
        assert_sound(*ask(qwen, PLAN, temperature=1.0, seed=seed))


@pytest.mark.live
def test_without_the_prompt_cache_a_seed_fixes_the_reply(server):
    def replies(seed):
        return [ask(server, PLAN, temperature=1.0, seed=seed, cache_prompt=False)[0] for _ in range(3)]

    first = replies(7)
    assert len(set(first)) == 1
    assert len({*first, *replies(8), *replies(9)}) > 1


@pytest.mark.live
@pytest.mark.parametrize("character", ["🏴", "字", '"', "\n", "a"])
def test_there_is_room_for_the_longest_text_of_any_character(server, character):
    schema = obj(first=text(20), second=text(20))
    tokens = post(server, "../tokenize", content=json.dumps(character, ensure_ascii=False)[1:-1])["tokens"]
    pushed = [[token, 50] for token in tokens]
    reply, used = ask(server, schema, logit_bias=pushed, temperature=0)
    value = json.loads(reply)
    jsonschema.validate(value, schema)
    assert max(map(len, value.values())) == 20
    assert used < room(schema)


@pytest.mark.live
def test_the_prompt_is_cached_unless_asked_otherwise(server):
    said = "The rules never change. " * 60
    body = {"messages": [{"role": "user", "content": said}], "max_tokens": 1}
    post(server, "chat/completions", **body)
    again = post(server, "chat/completions", **body)["usage"]
    assert again["prompt_tokens_details"]["cached_tokens"] > again["prompt_tokens"] * 0.9


@pytest.mark.live
def test_a_prompt_longer_than_the_context_is_refused_by_the_server(server):
    with pytest.raises(urllib.error.HTTPError, match="400"):
        post(server, "chat/completions", messages=[{"role": "user", "content": "word " * 9000}], max_tokens=1)


@pytest.mark.live
def test_it_starts_once_stops_after_its_answers_and_starts_again():
    server = LocalServer(fetch("smollm2-135m"), context=1024)
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: server.url, range(8)))) == 1
        answers = [
            pool.submit(post, server, "chat/completions", messages=[{"role": "user", "content": "Hi"}], max_tokens=60)
            for _ in range(3)
        ]
        time.sleep(0.3)
        server.close()
        done = [answer.result(timeout=10)["usage"]["completion_tokens"] for answer in answers]
    assert all(done)
    server.close()
    assert post(server, "chat/completions", messages=[{"role": "user", "content": "Hi"}], max_tokens=1)["usage"]
    server.close()


@pytest.mark.live
def test_it_is_not_stopped_while_it_answers():
    server = LocalServer(fetch("smollm2-135m"), context=4096)
    said = {"messages": [{"role": "user", "content": "Count to a million."}], "max_tokens": 300, "ignore_eos": True}
    answers = []
    thread = threading.Thread(target=lambda: answers.append(post(server, "chat/completions", **said)))
    _ = server.url
    thread.start()
    time.sleep(0.3)
    with pytest.raises(TimeoutError, match=r"still answering after 0\.1 seconds"):
        server.close(patience=0.1)
    thread.join(60)
    assert answers[0]["usage"]["completion_tokens"] == 300
    server.close()


AT_EXIT = """
import json, sys, threading, time, urllib.request
from mesa_war.minds.llama import serving

url = serving(sys.argv[1]).url
body = {"messages": [{"role": "user", "content": "Tell a story."}], "max_tokens": 200, "ignore_eos": True}
request = urllib.request.Request(url + "/chat/completions", json.dumps(body).encode())
threading.Thread(target=urllib.request.urlopen, args=(request,), daemon=True).start()
time.sleep(0.5)
"""


@pytest.mark.live
def test_a_process_that_ends_while_the_model_answers_ends_cleanly_and_in_silence():
    path = fetch("smollm2-135m")
    quiet = os.environ | {"no_proxy": "127.0.0.1"}
    command = [sys.executable, "-c", AT_EXIT, str(path)]
    done = subprocess.run(command, env=quiet, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
