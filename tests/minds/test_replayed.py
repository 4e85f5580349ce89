"""The mind that does again what an earlier run recorded."""

from pathlib import Path

import pytest

from mesa_war.core.toml import SettingError
from mesa_war.core.trace import read_trace
from mesa_war.minds.choose import choose
from mesa_war.minds.rules import Wait
from mesa_war.study.runs import Order, start


def recorded(folder: Path, **params: object) -> list[dict[str, object]]:
    """The events of a run of four rounds that is made in a folder, as they stand in its trace."""
    start(Order("wwi", 7, {"rounds": 4, **params}), folder)
    return [line for line in read_trace(folder / "trace.jsonl") if line["kind"] == "event"]


def bare(events: list[dict[str, object]]) -> list[dict[str, object]]:
    """Events without their place in the trace."""
    return [{key: value for key, value in event.items() if key not in ("n", "hash")} for event in events]


def test_a_world_of_replayed_chairs_repeats_the_events(tmp_path: Path) -> None:
    first = tmp_path / "fir?st"
    events = recorded(first, mind="random")
    assert sum(event["move"] is not None for event in events) > 8
    assert bare(recorded(tmp_path / "second", mind=f"replay:{first}")) == bare(events)
    assert bare(recorded(tmp_path / "other", mind="doctrine")) != bare(events)


def test_a_folder_without_a_sound_trace_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    with pytest.raises(SettingError, match=r"replay:.*nowhere: there is no trace\.jsonl in that folder"):
        choose(f"replay:{missing}", Wait, 7)
    recorded(tmp_path / "run", mind="random")
    trace = tmp_path / "run" / "trace.jsonl"
    trace.write_bytes(trace.read_bytes().replace(b'"outcome":"ok"', b'"outcome":"ko"', 1))
    with pytest.raises(SettingError, match=r"line \d+ of trace\.jsonl was changed after it was written: the plan of"):
        choose(f"replay:{tmp_path / 'run'}", Wait, 7)
