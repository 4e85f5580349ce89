"""How ties look on paper: each relation has a colour, a kind of stroke and a sign; any one of them is enough."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, sin
from typing import Literal

from mesa_war.core.board import Board, Relation
from mesa_war.show.box import Point, length
from mesa_war.show.routes import Edge, Route, along
from mesa_war.show.sheet import GREY, PALE, Sheet

SHADES = {"red": "#c8102e", "green": "#00845e", "blue": "#0063b2", "gold": "#b98900", "yellow": "#b98900"}
"""Named colours in shades that can be read on white and told apart by most colour-blind readers."""

RADIUS = 5.6
"""Of a sign's disc, in points."""

type Known = Literal["known", "unknown", "mistaken"]
"""Whether an edge of a board is also on the one it is compared with: on both, only on the other, only on this one."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A kind of line: its width in points, whether it is drawn double, and whether small beads sit on it."""

    width: float
    double: bool = False
    beads: bool = False


STROKES = (Stroke(2.0), Stroke(2.8, double=True), Stroke(1.1), Stroke(1.1, beads=True))
"""For the relations in their order; further ones start again."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one relation is drawn."""

    sign: str
    colour: str
    stroke: Stroke
    mutual: bool


def looks(relations: Iterable[Relation]) -> dict[str, Look]:
    """The looks of relations that have a symbol, by name."""
    drawn = [relation for relation in relations if relation.symbol]
    return {
        relation.name: Look(relation.symbol, shade(relation.colour), STROKES[i % len(STROKES)], relation.mutual)
        for i, relation in enumerate(drawn)
    }


def shade(colour: str) -> str:
    """The colour as it is printed."""
    return SHADES.get(colour, colour)


def edges_of(board: Board, relations: Iterable[str]) -> list[Edge]:
    """The ties of a board under these relations, without ties to oneself."""
    return [(name, a, b) for name in relations if name in board.relations for a, b, _ in board.pairs(name) if a != b]


def draw_edge(
    sheet: Sheet, route: Route, look: Look, scale: float, *, secret: bool, new: bool, known: Known = "known"
) -> None:
    """One edge with its sign: dashed where secret, thicker on a pale band where new, grey dots where unknown.

    Args:
        scale: 1 draws lines and signs in their full width.
    """
    radius = RADIUS * scale
    if known == "unknown":
        sheet.line(route.way, colour=PALE, width=1.1, dashes=(1, 2), layer=2)
        sign_disc(sheet, route.sign, look.sign, GREY, 0.85 * radius, edge="none")
        return
    stroke, colour = look.stroke, look.colour
    width = stroke.width * scale * (1.5 if new else 1)
    if new:
        sheet.line(route.way, colour=colour, width=width + 5 * scale, opacity=0.18, layer=1.8)
    way = route.way if look.mutual else (route.way[0], *route.seen)
    dashes = (4.2 * scale / width, 2.6 * scale / width) if secret else ()
    sheet.line(way, colour=colour, width=width, dashes=dashes, layer=2.2)
    if stroke.double:
        sheet.line(way, colour="white", width=width * 0.4, layer=2.3)
    if stroke.beads:
        for point in beads(route.seen):
            sheet.spot(*point, "o", size=2.6 * stroke.width * scale, fill=colour, edge="white", width=0.4, layer=2.4)
    if not look.mutual:
        tail = route.seen[-min(4, len(route.seen))]
        arrow_head(sheet, route.seen[-1], tail, colour, 3.5 * scale + 2 * width)
    sign = look.sign + ("?" if known == "mistaken" else "")
    sign_disc(sheet, route.sign, sign, colour, radius * (1.15 if new else 1))


def sign_disc(
    sheet: Sheet, at: Point, sign: str, colour: str, radius: float, *, edge: str = "", full: bool = False
) -> None:
    """A coloured sign in a white disc, or a white one in a disc full of colour; nothing where there is no sign."""
    fill, ink = (colour, "white") if full else ("white", colour)
    if not sign:
        return
    sheet.spot(*at, "o", size=2 * radius, fill=fill, edge=edge or colour, width=0.9, layer=4)
    sheet.sign(*at, sign, size=radius * (1.5 if len(sign) == 1 else 1.15), colour=ink, layer=4.1)


def beads(way: Sequence[Point], every: float = 9.0) -> list[Point]:
    """Points at even distances along a way, none at its ends."""
    whole = sum(length(a, b) for a, b in pairwise(way))
    number = max(1, round(whole / every) - 1)
    return [along(way, (i + 1) / (number + 1)) for i in range(number)]


def arrow_head(sheet: Sheet, tip: Point, tail: Point, colour: str, size: float) -> None:
    """A filled triangle that points from tail to tip and ends there."""
    from matplotlib.markers import MarkerStyle

    turn = atan2(tip[1] - tail[1], tip[0] - tail[0])
    middle = (tip[0] - cos(turn) * size / 3, tip[1] - sin(turn) * size / 3)
    shape = MarkerStyle("^", fillstyle="full").rotated(deg=degrees(turn) - 90)
    sheet.spot(*middle, shape, size=size, fill=colour, edge=colour, width=0.3, layer=3)
