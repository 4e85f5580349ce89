"""The ways of edges over the paper: slightly bent, past the nodes between, each with a free place for its sign."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from math import inf

import numpy as np
from numpy.typing import NDArray

from mesa_war.show.box import Box, Point, length

type Edge = tuple[str, str, str]
"""Relation, a, b."""
type Points = NDArray[np.float64]
"""Points of the paper, shape (n, 2)."""

BENDS = (0.0, *(way * bend for bend in (0.7, 1.4, 2.1, 3.0, 4.0, 5.2, 6.5, 8.0, 9.5) for way in (1, -1)))
"""How far a way may leave the straight line, in widths of a sign, the straight line first."""
PER_BEND = 0.6
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66)
"""Where along the visible way the sign may stand: the middle first."""
STEPS = 36


@dataclass(frozen=True, slots=True)
class Route:
    """The whole way of an edge from middle to middle, the part not under its nodes, and where its sign stands."""

    way: tuple[Point, ...]
    seen: tuple[Point, ...]
    sign: Point


@dataclass(slots=True)
class Ground:
    """What a new way should keep clear of: the nodes, the edge of the picture, the ways and signs there are."""

    names: list[str]
    boxes: list[Box]
    frame: Box
    radius: float
    ways: list[Points] = field(default_factory=list)
    signs: list[Point] = field(default_factory=list)

    def crossed(self, way: Points, ends: tuple[str, str]) -> int:
        """How many points of a way lie on other nodes, or all but touch them."""
        others = [box for name, box in zip(self.names, self.boxes, strict=True) if name not in ends]
        return _inside(way, others, 1)

    def outside(self, way: Points) -> int:
        """How many points of a way come too near to the edge of the picture."""
        return len(way) - _inside(way, [self.frame], -self.radius)

    def overlaid(self, way: Points) -> int:
        """How many points of a way, away from its ends, lie on another way, counted for each other way."""
        inner = way[4:-4:2]
        if not self.ways or not len(inner):
            return 0
        gaps = np.array(self.ways)[:, None, :, :] - inner[None, :, None, :]
        return int(((gaps**2).sum(axis=3) < 8).any(axis=2).sum())

    def hidden(self, way: Points, signs: Sequence[Point]) -> int:
        """How many points of a way would run under signs."""
        if not signs:
            return 0
        gaps = way[:, None, :] - np.array(signs)[None, :, :]
        return int(((gaps**2).sum(axis=2) < (self.radius + 1) ** 2).sum())

    def place(self, way: Sequence[Point], signs: Sequence[Point]) -> tuple[Point, float]:
        """The first free place for a sign on a way, or the least bad one, and how bad it is."""
        tried = []
        for rank, share in enumerate(PLACES):
            point = along(way, share)
            touched = sum(max(0.0, 2 * self.radius + 1 - length(point, other)) for other in signs)
            covered = sum(box.holds(point, self.radius) for box in self.boxes)
            tried.append((4 * touched + 60 * covered + rank, rank, point))
        trouble, _, point = min(tried)
        return point, trouble


def routes(edges: Iterable[Edge], boxes: Mapping[str, Box], frame: Box, radius: float) -> dict[Edge, Route]:
    """A way for every edge; edges between the same two nodes run side by side.

    Each pair takes, shortest first, the bend with the least cost: nodes crossed, signs touched, ways overlaid, distance
    from the straight line.

    Args:
        radius: of a sign, in points.
    """

    def ends_of(edge: Edge) -> tuple[str, str]:
        return (edge[1], edge[2]) if edge[1] <= edge[2] else (edge[2], edge[1])

    def order(edge: Edge) -> tuple[float, tuple[str, str]]:
        a, b = (boxes[name] for name in ends_of(edge))
        return round(length((a.x, a.y), (b.x, b.y)), 3), ends_of(edge)

    ground = Ground(list(boxes), list(boxes.values()), frame, radius)
    found: dict[Edge, Route] = {}
    for ends, group in groupby(sorted(edges, key=order), key=ends_of):
        together = list(group)
        best = _cheapest(len(together), ends, boxes, ground)
        for edge, route in zip(together, best, strict=True):
            found[edge] = route if edge[1] == ends[0] else Route(route.way[::-1], route.seen[::-1], route.sign)
        ground.ways += [np.array(route.way) for route in best]
        ground.signs += [route.sign for route in best]
    return found


def _cheapest(number: int, ends: tuple[str, str], boxes: Mapping[str, Box], ground: Ground) -> list[Route]:
    """The ways of all edges of a pair at the bend that costs least; bends that can't cost less are not tried."""
    least, best = inf, list[Route]()
    for bend in BENDS:
        if PER_BEND * abs(bend) >= least:
            break
        cost, chosen = _side_by_side(number, bend, ends, boxes, ground)
        if cost < least:
            least, best = cost, chosen
    return best


def _side_by_side(
    number: int, bend: float, ends: tuple[str, str], boxes: Mapping[str, Box], ground: Ground
) -> tuple[float, list[Route]]:
    """The ways of all edges of a pair at one bend, with their cost."""
    a, b = boxes[ends[0]], boxes[ends[1]]
    cost, chosen = PER_BEND * abs(bend), list[Route]()
    for place in range(number):
        bulge = (bend + 1.15 * (place - (number - 1) / 2)) * 2 * ground.radius
        way = _bent(a, b, bulge)
        seen = _visible(way, a, b)
        signs = [*ground.signs, *(route.sign for route in chosen)]
        sign, trouble = ground.place(seen, signs)
        line = np.array(seen)
        cost += trouble + 10 * ground.crossed(line, ends) + 4 * ground.outside(line)
        cost += 1.5 * ground.hidden(line, signs) + 0.4 * ground.overlaid(line)
        chosen.append(Route(tuple(way), tuple(seen), sign))
    return cost, chosen


def _bent(a: Box, b: Box, bulge: float) -> list[Point]:
    """A parabola from middle to middle whose top is ``bulge`` points beside the straight line."""
    span = length((a.x, a.y), (b.x, b.y)) or 1.0
    across = (-(b.y - a.y) / span, (b.x - a.x) / span)
    steps = [step / STEPS for step in range(STEPS + 1)]
    return [
        (
            a.x + (b.x - a.x) * t + across[0] * bulge * 4 * t * (1 - t),
            a.y + (b.y - a.y) * t + across[1] * bulge * 4 * t * (1 - t),
        )
        for t in steps
    ]


def _visible(way: Sequence[Point], a: Box, b: Box) -> list[Point]:
    """What is not under the nodes at its ends; the middle alone where nothing else is left."""
    first = next((i for i, point in enumerate(way) if not a.holds(point)), len(way) // 2)
    last = next((i for i in range(len(way) - 1, -1, -1) if not b.holds(way[i])), len(way) // 2)
    if not 0 < first < last < len(way) - 1:
        return [way[len(way) // 2 - 1], way[len(way) // 2 + 1]]
    return [_border(way[first - 1], way[first], a), *way[first : last + 1], _border(way[last + 1], way[last], b)]


def _border(inside: Point, outside: Point, box: Box) -> Point:
    """Where the straight line between two points leaves a box, to a hundredth of its length."""
    for _ in range(7):
        middle = (inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2
        inside, outside = (middle, outside) if box.holds(middle) else (inside, middle)
    return outside


def _inside(way: Points, boxes: Sequence[Box], margin: float) -> int:
    """How many points of a way lie in any of the boxes, grown by a margin."""
    if not boxes:
        return 0
    middles = np.array([(box.x, box.y) for box in boxes])
    halves = np.array([(box.w / 2, box.h / 2) for box in boxes]) + margin
    return int((np.abs(way[:, None, :] - middles) <= halves).all(axis=2).any(axis=1).sum())


def along(way: Sequence[Point], share: float) -> Point:
    """The point at this share of the length of a way."""
    parts = [length(a, b) for a, b in pairwise(way)]
    left = share * sum(parts)
    for (a, b), part in zip(pairwise(way), parts, strict=True):
        if left <= part and part > 0:
            return a[0] + (b[0] - a[0]) * left / part, a[1] + (b[1] - a[1]) * left / part
        left -= part
    return way[-1]
