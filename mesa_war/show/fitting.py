"""Spots put on the paper: as large as the frame allows, far places in bands at its edges, no two nodes touching."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isfinite

from mesa_war.show.box import Box
from mesa_war.show.layout import Side, Spot

CAPTION = 15.0
"""Points at the top of a band, kept for its caption."""
GAP = 5.0
"""Points left free around nodes."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Boxes of nodes on the paper by name, the bands for far places by side, and points per unit of the spots."""

    boxes: Mapping[str, Box]
    bands: Mapping[Side, Box]
    scale: float


def fit(
    spots: Mapping[str, Spot],
    frame: Box,
    sizes: Mapping[str, tuple[float, float]],
    *,
    gap: float = GAP,
    stretch: bool = False,
) -> Fitted:
    """Put spots on the paper inside a frame, as large as it allows, nodes that would touch moved apart.

    Args:
        sizes: width and height of each node, in points.
        gap: points kept between two nodes.
        stretch: fill the frame both ways instead of keeping one scale.
    """
    bands, field = _bands(spots, frame, sizes)
    mapped = {name: spot for name, spot in spots.items() if spot.side == "map"}
    across = [(spot.x, sizes[name][0]) for name, spot in mapped.items()]
    upward = [(spot.y, sizes[name][1]) for name, spot in mapped.items()]
    scales = _scale(across, field.w), _scale(upward, field.h)
    scale_x, scale_y = (s if isfinite(s) else 0.0 for s in (scales if stretch else (min(scales), min(scales))))
    start_x, start_y = _start(across, scale_x, field.w), _start(upward, scale_y, field.h)
    rooms = {name: _under_caption(bands[spot.side]) if spot.side != "map" else field for name, spot in spots.items()}
    boxes = {}
    for name, spot in spots.items():
        x, y = field.left + start_x + spot.x * scale_x, field.bottom + start_y + spot.y * scale_y
        boxes[name] = _inside(Box(x, y, *sizes[name]), rooms[name])
    return Fitted(apart(_in_bands(boxes, spots, rooms), rooms, gap), bands, scale_x)


def _in_bands(boxes: Mapping[str, Box], spots: Mapping[str, Spot], rooms: Mapping[str, Box]) -> dict[str, Box]:
    """The boxes, those in bands in the middle of their band, and in their true order where they would coincide."""
    placed = dict(boxes)
    beside = sorted((name for name, spot in spots.items() if spot.side in ("west", "east")), key=lambda n: spots[n].y)
    above = sorted((name for name, spot in spots.items() if spot.side in ("north", "south")), key=lambda n: spots[n].x)
    for rank, name in enumerate(beside):
        placed[name] = replace(boxes[name], x=rooms[name].x, y=boxes[name].y + 0.001 * rank)
    for rank, name in enumerate(above):
        placed[name] = replace(boxes[name], x=boxes[name].x + 0.001 * rank, y=rooms[name].y)
    return placed


def _scale(ranks: Sequence[tuple[float, float]], room: float) -> float:
    """The largest scale at which nodes at these places, of these lengths, fit into a room; infinity if any does."""
    pairs = ((abs(a - b), (one + two) / 2) for (a, one), (b, two) in combinations(ranks, 2) if abs(a - b) > 1e-9)
    return min((max(0.0, room - half) / gap for gap, half in pairs), default=inf)


def _start(ranks: Sequence[tuple[float, float]], scale: float, room: float) -> float:
    """Where on the paper the coordinate zero lies, so that the nodes stand in the middle of the room."""
    low = min((at * scale - size / 2 for at, size in ranks), default=0.0)
    high = max((at * scale + size / 2 for at, size in ranks), default=0.0)
    return (room - low - high) / 2


def _under_caption(band: Box) -> Box:
    """The part of a band that is free for nodes."""
    return _between(band.left, band.right, band.bottom + GAP, band.top - CAPTION)


def _bands(
    spots: Mapping[str, Spot], frame: Box, sizes: Mapping[str, tuple[float, float]]
) -> tuple[dict[Side, Box], Box]:
    """Bands along the edges that need one, and the field that is left."""
    left, right, bottom, top = frame.left, frame.right, frame.bottom, frame.top
    thick: dict[Side, float] = {}
    for name, spot in spots.items():
        size = sizes[name][0] if spot.side in ("west", "east") else sizes[name][1] + CAPTION - GAP
        thick[spot.side] = max(thick.get(spot.side, 0.0), size + GAP)
    west, east, north, south = (thick.get(side, 0.0) for side in ("west", "east", "north", "south"))
    field = _between(left + west, right - east, bottom + south, top - north)
    around: dict[Side, Box] = {
        "west": _between(left, left + west, bottom, top),
        "east": _between(right - east, right, bottom, top),
        "north": _between(left + west, right - east, top - north, top),
        "south": _between(left + west, right - east, bottom, bottom + south),
    }
    return {side: box for side, box in around.items() if side in thick}, field.grown(-GAP)


def _between(left: float, right: float, bottom: float, top: float) -> Box:
    return Box((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)


def _inside(box: Box, room: Box) -> Box:
    """The box moved into the room; in the middle of it where it is too large."""
    free_x, free_y = max(0.0, (room.w - box.w) / 2), max(0.0, (room.h - box.h) / 2)
    x = min(max(box.x, room.x - free_x), room.x + free_x)
    y = min(max(box.y, room.y - free_y), room.y + free_y)
    return replace(box, x=x, y=y)


def apart(boxes: Mapping[str, Box], rooms: Mapping[str, Box], gap: float, rounds: int = 200) -> dict[str, Box]:
    """Boxes moved apart, each inside its room, until none touch or the rounds are spent."""
    moved = dict(boxes)
    for _ in range(rounds):
        touched = False
        for a, b in combinations(moved, 2):
            one, two = moved[a], moved[b]
            over_x = (one.w + two.w) / 2 + gap - abs(one.x - two.x)
            over_y = (one.h + two.h) / 2 + gap - abs(one.y - two.y)
            if over_x <= 1e-6 or over_y <= 1e-6:
                continue
            touched = True
            tight = min(rooms[a].h - one.h, rooms[b].h - two.h) < one.h / 2
            push_x, push_y = (over_x / 2, 0.0) if over_x < over_y or tight else (0.0, over_y / 2)
            way_x, way_y = (1 if two.x >= one.x else -1), (1 if two.y > one.y else -1)
            moved[a] = _inside(replace(one, x=one.x - way_x * push_x, y=one.y - way_y * push_y), rooms[a])
            moved[b] = _inside(replace(two, x=two.x + way_x * push_x, y=two.y + way_y * push_y), rooms[b])
        if not touched:
            break
    return moved
