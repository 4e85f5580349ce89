"""Small studies for tests, and what is looked at in them."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mesa_war.core.explain import frozen
from mesa_war.core.world import World
from mesa_war.study.design import Design
from mesa_war.study.executors import Inline, Opening, Pool
from mesa_war.study.job import Job, Report, do


def small(runs: int = 3, rounds: int = 2, mind: str = "random", **fields: Any) -> Design:
    """Two cells of nations that act at random for a few rounds."""
    data = {
        "name": "small",
        "model": "wwi",
        "runs": runs,
        "seed": 7,
        "parameters": {"mind": mind, "rounds": rounds},
        "factors": {"trigger": ["none", "historical"]},
        **fields,
    }
    return Design.model_validate(frozen(data))


def tables(study: Path) -> dict[str, bytes]:
    """The joined tables, byte by byte."""
    return {path.name: path.read_bytes() for path in sorted((study / "tables").iterdir())}


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def meddling(prepare: Callable[[Job, World], None]) -> Opening:
    """An executor that does jobs here, and lets somebody at each world before its first step."""

    class Meddler(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            del fn, kwargs
            return Inline().submit(self.work, args[0])

        def work(self, jobs: Sequence[Job]) -> list[Report]:
            return [do(job, lambda world, job=job: prepare(job, world)) for job in jobs]

    @contextmanager
    def pool() -> Iterator[Pool]:
        yield Pool(Meddler(), lambda: 1)

    return pool
