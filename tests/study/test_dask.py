"""A study on a real Dask cluster, some of whose workers die."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from study.studies import small, tables

from mesa_war.core.toml import SettingError
from mesa_war.study.joined import read
from mesa_war.study.progress import Standing
from mesa_war.study.runner import study

pytest.importorskip("distributed")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}


@contextmanager
def running(folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of Dask's own tools, ended afterwards if it is still there."""
    with (folder / f"{words[0]}.log").open("ab") as log:
        command = [sys.executable, "-m", "dask", *words]
        process = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """A scheduler with workers on loopback, each a process with one thread and nobody to start it again."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(running(folder, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"))
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        begun = [stack.enter_context(running(folder, "worker", address, *options)) for _ in range(workers)]
        _wait_for(address, workers)
        yield address, begun


def _wait_for(address: str, workers: int) -> None:
    from distributed import Client

    deadline = time.monotonic() + 60
    while True:
        try:
            with Client(address, timeout="2s", set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
                return
        except OSError:
            assert time.monotonic() < deadline, "the scheduler does not answer"


@pytest.mark.slow
def test_a_cluster_gives_what_this_process_gives(tmp_path: Path) -> None:
    design = small(runs=10)
    study(design, tmp_path / "here", workers=1)
    with cluster(tmp_path, 2) as (address, _):
        result = study(design, tmp_path / "there", dask=address)
    assert result.statuses == {"complete": 20}
    assert tables(tmp_path / "there") == tables(tmp_path / "here")


@pytest.mark.slow
def test_a_worker_killed_during_the_study_costs_nothing(tmp_path: Path) -> None:
    design = small(runs=60, rounds=4)
    with cluster(tmp_path, 2) as (address, workers):

        def kill(standing: Standing) -> None:
            if standing.done >= 10 and workers[0].poll() is None:
                os.kill(workers[0].pid, signal.SIGKILL)
                workers[0].wait()

        result = study(design, tmp_path / "s", dask=address, progress=kill)
        assert workers[0].returncode == -signal.SIGKILL
        assert workers[1].poll() is None
    assert result.statuses == {"complete": 120}
    runs = read(tmp_path / "s", "runs")
    assert len(runs) == len(runs.drop_duplicates(["cell", "run"])) == 120
    rounds = read(tmp_path / "s", "rounds")
    assert not rounds.duplicated(["cell", "run", "round"]).any()
    study(design, tmp_path / "here", workers=1)
    assert tables(tmp_path / "s") == tables(tmp_path / "here")


@pytest.mark.slow
def test_the_study_itself_may_be_stopped_on_a_cluster(tmp_path: Path) -> None:
    design = small(runs=60, rounds=4)
    with cluster(tmp_path, 2) as (address, _):

        def interrupt(standing: Standing) -> None:
            if standing.done >= 10:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            study(design, tmp_path / "s", dask=address, progress=interrupt)
        result = study(design, tmp_path / "s", dask=address, resume=True)
    assert result.statuses == {"complete": 120}


@pytest.mark.slow
def test_nobody_answers(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        study(small(), tmp_path / "s", dask="tcp://127.0.0.1:9")
    with pytest.raises(SettingError, match="no Dask scheduler answers at nonsense"):
        study(small(), tmp_path / "t", dask="nonsense://x")
