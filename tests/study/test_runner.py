"""Studies: the same result wherever and however brokenly they are run."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from study.studies import content, meddling, small, tables

from mesa_war.cli import main
from mesa_war.core.toml import SettingError
from mesa_war.core.world import World
from mesa_war.study.executors import cores, inline, opening, processes, threads
from mesa_war.study.folder import RunFolder
from mesa_war.study.job import Job
from mesa_war.study.joined import chunks, names, read
from mesa_war.study.plan import StudyPlan, freeze
from mesa_war.study.progress import Count, Standing
from mesa_war.study.runner import study
from mesa_war.study.runs import replay
from mesa_war.study.session import Session, StudyResult, chunk_size


def test_a_study_is_a_plan_run_folders_and_tables(tmp_path: Path) -> None:
    result = study(small(), tmp_path / "s", workers=1)
    assert result.complete
    assert result.statuses == {"complete": 6}
    assert StudyPlan.read(tmp_path / "s") == result.plan
    folders = sorted(str(p.relative_to(tmp_path / "s" / "runs")) for p in (tmp_path / "s" / "runs").glob("*/*"))
    assert folders == [f"{cell}/{number:03d}" for cell in ("historical", "none") for number in range(3)]
    runs = read(tmp_path / "s", "runs")
    assert list(zip(runs["cell"], runs["run"], runs["seed"], strict=True)) == [
        (cell, number, 7 + number) for cell in ("none", "historical") for number in range(3)
    ]
    assert set(runs["status"]) == {"complete"}
    assert {"trigger", "declarations", "onset_declarations", "world_war", "war_f1", "acts_by_mind"} <= set(runs)


def test_its_runs_are_runs_like_any_other(tmp_path: Path) -> None:
    study(small(runs=1), tmp_path / "s", workers=1)
    folder = RunFolder.open(tmp_path / "s" / "runs" / "none" / "000")
    assert replay(folder.path).trace.hash == folder.manifest["hash"]


def test_measures_are_what_the_series_say(tmp_path: Path) -> None:
    study(small(runs=4, rounds=4), tmp_path / "s", workers=1)
    runs, rounds = read(tmp_path / "s", "runs"), read(tmp_path / "s", "rounds")
    for (cell, number), series in rounds.groupby(["cell", "run"]):
        row = runs[(runs["cell"] == cell) & (runs["run"] == number)].iloc[0]
        assert row["declarations"] == series["declarations"].iloc[-1]
        risen = series["round"][series["declarations"] > 0]
        assert row["onset_declarations"] == (risen.iloc[0] if len(risen) else None)


def test_joined_tables_hold_every_row_of_every_run_once(tmp_path: Path) -> None:
    result = study(small(), tmp_path / "s", workers=1)
    import pandas as pd

    for name in ("rounds", "agents", "events", "moves", "ties"):
        joined = read(tmp_path / "s", name)
        pieces = [pd.read_parquet(path) for path in sorted((tmp_path / "s").glob(f"runs/*/*/tables/{name}.parquet"))]
        assert len(joined) == sum(map(len, pieces)) > 0
        assert joined.groupby(["cell", "run"]).ngroups == 6
        assert sum(map(len, chunks(tmp_path / "s", name))) == len(joined)
    assert set(result.tables) == set(names(tmp_path / "s"))
    only = read(tmp_path / "s", "events", columns=["cell", "action"], cells=["none"])
    assert set(only["cell"]) == {"none"}
    assert list(only.columns) == ["cell", "action"]
    with pytest.raises(SettingError, match=r"there is no table 'event' .*did you mean 'events'"):
        read(tmp_path / "s", "event")


@pytest.mark.parametrize("pool", [lambda: threads(3), lambda: processes(2)], ids=["threads", "processes"])
def test_where_it_runs_changes_nothing(tmp_path: Path, pool: Any) -> None:
    design = small(runs=8)
    study(design, tmp_path / "one", workers=1)
    result = sitting(tmp_path / "other", freeze(design), pool)
    assert result.complete
    assert tables(tmp_path / "one") == tables(tmp_path / "other")


def sitting(folder: Path, plan: StudyPlan, pool: Any) -> StudyResult:
    folder.mkdir(exist_ok=True)
    plan.write(folder)
    return Session(folder, plan, Count(plan.runs * len(plan.cells))).run(pool, single=False, budgeted=False)


def test_the_pool_is_chosen_by_whether_minds_wait() -> None:
    assert opening(waits=False, workers=1) is inline
    with opening(waits=True)() as pool:
        assert type(pool.executor).__name__ == "ThreadPoolExecutor"
    with opening(waits=False, workers=3)() as pool:
        assert type(pool.executor).__name__ == "ProcessPoolExecutor"
        assert pool.width() == 3
    assert cores() >= 1
    with pytest.raises(SettingError, match="expected at least 1"):
        opening(waits=False, workers=0)
    with pytest.raises(SettingError, match="exclude each other"):
        opening(waits=False, workers=2, address="tcp://127.0.0.1:1")


def test_a_folder_in_use_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "letter.txt").write_text("mine", encoding="utf-8")
    before = content(tmp_path / "s")
    with pytest.raises(SettingError, match="is not an empty folder"):
        study(small(), tmp_path / "s", workers=1)
    with pytest.raises(SettingError, match="is not a study"):
        study(small(), tmp_path / "s", workers=1, resume=True)
    assert content(tmp_path / "s") == before


def test_going_on_with_nothing_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="is not a study"):
        study(small(), tmp_path / "s", workers=1, resume=True)
    assert not (tmp_path / "s").exists()


def test_resuming_twice_changes_nothing(tmp_path: Path) -> None:
    study(small(), tmp_path / "s", workers=1)
    before = content(tmp_path / "s")
    for _ in range(2):
        result = study(small(), tmp_path / "s", workers=1, resume=True)
        assert result.complete
        assert content(tmp_path / "s") == before


def test_another_plan_is_refused_and_what_differs_is_named(tmp_path: Path) -> None:
    study(small(), tmp_path / "s", workers=1)
    before = content(tmp_path / "s")
    with pytest.raises(SettingError, match=r"another plan: cells.none.params.rounds is 2 in plan.json and 3 now"):
        study(small(rounds=3), tmp_path / "s", workers=1, resume=True)
    with pytest.raises(SettingError, match=r"another plan: runs is 3 in plan.json and 4 now"):
        study(small(), tmp_path / "s", runs=4, workers=1, resume=True)
    assert content(tmp_path / "s") == before


def test_the_number_of_runs_is_kept_when_going_on(tmp_path: Path) -> None:
    study(small(), tmp_path / "s", runs=1, workers=1)
    assert study(small(), tmp_path / "s", workers=1, resume=True).standing.runs == 2


def test_two_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    study(small(runs=1), tmp_path / "s", workers=1)

    def meanwhile(_: Standing) -> None:
        with pytest.raises(SettingError, match="another process is at work"):
            study(small(runs=1), tmp_path / "s", workers=1, resume=True)

    (tmp_path / "s" / "runs" / "none" / "000" / "manifest.json").unlink()
    assert study(small(runs=1), tmp_path / "s", workers=1, resume=True, progress=meanwhile).complete


# -- runs that go wrong ----------------------------------------------------------------------------------------------


def test_a_run_that_raises_is_kept_with_its_reason_and_stops_nobody(tmp_path: Path) -> None:
    def break_one(job: Job, world: World) -> None:
        if (job.cell, job.number) == ("none", 1):
            world.watchers.append(lambda what, value: 1 / 0 if (what, value) == ("round", 2) else None)

    plan = freeze(small())
    result = sitting(tmp_path, plan, meddling(break_one))
    assert result.complete
    assert result.statuses == {"complete": 5, "failed": 1}
    row = read(tmp_path, "runs").set_index(["cell", "run"]).loc[("none", 1)]
    assert (row["status"], row["reason"]) == ("failed", "ZeroDivisionError: division by zero")
    assert set(read(tmp_path, "events").groupby(["cell", "run"]).groups) == {
        (cell, number) for cell in ("none", "historical") for number in range(3)
    } - {("none", 1)}
    before = content(tmp_path)
    assert sitting(tmp_path, plan, inline).statuses == result.statuses
    assert content(tmp_path) == before, "a failed run is not done again"


def test_a_wrong_setting_stops_the_study_and_can_be_mended(tmp_path: Path) -> None:
    def refuse(job: Job, _: World) -> None:
        if job.number == 1:
            raise SettingError("the key is wrong")

    plan = freeze(small())
    with pytest.raises(SettingError, match="the key is wrong"):
        sitting(tmp_path, plan, meddling(refuse))
    (tmp_path / "stop").unlink()
    assert sitting(tmp_path, plan, inline).statuses == {"complete": 6}


def unbroken(folder: Path) -> dict[str, bytes]:
    study(small(), folder, workers=1)
    return tables(folder)


@pytest.mark.parametrize("manifest", ["", "{", "[]", '{"format": 1}', None], ids=repr)
def test_a_torn_folder_is_put_aside_and_done_anew(tmp_path: Path, manifest: str | None) -> None:
    expected = unbroken(tmp_path / "s")
    torn = tmp_path / "s" / "runs" / "none" / "001"
    if manifest is None:
        (torn / "manifest.json").unlink()
    else:
        (torn / "manifest.json").write_text(manifest, encoding="utf-8")
    kept = content(torn)
    result = study(small(), tmp_path / "s", workers=1, resume=True)
    assert result.complete
    assert [path.name for path in result.put_aside] == ["none-001-1"]
    assert content(result.put_aside[0]) == kept, "nothing of it is lost"
    assert tables(tmp_path / "s") == expected


def test_a_damaged_trace_is_put_aside_and_done_anew(tmp_path: Path) -> None:
    expected = unbroken(tmp_path / "s")
    folder = RunFolder(tmp_path / "s" / "runs" / "none" / "001")
    lines = folder.trace.read_text(encoding="utf-8").splitlines(keepends=True)
    folder.trace.write_text("".join([*lines[:3], lines[3].replace("a", "b", 1), *lines[4:]]), encoding="utf-8")
    folder.amend(status="running")
    result = study(small(), tmp_path / "s", workers=1, resume=True)
    assert [path.name for path in result.put_aside] == ["none-001-1"]
    assert tables(tmp_path / "s") == expected


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_an_unfinished_run_is_gone_on_with(tmp_path: Path, share: float) -> None:
    expected = unbroken(tmp_path / "s")
    folder = RunFolder(tmp_path / "s" / "runs" / "historical" / "002")
    whole = folder.trace.read_bytes()
    folder.trace.write_bytes(whole[: int(len(whole) * share)])
    kept = {key: folder.manifest[key] for key in ("format", "version", "order")}
    folder.write({**kept, "status": "running"})
    (folder.tables / "rounds.parquet").write_bytes(b"PAR1")
    result = study(small(), tmp_path / "s", workers=1, resume=True)
    assert result.complete
    assert not result.put_aside
    assert folder.trace.read_bytes() == whole
    assert tables(tmp_path / "s") == expected


def test_a_run_of_something_else_is_not_taken_for_ours(tmp_path: Path) -> None:
    unbroken(tmp_path / "s")
    folder = RunFolder(tmp_path / "s" / "runs" / "none" / "001")
    folder.amend(order={**folder.manifest["order"], "seed": 1})
    with pytest.raises(SettingError, match="is a run of something else than the plan says"):
        study(small(), tmp_path / "s", workers=1, resume=True)


# -- studies that are stopped ----------------------------------------------------------------------------------------


def test_a_file_stops_it_within_a_round_and_it_goes_on(tmp_path: Path) -> None:
    expected = unbroken(tmp_path / "whole")

    def stop(job: Job, world: World) -> None:
        if (job.cell, job.number) == ("historical", 1):
            world.watchers.append(lambda what, value: (tmp_path / "stop").touch() if value == 1 else None)

    plan = freeze(small())
    result = sitting(tmp_path, plan, meddling(stop))
    assert result.stopped == "the study was asked to stop"
    assert result.statuses == {"complete": 3, "stopped": 1, "waiting": 2}
    assert not result.complete
    (tmp_path / "stop").unlink()
    assert sitting(tmp_path, plan, inline).complete
    assert tables(tmp_path) == expected


def test_an_interruption_leaves_what_can_be_gone_on_with(tmp_path: Path) -> None:
    expected = unbroken(tmp_path / "whole")

    def interrupt(standing: Standing) -> None:
        if standing.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(small(), tmp_path / "s", workers=1, progress=interrupt)
    assert study(small(), tmp_path / "s", workers=1, resume=True).complete
    assert tables(tmp_path / "s") == expected


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    design = small(runs=24)
    study(design, tmp_path / "whole", workers=1)
    killed = []

    def kill(standing: Standing) -> None:
        if standing.done and not killed:
            killed.append(multiprocessing.active_children()[0])
            os.kill(killed[0].pid or 0, signal.SIGKILL)

    result = study(design, tmp_path / "s", workers=2, progress=kill)
    assert killed
    assert result.statuses == {"complete": 48}
    assert tables(tmp_path / "s") == tables(tmp_path / "whole")


SCRIPT = """
import sys
from mesa_war.study.runner import study
from study.studies import small
if __name__ == "__main__":
    folder, resume, runs = sys.argv[1], sys.argv[2] == "resume", int(sys.argv[3])
    study(small(runs=runs, rounds=4), folder, workers=2, resume=resume)
"""


def broken_off(tmp_path: Path, kills: int, runs: int, seed: int) -> Path:
    """A study that is killed at random moments and resumed, until it has come through."""
    script = tmp_path / "run.py"
    script.write_text(SCRIPT, encoding="utf-8")
    folder = tmp_path / "broken"
    dice = random.Random(seed)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = 0
    while True:
        mode = "resume" if (folder / "plan.json").exists() else "begin"
        process = subprocess.Popen([sys.executable, str(script), str(folder), mode, str(runs)], env=environment)
        if done == kills:
            assert process.wait() == 0
            return folder
        began = len(list(folder.glob("runs/*/*")))
        while process.poll() is None and len(list(folder.glob("runs/*/*"))) == began:
            time.sleep(0.01)  # until something is under way
        time.sleep(dice.uniform(0, 0.4))
        assert process.poll() is None, "it was over before it could be killed: take more runs"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        done += 1


@pytest.mark.parametrize(
    ("kills", "runs"), [(2, 30), pytest.param(10, 150, marks=pytest.mark.slow)], ids=["twice", "ten times"]
)
def test_killed_at_random_moments_the_tables_are_those_of_an_unbroken_study(
    tmp_path: Path, kills: int, runs: int
) -> None:
    folder = broken_off(tmp_path, kills, runs, seed=kills)
    result = study(small(runs=runs, rounds=4), tmp_path / "whole", workers=1)
    assert result.complete
    assert tables(folder) == tables(tmp_path / "whole")
    hashes = Counter(read(folder, "runs").groupby("cell").size())
    assert hashes == {runs: 2}


# -- telling ---------------------------------------------------------------------------------------------------------


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    told: list[Standing] = []
    result = study(small(), tmp_path / "s", workers=1, progress=told.append)
    assert [standing.done for standing in told] == list(range(7))
    assert told[0].left is None
    assert told[-1].left == 0
    assert told[-1] == result.standing
    assert told[-1].wars == read(tmp_path / "s", "runs")["declarations"].sum() > 0


@pytest.mark.parametrize(("jobs", "size"), [(1, 1), (15, 1), (64, 4), (1000, 16), (100_000, 16)])
def test_chunks_are_small_where_there_is_little_to_do(jobs: int, size: int) -> None:
    assert chunk_size(jobs) == size


DESIGN = """
model = "wwi"
runs = 2
[parameters]
rounds = 1
mind = "random"
[factors]
trigger = ["none", "historical"]
"""


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Types a command in a folder with a design, and gives its exit code."""
    (tmp_path / "mine.toml").write_text(DESIGN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def typed(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["mesa-war", "batch", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0)

    return typed


def test_the_command(tmp_path: Path, command: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert command("mine.toml", "--out", "s", "--workers", "1") == 0
    assert "mine: 4 complete" in capsys.readouterr().out
    assert command("mine.toml", "--out", "s", "--workers", "1", "--resume", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["runs"], data["done"], data["statuses"]) == (4, 4, {"complete": 4})
    assert command("mine.toml", "--dry-run", "--json", "--runs", "5") == 0
    assert json.loads(capsys.readouterr().out)["runs"] == 10
    assert command("mine.toml", "--dry-run") == 0
    assert "2 cells, 2 runs each, 4 in all" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "s"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "--out", "s"], "there is no design 'nowhere'"),
        (["mine.toml"], "needs --out DIR"),
        (["mine.toml", "--out", "s", "--set", "rounds"], "expected PARAM=VALUE"),
        (["mine.toml", "--out", "s", "--set", "trigger=none"], "trigger is varied"),
        (["mine.toml", "--out", "s", "--resume"], "is not a study"),
        (["mine.toml", "--out", "mine.toml"], "not an empty folder"),
        (["mine.toml", "--out", "s", "--budget", "-1"], "expected a number above 0"),
    ],
)
def test_mistakes_on_the_command_line_end_in_one_message(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert command(*words) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert said in told[0]
