"""A run in the terminal: rounds as they happen, then the board in symbols, scores, shares and counts."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from mesa_war.core.board import Board
from mesa_war.core.events import Event
from mesa_war.core.words import Words
from mesa_war.core.world import World

WORDS = Path(__file__).parent / "words"


class Telling:
    """Watches a world and tells its rounds as they happen.

    Life: made for a console, given to ``World.watchers`` through :meth:`watch`, closed when the run is over.

    Args:
        console: where to write.
        words: the sentences around what happened.
        label: how names in texts are shown to the reader.
    """

    def __init__(self, console: Console, words: Words, label: Callable[[str], str] = str) -> None:
        self.console, self.words, self.label = console, words, label
        self._seats: frozenset[str] = frozenset()
        self._thinking: set[str] = set()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task(words.text("thinking"), total=None, visible=False)

    def watch(self, world: World) -> None:
        """Begin to tell; called with a world that has not been stepped yet."""
        self._seats = frozenset(world.seats)
        world.watchers.append(self)
        if any(actor.waits for actor in world.seats.values()):
            self._progress.start()

    def close(self) -> None:
        """Stop the progress bar."""
        self._progress.stop()

    def __call__(self, what: str, value: Any) -> None:
        """Tell what a world reports; see :data:`mesa_war.core.world.Watcher`."""
        match what:
            case "round":
                self.console.print(f"[bold]{escape(self.words.say('round', number=value))}[/bold]")
                self._progress.reset(self._task, total=len(self._seats), visible=True)
            case "thinking":
                self._thinking.add(value)
                self._show_thinking()
            case "thought":
                self._thinking.discard(value)
                self._progress.advance(self._task)
                self._show_thinking()
            case "event" if line := self.line(value):
                self.console.print(line, highlight=False)

    def _show_thinking(self) -> None:
        names = ", ".join(self.label(name) for name in sorted(self._thinking))
        self._progress.update(self._task, description=f"{self.words.text('thinking')} {escape(names)}")

    def line(self, event: Event) -> str:
        """One event as a line of markup; empty for what only the omniscient log knows."""
        if not event.audience:
            return ""
        private = self._seats - set(event.audience)
        mark = self.words.say("private", names=", ".join(self.label(n) for n in event.audience)) if private else ""
        text = escape(self.label(event.text))
        style = "red" if event.move is not None and event.move.action == "declare_war" else ""
        told = f"[{style}]{text}[/{style}]" if style else text
        return f"  {told}{f'  [dim]{escape(mark)}[/dim]' if mark else ''}"


def words_of(language: str) -> Words:
    """The words of the terminal in a language."""
    return Words.load(WORDS / f"terminal.{language}.md")


def board_table(board: Board, names: Sequence[str], label: Callable[[str], str] = str) -> Table:
    """Who stands how to whom, in the symbols of the relations that have one."""
    shown = [relation for relation in board.relations.values() if relation.symbol]
    table = Table(show_header=True, box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for place in range(1, len(names) + 1):
        table.add_column(str(place), justify="center", min_width=2)
    for place, a in enumerate(names, start=1):
        cells = []
        for b in names:
            held = [f"[{r.colour.replace('gold', 'yellow')}]{r.symbol}[/]" for r in shown if board.tied(r.name, a, b)]
            cells.append("".join(held) or ("" if a == b else "[dim].[/dim]"))
        table.add_row(f"{place} {escape(label(a))}", *cells)
    return table


def number(value: float) -> str:
    """A score with two digits; a dash where there is none, and no minus before zero."""
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}"


def score_table(scores: Mapping[str, Mapping[str, float]]) -> Table:
    """Measures as rows, the run and the null models as columns."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in scores:
        table.add_column(name, justify="right")
    for measure in next(iter(scores.values())):
        table.add_row(measure.replace("_", " "), *(number(row[measure]) for row in scores.values()))
    return table


def summary(console: Console, world: World, manifest: Mapping[str, Any], words: Words) -> None:
    """What is printed when a run is over."""
    label = world.reader.show
    console.print()
    console.print(f"[bold]{words.text('board')}[/bold]  {escape(words.text('legend'))}")
    console.print(board_table(world.board, list(world.seats), label))
    scores = world.scores()
    if scores:
        console.print(f"\n[bold]{escape(words.say('scores', truth=world.setting.truth))}[/bold]")
        console.print(score_table(scores))
    _counts(console, world, manifest, words)


def _counts(console: Console, world: World, manifest: Mapping[str, Any], words: Words) -> None:
    """Shares by origin, how turns and calls ended, and what was used."""
    label = world.reader.show
    acts = ", ".join(f"{name} {share:.0%}" for name, share in manifest["acts_by_origin"].items() if share)
    console.print(f"\n{escape(words.say('origins', shares=acts or words.text('none')))}")
    turns = ", ".join(f"{name} {number}" for name, number in manifest["turns"].items())
    console.print(escape(words.say("turns", turns=turns)))
    for row in manifest["outcomes"]:
        console.print(escape(words.say("outcome", **{key: label(str(value)) for key, value in row.items()})))
    used = manifest["usage"]
    if used["calls"]:
        console.print(escape(words.say("usage", **used)))


def closing_lines(console: Console, manifest: Mapping[str, Any], folder: Path, words: Words) -> None:
    """How the run ended, its hash, and where it is."""
    if manifest["status"] == "complete":
        console.print(f"\n{escape(words.say('complete', **manifest))}")
    else:
        console.print(f"\n[bold red]{escape(words.say('status', **manifest))}[/bold red]")
    console.print(escape(words.say("trace", hash=manifest["hash"])))
    console.print(escape(words.say("folder", folder=folder)))


def score_report(console: Console, world: World, words: Words) -> None:
    """The scores beside null models, by round, and what was missed or spurious."""
    console.print(f"[bold]{escape(words.say('scores', truth=world.setting.truth))}[/bold]")
    console.print(score_table(world.scores()))
    by_round = world.scores_by_round()
    console.print(f"\n[bold]{escape(words.text('by round'))}[/bold]")
    table = Table(box=None, pad_edge=False)
    shown = ("alliance_ami", "alliance_ari", "war_f1", "war_jaccard", "mobilization_jaccard", "world_war")
    for name in ("round", *shown):
        table.add_column(name.replace("_", " "), justify="right")
    for row in by_round:
        table.add_row(str(row["round"]), *(number(row[name]) for name in shown))
    console.print(table)
    console.print(f"\n[bold]{escape(words.text('errors'))}[/bold]")
    for kind, found in world.misses().items():
        told = "; ".join(" - ".join(item) if isinstance(item, tuple) else str(item) for item in found)
        console.print(escape(f"{kind.replace('_', ' ')}: {world.reader.show(told) or words.text('none')}"))
