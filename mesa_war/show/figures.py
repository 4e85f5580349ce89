"""Boards on paper: who is tied to whom and how; one board, or the truth beside what each actor knows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import TYPE_CHECKING

from mesa_war.core.board import Board, Relation
from mesa_war.core.words import Words
from mesa_war.show.box import Box, Point
from mesa_war.show.layout import Degrees, arrange
from mesa_war.show.legend import ROW, draw_legend, rows, words_of
from mesa_war.show.letters import Letters
from mesa_war.show.routes import Edge
from mesa_war.show.scene import Edges, Hand, Names, Scene, draw_scene, entries, stage
from mesa_war.show.sheet import GREY, Sheet, save
from mesa_war.show.strokes import Known, Look, edges_of, looks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["board_figure", "boards_figure", "save"]

MARGIN, HEAD = 12.0, 24.0
WIDTH, HEIGHT, LEAST = 504.0, 430.0, 120.0
"""A picture alone: as wide as a page of print, and at most and at least so high."""
BAR = 150.0
"""Kept free beside the title for the scale of the map."""
ROOMY = 24
"""From so many nodes on the page grows with their number."""
WIDE, HIGH, FIELD, BROAD = 222.0, 200.0, 168.0, 720.0
"""Pictures side by side: the least width and the most height of one, the least width of its map, the width of all."""
HEADING, BETWEEN = 16.0, 9.0


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
    drawn = looks(board.relations.values() if relations is None else relations)
    edges: dict[Edge, Known] = dict.fromkeys(edges_of(board, drawn), "known")
    names = _nodes(board, edges, kind)
    hand = _hand(names, places, edges, drawn, label, words)
    return _single(Scene(_among(edges, names), dashed, fresh, ringed), hand, title)


def _hand(
    names: Sequence[str],
    places: Mapping[str, Degrees],
    edges: Iterable[Edge],
    drawn: Mapping[str, Look],
    label: Callable[[str], str],
    words: Words | None,
    *,
    small: bool = False,
) -> Hand:
    """The hand for a figure: letters are smaller where there are many nodes or many pictures."""
    spots = arrange(names, places, [(a, b) for _, a, b in edges])
    size = (9.0 if len(names) <= 12 else 7.5 if len(names) <= 48 else 6.0) * (0.72 if small else 1)
    to_scale = any(name in places for name in names)
    return Hand(spots, drawn, label, words or words_of(), Letters(), size, 10 if small else 16, to_scale, brief=small)


def _single(scene: Scene, hand: Hand, title: str) -> "Figure":
    """One picture under its title, the legend below."""
    grown = max(1.0, sqrt(len(hand.spots) / ROOMY))
    wide, tall = grown * WIDTH - 2 * MARGIN, grown * HEIGHT
    legend = rows(entries(hand, [scene]), wide, hand.letters)
    high = _height(hand, wide, tall)
    foot = MARGIN + ROW * len(legend) + 6
    sheet = Sheet(wide + 2 * MARGIN, foot + high + HEAD, hand.letters)
    frame = Box(MARGIN + wide / 2, foot + high / 2, wide, high)
    placed = stage(hand, scene.edges, frame)
    draw_scene(sheet, scene, placed, hand)
    _title(sheet, (MARGIN, frame.top + HEAD / 2), title, wide - (BAR if hand.to_scale else 0))
    if hand.to_scale:
        _scale_bar(sheet, (frame.right, frame.top + HEAD / 2), placed.fitted.scale, hand)
    draw_legend(sheet, legend, MARGIN, foot - 6)
    return sheet.figure


def _scale_bar(sheet: Sheet, end: Point, scale: float, hand: Hand) -> None:
    """A bar that ends at a point, with the kilometres it stands for; nothing where the map has no extent."""
    lengths = [km for km in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if 30 <= km * scale <= 100]
    if not lengths:
        return
    caption = hand.words.say("board", "far, short", km=f"{lengths[-1]:,}")
    x, y = end[0] - hand.letters.size_of(caption, 7.5)[0], end[1]
    left, right = x - 5 - lengths[-1] * scale, x - 5
    sheet.line([(left, y + 2.5), (left, y - 2.5)], colour=GREY, width=0.8)
    sheet.line([(left, y), (right, y)], colour=GREY, width=0.8)
    sheet.line([(right, y + 2.5), (right, y - 2.5)], colour=GREY, width=0.8)
    sheet.write(end[0], y, caption, size=7.5, colour=GREY, align="right")


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
    drawn = looks(true_board.relations.values() if relations is None else relations)
    truth = edges_of(true_board, drawn)
    everyone = [_nodes(board, edges_of(board, drawn), kind) for board in (true_board, *own_boards.values())]
    names = list(dict.fromkeys(name for nodes in everyone for name in nodes))
    hand = _hand(names, places, truth, drawn, label, words, small=True)
    boards: list[tuple[str | None, Board]] = [(None, true_board), *own_boards.items()]
    scenes = [
        Scene(_among(edges, names), dashed(board), fresh, ringed(board), owner)
        for owner, board in boards
        for edges in [_compared(edges_of(board, drawn), truth, difference=difference)]
    ]
    return _grid(scenes, hand, title)


def _grid(scenes: Sequence[Scene], hand: Hand, title: str) -> "Figure":
    """Pictures in rows, each under its heading, the legend below."""
    panel = _panel(hand)
    columns = min(int(BROAD // panel.w), ceil(sqrt(len(scenes))))
    step_x, step_y = panel.w + BETWEEN, HEADING + panel.h + BETWEEN
    width = 2 * MARGIN + columns * step_x - BETWEEN
    legend = rows(entries(hand, scenes), width - 2 * MARGIN, hand.letters)
    foot, head = MARGIN + ROW * len(legend) + 4, HEAD if title else MARGIN / 2
    height = foot + ceil(len(scenes) / columns) * step_y + head
    sheet = Sheet(width, height, hand.letters)
    _title(sheet, (MARGIN, height - HEAD / 2), title, width - 2 * MARGIN)
    edges = dict.fromkeys(edge for scene in scenes for edge in scene.edges)
    shared = stage(hand, edges, panel.grown(-3))
    for number, scene in enumerate(scenes):
        row, column = divmod(number, columns)
        middle = MARGIN + column * step_x + panel.w / 2, height - head - row * step_y - HEADING - panel.h / 2
        place = sheet.moved(*middle)
        heading = hand.letters.cut(_heading(scene, hand), panel.w, 8.5, "bold")
        place.write(panel.left, panel.top + HEADING / 2, heading, size=8.5, weight="bold", align="left")
        place.box(panel, fill="white", edge="#c4c4c4", width=0.6, layer=0)
        draw_scene(place, scene, shared, hand)
    draw_legend(sheet, legend, MARGIN, foot - 4)
    return sheet.figure


def _panel(hand: Hand) -> Box:
    """The frame of a small picture: wider where far places take room at its sides, as high as it needs to be."""
    trial = hand.fit(Box(0, 0, WIDE, HIGH))
    bands = sum(band.w for side, band in trial.bands.items() if side in ("west", "east"))
    wide = max(WIDE, FIELD + bands)
    return Box(0, 0, wide, _height(hand, wide, HIGH))


def _height(hand: Hand, wide: float, most: float) -> float:
    """How high a frame of this width must be, between a least and a most."""
    boxes = hand.fit(Box(0, 0, wide, most)).boxes.values()
    used = max((box.top for box in boxes), default=0.0) - min((box.bottom for box in boxes), default=0.0)
    return min(most, max(LEAST, used + 28))


def _title(sheet: Sheet, at: Point, title: str, room: float) -> None:
    if title:
        sheet.write(*at, sheet.letters.cut(title, room, 11, "bold"), size=11, weight="bold", align="left")


def _heading(scene: Scene, hand: Hand) -> str:
    if scene.owner is None:
        return hand.words.text("boards", "truth")
    return hand.words.say("boards", "own", name=hand.label(scene.owner))


def _nodes(board: Board, edges: Iterable[Edge], kind: str | None) -> list[str]:
    """The nodes of a board; without a kind also those that only a tie names."""
    named = [node for _, a, b in edges for node in (a, b)] if kind is None else []
    return list(dict.fromkeys([*board.nodes(kind), *named]))


def _among(edges: Mapping[Edge, Known], names: Iterable[str]) -> dict[Edge, Known]:
    drawn = set(names)
    return {edge: known for edge, known in edges.items() if edge[1] in drawn and edge[2] in drawn}


def _compared(edges: Iterable[Edge], truth: Iterable[Edge], *, difference: bool) -> dict[Edge, Known]:
    """The edges of a board; in the mode of difference marked against the truth, with the true ones that it lacks."""
    true: dict[Edge, Known] = dict.fromkeys(truth, "unknown") if difference else {}
    own: dict[Edge, Known] = {edge: "known" if edge in true or not difference else "mistaken" for edge in edges}
    return {**true, **own}
