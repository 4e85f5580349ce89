"""A fork copies the past byte by byte, whatever a reply holds."""

from pathlib import Path

import pytest

from mesa_war.core.events import Call, Outcome, Prompt
from mesa_war.core.trace import CallFile, Trace, read_calls, read_trace
from mesa_war.study.folder import FORMAT, RunFolder
from mesa_war.study.runs import Order, fork


def recorded(path: Path, text: str) -> RunFolder:
    """A run of two rounds in which Britain said and thought the same each time."""
    folder = RunFolder.create(path, {"format": FORMAT, "order": Order("wwi", 7, {"mind": "wait"}).data()})
    trace, calls = Trace(folder.trace), CallFile(folder.calls)
    for time in (1, 2):
        calls.keep(Call((time, 1, "Britain", "decide", 0), Prompt("s", text), text, Outcome.OK))
        trace.append("plan", {"time": time, "wave": 1, "actor": "Britain", "thought": text})
    trace.close()
    calls.close()
    return folder


@pytest.mark.parametrize("text", ["one\u2028two\u2029three\x85four", "half \ud800 of a pair"])
def test_the_past_is_copied_whole_whatever_was_said(tmp_path: Path, text: str) -> None:
    folder = recorded(tmp_path / "run", text)
    _, branch = fork(folder.path, 2, {}, tmp_path / "branch")
    assert [(call.key[0], call.reply) for call in read_calls(branch.calls)] == [(1, text)]
    assert [(line["time"], line["thought"]) for line in read_trace(branch.trace)] == [(1, text)]
    assert folder.calls.read_bytes().startswith(branch.calls.read_bytes())
    assert folder.trace.read_bytes().startswith(branch.trace.read_bytes())


def test_a_torn_last_call_is_left_behind(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", "fine")
    folder.calls.write_bytes(folder.calls.read_bytes() + b'{"key":[1,1,"Fra')
    _, branch = fork(folder.path, 2, {}, tmp_path / "branch")
    assert branch.calls.read_bytes() == folder.calls.read_bytes().splitlines(keepends=True)[0]
