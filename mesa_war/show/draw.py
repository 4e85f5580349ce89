"""The figures of a recorded run, as files: the board, a time line, and each actor's own board beside the true one."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mesa_war.core.world import World
from mesa_war.families.picture import Picture
from mesa_war.show.figures import board_figure, boards_figure, save
from mesa_war.show.legend import words_of
from mesa_war.show.moments import board_at, fresh
from mesa_war.show.timeline import timeline_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")


def draw(world: World, folder: Path) -> list[Path]:
    """Write every figure of a run into ``folder/figures``, each as PNG and SVG; the paths, in order."""
    target = folder / "figures"
    target.mkdir(exist_ok=True)
    written = []
    for name, figure in figures(world):
        for suffix in SUFFIXES:
            path = target / f"{name}{suffix}"
            save(figure, path)
            written.append(path)
    return written


def figures(world: World) -> Iterator[tuple[str, "Figure"]]:
    """The figures of a run by name, one after another."""
    yield "board", board(world)
    yield "own_boards", own_boards(world)
    yield "timeline", timeline(world)


def board(world: World) -> "Figure":
    """The true board after the last round."""
    picture: Picture = world.picture()
    return board_figure(
        world.board,
        picture.places,
        title=_title(world),
        label=world.reader.show,
        dashed=picture.secret(world.board),
        ringed=picture.ringed(world.board),
        fresh=_new(world),
        words=words_of(world.language),
        kind=picture.kind,
    )


def own_boards(world: World) -> "Figure":
    """The true board, and each actor's own beside it, with what it does not know."""
    picture: Picture = world.picture()
    return boards_figure(
        world.board,
        {name: actor.board for name, actor in world.seats.items()},
        picture.places,
        title=_title(world),
        label=world.reader.show,
        dashed=picture.secret,
        ringed=picture.ringed,
        fresh=_new(world),
        difference=True,
        words=words_of(world.language),
        kind=picture.kind,
    )


def timeline(world: World) -> "Figure":
    """The acts over the rounds, beside the record."""
    picture: Picture = world.picture()
    return timeline_figure(
        world.chronicle,
        acts=picture.acts,
        relations=world.game.relations,
        lanes=list(world.seats),
        label=world.reader.show,
        history=picture.history,
        title=world.title,
        words=words_of(world.language),
    )


def _title(world: World) -> str:
    return f"{world.title}: {words_of(world.language).say('board', 'after round', number=world.round)}"


def _new(world: World) -> frozenset[tuple[str, str, str]]:
    """The ties that the last round made."""
    return fresh(world.board, board_at(world.chronicle, world.game.board(), world.round - 1))
