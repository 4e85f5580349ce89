"""The commands. Each one turns words on a command line into values, calls one function, and prints what came back."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from mesa_war import cli_study

if TYPE_CHECKING:
    from rich.console import Console

    from mesa_war.core.world import World
    from mesa_war.study.runs import Order

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(cli_study.app)

Model = Annotated[str, typer.Argument(help="A model by name (see: mesa-war models), or the path of a setting file.")]
Folder = Annotated[Path, typer.Argument(help="The folder of a run.")]
Mind = Annotated[
    str | None, typer.Option(help="Who sits in every chair: doctrine, random, wait, local, a model id, ...")
]
Chair = Annotated[list[str] | None, typer.Option(help="NAME=MIND: who sits in one chair. May be repeated.")]
Trigger = Annotated[str | None, typer.Option(help="What starts the run.")]
Stance = Annotated[str | None, typer.Option(help="default, aggressive or conservative.")]
Variant = Annotated[list[str] | None, typer.Option(help="A variant of the setting. May be repeated.")]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="PARAM=VALUE: a parameter of the model, or a dotted key of the setting. May be repeated."
    ),
]
Out = Annotated[Path | None, typer.Option(help="The run folder; made, never overwritten.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def main() -> None:
    """Run a command. Mistakes of the user end in one message and exit code 2."""
    from mesa_war.core.toml import SettingError

    try:
        app()
    except SettingError as error:
        fail(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def fail(message: str, code: int = 2) -> NoReturn:
    """One message on standard error, and the exit code."""
    typer.echo(f"mesa-war: {message}", err=True)
    sys.exit(code)


@app.command()
def models(json_: Json = False) -> None:
    """What can be run."""
    from mesa_war.core.toml import read_toml
    from mesa_war.core.words import Words
    from mesa_war.library import family_of, model_names, setting_path

    rows = []
    for name in model_names():
        path = setting_path(name)
        title = Words.load(path.with_name("en.md")).sections.get(("title",), "")
        rows.append(
            {"model": name, "family": family_of(name), "title": title, "actors": len(read_toml(path)["actors"])}
        )
    if json_:
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            typer.echo(f"{row['model']:<16} {row['family']:<10} {row['actors']:>3}  {row['title']}")


@app.command()
def run(
    model: Model,
    mind: Mind = None,
    chair: Chair = None,
    trigger: Trigger = None,
    stance: Stance = None,
    variant: Variant = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="The most rounds.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of all dice.")] = 1,
    language: Annotated[str | None, typer.Option(help="The language of words and prompts.")] = None,
    set_: Set = None,
    out: Out = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out where it ends.")] = False,
    json_: Json = False,
) -> None:
    """Run a model, show each round as it happens, and keep everything in a folder."""
    from mesa_war.study.runs import Order, start
    from mesa_war.study.runs import resume as go_on

    options = {"mind": mind, "trigger": trigger, "stance": stance, "rounds": rounds, "language": language}
    params: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    params |= {"variants": list(variant)} if variant else {}
    params |= {"chairs": pairs(chair, "--chair")} if chair else {}
    order = Order(model, seed, {**params, **settings(model, set_)})
    if resume:
        if out is None:
            fail("--resume needs --out DIR, the run to go on with")
        given = {"--seed": seed != 1, "--set or another parameter": bool(order.params)}
        if any(given.values()):
            fail(f"--resume goes on as the run was begun; leave out {' and '.join(k for k, v in given.items() if v)}")
        same_model(model, out)
        show(lambda prepare: go_on(out, prepare), out, "go on with", json_)
        return
    folder = out or free_folder(order)
    show(lambda prepare: start(order, folder, prepare), folder, "run", json_)


@app.command()
def replay(folder: Folder, json_: Json = False) -> None:
    """Run it again without a single call; exit 1 and the first difference if it is not identical."""
    from mesa_war.core.trace import Difference
    from mesa_war.study.runs import replay as again

    try:
        world = again(folder)
    except Difference as difference:
        if json_:
            typer.echo(json.dumps({"identical": False, "difference": str(difference)}, ensure_ascii=False))
            sys.exit(1)
        fail(f"not identical: {difference}", 1)
    if json_:
        typer.echo(json.dumps({"identical": True, "hash": world.trace.hash, "lines": world.trace.lines}))
    else:
        typer.echo(f"identical: {world.trace.lines} lines, trace {world.trace.hash}")


@app.command()
def fork(
    folder: Folder,
    at: Annotated[int, typer.Option(min=1, help="The first round under the new parameters.")],
    runs: Annotated[int, typer.Option(min=1, help="How many branches; branch i throws dice of seed + i.")] = 1,
    mind: Mind = None,
    chair: Chair = None,
    trigger: Trigger = None,
    stance: Stance = None,
    inject: Annotated[str | None, typer.Option(help="News that reaches everyone.")] = None,
    out: Out = None,
    json_: Json = False,
) -> None:
    """Branch off a run before a round, with something changed from then on."""
    from mesa_war.core.trace import Difference
    from mesa_war.study.runs import conduct
    from mesa_war.study.runs import fork as branch

    options = {"mind": mind, "trigger": trigger, "stance": stance, "inject": inject}
    changes: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    changes |= {"chairs": pairs(chair, "--chair")} if chair else {}
    base = out or folder.with_name(f"{folder.name}-fork{at}")
    for number in range(runs):
        path = base if runs == 1 else base / f"{number:03d}"
        try:
            order, made = branch(folder, at, changes, path, number)
        except Difference as difference:
            fail(f"{folder} was changed: {difference}", 1)
        show(lambda prepare, order=order, made=made: conduct(order, made, prepare), path, "fork", json_)


@app.command()
def score(folder: Folder, json_: Json = False) -> None:
    """Against history and null models."""
    world = loaded(folder)
    scores = world.scores()
    if not scores:
        fail(f"{folder}: the setting {world.setting.name!r} has no ground truth to score against")
    if json_:
        result = {"scores": scores, "by_round": world.scores_by_round(), "errors": world.misses()}
        typer.echo(json.dumps(plain(result), ensure_ascii=False))
        return
    from mesa_war.show.terminal import score_report, words_of

    score_report(console(), world, words_of(world.language))


@app.command()
def draw(folder: Folder, json_: Json = False) -> None:
    """Figures: the board, a time line, and each actor's own board beside the true one."""
    from mesa_war.show.draw import draw as figures

    written = [str(path) for path in figures(loaded(folder), folder)]
    typer.echo(json.dumps(written) if json_ else "\n".join(written))


@app.command()
def check(model: Model, json_: Json = False) -> None:
    """Is this setting sound? Says file, line, key and what was expected."""
    from mesa_war.study.soundness import faults

    found = faults(model)
    if json_:
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        typer.echo("\n".join(found) if found else f"{model}: sound")
    sys.exit(2 if found else 0)


@app.command()
def reply(
    model: Model,
    files: Annotated[list[str], typer.Argument(help="Stored replies, - for standard input; several are one dialogue.")],
    chair: Annotated[str, typer.Option(help="Whose reply it is.")],
    attempts: Annotated[int, typer.Option(min=1, help="How many answers the dialogue may have.")] = 4,
) -> None:
    """How a stored reply would be read: JSON with status, moves, objections and repairs."""
    from mesa_war.study.stored import read_reply

    texts = [sys.stdin.read() if name == "-" else text_of(Path(name)) for name in files]
    typer.echo(json.dumps(read_reply(model, chair, texts, attempts), ensure_ascii=False))


@app.command()
def weights(
    name: Annotated[str, typer.Argument(help="smollm2-135m or qwen2.5-coder-1.5b.")],
    folder: Annotated[Path | None, typer.Option(help="Where to put them.")] = None,
) -> None:
    """Small open weights for the mind `local`, verified by SHA-256."""
    from mesa_war.minds.weights import WeightsError, fetch

    def progress(done: int, total: int) -> None:
        typer.echo(f"\r{done / 1e6:.0f} of {total / 1e6:.0f} MB", nl=done >= total, err=True)

    try:
        path = fetch(name, folder, progress=progress)
    except WeightsError as error:
        fail(str(error))
    typer.echo(str(path))


@app.command()
def fake(
    port: Annotated[int, typer.Option(help="Port on loopback; 0 takes a free one.")] = 0,
    latency: Annotated[float, typer.Option(min=0, help="Seconds before each reply.")] = 0.0,
    script: Annotated[Path | None, typer.Option(help="TOML file of scripted replies.")] = None,
    faults: Annotated[
        list[str] | None, typer.Option(help="KIND=SHARE, for instance 429=0.05. May be repeated.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="File to which its calls are logged.")] = None,
    seed: Annotated[int, typer.Option(help="Of its replies and faults.")] = 1,
) -> None:
    """An OpenAI-compatible provider on loopback, with a log of its calls."""
    from mesa_war.minds.fake import FakeProvider, serve

    try:
        serve(FakeProvider(port, latency, script, faults or (), log, seed), announce=typer.echo)
    except ValueError as error:
        fail(str(error))


# -- from words to values --------------------------------------------------------------------------------------------


def pairs(entries: Iterable[str] | None, option: str) -> dict[str, str]:
    """NAME=VALUE entries as a mapping."""
    found = {}
    for entry in entries or ():
        name, sign, value = entry.partition("=")
        if not (sign and name.strip() and value.strip()):
            fail(f"{option} {entry!r}: expected NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def settings(model: str, entries: Iterable[str] | None) -> dict[str, Any]:
    """--set entries: keyword parameters of the model, or dotted keys of its setting, with TOML-like values."""
    found = {}
    for name, text in pairs(entries, "--set").items():
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        found[name.replace(".", "__")] = value
    return found


def free_folder(order: "Order") -> Path:
    """A run folder that does not exist yet, below ``runs``."""
    stem = f"{Path(order.model).stem}-{order.seed}"
    number = 1
    while (path := Path("runs") / (stem if number == 1 else f"{stem}-{number}")).exists():
        number += 1
    return path


def same_model(model: str, folder: Path) -> None:
    """Refuse to go on with a run of another model."""
    from mesa_war.study.folder import RunFolder

    found = RunFolder.open(folder).manifest["order"]["model"]
    if found != model:
        fail(f"{folder} is a run of {found!r}, not of {model!r}")


def text_of(path: Path) -> str:
    """A file's text, or one message."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        fail(f"can't read {path}: {error.strerror}")


def loaded(folder: Path) -> "World":
    """The world of a recorded run; a changed trace ends in exit code 1."""
    from mesa_war.core.trace import Difference
    from mesa_war.study.runs import load

    try:
        return load(folder)
    except Difference as difference:
        fail(f"{folder} was changed: {difference}", 1)


# -- showing ---------------------------------------------------------------------------------------------------------


def console(*, quiet: bool = False) -> "Console":
    """The terminal."""
    from rich.console import Console

    return Console(quiet=quiet, soft_wrap=True)


def show(conducted: Any, folder: Path, what: str, as_json: bool) -> None:
    """Conduct a run while telling it, then print its summary, or JSON."""
    from mesa_war.core.trace import Difference
    from mesa_war.show.terminal import Telling, closing_lines, summary, words_of
    from mesa_war.study.folder import RunFolder

    screen = console(quiet=as_json)
    telling: list[Telling] = []

    def prepare(world: "World") -> None:
        telling.append(Telling(screen, words_of(world.language), world.reader.show))
        telling[0].watch(world)

    try:
        world = conducted(prepare)
    except Difference as difference:
        fail(f"can't {what} {folder}: {difference}", 1)
    except KeyboardInterrupt:
        fail(f"stopped; go on with: mesa-war run MODEL --out {folder} --resume", 130)
    finally:
        for teller in telling:
            teller.close()
    manifest = RunFolder.open(folder).manifest
    if as_json:
        typer.echo(json.dumps(plain({"folder": str(folder), **manifest, "scores": world.scores()}), ensure_ascii=False))
    else:
        summary(screen, world, manifest, words_of(world.language))
        closing_lines(screen, manifest, folder, words_of(world.language))
    if manifest["status"] == "failed":
        sys.exit(1)


def plain(value: Any) -> Any:
    """Data for JSON, which has no NaN: not-a-number becomes null."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and value != value else value  # noqa: PLR0124


if __name__ == "__main__":
    main()
