"""A run that is killed in the middle of a round goes on as if nothing had been, pays no call twice, and can be proved.

The provider is a fake one on loopback; the run is a process of its own, without any key in its environment.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from mesa_war.minds.fake import FakeProvider, Rule, Script
from mesa_war.minds.llm.transport import header_of
from mesa_war.study.folder import RunFolder

pytestmark = pytest.mark.slow

SLOW = Script(rules=[Rule(call=re.compile("^4/1/Serbia/"), latency=1.5)])
"""One call of round 4 is still under way when the others of its wave are on disk."""


@dataclass(frozen=True)
class Killed:
    """What is left of a run that was killed and resumed, and of one that was not.

    Attributes:
        folder, unbroken: the two runs.
        on_disk: the calls whose replies were on disk at the kill, by header.
        before, after: the calls the provider was asked for up to the kill and after it, by header.
    """

    folder: RunFolder
    unbroken: RunFolder
    on_disk: list[str]
    before: Counter[str]
    after: Counter[str]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    place = tmp_path_factory.mktemp("killed")
    folder, unbroken = RunFolder(place / "killed"), RunFolder(place / "unbroken")
    with provider(place / "before.jsonl") as fake:
        port, order = fake.port, begin(fake.url)
        kill_in_round_4(command(*order, "--out", str(folder.path)), folder)
    on_disk = headers(folder)
    with provider(place / "after.jsonl", port):
        finish("run", "wwi", "--resume", "--out", str(folder.path))
    with provider(place / "unbroken.jsonl", port):
        finish(*order, "--out", str(unbroken.path))
    return Killed(folder, unbroken, on_disk, asked(place / "before.jsonl"), asked(place / "after.jsonl"))


def test_it_ends_as_the_run_that_was_not_killed(killed: Killed) -> None:
    assert killed.folder.trace.read_bytes() == killed.unbroken.trace.read_bytes()
    assert killed.folder.manifest["hash"] == killed.unbroken.manifest["hash"]
    assert Counter(headers(killed.folder)) == Counter(headers(killed.unbroken))


def test_it_was_killed_with_calls_under_way(killed: Killed) -> None:
    of_round_4 = [call for call in headers(killed.unbroken) if call.startswith("4/")]
    had = [call for call in killed.on_disk if call.startswith("4/")]
    assert 2 <= len(had) < len(of_round_4)
    assert not [call for call in killed.on_disk if call.startswith("5/")]
    assert killed.before.keys() - set(killed.on_disk) >= {"4/1/Serbia/decide/0"}


def test_no_reply_that_was_on_disk_was_asked_for_again_and_every_other_was(killed: Killed) -> None:
    everything = set(headers(killed.unbroken))
    assert not killed.after.keys() & set(killed.on_disk)
    assert killed.after == Counter(everything - set(killed.on_disk))
    assert set(killed.before.values()) == {1}


def test_it_replays_without_a_provider(killed: Killed) -> None:
    done = replay(killed.folder.path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"identical: {lines(killed.folder)} lines, trace {killed.folder.manifest['hash']}\n"


@pytest.mark.parametrize(
    ("name", "before", "place"),
    [
        pytest.param(
            "calls.jsonl",
            rb'"key":\[3,1,"Britain","decide",0\].*"reply":".*analysis\\": \\"',
            r"line \d+, the plan of Britain at time 3, wave 1: recorded …",
            id="reply",
        ),
        pytest.param(
            "trace.jsonl",
            rb'"kind":"plan","time":3,"wave":1,"actor":"Britain".*"thought":"',
            r"line \d+ of trace\.jsonl was changed after it was written: the plan of Britain at time 3, wave 1",
            id="plan",
        ),
        pytest.param(
            "trace.jsonl",
            rb'"kind":"event","id":\[3,1,0\],"text":"',
            r"line \d+ of trace\.jsonl was changed after it was written: event \[3, 1, 0\]",
            id="event",
        ),
    ],
)
def test_one_changed_byte_is_found_and_named(
    killed: Killed, tmp_path: Path, name: str, before: bytes, place: str
) -> None:
    changed = shutil.copytree(killed.folder.path, tmp_path / "changed")
    change_a_byte(changed / name, before)
    done = replay(changed)
    assert done.returncode == 1
    assert re.match(f"mesa-war: not identical: {place}", done.stderr), done.stderr


# -- the run ---------------------------------------------------------------------------------------------------------


@contextmanager
def provider(log: Path, port: int = 0) -> Iterator[FakeProvider]:
    """A provider whose address is known; one that takes a port again is the same to a run, with a log of its own."""
    with FakeProvider(port=port, latency=0.05, script=SLOW, log=log) as fake:
        fake.port = int(fake.url.rpartition(":")[2].split("/")[0])
        yield fake


def begin(url: str) -> tuple[str, ...]:
    return ("run", "wwi", "--mind", f"openai/fake?api_base={url}", "--rounds", "5", "--seed", "7")


def command(*words: str) -> "subprocess.Popen[str]":
    keyless = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return subprocess.Popen(
        [sys.executable, "-m", "mesa_war.cli", *words],
        env=keyless,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(*words: str) -> None:
    process = command(*words)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 0, told


def replay(folder: Path) -> "subprocess.CompletedProcess[str]":
    process = command("replay", str(folder))
    out, told = process.communicate(timeout=60)
    return subprocess.CompletedProcess(process.args, process.returncode, out, told)


def kill_in_round_4(process: "subprocess.Popen[str]", folder: RunFolder) -> None:
    """SIGKILL as soon as two replies of round 4 are on disk."""
    give_up = time.monotonic() + 120
    while sum(call.startswith("4/") for call in headers(folder)) < 2 and time.monotonic() < give_up:
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


# -- what it left ----------------------------------------------------------------------------------------------------


def headers(folder: RunFolder) -> list[str]:
    """The calls whose replies are whole on disk, as their requests named them."""
    if not folder.calls.exists():
        return []
    whole = folder.calls.read_bytes().split(b"\n")[:-1]
    return [header_of(tuple(json.loads(line)["key"])) for line in whole]


def asked(log: Path) -> Counter[str]:
    """How often the provider was asked for each call."""
    entries = map(json.loads, log.read_text(encoding="ascii").splitlines())
    return Counter(entry["call"] for entry in entries if entry["at"] == "asked")


def lines(folder: RunFolder) -> int:
    return folder.trace.read_bytes().count(b"\n")


def change_a_byte(file: Path, before: bytes) -> None:
    """Make the first letter behind what a pattern finds another one."""
    data = bytearray(file.read_bytes())
    found = re.search(before + rb"[^a-yA-Y]*[a-yA-Y]", data)
    assert found is not None, before
    data[found.end() - 1] += 1
    file.write_bytes(data)
