"""The tables of all runs of a study as one: written run by run, and read lazily, so that memory stays flat."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesa_war.core.toml import SettingError, one_of
from mesa_war.study.folder import RunFolder
from mesa_war.study.job import Job, Report, found
from mesa_war.study.plan import USAGE, StudyPlan

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.dataset as ds

PER_RUN = ("rounds", "agents", "events", "moves", "ties", "calls")
"""Tables that every run has; joined, each begins with the columns ``cell``, ``run`` and ``seed``."""

ROWS = 50_000
"""Rows of a joined table that are in memory at one time, at most."""

PARTS = 250
"""Runs whose rows are joined at one time: many tiny tables take far more room than their rows."""


def join(study: Path, plan: StudyPlan) -> dict[str, Path]:
    """Write the tables of all runs that are done into the folder ``tables``.

    Returns:
        The files by name: those of ``PER_RUN``; ``outcomes``, how calls ended, counted by actor, model and purpose; and
        ``runs``, one row for each run of the plan, done or not: its factors, how it ended, its measures, what it used
        and the shares of acts by origin. The same runs give the same bytes, in the order of the plan.
    """
    folder = study / "tables"
    folder.mkdir(exist_ok=True)
    (folder / "runs.parquet").unlink(missing_ok=True)  # written last: where it is, the others are whole
    done = [job for job in jobs_of(study, plan) if found(job).done]
    files = {name: folder / f"{name}.parquet" for name in (*PER_RUN, "outcomes", "runs")}
    for name in PER_RUN:
        _write(files[name], _schemas(name, done), _parts(name, done))
    _write(files["outcomes"], *(_batches(_outcomes(done)) for _ in range(2)))
    _write(files["runs"], *(_batches(run_rows(study, plan)) for _ in range(2)))
    return {name: path for name, path in files.items() if path.exists()}


def jobs_of(study: Path, plan: StudyPlan) -> Iterator[Job]:
    """Every run of a plan: cell by cell, replication by replication."""
    for cell in plan.cells:
        for number in range(plan.runs):
            yield Job(study, cell.name, number, plan.order(cell, number))


def run_rows(study: Path, plan: StudyPlan) -> Iterator[dict[str, Any]]:
    """The rows of the table ``runs``."""
    for cell in plan.cells:
        for number in range(plan.runs):
            job = Job(study, cell.name, number, plan.order(cell, number))
            yield {**_key(job), "model": cell.model, **cell.factors, **_ending(found(job))}


def _key(job: Job) -> dict[str, Any]:
    return {"cell": job.cell, "run": job.number, "seed": job.order.seed}


def _ending(report: Report) -> dict[str, Any]:
    manifest = RunFolder(report.job.path).manifest if report.done else {}
    turns = manifest.get("turns", {})
    return {
        "status": report.status,
        "reason": report.reason,
        "ended_by": manifest.get("ended_by"),
        "hash": manifest.get("hash"),
        **report.measures,
        **{name: report.usage.get(name) for name in USAGE},
        "turns": turns.get("turns"),
        "answered": turns.get("answered", 0 if turns else None),
        "struck": turns.get("moves struck"),
        **{f"acts_by_{origin}": share for origin, share in manifest.get("acts_by_origin", {}).items()},
    }


def _outcomes(jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
    for job in jobs:
        for row in RunFolder(job.path).manifest.get("outcomes", ()):
            yield {**_key(job), **row}


def _batches(rows: Iterator[dict[str, Any]]) -> "Iterator[pa.Table]":
    """Rows as tables of some hundred; a column is there if any row of the table has it."""
    import pyarrow as pa

    while batch := list(islice(rows, 500)):
        columns = dict.fromkeys(key for row in batch for key in row)
        yield pa.Table.from_pydict({name: [row.get(name) for row in batch] for name in columns})


def _schemas(name: str, jobs: Iterable[Job]) -> "Iterator[pa.Schema]":
    import pyarrow as pa
    import pyarrow.parquet as pq

    key = pa.schema([("cell", pa.string()), ("run", pa.int64()), ("seed", pa.int64())])
    for file in (_file(name, job) for job in jobs):
        if file.exists():
            yield pa.unify_schemas([key, pq.read_schema(file).remove_metadata()])


def _parts(name: str, jobs: Iterable[Job]) -> "Iterator[pa.Table]":
    import pyarrow as pa
    import pyarrow.parquet as pq

    for job in jobs:
        if (file := _file(name, job)).exists():
            part = pq.ParquetFile(file).read()
            for column, value in reversed(_key(job).items()):
                part = part.add_column(0, column, pa.repeat(value, part.num_rows))
            yield part


def _file(name: str, job: Job) -> Path:
    return RunFolder(job.path).tables / f"{name}.parquet"


def _write(path: Path, schemas: "Iterable[pa.Schema | pa.Table]", parts: "Iterator[pa.Table]") -> None:
    """Write parts as one table whose columns fit all of them; no file without any part."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([])
    for found_schema in schemas:
        piece = found_schema.schema if isinstance(found_schema, pa.Table) else found_schema
        schema = pa.unify_schemas([schema, piece], promote_options="permissive")
    if not schema.names:
        path.unlink(missing_ok=True)
        return
    draft = path.with_suffix(".new")
    with pq.ParquetWriter(draft, schema) as writer:
        for group in _groups(parts):
            empty = schema.empty_table()
            writer.write_table(pa.concat_tables([empty, *group], promote_options="permissive").cast(schema))
    os.replace(draft, path)


def _groups(parts: "Iterable[pa.Table]") -> "Iterator[list[pa.Table]]":
    group: list[pa.Table] = []
    rows = 0
    for part in parts:
        group.append(part)
        rows += part.num_rows
        if rows >= ROWS or len(group) >= PARTS:
            yield group
            group, rows = [], 0
    if group:
        yield group


def names(study: Path) -> list[str]:
    """The joined tables that a study has."""
    return sorted(path.stem for path in (study / "tables").glob("*.parquet"))


def scan(study: Path, name: str) -> "ds.Dataset":
    """A joined table as a pyarrow dataset, of which nothing is read before it is asked for.

    Raises:
        SettingError: the study has no such table; the message lists those it has.
    """
    import pyarrow.dataset as ds

    there = names(study)
    if not there:
        raise SettingError(f"{study} has no tables yet; `mesa-war batch` with --resume makes them")
    return ds.dataset(study / "tables" / f"{one_of(name, there, 'table', str(study))}.parquet")


def read(study: Path, name: str, columns: Sequence[str] | None = None, cells: Sequence[str] = ()) -> "pd.DataFrame":
    """A joined table, or some columns of it, or the rows of some cells."""
    import pyarrow.dataset as ds

    chosen = ds.field("cell").isin(list(cells)) if cells else None
    frame: pd.DataFrame = scan(study, name).to_table(columns=columns, filter=chosen).to_pandas()
    return frame


def chunks(study: Path, name: str, columns: Sequence[str] | None = None) -> "Iterator[pd.DataFrame]":
    """A joined table piece by piece, in order; of a long one only a piece is in memory."""
    for batch in scan(study, name).scanner(columns=columns, batch_size=ROWS, batch_readahead=1).to_batches():
        yield batch.to_pandas()
