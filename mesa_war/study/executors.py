"""Where jobs are done: here, in threads, in processes, or on a Dask cluster, all as executors of concurrent.futures."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from mesa_war.core.toml import SettingError

THREADS = 16
"""Runs that wait side by side, if nobody says how many."""

PATIENCE = "10s"
"""How long a Dask scheduler may take to answer."""


@dataclass(frozen=True, slots=True)
class Pool:
    """An executor, and how many jobs it can do at one time, which may change while it works."""

    executor: Executor
    width: Callable[[], int]


type Opening = Callable[[], AbstractContextManager[Pool]]
"""Opens a pool anew each time it is called: a pool whose processes were killed is of no more use."""


class Inline(Executor):
    """Does what it is given at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Do it and return a future that is done; an interruption goes through."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # a future carries whatever was raised
            future.set_exception(error)
        return future


@contextmanager
def inline() -> Iterator[Pool]:
    """One job at a time, in this thread."""
    yield Pool(Inline(), lambda: 1)


@contextmanager
def threads(workers: int) -> Iterator[Pool]:
    """Threads of this process, for minds that wait."""
    with ThreadPoolExecutor(workers, "run") as executor:
        yield Pool(executor, lambda: workers)


@contextmanager
def processes(workers: int) -> Iterator[Pool]:
    """Processes of their own, for minds that compute.

    A script that gets here must keep its doings under ``if __name__ == "__main__":``, for each process imports it.
    """
    with ProcessPoolExecutor(workers, get_context("spawn"), _attend) as executor:
        yield Pool(executor, lambda: workers)


@contextmanager
def dask(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler; their number may change, and one that dies has its jobs done by others.

    Raises:
        SettingError: the extra ``cluster`` is missing, or nobody answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise SettingError("--dask needs Dask: install mesa-war with the extra `cluster`") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SettingError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        yield Pool(client.get_executor(pure=False), lambda: sum(client.nthreads().values()) or 1)


def opening(*, waits: bool, workers: int | None = None, address: str | None = None) -> Opening:
    """The pool for a study.

    Args:
        waits: whether any mind waits; then threads are enough, and share one process's connections.
        workers: how many jobs at one time; as many as there are cores, or ``THREADS`` for minds that wait, if None.
        address: of a Dask scheduler, for instance ``tcp://127.0.0.1:8786``.

    Raises:
        SettingError: there can't be so many workers, or both are given.
    """
    if workers is not None and workers < 1:
        raise SettingError(f"--workers {workers}: expected at least 1")
    if address is not None:
        if workers is not None:
            raise SettingError("--workers and --dask exclude each other: a cluster has the workers it has")
        return lambda: dask(address)
    count = workers or (THREADS if waits else cores())
    if count == 1:
        return inline
    return lambda: threads(count) if waits else processes(count)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _attend() -> None:
    """Make a worker leave interruptions to its study, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)  # killed like its parent: a worker left behind would go on writing
