"""The commands of studies, as a part of the command line that :mod:`mesa_war.cli` takes in."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from mesa_war.study.design import Design
    from mesa_war.study.forecast import Bounds, Forecast
    from mesa_war.study.progress import Progress, Standing
    from mesa_war.study.session import StudyResult

app = typer.Typer()


@app.command()
def batch(
    design: Annotated[str, typer.Argument(help="A design by name, or the path of a design file.")],
    out: Annotated[Path | None, typer.Option(help="The folder of the study; made, never overwritten.")] = None,
    runs: Annotated[int | None, typer.Option(min=1, help="Runs of each cell, if not as the design says.")] = None,
    mind: Annotated[str | None, typer.Option(help="Who sits in every chair, in all cells that do not say.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="PARAM=VALUE: a parameter, or a dotted key of the setting, in all cells."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Runs at one time: threads or processes.")] = None,
    dask: Annotated[str | None, typer.Option(help="Address of a Dask scheduler, for instance tcp://HOST:8786.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the study in --out.")] = False,
    budget: Annotated[float | None, typer.Option(help="US dollars that all calls together may cost.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would take, and run nothing.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Run a study: every cell of a design so many times, each run in a folder of its own, and the tables of all."""
    from mesa_war.core.toml import SettingError
    from mesa_war.study.design import Design
    from mesa_war.study.runner import study

    chosen = Design.load(design).with_parameters(parameters(mind, set_))
    if dry_run:
        show_forecast(chosen, runs, workers, as_json=json_)
        return
    if out is None:
        raise SettingError("a study needs --out DIR, the folder it is kept in; or --dry-run")
    try:
        with bar(chosen, quiet=json_) as tell:
            result = study(
                chosen, out, runs=runs, workers=workers, dask=dask, resume=resume, budget=budget, progress=tell
            )
    except KeyboardInterrupt:
        typer.echo(f"mesa-war: stopped; go on with: mesa-war batch {design} --out {out} --resume", err=True)
        raise typer.Exit(130) from None
    show_result(result, f"mesa-war batch {design} --out {out} --resume", as_json=json_)
    if not result.complete or result.standing.failed:
        raise typer.Exit(1)


def parameters(mind: str | None, entries: list[str] | None) -> dict[str, Any]:
    """Parameters of all cells: --mind and --set entries, whose values are JSON where they can be."""
    from mesa_war.core.toml import SettingError

    found: dict[str, Any] = {} if mind is None else {"mind": mind}
    for entry in entries or ():
        name, sign, text = entry.partition("=")
        if not (sign and name.strip() and text.strip()):
            raise SettingError(f"--set {entry!r}: expected PARAM=VALUE")
        try:
            found[name.strip()] = json.loads(text)
        except ValueError:
            found[name.strip()] = text.strip()
    return found


# -- showing ---------------------------------------------------------------------------------------------------------


@contextmanager
def bar(design: "Design", *, quiet: bool) -> "Iterator[Progress | None]":
    """A line that says how far a study has come, from its first word on; nothing where a program reads along."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    if quiet:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"))
    with ExitStack() as opened:
        shown = Progress(*columns, console=Console(stderr=True))
        task = shown.add_task(design.name, told="")

        def tell(standing: "Standing") -> None:
            if not shown.live.is_started:
                opened.enter_context(shown)
            shown.update(task, total=standing.runs, completed=standing.done, told=line_of(standing))

        yield tell


def line_of(standing: "Standing") -> str:
    """A study under way in one line."""
    parts = [f"{standing.done}/{standing.runs} runs", f"{standing.wars} wars declared"]
    parts += [f"{standing.failed} failed"] if standing.failed else []
    parts += [f"{standing.calls} calls", f"${standing.cost:.2f}"] if standing.calls else []
    parts += [f"{duration(standing.left)} left"] if standing.left else []
    return ", ".join(parts)


def show_result(result: "StudyResult", again: str, *, as_json: bool) -> None:
    """What became of a study."""
    if as_json:
        typer.echo(json.dumps(result.data(), ensure_ascii=False))
        return
    told = ", ".join(f"{number} {status}" for status, number in result.statuses.items())
    typer.echo(f"{result.plan.design}: {told}; {result.standing.wars} wars declared")
    if result.standing.calls:
        typer.echo(f"{result.standing.calls} calls, ${result.standing.cost:.2f}")
    for path in result.put_aside:
        typer.echo(f"could not be read and was done anew; kept in {path}")
    typer.echo(f"plan {result.plan.sha256[:12]}; tables in {result.folder / 'tables'}")
    if result.stopped:
        typer.echo(f"stopped: {result.stopped}; go on with: {again}")


def show_forecast(design: "Design", runs: int | None, workers: int | None, *, as_json: bool) -> None:
    """What a study would take."""
    from mesa_war.study.forecast import forecast_study
    from mesa_war.study.plan import freeze

    plan = freeze(design, runs)
    expected = forecast_study(plan, workers)
    if as_json:
        typer.echo(json.dumps({"design": plan.design, "cells": len(plan.cells), **expected.data()}))
        return
    typer.echo(f"{plan.design}: {len(plan.cells)} cells, {plan.runs} runs each, {expected.runs} in all")
    for cell in plan.cells:
        typer.echo(f"  {cell.name}")
    for line in lines_of(expected):
        typer.echo(line)


def lines_of(expected: "Forecast") -> Iterator[str]:
    """A forecast in lines."""
    yield f"calls       {between(expected.calls)}"
    yield f"tokens in   {between(expected.tokens_in)}"
    yield f"tokens out  {between(expected.tokens_out)}"
    yield f"cost        {'not known' if expected.cost is None else '$' + between(expected.cost, '.2f')}"
    yield f"time        {duration(expected.seconds.low)} to {duration(expected.seconds.high)}"
    yield from expected.notes


def between(bounds: "Bounds", form: str = ",.0f") -> str:
    """Bounds in words; one number where there is nothing between them."""
    low, high = f"{bounds.low:{form}}", f"{bounds.high:{form}}"
    return low if low == high else f"{low} to {high}"


def duration(seconds: float) -> str:
    """A time in the largest two units that say something."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
