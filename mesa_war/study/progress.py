"""How far a study has come, for whoever watches."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from mesa_war.study.job import TORN, Report

LOOSE = (TORN, "waiting")
"""How a report may stand that says nothing of how its run will stand in the end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A study under way.

    Attributes:
        runs: how many there are.
        done: how many are done, whatever way they ended.
        failed: how many of these failed.
        wars: declarations of war so far, where the model counts any.
        calls: to minds, so far.
        cost: of these, in US dollars.
        left: seconds until the rest is done, at the pace so far; None before there is a pace.
    """

    runs: int
    done: int = 0
    failed: int = 0
    wars: int = 0
    calls: int = 0
    cost: float = 0.0
    left: float | None = None


type Progress = Callable[[Standing], None]
"""Called from the thread of :func:`~mesa_war.study.runner.study` whenever runs are done."""


class Count:
    """Keeps count of reports while a study goes on, and tells.

    Args:
        runs: how many runs there are.
        tell: who wants to know; None is nobody.
    """

    def __init__(self, runs: int, tell: Progress | None = None) -> None:
        self.standing = Standing(runs)
        self._tell = tell
        self._began = time.monotonic()
        self._before = 0
        self._statuses: Counter[str] = Counter()

    def past(self, report: Report) -> None:
        """Count a run that was done before."""
        self._count(report, None)

    def start(self) -> None:
        """Measure the pace from now on."""
        self._began, self._before = time.monotonic(), self.standing.done
        self._say()

    def add(self, report: Report) -> None:
        """Count a run that was done now."""
        done = self.standing.done + report.done
        fresh = done - self._before
        pace = (time.monotonic() - self._began) / fresh if fresh else None
        self._count(report, None if pace is None else pace * (self.standing.runs - done))
        self._say()

    def statuses(self) -> dict[str, int]:
        """How many runs stand how; ``waiting`` are those that were not begun."""
        counted = Counter({status: number for status, number in self._statuses.items() if status not in LOOSE})
        counted["waiting"] = self.standing.runs - counted.total()
        return {status: number for status, number in sorted(counted.items()) if number}

    def _count(self, report: Report, left: float | None) -> None:
        now = self.standing
        self._statuses[report.status] += 1
        self.standing = Standing(
            runs=now.runs,
            done=now.done + report.done,
            failed=now.failed + (report.status == "failed"),
            wars=now.wars + int(report.measures.get("declarations") or 0),
            calls=now.calls + int(report.usage.get("calls", 0)),
            cost=now.cost + report.usage.get("cost", 0.0),
            left=left,
        )

    def _say(self) -> None:
        if self._tell is not None:
            self._tell(self.standing)
