"""A language model in a chair: the seam to its provider, and through LiteLLM over real HTTP."""

import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from asking import SHOWN, request

from mesa_war.core.events import Call, CallKey, Outcome, Prompt
from mesa_war.core.toml import SettingError
from mesa_war.core.trace import CallFile, Trace, read_calls
from mesa_war.families.nations.model import Nations
from mesa_war.minds.choose import choose
from mesa_war.minds.fake import CALL_HEADER, FakeProvider, Rule, Script
from mesa_war.minds.llm import LanguageMind, ModelSettings, model
from mesa_war.minds.llm.litellm import ladder, library
from mesa_war.minds.llm.redact import redacted
from mesa_war.minds.llm.transport import HEADER, CallFailed, Raw, Refused, header_of, key_of
from mesa_war.minds.llm.waiting import pause_before, seconds_of, within
from mesa_war.minds.rules import Wait

WAIT = '{"moves": [{"action": "wait"}], "analysis": "Patience."}'
CANARY = "sk-canary-7Jq2Zp9WvX"
SETTINGS = ModelSettings(id="test/model")


@dataclass
class Way:
    """A way to a provider that says what it was told to say, and remembers what it was sent."""

    replies: list[Raw | Exception]
    sent: list[tuple[ModelSettings, Prompt, Any, str]] = field(default_factory=list)

    def __call__(self, model: ModelSettings, prompt: Prompt, shape: Any, header: str) -> Raw:
        self.sent.append((model, prompt, shape, header))
        reply = self.replies[len(self.sent) - 1]
        if isinstance(reply, Exception):
            raise reply
        return reply


@dataclass
class Shelf:
    """A log in memory that can be asked what it held when."""

    calls: dict[CallKey, Call] = field(default_factory=dict)

    def recorded(self, key: CallKey, prompt: Prompt) -> Call | None:
        return self.calls.get(key)

    def keep(self, call: Call) -> None:
        self.calls[call.key] = call


def seated(*replies: Raw | Exception, **settings: Any) -> tuple[LanguageMind, Way, list[float]]:
    way, pauses = Way(list(replies)), []
    return LanguageMind(SETTINGS.model_copy(update=settings), way, pause=pauses.append), way, pauses


def test_a_reply_is_read_and_on_record():
    mind, way, _ = seated(Raw(WAIT, tokens_in=10, tokens_out=5, cost=0.25))
    shelf = Shelf()
    reply = mind.answer(request(calls=shelf))
    (call,) = reply.calls
    assert [move.action for move in reply.moves] == ["wait"]
    assert reply.thought == "analysis: Patience."
    assert shelf.calls == {(1, 1, "Aldoria", "decide", 0): call}
    assert (call.reply, call.outcome, call.model) == (WAIT, Outcome.OK, "test/model")
    assert (call.tokens_in, call.tokens_out, call.cost) == (10, 5, 0.25)
    assert call.seconds >= 0
    assert way.sent[0][1] == call.prompt
    assert "moves" in way.sent[0][2]["properties"]


def test_what_is_on_record_is_used_and_nobody_is_called():
    mind, _, _ = seated(CallFailed(Outcome.RATE_LIMITED, "later"), Raw(WAIT))
    shelf = Shelf()
    first = mind.answer(request(calls=shelf))
    silent, way, pauses = seated()
    assert silent.answer(request(calls=shelf)) == first
    assert (way.sent, pauses) == ([], [])


def test_a_call_that_fails_on_its_way_is_made_again_and_each_is_on_record():
    failures = [CallFailed(Outcome.TIMED_OUT, "no reply"), CallFailed(Outcome.RATE_LIMITED, "slow down", wait=7)]
    mind, way, pauses = seated(*failures, Raw(WAIT))
    shelf = Shelf()
    reply = mind.answer(request(calls=shelf, attempt=2))
    assert reply.outcome is Outcome.OK
    assert [(call.key[4], call.outcome, call.note) for call in reply.calls] == [
        (2, Outcome.TIMED_OUT, "no reply"),
        (3, Outcome.RATE_LIMITED, "slow down"),
        (4, Outcome.OK, ""),
    ]
    assert [key_of(header)[4] for *_, header in way.sent] == [2, 3, 4]
    assert 0.5 <= pauses[0] <= 1
    assert pauses[1:] == [7]


def test_an_unfinished_row_of_attempts_goes_on_where_it_stopped():
    shelf = Shelf()
    asked = request(calls=shelf)
    shelf.keep(Call(asked.key(0), asked.prompt, "", Outcome.PROVIDER_ERROR))
    mind, way, pauses = seated(Raw(WAIT))
    assert mind.answer(asked).outcome is Outcome.OK
    assert [key_of(header)[4] for *_, header in way.sent] == [1]
    assert pauses == []


def test_when_the_attempts_are_spent_the_answer_is_empty_and_says_why():
    mind, way, _ = seated(*[CallFailed(Outcome.PROVIDER_ERROR, "upstream 502")] * 5, attempts=3)
    reply = mind.answer(request())
    assert (reply.outcome, reply.moves, len(reply.calls)) == (Outcome.PROVIDER_ERROR, (), 3)
    assert len(way.sent) == 3


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (Raw(""), Outcome.EMPTY),
        (Raw("well"), Outcome.UNREADABLE),
        (Raw(WAIT[:20]), Outcome.TRUNCATED),
        (Raw("", finish="content_filter"), Outcome.FILTERED),
        (Raw("I can't help with that."), Outcome.REFUSED),
        (Raw(f"{WAIT}{WAIT}"), Outcome.REPAIRED),
        (CallFailed(Outcome.FILTERED, "filtered by policy"), Outcome.FILTERED),
        (CallFailed(Outcome.OVER_CONTEXT, "too long"), Outcome.OVER_CONTEXT),
    ],
)
def test_how_an_answer_ends_is_never_tried_again_here(raw: Raw | Exception, outcome: Outcome):
    mind, way, _ = seated(raw)
    reply = mind.answer(request())
    assert (reply.outcome, reply.calls[0].outcome, len(way.sent)) == (outcome, outcome, 1)
    assert bool(reply.moves) is outcome.usable


def test_a_refused_key_stops_the_run_and_is_not_kept_as_a_reply():
    mind, _, _ = seated(Refused("test/model refused the key"))
    shelf = Shelf()
    with pytest.raises(SettingError, match="refused the key"):
        mind.answer(request(calls=shelf))
    assert not shelf.calls


def test_what_was_wrong_with_an_answer_goes_back_with_it():
    mind, _, _ = seated(Raw('{"moves": []} {"moves": [{"action": "wait"}]}'))
    reply = mind.answer(request())
    assert [objection.key for objection in reply.objections] == ["several objects"]
    assert reply.calls[0].note == "several objects"


def test_text_is_cleaned_before_it_is_kept():
    mind, _, _ = seated(Raw(WAIT.replace("Patience", "Pa\x00ti\ud800ence")))
    call = mind.answer(request()).calls[0]
    assert "Pati\ufffdence" in call.reply
    assert "taken out" in call.note
    call.reply.encode()


def test_asked_again_there_is_more_room_and_by_instruction_no_schema():
    mind, way, _ = seated(Raw(WAIT), Raw(WAIT), structured="instruction", max_tokens=100)
    mind.answer(request())
    mind.answer(request("revise", objections=("Your last answer broke off.",), attempt=1))
    assert [(model.max_tokens, shape) for model, _, shape, _ in way.sent] == [(100, None), (200, None)]


def test_the_name_of_a_call_goes_with_it():
    assert HEADER == CALL_HEADER
    key = (3.0, 2, "secretary of Côte/d’Ivoire", "advise", 11)
    header = header_of(key)
    assert header.isascii()
    assert header.startswith("3/2/secretary%20of%20C")
    assert key_of(header) == key
    assert header_of((1.5, 0, "A", "decide", 0)) == "1.5/0/A/decide/0"


def test_pauses_grow_differ_and_heed_the_provider():
    keys = [(1, 1, name, "decide", 0) for name in "ABCDEFGH"]
    for attempt, most in ((1, 1.0), (2, 2.0), (3, 4.0), (9, 60.0)):
        waits = [pause_before(attempt, key, None) for key in keys]
        assert all(most / 2 <= wait <= most for wait in waits)
        assert len(set(waits)) == len(keys)
    assert pause_before(1, keys[0], 2.0) == 2.0
    assert pause_before(1, keys[0], 86400) == 60.0
    now = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
    assert seconds_of("2") == 2
    assert seconds_of("Mon, 30 Nov 2026 12:00:03 GMT", now) == 3
    assert seconds_of("Mon, 30 Nov 2026 11:00:00 GMT", now) == 0
    assert [seconds_of(text) for text in (None, "", "soon", "-3", "nan")] == [None, None, None, 0, 0]


def test_no_deadline_is_missed_in_the_background():
    import asyncio

    assert within(1, asyncio.sleep(0, "done")) == "done"
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        within(0.1, asyncio.sleep(5))
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    "said",
    [
        f"Incorrect API key provided: {CANARY}",
        f"Authorization: Bearer {CANARY}",
        f'{{"api_key": "{CANARY}", "x": 1}}',
        f"see https://user:{CANARY}@host.example/path?sig={CANARY}&x=1#frag",
        f"x-api-key={CANARY}",
        f"token={CANARY}",
        f"a{CANARY}b",
    ],
)
def test_secrets_are_taken_out_of_what_others_say(said: str):
    line = redacted(said, [CANARY])
    assert CANARY not in line
    if said[0] != "a":
        assert CANARY not in redacted(said)


def test_what_others_say_is_kept_short_and_plain():
    assert len(redacted("x" * 1000)) == 300
    assert redacted('broken\n  Traceback (most recent call last):\n File "/home/me/x.py"') == "broken"
    assert redacted("see https://host.example/path?page=1 now") == "see https://host.example/path now"
    assert redacted("the token count is 5") == "the token count is 5"


# -- settings --------------------------------------------------------------------------------------------------------


def test_settings_are_read_from_what_stands_after_the_id():
    read = ModelSettings.read(
        "openai/x", {"temperature": "0.7", "max_tokens": "50", "api_base": "http://localhost:1/v1/", "seed": "3"}
    )
    assert (read.temperature, read.max_tokens, read.api_base, read.seed) == (0.7, 50, "http://localhost:1/v1", 3)
    assert (read.provider, read.is_here, read.timeout) == ("openai", True, 120)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"timeout": "0"}, "timeout"),
        ({"timeout": "-1"}, "timeout"),
        ({"timeout": ""}, "timeout"),
        ({"timeout": "inf"}, "timeout"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": "3"}, "temperature"),
        ({"attempts": "0"}, "attempts"),
        ({"structured": "maybe"}, "'auto', 'schema' or 'instruction'"),
        ({"temprature": "1"}, "did you mean 'temperature'"),
        ({"api_key": CANARY}, "api_key_env"),
        ({"api_key_env": CANARY}, "not a key"),
        ({"api_base": f"https://u:{CANARY}@h/v1"}, "plain address"),
        ({"api_base": f"https://h/v1?sig={CANARY}"}, "plain address"),
        ({"api_base": "localhost:1"}, "address such as"),
    ],
)
def test_wrong_settings_are_named_and_no_key_is_repeated(options: dict[str, str], words: str):
    with pytest.raises(SettingError, match="openai/x") as caught:
        ModelSettings.read("openai/x", options)
    assert words in str(caught.value)
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "base", "here"),
    [
        ("openai/x", "http://127.0.0.1:1/v1", True),
        ("openai/x", "http://[::1]:1/v1", True),
        ("ollama/x", "", True),
        ("openai/x", "http://10.0.0.5:1/v1", False),
        ("openai/x", "http://localhost.example/v1", False),
        ("openai/x", "", False),
    ],
)
def test_servers_of_this_machine_are_told_from_others(name: str, base: str, here: bool):
    assert ModelSettings.read(name, {"api_base": base}).is_here is here


# -- through LiteLLM, over HTTP --------------------------------------------------------------------------------------


def completion(content: str | None, finish: str, **message: str) -> str:
    """The body of a chat completion."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
    return json.dumps({"id": "x", "object": "chat.completion", "model": "m", "choices": [choice]})


def complaint(message: str, **more: object) -> str:
    return json.dumps({"error": {"message": message, **more}})


TOO_LONG = {
    "openai": "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens.",
    "vllm": "The decoder prompt (length 9000) is longer than the maximum model length of 4096.",
    "llama": "request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it",
}
CASES: dict[str, dict[str, Any]] = {
    "429": {"times": 1, "status": 429, "headers": {"Retry-After": "0.3"}},
    "500": {"status": 500},
    "401": {"status": 401, "body": complaint(f"key expired {CANARY}")},
    "404": {"status": 404, "body": f"<html>{'x' * 10_000}</html>", "headers": {"Content-Type": "text/html"}},
    "page": {"raw": "<html>Sign in</html>", "headers": {"Content-Type": "text/html"}},
    "bad request": {"status": 422, "body": complaint("temperature: only the default (1) value is supported")},
    **{f"context {name}": {"status": 400, "body": complaint(words)} for name, words in TOO_LONG.items()},
    "filter in 400": {"status": 400, "body": complaint("filtered by policy", code="content_filter")},
    "filter in 200": {"raw": completion(None, "content_filter")},
    "no choices": {"raw": '{"id": "x", "object": "chat.completion", "model": "m", "choices": []}'},
    "error in 200": {"raw": complaint("upstream 502", code=502)},
    "null": {"raw": completion(None, "stop")},
    "thought until cut": {"raw": completion(None, "length", reasoning_content="long thoughts")},
    "answer in thinking": {"reply": "", "reasoning_content": 'I conclude: {"moves": [{"action": "wait"}]}'},
    "thinking": {"reply": f"<think>I {{could}} strike.</think>{WAIT}"},
    "close": {"close": True},
    "hang": {"hang": True},
    "trickle": {"trickle": 40.0, "reply": "slow"},
    "no json": {"raw": "nonsense"},
}


@pytest.fixture(scope="module")
def provider():
    library()  # so that no test is timed with the import in it
    rules = [Rule(match=f"case: {case}$", **{"times": None, **rule}) for case, rule in CASES.items()]
    with FakeProvider(script=Script(rules=[*rules, Rule(reply=WAIT)])) as running:
        yield running


def asked(provider: FakeProvider, case: str, **options: object) -> tuple[Any, int, float]:
    """The reply in a case of the script, how many requests it took, and how long."""
    before, started = len(provider.calls), time.monotonic()
    settings = {"api_base": provider.url, "timeout": 1, "attempts": 2, "structured": "instruction", **options}
    reply = model("openai/fake", settings).answer(request("decide", objections=(f"case: {case}",)))
    return reply, len(provider.calls) - before, time.monotonic() - started


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "outcome", "requests"),
    [
        ("fine", Outcome.OK, 1),
        ("429", Outcome.OK, 2),
        ("500", Outcome.PROVIDER_ERROR, 2),
        ("context openai", Outcome.OVER_CONTEXT, 1),
        ("context vllm", Outcome.OVER_CONTEXT, 1),
        ("context llama", Outcome.OVER_CONTEXT, 1),
        ("filter in 400", Outcome.FILTERED, 1),
        ("filter in 200", Outcome.FILTERED, 1),
        ("no choices", Outcome.PROVIDER_ERROR, 2),
        ("error in 200", Outcome.PROVIDER_ERROR, 2),
        ("null", Outcome.EMPTY, 1),
        ("thought until cut", Outcome.TRUNCATED, 1),
        ("answer in thinking", Outcome.REPAIRED, 1),
        ("thinking", Outcome.OK, 1),
        ("close", Outcome.PROVIDER_ERROR, 2),
        ("hang", Outcome.TIMED_OUT, 2),
        ("trickle", Outcome.TIMED_OUT, 2),
        ("no json", Outcome.PROVIDER_ERROR, 2),
    ],
)
def test_each_fault_has_its_class_and_its_number_of_requests(
    provider: FakeProvider, case: str, outcome: Outcome, requests: int
):
    reply, made, seconds = asked(provider, case)
    assert (reply.outcome, made, len(reply.calls)) == (outcome, requests, requests)
    assert bool(reply.moves) is outcome.usable
    assert seconds < 2 * 1.5 + 1.5
    assert all(len(call.note) <= 400 for call in reply.calls)
    if case == "429":
        assert seconds >= 0.3
    if case == "error in 200":
        assert "upstream 502" in reply.calls[0].note
    if case in ("hang", "trickle"):
        assert reply.calls[0].note == "openai/fake: no whole reply within 1 s"
    if case == "thinking":
        assert "could" in reply.calls[0].reply


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("401", "refused the key (401): key expired"),
        ("404", "not found (404)"),
        ("page", "a web page came back instead of JSON; is /v1 missing"),
        ("bad request", "only the default (1) value is supported"),
    ],
)
def test_what_can_never_work_stops_at_the_first_request(
    provider: FakeProvider, case: str, words: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MESA_WAR_TEST_KEY", CANARY)
    before = len(provider.calls)
    with pytest.raises(SettingError) as caught:
        asked(provider, case, api_key_env="MESA_WAR_TEST_KEY")
    assert words in str(caught.value)
    assert len(provider.calls) - before == 1
    assert len(str(caught.value)) < 600
    assert CANARY not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.slow
def test_an_odd_prompt_late_in_a_run_costs_its_turn_and_not_the_run(provider: FakeProvider):
    settings = {"api_base": provider.url, "attempts": 1, "structured": "instruction"}
    mind = model("openai/fake", settings)
    assert mind.answer(request()).outcome is Outcome.OK
    reply = mind.answer(request(objections=("case: bad request",)))
    assert reply.outcome is Outcome.PROVIDER_ERROR


@pytest.mark.slow
@pytest.mark.parametrize("refusals", [1, 2, 3])
def test_a_provider_that_takes_no_schema_is_asked_in_a_lesser_form_from_then_on(refusals: int):
    no = Rule(match="Round", times=refusals, status=400, body=complaint("response_format.type must be text"))
    with FakeProvider(script=Script(rules=[no, Rule(reply=WAIT)])) as provider:
        mind = model("openai/fake", {"api_base": provider.url})
        first, second = mind.answer(request()), mind.answer(request(attempt=1))
    assert [(reply.outcome, len(reply.calls)) for reply in (first, second)] == [(Outcome.OK, 1)] * 2
    assert all("did not take the form" in reply.calls[0].note for reply in (first, second))
    assert len(provider.calls) == refusals + 2


@pytest.mark.slow
def test_who_insists_on_a_schema_is_told_that_it_is_not_taken():
    no = Rule(status=400, body=complaint("no response_format here"))
    with FakeProvider(script=Script(rules=[no])) as provider, pytest.raises(SettingError, match="no response_format"):
        model("openai/fake", {"api_base": provider.url, "structured": "schema"}).answer(request())


@pytest.mark.slow
def test_forms_go_from_the_strictest_to_none():
    shape = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 5}}}
    forms = {
        "openai/x?api_base=http://127.0.0.1:1/v1": ["json_schema", "json_schema", "json_object", None],
        "openai/x?api_base=http://127.0.0.1:1/v1&structured=schema": ["json_schema", "json_schema"],
        "openai/x?api_base=http://127.0.0.1:1/v1&structured=instruction": [None],
        "openai/gpt-4o": ["json_schema", "json_object", None],
        "groq/llama-3.3-70b-versatile": [None],
    }
    for spec, kinds in forms.items():
        rungs = ladder(choose(spec, Wait, 0).model, shape)  # type: ignore[attr-defined]
        assert [form and form["type"] for form in rungs] == kinds
    assert "maxLength" not in str(ladder(ModelSettings(id="openai/gpt-4o"), shape)[0])
    assert ladder(ModelSettings(id="openai/gpt-4o"), None) == [None]


@pytest.mark.slow
def test_before_a_run_it_is_seen_whether_a_call_can_be_made(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_API_KEY", "MESA_WAR_TEST_KEY"):
        monkeypatch.delenv(name, raising=False)
    before = len(provider.calls)
    model("openai/fake", {"api_base": provider.url}).check()
    assert len(provider.calls) == before
    wrong = {
        "OPENAI_API_KEY is not set": model("openai/gpt-4o", {}),
        "MESA_WAR_TEST_KEY is not set": model(
            "openai/x", {"api_base": provider.url, "api_key_env": "MESA_WAR_TEST_KEY"}
        ),
        "variable OPENAI_API_KEY": model("openai/x", {"api_base": "http://192.0.2.1/v1"}),
        "knows no provider 'martian'": model("martian/x", {}),
        "nothing answers at http://127.0.0.1:9/v1": model("openai/x", {"api_base": "http://127.0.0.1:9/v1"}),
    }
    for words, mind in wrong.items():
        with pytest.raises(SettingError, match=words):
            mind.check()


QUIET = """
import sys
outside = []
def watch(event, args):
    if event == "socket.connect" and args[1][0] not in ("127.0.0.1", "::1"):
        outside.append(args[1])
    if event == "socket.getaddrinfo" and args[0] not in ("127.0.0.1", "localhost", None):
        outside.append(args[0])
sys.addaudithook(watch)
sys.path.insert(0, sys.argv[2])
from asking import request
from mesa_war.minds.llm import model
mind = model("openai/fake", {"api_base": sys.argv[1], "attempts": 2, "timeout": 1, "api_key_env": "MESA_WAR_TEST_KEY"})
mind.check()
cases = ("fine", "500", "hang", "no choices", "filter in 400")
seen = [mind.answer(request(objections=(f"case: {case}",))) for case in cases]
try:
    mind.answer(request(objections=("case: 401",)))
except ValueError as error:
    seen.append(error)
assert not outside, outside
open(sys.argv[3], "w").write(repr(seen))
"""


@pytest.mark.slow
def test_nothing_is_printed_nobody_else_is_called_and_no_key_is_kept(
    provider: FakeProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MESA_WAR_TEST_KEY", CANARY)
    for name in ("LITELLM_OFFLINE_MODE", "LITELLM_LOCAL_MODEL_COST_MAP"):
        monkeypatch.delenv(name, raising=False)
    seen = tmp_path / "seen"
    command = [sys.executable, "-c", QUIET, provider.url, str(Path(__file__).parent), str(seen)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "PROVIDER_ERROR" in seen.read_text()
    assert CANARY not in seen.read_text()


def played(folder: Path, mind: str, *, frozen: bool = False, **options: Any) -> tuple[Nations, str]:
    trace, calls = Trace(folder / "trace.jsonl", frozen=frozen), CallFile(folder / "calls.jsonl", frozen=frozen)
    world = Nations(mind=mind, rounds=2, rng=7, trace=trace, calls=calls, **options)
    while world.running:
        world.step()
    trace.close()
    calls.close()
    return world, trace.hash


@pytest.mark.slow
@pytest.mark.parametrize("advised", [False, True])
def test_two_rounds_of_nations_are_the_same_again_and_replayed_without_a_call(tmp_path: Path, advised: bool):
    folders = [tmp_path / name for name in "ab"]
    with FakeProvider() as provider:
        mind = f"openai/fake?api_base={provider.url}"
        options = {"secretary": mind} if advised else {}
        hashes = []
        for folder in folders:
            folder.mkdir()
            world, sealed = played(folder, mind, **options)
            hashes.append(sealed)
        made = len(provider.calls)
        assert played(folders[0], mind, frozen=True, **options)[1] == hashes[0]
        assert len(provider.calls) == made
    assert hashes[0] == hashes[1]
    calls = list(read_calls(folders[0] / "calls.jsonl"))
    assert len(calls) * 2 == made
    assert {call.outcome for call in calls} == {Outcome.OK}
    assert {call.key[3] for call in calls} >= ({"decide", "advise"} if advised else {"decide"})
    acts = Counter(event.move.action for event in world.chronicle if event.move and not event.failed)
    assert sum(acts.values()) > 5
    assert len(acts) > 2
    logged = {call["call"] for call in provider.calls}
    assert logged == {header_of(call.key) for call in calls}


@pytest.mark.slow
def test_a_run_with_faults_ends_and_counts_them(tmp_path: Path):
    faults = {"500": 0.15, "garbage": 0.15, "refuse": 0.1, "truncate": 0.15, "empty": 0.1}
    with FakeProvider(faults=faults) as provider:
        world, _ = played(tmp_path, f"openai/fake?api_base={provider.url}")
    calls = list(read_calls(tmp_path / "calls.jsonl"))
    counted = Counter(call.outcome for call in calls)
    assert counted.keys() >= {Outcome.OK, Outcome.UNREADABLE, Outcome.TRUNCATED, Outcome.PROVIDER_ERROR}
    assert len(calls) == len(provider.calls)
    assert sum(len(plan.calls) for _, _, plan in world.plans) == len(calls)
    assert not any(plan.moves for _, _, plan in world.plans if not plan.outcome.usable)


def test_names_shown_are_the_only_names_in_what_is_sent():
    mind, way, _ = seated(Raw('{"moves": [{"action": "declare_war", "target": "Country B"}]}'))
    reply = mind.answer(request(naming=SHOWN))
    assert reply.moves[0].target == "Borvia"
    _, prompt, shape, _ = way.sent[0]
    assert "Borvia" not in prompt.system + prompt.user + json.dumps(shape)
