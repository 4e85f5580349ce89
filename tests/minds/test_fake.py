"""The fake provider, over real HTTP."""

import asyncio
import http.client
import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema
import pytest

from mesa_war.minds.fake import FakeProvider
from mesa_war.minds.fake.replies import GARBAGE, REFUSAL

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"act": {"enum": ["wait", "mobilise"]}, "why": {"type": "string", "maxLength": 40}},
    "required": ["act", "why"],
}
FORMAT = {"type": "json_schema", "json_schema": {"name": "plan", "schema": SCHEMA, "strict": True}}


def request(provider: FakeProvider, text: str, call: str | None = None, **more: object) -> urllib.request.Request:
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    headers = {"Content-Type": "application/json", "Authorization": "Bearer secret-key"}
    headers |= {"X-Mesa-War-Call": call} if call else {}
    return urllib.request.Request(f"{provider.url}/chat/completions", json.dumps(body).encode(), headers)


def ask(provider: FakeProvider, text: str, call: str | None = None, **more: object) -> dict[str, Any]:
    with urllib.request.urlopen(request(provider, text, call, **more), timeout=5) as reply:
        return json.loads(reply.read())


def said(provider: FakeProvider, text: str, call: str | None = None, **more: object) -> str:
    return ask(provider, text, call, **more)["choices"][0]["message"]["content"]


def outcome(provider: FakeProvider, text: str) -> int | str:
    """Status, or the text of the reply."""
    try:
        return said(provider, text)
    except urllib.error.HTTPError as refused:
        return refused.code


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=5) as reply:
        return json.loads(reply.read())


@pytest.fixture
def scripted(tmp_path: Path):
    """A maker of providers with the given script."""

    def make(script: str, **options: Any) -> FakeProvider:
        file = tmp_path / "script.toml"
        file.write_text(script)
        return FakeProvider(script=file, **options)

    return make


def test_plain_reply_has_the_shape_of_the_protocol():
    with FakeProvider() as provider:
        reply = ask(provider, "12345678")
    assert reply["object"] == "chat.completion"
    assert reply["model"] == "m"
    assert reply["choices"] == [
        {"index": 0, "message": {"role": "assistant", "content": "ok"}, "finish_reason": "stop"}
    ]
    assert reply["usage"] == {"prompt_tokens": 2, "completion_tokens": 1, "total_tokens": 3}


def test_paths_without_v1_models_and_log():
    with FakeProvider() as provider:
        assert provider.url.startswith("http://127.0.0.1:")
        root = provider.url.removesuffix("/v1")
        assert get(f"{provider.url}/models")["data"][0]["id"] == get(f"{root}/models")["data"][0]["id"] == "fake"
        body = json.dumps({"messages": [{"role": "user", "content": [{"type": "text", "text": "parts"}]}]}).encode()
        with urllib.request.urlopen(f"{root}/chat/completions", body, timeout=5) as reply:
            assert json.loads(reply.read())["usage"]["prompt_tokens"] == 2
        assert get(f"{root}/log") == provider.calls
        assert [call["at"] for call in provider.calls] == ["answered"]


def test_replies_follow_schema_seed_and_messages_only():
    def replies(seed: int, texts: list[str]) -> dict[str, str]:
        with FakeProvider(seed=seed) as provider:
            return {text: said(provider, text, response_format=FORMAT) for text in texts}

    texts = [f"round {n}" for n in range(12)]
    first = replies(1, texts)
    for reply in first.values():
        jsonschema.validate(json.loads(reply), SCHEMA)
    assert replies(1, texts[::-1]) == first
    assert replies(2, texts) != first
    assert len(set(first.values())) > 6


@pytest.mark.parametrize(
    "shape", [SCHEMA, {"type": "json_object", "schema": SCHEMA}, {"type": "json_schema", "schema": SCHEMA}]
)
def test_other_shapes_of_response_format(shape: dict[str, Any]):
    with FakeProvider() as provider:
        jsonschema.validate(json.loads(said(provider, "x", response_format=shape)), SCHEMA)
        assert said(provider, "x", response_format={"type": "text"}) == "ok"
        assert said(provider, "x", response_format={"type": "json_object"}) == "{}"


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"not json", "not a chat completion request"),
        (b'{"messages": []}', "at least 1 item"),
        (b'{"messages": [{"content": 5}]}', "valid string"),
        (b'{"messages": [{}], "response_format": {"type": "json_schema", "json_schema": 3}}', "must be an object with"),
        (b'{"messages": [{"content": "x"}], "response_format": {"type": "object", "allOf": []}}', "allOf"),
    ],
)
def test_bad_requests_are_refused_and_logged(body: bytes, complaint: str):
    with FakeProvider() as provider:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{provider.url}/chat/completions", body, timeout=5)
        assert refused.value.code == 400
        assert complaint in json.loads(refused.value.read())["error"]["message"]
        assert [call["status"] for call in provider.calls] == [400]


def test_stream_carries_the_same_text_and_ends():
    with FakeProvider() as provider:
        whole = ask(provider, "x", response_format=FORMAT)
        streamed = request(provider, "x", response_format=FORMAT, stream=True, stream_options={"include_usage": True})
        with urllib.request.urlopen(streamed, timeout=5) as reply:
            assert reply.headers["Content-Type"] == "text/event-stream"
            events = reply.read().decode().split("\n\n")
    assert events[-2:] == ["data: [DONE]", ""]
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-2]]
    deltas = [choice for chunk in chunks for choice in chunk["choices"]]
    assert "".join(d["delta"].get("content", "") for d in deltas) == whole["choices"][0]["message"]["content"]
    assert deltas[-1]["finish_reason"] == "stop"
    assert chunks[-1]["usage"] == whole["usage"]


def test_rules_choose_by_call_and_match_in_order(scripted):
    script = r"""
    [[rules]]
    call = '^3/0/Britain\b'
    reply = "one"
    [[rules]]
    match = "Serbia|Belgium"
    times = 1
    reply = "two"
    [[rules]]
    match = "Serbia"
    replies = ["three", "four"]
    """
    with scripted(script) as provider:
        assert said(provider, "Serbia", call="3/0/Britain/plan/1") == "one"
        assert [said(provider, "in Serbia") for _ in range(4)] == ["two", "three", "four", "four"]
        assert said(provider, "Serbia", call="2/0/Britain/plan/1") == "four"
        assert said(provider, "France") == "ok"


def test_turns_per_request_do_not_depend_on_order(scripted):
    with scripted('[[rules]]\nper = "request"\nreplies = ["bad", "good"]') as provider:
        assert [said(provider, text) for text in "abbaa"] == ["bad", "bad", "good", "good", "good"]
    with scripted('[[rules]]\nper = "request"\ntimes = 1\nreply = "first"') as provider:
        assert [said(provider, text) for text in "abab"] == ["first", "first", "ok", "ok"]


def test_status_with_body_and_headers(scripted):
    script = """
    [[rules]]
    match = "busy"
    status = 429
    body = '{"error": "slow down"}'
    headers = {Retry-After = "7"}
    [[rules]]
    status = 503
    """
    with scripted(script) as provider:
        with pytest.raises(urllib.error.HTTPError) as busy:
            ask(provider, "busy")
        with pytest.raises(urllib.error.HTTPError) as down:
            ask(provider, "x", stream=True)
    assert (busy.value.code, busy.value.headers["Retry-After"]) == (429, "7")
    assert busy.value.read() == b'{"error": "slow down"}'
    assert (down.value.code, json.loads(down.value.read())["error"]["type"]) == (503, "server_error")


def test_latency_finish_reason_and_reasoning(scripted):
    script = '[[rules]]\nlatency = 0.3\nfinish_reason = "length"\nreasoning_content = "let me see"\nreply = "cut o"'
    with scripted(script, latency=5.0) as provider:
        start = time.perf_counter()
        reply = ask(provider, "x")
        waited = time.perf_counter() - start
    assert 0.3 <= waited < 2
    assert reply["choices"][0]["finish_reason"] == "length"
    assert reply["choices"][0]["message"]["reasoning_content"] == "let me see"
    assert reply["usage"]["completion_tokens"] == 4


def test_raw_is_sent_as_it_is(scripted):
    with scripted("""[[rules]]\nraw = '{"choices": [{"mess'""") as provider:
        reply = urllib.request.urlopen(request(provider, "x"), timeout=5)
        with reply:
            assert (reply.status, reply.read()) == (200, b'{"choices": [{"mess')


def test_hang_and_close(scripted):
    script = '[[rules]]\nmatch = "hang"\nhang = true\n[[rules]]\nmatch = "close"\nclose = true'
    with scripted(script) as provider:
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(request(provider, "hang"), timeout=0.3)
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            urllib.request.urlopen(request(provider, "close"), timeout=5)
        assert [(call["at"], call["status"]) for call in provider.calls] == [("asked", None)] * 2
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(request(provider, "hang again"), timeout=0.3)
        start = time.perf_counter()
    assert time.perf_counter() - start < 2, "a hanging request must not hold up the end"


@pytest.mark.parametrize("stream", [False, True])
def test_trickle_never_ends_and_defeats_a_timeout_between_reads(scripted, stream: bool):
    with scripted('[[rules]]\ntrickle = 20000\nreply = "words"') as provider:
        start, received = time.perf_counter(), b""
        with urllib.request.urlopen(request(provider, "x", stream=stream), timeout=0.3) as reply:
            while time.perf_counter() - start < 1:
                received += reply.read1(65536)
        assert b"words" in received
        assert b"[DONE]" not in received
        assert stream or not received.strip().endswith(b"}}")
        assert [call["at"] for call in provider.calls] == ["asked"]


FAULTS = ["429=0.1", "500=0.1", "close=0.1", "empty=0.1", "garbage=0.1", "refuse=0.1", "truncate=0.1"]


def test_faults_are_reproducible_and_a_retry_may_succeed():
    def attempts(order: list[int]) -> dict[int, list[int | str]]:
        with FakeProvider(faults=FAULTS, seed=5) as provider:

            def one(n: int) -> int | str:
                try:
                    return outcome(provider, f"prompt {n}")
                except (ConnectionError, http.client.HTTPException):
                    return "closed"

            return {n: [one(n) for _ in range(4)] for n in order}

    first = attempts(list(range(40)))
    assert attempts(list(range(39, -1, -1))) == first
    every = [reply for replies in first.values() for reply in replies]
    assert set(every) == {429, 500, "closed", "", GARBAGE, REFUSAL, "o", "ok"}
    assert 0.15 < every.count("ok") / len(every) < 0.45
    assert any(replies[0] == 429 and "ok" in replies for replies in first.values())


def test_fault_shares_are_kept_and_named_in_the_log():
    with FakeProvider(faults={"hang": 0.0, "empty": 0.25}) as provider:
        empty = sum(said(provider, f"{n}") == "" for n in range(400))
        assert 70 <= empty <= 130
        assert sum(call["fault"] == "empty" for call in provider.calls) == empty


def test_a_request_struck_by_a_fault_uses_up_no_rule(scripted):
    with scripted('[[rules]]\ntimes = 1\nreply = "only once"', faults=["429=0.9"]) as provider:
        replies = [outcome(provider, "x") for _ in range(60)]
    assert replies.index("only once") > 0
    assert [reply for reply in replies if reply != 429][:2] == ["only once", "ok"]


def test_log_has_arrival_then_answer_and_no_secret(tmp_path: Path, scripted):
    log = tmp_path / "calls.jsonl"
    script = '[[rules]]\nmatch = "slow"\nlatency = 0.5'

    async def two(url: str) -> None:
        async with aiohttp.ClientSession() as session:

            async def one(text: str, call: str) -> None:
                body = {"model": "m", "messages": [{"role": "user", "content": text}]}
                head = {"X-Mesa-War-Call": call, "Authorization": "Bearer secret-key"}
                async with session.post(f"{url}/chat/completions", json=body, headers=head) as reply:
                    await reply.read()

            slow = asyncio.create_task(one("slow", "a"))
            while not log.read_text():
                await asyncio.sleep(0.01)
            assert '"asked"' in log.read_text(), "on disk on arrival, long before the reply"
            await one("quick", "b")
            await slow

    with scripted(script, log=log) as provider:
        asyncio.run(two(provider.url))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["n"], line["at"], line["call"]) for line in lines] == [
        (0, "asked", "a"), (1, "asked", "b"), (1, "answered", "b"), (0, "answered", "a"),
    ]  # fmt: skip
    digest = sha256(b'[{"content":"slow","role":"user"}]').hexdigest()
    assert lines[0] == {
        "n": 0, "at": "asked", "call": "a", "model": "m", "prompt_sha256": digest, "status": 200, "fault": None,
    }  # fmt: skip
    assert "secret" not in log.read_text()
    with FakeProvider(log=log) as provider:
        said(provider, "x")
        assert [call["n"] for call in provider.calls] == [2], "numbers go on where the file ends"


def test_a_client_that_leaves_is_not_logged_as_answered():
    with FakeProvider(latency=0.5) as provider:
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(request(provider, "x"), timeout=0.1)
        time.sleep(0.7)
        assert [call["at"] for call in provider.calls] == ["asked"]


def test_three_hundred_at_once_wait_together():
    async def all_of(url: str) -> float:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def one(n: int) -> str:
                body = {"messages": [{"role": "user", "content": f"{n}"}], "response_format": FORMAT}
                async with session.post(f"{url}/chat/completions", json=body) as reply:
                    return (await reply.json())["choices"][0]["message"]["content"]

            start = time.perf_counter()
            replies = await asyncio.gather(*(one(n) for n in range(300)))
            for reply in replies:
                jsonschema.validate(json.loads(reply), SCHEMA)
            return time.perf_counter() - start

    with FakeProvider(latency=0.2) as provider:
        wall = asyncio.run(all_of(provider.url))
        assert len(provider.calls) == 300
    assert wall < 5, "one after another they would take a minute"


def test_a_port_or_log_that_cannot_be_had(tmp_path: Path):
    with FakeProvider() as provider:
        port = int(re.search(r":(\d+)/", provider.url)[1])
        with pytest.raises(ValueError, match=f"port {port} on 127.0.0.1 cannot be used"), FakeProvider(port=port):
            pass
    with pytest.raises(ValueError, match="log of calls cannot be written"), FakeProvider(log=tmp_path):
        pass
    with FakeProvider(port=port) as again:
        assert said(again, "x") == "ok", "the port is free again"


def test_serve_blocks_until_ctrl_c():
    program = "from mesa_war.minds.fake import *\nserve(FakeProvider(), lambda url: print(url, flush=True))"
    served = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert get(f"{served.stdout.readline().strip()}/models")["object"] == "list"
        served.send_signal(signal.SIGINT)
        _, complaints = served.communicate(timeout=10)
    finally:
        served.kill()
    assert (served.returncode, complaints) == (0, "")


@pytest.mark.slow
def test_through_litellm(monkeypatch: pytest.MonkeyPatch, scripted):
    monkeypatch.setenv("LITELLM_OFFLINE_MODE", "true")
    import litellm

    monkeypatch.setattr(litellm, "suppress_debug_info", True)
    with scripted('[[rules]]\nmatch = "busy"\nstatus = 429') as provider:
        options: dict[str, Any] = {"model": "openai/fake", "api_base": provider.url, "api_key": "x", "max_retries": 0}
        messages = [{"role": "user", "content": "round 1"}]
        head = {"X-Mesa-War-Call": "1/0/Serbia/plan/1"}
        reply = litellm.completion(messages=messages, response_format=FORMAT, extra_headers=head, **options)
        jsonschema.validate(json.loads(reply.choices[0].message.content), SCHEMA)
        assert reply.usage.total_tokens == reply.usage.prompt_tokens + reply.usage.completion_tokens > 2
        parts = litellm.completion(messages=messages, response_format=FORMAT, stream=True, **options)
        streamed = "".join(part.choices[0].delta.content or "" for part in parts)
        assert streamed == reply.choices[0].message.content
        with pytest.raises(litellm.RateLimitError):
            litellm.completion(messages=[{"role": "user", "content": "busy"}], **options)
        assert [(call["call"], call["status"]) for call in provider.calls] == [
            ("1/0/Serbia/plan/1", 200), (None, 200), (None, 429),
        ]  # fmt: skip
