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
    picture: Picture = world.picture()
    words, label = words_of(world.language), world.reader.show
    before = board_at(world.chronicle, world.game.board(), world.round - 1)
    title = f"{world.title}: {words.say('board', 'after round', number=world.round)}"
    new = fresh(world.board, before)
    yield (
        "board",
        board_figure(
            world.board,
            picture.places,
            title=title,
            label=label,
            dashed=picture.secret(world.board),
            ringed=picture.ringed(world.board),
            fresh=new,
            words=words,
            kind=picture.kind,
        ),
    )
    yield (
        "own_boards",
        boards_figure(
            world.board,
            {name: actor.board for name, actor in world.seats.items()},
            picture.places,
            title=title,
            label=label,
            dashed=picture.secret,
            ringed=picture.ringed,
            fresh=new,
            difference=True,
            words=words,
            kind=picture.kind,
        ),
    )
    yield (
        "timeline",
        timeline_figure(
            world.chronicle,
            acts=picture.acts,
            relations=world.game.relations,
            lanes=list(world.seats),
            label=label,
            history=picture.history,
            title=world.title,
            words=words,
        ),
    )
