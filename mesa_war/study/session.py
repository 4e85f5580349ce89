"""One sitting at a study: what is left is handed out, what comes back is counted, and the tables are joined."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from mesa_war.core.toml import SettingError
from mesa_war.study.executors import Opening, Pool
from mesa_war.study.job import TORN, Job, Report, found, perform, put_aside
from mesa_war.study.joined import jobs_of, join, names
from mesa_war.study.plan import StudyPlan
from mesa_war.study.progress import Count, Standing

AHEAD = 2
"""Chunks handed out for each that can be done at one time, so that no worker waits for the next."""

LARGEST = 16
"""Jobs in a chunk at most: enough that handing out costs nothing, few enough that progress is seen."""

DEATHS = 3
"""How often in a row all workers may die without bringing a single run to its end."""

type Chunk = tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class StudyResult:
    """What became of a study.

    Attributes:
        folder: where it is.
        plan: what was to be run.
        standing: how far it has come.
        statuses: how many runs stand how.
        stopped: why it stopped before its end; empty if it did not.
        put_aside: folders of torn runs, which were done anew.
        tables: the joined tables by name.
    """

    folder: Path
    plan: StudyPlan
    standing: Standing
    statuses: Mapping[str, int]
    stopped: str
    put_aside: tuple[Path, ...]
    tables: Mapping[str, Path]

    @property
    def complete(self) -> bool:
        """Whether every run was brought to its end."""
        return self.standing.done == self.standing.runs

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "folder": str(self.folder),
            "plan": self.plan.sha256,
            **asdict(self.standing),
            "statuses": dict(self.statuses),
            "stopped": self.stopped,
            "put_aside": [str(path) for path in self.put_aside],
            "tables": {name: str(path) for name, path in self.tables.items()},
        }


class Session:
    """One sitting at a study, from looking at what is there to joining the tables.

    Args:
        folder: of the study.
        plan: of the study.
        count: keeps count of what is done.
    """

    def __init__(self, folder: Path, plan: StudyPlan, count: Count) -> None:
        self.folder = folder
        self.plan = plan
        self.count = count
        self.stopped = ""
        self.aside: list[Path] = []

    def run(self, pools: Opening, *, single: bool, budgeted: bool) -> StudyResult:
        """Do what is left to do.

        Args:
            pools: where it is done.
            single: hand out jobs one by one.
            budgeted: hold minds to the budget.
        """
        left = [replace(job, budgeted=budgeted) for job in self._survey()]
        # Replication by replication, so that a study that stops early has seen all its cells.
        left.sort(key=lambda job: job.number)
        chunks = deque(chunked(left, 1 if single else chunk_size(len(left))))
        if chunks:
            (self.folder / "tables" / "runs.parquet").unlink(missing_ok=True)
            self._drain(chunks, pools)
        return StudyResult(
            self.folder,
            self.plan,
            self.count.standing,
            self.count.statuses(),
            self.stopped,
            tuple(self.aside),
            joined(self.folder, self.plan),
        )

    def _survey(self) -> Iterator[Job]:
        """The jobs that are left; counts those that are done, and puts aside what is torn."""
        for job in jobs_of(self.folder, self.plan):
            report = found(job)
            if report.done:
                self.count.past(report)
                continue
            if report.status == TORN:
                self.aside.append(put_aside(job))
            yield job

    def _drain(self, chunks: deque[Chunk], pools: Opening) -> None:
        """Do all chunks, in a new pool whenever one is broken."""
        deaths = 0
        self.count.start()
        while chunks:
            before = self.count.standing.done
            try:
                with pools() as pool:
                    self._hand_out(chunks, pool)
            except BrokenExecutor:
                deaths = deaths + 1 if self.count.standing.done == before else 0
                if deaths == DEATHS:
                    raise SettingError(
                        "workers die before they have done anything, perhaps for want of memory"
                    ) from None

    def _hand_out(self, chunks: deque[Chunk], pool: Pool) -> None:
        """Hand chunks to a pool until none is left; on the way out none is left under way either."""
        flying: dict[Future[list[Report]], Chunk] = {}
        try:
            while chunks or flying:
                while chunks and len(flying) < AHEAD * pool.width():
                    future = pool.executor.submit(perform, chunks[0])
                    flying[future] = chunks.popleft()
                for future in wait(flying, return_when=FIRST_COMPLETED).done:
                    self._take(reports_of(future), chunks)
                    del flying[future]
        except BrokenExecutor:
            chunks.extendleft(flying.values())
            raise
        except BaseException:
            (self.folder / "stop").touch()  # workers look for it, wherever they are
            for future in flying:
                future.cancel()
            wait(flying)
            raise

    def _take(self, reports: Iterable[Report], chunks: deque[Chunk]) -> None:
        for report in reports:
            self.count.add(report)
            if report.status == TORN:
                self.aside.append(put_aside(report.job))
                chunks.append((report.job,))
            elif not report.done:
                self.stopped = report.reason or "the study was asked to stop"
                chunks.clear()


def reports_of(future: "Future[list[Report]]") -> list[Report]:
    """What a worker reports.

    Raises:
        SettingError: it could not work at all.
        BrokenExecutor: it died.
    """
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, SettingError | BrokenExecutor):
        raise error
    raise SettingError(f"a worker could not go on: {type(error).__name__}: {error}") from error


def chunk_size(jobs: int) -> int:
    """How many jobs are handed out together: fewer where there are few, so that all workers have some."""
    return max(1, min(LARGEST, jobs // 16))


def chunked(jobs: Sequence[Job], size: int) -> Iterator[Chunk]:
    """Jobs in chunks, in order."""
    return (tuple(jobs[start : start + size]) for start in range(0, len(jobs), size))


def joined(folder: Path, plan: StudyPlan) -> Mapping[str, Path]:
    """The joined tables, made anew unless they are whole and nothing has been run since."""
    if (folder / "tables" / "runs.parquet").exists():
        return {name: folder / "tables" / f"{name}.parquet" for name in names(folder)}
    return join(folder, plan)
