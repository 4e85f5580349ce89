"""Running a study: its plan is frozen, or found again, and what is left of it is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mesa_war.core.toml import SettingError
from mesa_war.study.budget import Ledger, check_limit, refuse_unheld
from mesa_war.study.design import Design
from mesa_war.study.executors import opening
from mesa_war.study.lock import Busy, locked
from mesa_war.study.plan import StudyPlan, freeze, worlds_by_minds
from mesa_war.study.progress import Count, Progress
from mesa_war.study.runs import check_minds
from mesa_war.study.session import Session, StudyResult

SHOWN = 5
"""How many differences between two plans a message names."""

UNBEGUN = {"plan.json", "study.lock", "budget.json", "budget.lock"}
"""What the folder of a study may hold that never came to its first run."""


def study(
    design: str | Path | Design,
    out: str | Path,
    *,
    runs: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    resume: bool = False,
    budget: float | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Run a study into a folder, or go on with it there; an interruption leaves what can be gone on with.

    Args:
        design: a design, or its name or file.
        out: the folder.
        runs: replications of each cell, if not as many as the design says.
        workers: runs at one time; see :func:`~mesa_war.study.executors.opening`.
        dask: the address of a Dask scheduler whose workers do the runs.
        resume: go on with the study in the folder: runs that are done stay, others are brought to their end.
        budget: US dollars that all calls together may cost; kept from before when resuming without one.
        progress: told how far the study has come.

    Raises:
        SettingError: something is wrong with design or folder, or the plan differs from the one in the folder.
    """
    plan = settled(design, Path(out), runs, resume=resume)
    folder = Path(out).resolve()
    budgeted = budget is not None or (resume and (folder / "budget.json").exists())
    waits = checked(plan, budget, budgeted=budgeted)
    pools = opening(waits=waits, workers=workers, address=dask)
    with alone(folder):
        if not resume:
            plan.write(folder)
            (folder / "budget.json").unlink(missing_ok=True)
        if budgeted:
            Ledger.open(folder / "budget.json", budget)
        (folder / "stop").unlink(missing_ok=True)
        count = Count(plan.runs * len(plan.cells), progress)
        return Session(folder, plan, count).run(pools, single=waits, budgeted=budgeted)


def checked(plan: StudyPlan, budget: float | None, *, budgeted: bool) -> bool:
    """Whether any mind of a plan waits, once all could be reached and, if there is a budget, held to it.

    Raises:
        SettingError: a mind can't be reached, or not be held to a budget; or the budget is no sum of money.
    """
    check_limit(budget)
    worlds = list(worlds_by_minds(plan))
    for world in worlds:
        check_minds(world)
    if budgeted:
        refuse_unheld(worlds)
    return any(actor.waits for world in worlds for actor in world.seats.values())


def settled(named: str | Path | Design, folder: Path, runs: int | None, *, resume: bool) -> StudyPlan:
    """The plan of a design, if it may be run in this folder.

    Raises:
        SettingError: the folder is not empty, and ``resume`` is false; it holds no study, and ``resume`` is true; or it
            holds a study with another plan, and the message says what differs.
    """
    design = named if isinstance(named, Design) else Design.load(named)
    if not resume:
        if folder.exists() and not (folder.is_dir() and {path.name for path in folder.iterdir()} <= UNBEGUN):
            raise SettingError(f"{folder} is not an empty folder; name another with --out, or go on with --resume")
        return freeze(design, runs)
    before = StudyPlan.read(folder)
    plan = freeze(design, before.runs if runs is None else runs)
    if differences := plan.differences(before):
        more = f"; and {len(differences) - SHOWN} more" if len(differences) > SHOWN else ""
        raise SettingError(f"{folder} holds a study with another plan: {'; '.join(differences[:SHOWN])}{more}")
    return plan


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Work in the folder of a study as the only one; SettingError if somebody else does, or if it can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(f"can't write a study to {folder}: {error.strerror}") from None
    try:
        with locked(folder / "study.lock", wait=False):
            yield
    except Busy:
        raise SettingError(f"another process is at work on the study in {folder}") from None
