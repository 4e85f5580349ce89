"""The ways of edges over the paper: slightly bent, past the nodes between, each with a free place for its sign."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from mesa_war.show.layout import length
from mesa_war.show.sheet import Box, Point

type Edge = tuple[str, str, str]
"""Relation, a, b."""

BENDS = (0.0, 1.0, -1.0, 2.0, -2.0, 3.2, -3.2, 4.6, -4.6)
"""How far a way may leave the straight line, in widths of a sign."""
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66)
"""Where along the visible way the sign may stand: the middle first."""
STEPS = 36


@dataclass(frozen=True, slots=True)
class Route:
    """The visible part of an edge, and where its sign stands."""

    points: tuple[Point, ...]
    sign: Point


def routes(edges: Iterable[Edge], boxes: Mapping[str, Box], frame: Box, radius: float) -> dict[Edge, Route]:
    """A way for every edge; edges between the same two nodes run side by side.

    Each pair takes, shortest first, the bend with the least cost: nodes crossed, signs touched, ways overlaid, distance
    from the straight line.

    Args:
        radius: of a sign, in points.
    """

    def pair(edge: Edge) -> tuple[str, str]:
        return (edge[1], edge[2]) if edge[1] <= edge[2] else (edge[2], edge[1])

    def far(ends: tuple[str, str]) -> float:
        a, b = (boxes[name] for name in ends)
        return length((a.x, a.y), (b.x, b.y))

    ordered = sorted(edges, key=lambda edge: (far(pair(edge)), pair(edge)))
    found: dict[Edge, Route] = {}
    for ends, group in groupby(ordered, key=pair):
        together = list(group)
        choices = (_side_by_side(len(together), bend, ends, boxes, radius, found, frame) for bend in BENDS)
        best = min(choices, key=lambda choice: choice[0])
        for edge, route in zip(together, best[1], strict=True):
            turned = Route(route.points[::-1], route.sign)
            found[edge] = route if edge[1] == ends[0] else turned
    return found


def _side_by_side(
    number: int,
    bend: float,
    ends: tuple[str, str],
    boxes: Mapping[str, Box],
    radius: float,
    taken: Mapping[Edge, Route],
    frame: Box,
) -> tuple[float, list[Route]]:
    """The ways of all edges of a pair at one bend, with their cost."""
    others = [box for name, box in boxes.items() if name not in ends]
    cost, chosen = 0.6 * abs(bend), list[Route]()
    for place in range(number):
        bulge = (bend + 1.15 * (place - (number - 1) / 2)) * 2 * radius
        way = _visible(_bent(boxes[ends[0]], boxes[ends[1]], bulge), boxes[ends[0]], boxes[ends[1]])
        busy = [route.sign for route in (*taken.values(), *chosen)]
        sign, trouble = _free_place(way, busy, list(boxes.values()), radius)
        crossed = sum(any(box.holds(point, 3) for box in others) for point in way)
        outside = sum(not frame.holds(point, -radius) for point in way)
        hidden = sum(length(point, other) < radius + 1 for other in busy for point in way)
        overlaid = sum(_overlaid(way, route.points) for route in taken.values())
        cost += trouble + 3 * crossed + 4 * outside + 1.5 * hidden + 0.4 * overlaid
        chosen.append(Route(tuple(way), sign))
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
    seen = [point for point in way if not a.holds(point, 1.5) and not b.holds(point, 1.5)]
    return seen if len(seen) > 1 else [way[len(way) // 2 - 1], way[len(way) // 2 + 1]]


def _free_place(
    way: Sequence[Point], busy: Sequence[Point], boxes: Sequence[Box], radius: float
) -> tuple[Point, float]:
    """The first free place for a sign, or the least bad one, and how bad it is."""
    tried = []
    for rank, share in enumerate(PLACES):
        point = along(way, share)
        touched = sum(max(0.0, 2 * radius + 1 - length(point, other)) for other in busy)
        covered = sum(box.holds(point, radius) for box in boxes)
        tried.append((4 * touched + 25 * covered + rank, rank, point))
    trouble, _, point = min(tried)
    return point, trouble


def along(way: Sequence[Point], share: float) -> Point:
    """The point at this share of the length of a way."""
    parts = [length(a, b) for a, b in zip(way, way[1:], strict=False)]
    left = share * sum(parts)
    for (a, b), part in zip(zip(way, way[1:], strict=False), parts, strict=True):
        if left <= part and part > 0:
            return a[0] + (b[0] - a[0]) * left / part, a[1] + (b[1] - a[1]) * left / part
        left -= part
    return way[-1]


def _overlaid(way: Sequence[Point], other: Sequence[Point]) -> int:
    """How many points of a way lie on another way, away from a shared end."""
    inner = way[4:-4:2]
    return sum(any(length(point, near) < 2.5 for near in other) for point in inner)
