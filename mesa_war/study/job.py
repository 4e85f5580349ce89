"""One run of a study, wherever it is done: begun, gone on with, or found done; nothing is ever done twice."""

import errno
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mesa_war import __version__
from mesa_war.core.record import canonical
from mesa_war.core.toml import SettingError
from mesa_war.core.trace import Difference, sealed_lines
from mesa_war.core.world import World
from mesa_war.study.budget import Ledger, Purse, hold
from mesa_war.study.folder import FORMAT, RunFolder
from mesa_war.study.lock import locked
from mesa_war.study.runs import Order, Prepare, conduct

DONE = ("complete", "degraded", "failed")
"""How a run may stand that is not done again. A run that raised is ``failed`` too, with its reason."""

TORN = "torn"
"""How a run stands whose files can't be read: it is put aside and done anew."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors of the disk, which are no fault of a run."""


class Stopped(Exception):
    """The study was asked to stop; the run can be gone on with."""


@dataclass(frozen=True, slots=True)
class Job:
    """A run to be done.

    Attributes:
        study: the folder of the study.
        cell: the name of the cell.
        number: which replication, from 0.
        order: what is run.
        budgeted: whether its minds are held to the budget of the study.
    """

    study: Path
    cell: str
    number: int
    order: Order
    budgeted: bool = False

    @property
    def path(self) -> Path:
        """The folder of the run."""
        return self.study / "runs" / self.cell / f"{self.number:03d}"


@dataclass(frozen=True, slots=True)
class Report:
    """How a job stands: a status of a manifest, or ``torn``, or ``waiting`` where it was not begun."""

    job: Job
    status: str
    reason: str = ""
    measures: Mapping[str, float | None] = field(default_factory=dict)
    usage: Mapping[str, float] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.status in DONE


def found(job: Job) -> Report:
    """How a job stands by what is in its folder, which is not touched."""
    folder = RunFolder(job.path)
    if not (job.path / "manifest.json").exists():
        begun = folder.trace.exists() and folder.trace.stat().st_size
        return Report(job, TORN if begun else "waiting", "there is a trace, but no manifest" if begun else "")
    try:
        manifest = RunFolder.open(job.path).manifest
        order = manifest["order"]
    except (SettingError, KeyError, AttributeError) as error:
        return Report(job, TORN, f"manifest.json can't be read: {error}")
    if canonical(order) != canonical(job.order.data()):
        raise SettingError(f"{job.path} is a run of something else than the plan says")
    fields = {key: manifest.get(key, {}) for key in ("measures", "usage")}
    return Report(job, manifest.get("status", TORN), manifest.get("reason", ""), **fields)


def perform(jobs: Sequence[Job], prepare: Prepare | None = None) -> list[Report]:
    """Do some jobs, one after another; what a worker of any kind is given."""
    return [do(job, prepare) for job in jobs]


def do(job: Job, prepare: Prepare | None = None) -> Report:
    """Bring one job to its end, if its folder does not hold it already.

    Args:
        job: the job.
        prepare: called with the world before its first step.

    Raises:
        SettingError: the folder can't be written or locked, or holds something else; or a setting turned out wrong.
        OSError: the disk is full, or may not be written any more.
    """
    if stop_asked(job.study):
        return Report(job, "waiting")
    try:
        job.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(f"can't write {job.path}: {error.strerror}") from None
    folder = RunFolder(job.path)
    with locked(folder.trace):
        report = found(job)
        if report.done or report.status == TORN:
            return report
        if report.status == "waiting":
            order = job.order.data()
            folder.write({"format": FORMAT, "version": __version__, "order": order, "status": "running"})
        return _run(job, folder, prepare)


def _run(job: Job, folder: RunFolder, prepare: Prepare | None) -> Report:
    purse = Purse(Ledger(job.study / "budget.json")) if job.budgeted else None

    def ready(world: World) -> None:
        if prepare is not None:
            prepare(world)
        if purse is not None:
            hold(world, purse)
        world.watchers.append(_stopping(job.study))

    try:
        conduct(job.order, folder, ready)
    except Stopped:
        return _end(job, folder, "stopped", "the study was asked to stop")
    except SettingError as error:  # what is wrong with the settings is wrong with every run: let it be mended
        _end(job, folder, "stopped", str(error))
        raise
    except Exception as error:  # whatever a run raises is kept, and does not stop the others
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        if purse is not None and purse.refused:
            return _end(job, folder, "stopped", "the budget is spent")
        torn = isinstance(error, Difference) and _broken(folder.trace)
        return _end(job, folder, TORN if torn else "failed", f"{type(error).__name__}: {error}")
    return found(job)


def _end(job: Job, folder: RunFolder, status: str, reason: str) -> Report:
    folder.amend(status=status, reason=reason)
    return found(job)


def _broken(trace: Path) -> bool:
    """Whether a trace was damaged, so that it can't be gone on with."""
    try:
        for line in sealed_lines(trace):
            json.loads(line)
    except (Difference, ValueError):
        return True
    return False


def _stopping(study: Path) -> Callable[[str, Any], None]:
    """A watcher that ends a run at the start of a round once the study was asked to stop."""

    def watch(what: str, _: Any) -> None:
        if what == "round" and stop_asked(study):
            raise Stopped

    return watch


def stop_asked(study: Path) -> bool:
    """Whether somebody put a file ``stop`` into the folder of a study: the way to stop it, wherever it runs."""
    return (study / "stop").exists()


def put_aside(job: Job) -> Path:
    """Move the folder of a torn run out of the way, into ``torn``; nothing is deleted."""
    shelf = job.study / "torn"
    shelf.mkdir(exist_ok=True)
    number = 1
    while (place := shelf / f"{job.cell}-{job.number:03d}-{number}").exists():
        number += 1
    with locked(RunFolder(job.path).trace):  # a worker that outlived its study may still be at it
        pass
    return job.path.rename(place)
