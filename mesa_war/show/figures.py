"""Boards on paper: who is at war, allied, bound by a treaty, at peace; one board, or the truth beside what each knows."""

from collections.abc import Callable, Iterable, Mapping
from math import ceil, sqrt
from typing import TYPE_CHECKING

from mesa_war.core.board import Board, Relation
from mesa_war.core.words import Words
from mesa_war.show.layout import Degrees, arrange
from mesa_war.show.legend import ROW, draw_legend, rows, words_of
from mesa_war.show.routes import Edge
from mesa_war.show.scene import Edges, Hand, Names, Scene, draw_scene, entries
from mesa_war.show.sheet import Box, Letters, Sheet, save
from mesa_war.show.strokes import Known, edges_of, looks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["board_figure", "boards_figure", "save"]

MARGIN, TITLE, HEAD = 12.0, 20.0, 16.0


def board_figure(
    board: Board,
    places: Mapping[str, Degrees],
    *,
    relations: Iterable[Relation] | None = None,
    title: str = "",
    label: Callable[[str], str] = str,
    dashed: Edges = frozenset(),
    ringed: Names = frozenset(),
    fresh: Edges = frozenset(),
    words: Words | None = None,
    kind: str | None = None,
) -> "Figure":
    """One board as a map of nodes and ties.

    Nodes stand at their places, in their true shape. A far place stands in a shaded band at the edge with its distance
    (see :mod:`mesa_war.show.layout`); without places the nodes stand in a circle or, where they are many, in a seeded
    spring layout. Nodes that would touch are moved apart.

    Args:
        places: node -> (latitude, longitude) in degrees.
        relations: what is drawn; those of the board that have a symbol when None.
        label: how a name is shown.
        dashed: edges (relation, a, b), as ``Board.pairs`` orders a and b, drawn dashed: secret.
        ringed: nodes with a second outline: mobilised.
        fresh: edges drawn thicker, on a pale band: new.
        words: captions; the English ones when None.
        kind: only nodes of this kind; all when None.
    """
    drawn, captions = looks(relations or board.relations.values()), words or words_of()
    edges = dict[Edge, Known].fromkeys(edges_of(board, drawn), "known")
    names = _nodes(board, edges, kind)
    letters = Letters()
    spots = arrange(names, places, [(a, b) for _, a, b in edges])
    hand = Hand(spots, drawn, label, captions, letters, _size(len(names)), 16)
    scene = Scene(_among(edges, names), dashed, fresh, ringed)
    width, height = 504.0, 400.0
    legend = rows(entries(hand, [scene]), width - 2 * MARGIN, letters)
    foot, head = MARGIN + ROW * len(legend) + 4, TITLE if title else 0.0
    sheet = Sheet(width, height + foot + head, letters)
    if title:
        sheet.write(MARGIN, foot + height + 6, letters.fit(title, 80), size=11, weight="bold", align="left")
    draw_scene(sheet, Box(width / 2, foot + height / 2, width - 2 * MARGIN, height - 10), scene, hand)
    draw_legend(sheet, legend, MARGIN, foot - 4)
    return sheet.figure


def boards_figure(
    true_board: Board,
    own_boards: Mapping[str, Board],
    places: Mapping[str, Degrees],
    *,
    relations: Iterable[Relation] | None = None,
    title: str = "",
    label: Callable[[str], str] = str,
    dashed: Callable[[Board], Edges] = lambda board: frozenset(),
    ringed: Callable[[Board], Names] = lambda board: frozenset(),
    fresh: Edges = frozenset(),
    difference: bool = False,
    words: Words | None = None,
    kind: str | None = None,
) -> "Figure":
    """The truth, then each actor's own board, all nodes at the same positions.

    Args:
        own_boards: actor -> its board, in the order of the panels.
        dashed, ringed: what is secret and who is mobilised, read from each board.
        fresh: new edges, on whichever board has them.
        difference: also show true edges an actor does not know of, as faint grey dots, and mark with a question mark
            the edges it believes in that are not so.

    The other arguments are those of :func:`board_figure`.
    """
    drawn, captions = looks(relations or true_board.relations.values()), words or words_of()
    truth = edges_of(true_board, drawn)
    names = _nodes(true_board, truth, kind)
    letters = Letters()
    spots = arrange(names, places, [(a, b) for _, a, b in truth])
    hand = Hand(spots, drawn, label, captions, letters, 0.72 * _size(len(names)), 10, notes=False)
    scenes = {
        owner: Scene(_among(edges, names), dashed(board), fresh, ringed(board), owner)
        for owner, board in {"": true_board, **own_boards}.items()
        for edges in [_compared(edges_of(board, drawn), truth, difference=difference)]
    }
    return _grid(scenes, hand, title)


def _grid(scenes: Mapping[str, Scene], hand: Hand, title: str) -> "Figure":
    """Pictures in rows, each under its heading, the legend below."""
    columns = min(3, ceil(sqrt(len(scenes))))
    lines = ceil(len(scenes) / columns)
    wide, high, gap = 222.0, 196.0, 8.0
    width = 2 * MARGIN + columns * wide + (columns - 1) * gap
    legend = rows(entries(hand, list(scenes.values())), width - 2 * MARGIN, hand.letters)
    foot, head = MARGIN + ROW * len(legend) + 6, TITLE + 4 if title else MARGIN / 2
    height = foot + lines * (high + HEAD + gap) + head
    sheet = Sheet(width, height, hand.letters)
    if title:
        sheet.write(MARGIN, height - 14, hand.letters.fit(title, 110), size=11, weight="bold", align="left")
    for number, (owner, scene) in enumerate(scenes.items()):
        row, column = divmod(number, columns)
        left = MARGIN + column * (wide + gap)
        top = height - head - row * (high + HEAD + gap)
        heading = hand.words.say("boards", "own", name=hand.label(owner)) if owner else hand.words.text("boards", "truth")
        sheet.write(left, top - HEAD / 2, hand.letters.fit(heading, 44), size=8.5, weight="bold", align="left")
        frame = Box(left + wide / 2, top - HEAD - high / 2, wide, high)
        sheet.box(frame, fill="white", edge="#c4c4c4", width=0.6, layer=0)
        draw_scene(sheet, frame.grown(-3), scene, hand)
    draw_legend(sheet, legend, MARGIN, foot - 6)
    return sheet.figure


def _nodes(board: Board, edges: Iterable[Edge], kind: str | None) -> list[str]:
    """The nodes of a board; without a kind also those that only a tie names."""
    named = [node for _, a, b in edges for node in (a, b)] if kind is None else []
    return list(dict.fromkeys([*board.nodes(kind), *named]))


def _among(edges: Mapping[Edge, Known], names: Iterable[str]) -> dict[Edge, Known]:
    drawn = set(names)
    return {edge: known for edge, known in edges.items() if edge[1] in drawn and edge[2] in drawn}


def _compared(edges: Iterable[Edge], truth: Iterable[Edge], *, difference: bool) -> dict[Edge, Known]:
    """The edges of a board; in the mode of difference marked against the truth, with the true ones that it lacks."""
    true = dict[Edge, Known].fromkeys(truth, "unknown") if difference else {}
    own: dict[Edge, Known] = {edge: "known" if edge in true or not difference else "mistaken" for edge in edges}
    return {**true, **own}


def _size(nodes: int) -> float:
    """Size of the letters in points: smaller where there are many nodes."""
    return 9.0 if nodes <= 12 else 7.5 if nodes <= 24 else 6.0 if nodes <= 48 else 4.5
