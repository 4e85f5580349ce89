"""Where nodes stand on the picture of a board.

Places keep their true shape: north is up, one scale in both directions. A place that is far from all the others would
squeeze them into a corner; it stands in a band at the edge of the map instead, on the side and at the height where it
would be met, and the band is marked as not to scale and carries the distance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import asin, atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from statistics import median_low
from typing import Literal

from mesa_war.show.sheet import Box, Point

type Degrees = tuple[float, float]
"""Latitude north and longitude east."""
type Side = Literal["map", "west", "east", "north", "south"]

EARTH = 6371.0
FAR = 3.0
"""A place is far away when the gap to the others is more than this many times the median gap."""
NEVER_FAR = 300.0
"""Kilometres below which no gap is called far."""
CIRCLE = 16
"""Up to so many nodes without places stand in a circle, where every tie can be seen."""
GAP = 5.0
"""Points left free between two nodes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands: east and north of the middle, in kilometres, or in any unit where there are no places.

    ``side`` is the edge at which a far place stands; then ``km`` is its distance to the place ``near`` on the map. A
    node without a place, on a map of others, stands at the south edge, with no distance.
    """

    x: float
    y: float
    side: Side = "map"
    km: float = 0.0
    near: str = ""


def arrange(
    names: Sequence[str], places: Mapping[str, Degrees], ties: Iterable[tuple[str, str]] = ()
) -> dict[str, Spot]:
    """Spots by name: from places where there are any, else in a circle, else a seeded spring layout of the ties."""
    placed = [name for name in names if name in places]
    if not placed:
        return _circle(names) if len(names) <= CIRCLE else _springs(names, ties)
    home = _home(placed, places)
    spots = _project(placed, home, places)
    half_x = max(abs(spots[name].x) for name in home)
    half_y = max(abs(spots[name].y) for name in home)
    for name in placed:
        if name not in home:
            near = min(home, key=lambda other: distance(places[name], places[other]))
            side = _side(spots[name], half_x, half_y)
            spots[name] = replace(spots[name], side=side, km=distance(places[name], places[near]), near=near)
    lost = [name for name in names if name not in places]
    for number, name in enumerate(lost):
        spots[name] = Spot(half_x * (2 * number - len(lost) + 1) / len(lost), -half_y, "south")
    return {name: spots[name] for name in names}


def distance(a: Degrees, b: Degrees) -> float:
    """Great-circle distance in kilometres (haversine)."""
    (lat_a, lng_a), (lat_b, lng_b) = ((radians(lat), radians(lng)) for lat, lng in (a, b))
    half = sin((lat_b - lat_a) / 2) ** 2 + cos(lat_a) * cos(lat_b) * sin((lng_b - lng_a) / 2) ** 2
    return 2 * EARTH * asin(min(1.0, sqrt(half)))


def _home(names: Sequence[str], places: Mapping[str, Degrees]) -> set[str]:
    """The largest group of places that hang together by gaps of ordinary length."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_weighted_edges_from((a, b, distance(places[a], places[b])) for a, b in combinations(names, 2))
    tree = nx.minimum_spanning_tree(graph)
    gaps = [gap for _, _, gap in tree.edges(data="weight")]
    limit = max(FAR * median_low(gaps), NEVER_FAR) if gaps else 0.0
    tree.remove_edges_from([(a, b) for a, b, gap in tree.edges(data="weight") if gap > limit])
    groups: list[set[str]] = list(nx.connected_components(tree))
    return max(groups, key=len)


def _project(names: Sequence[str], home: set[str], places: Mapping[str, Degrees]) -> dict[str, Spot]:
    """Kilometres east and north of the middle of the home group (equirectangular, true at its mean latitude)."""
    kept = [places[name] for name in names if name in home]
    middle_lat = (min(lat for lat, _ in kept) + max(lat for lat, _ in kept)) / 2
    middle_lng = degrees(atan2(sum(sin(radians(g)) for _, g in kept), sum(cos(radians(g)) for _, g in kept)))
    degree = 2 * pi * EARTH / 360
    east = {name: (places[name][1] - middle_lng + 180) % 360 - 180 for name in names}
    shift = (min(east[name] for name in names if name in home) + max(east[name] for name in names if name in home)) / 2
    return {
        name: Spot((east[name] - shift) * degree * cos(radians(middle_lat)), (places[name][0] - middle_lat) * degree)
        for name in names
    }


def _side(spot: Spot, half_x: float, half_y: float) -> Side:
    if abs(spot.x) - half_x >= abs(spot.y) - half_y:
        return "west" if spot.x < 0 else "east"
    return "south" if spot.y < 0 else "north"


def _circle(names: Sequence[str]) -> dict[str, Spot]:
    turn = 2 * pi / max(len(names), 1)
    return {name: Spot(sin(i * turn), cos(i * turn)) for i, name in enumerate(names)}


def _springs(names: Sequence[str], ties: Iterable[tuple[str, str]]) -> dict[str, Spot]:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from(ties)
    found = nx.spring_layout(graph, seed=1, k=2.5 / sqrt(len(names)), iterations=100)
    return {name: Spot(float(found[name][0]), float(found[name][1])) for name in names}


@dataclass(frozen=True, slots=True)
class Fitted:
    """Boxes of nodes on the paper by name, and the bands for far places by side."""

    boxes: Mapping[str, Box]
    bands: Mapping[Side, Box]


def fit(spots: Mapping[str, Spot], frame: Box, sizes: Mapping[str, tuple[float, float]]) -> Fitted:
    """Put spots on the paper inside a frame, nodes that would touch moved apart.

    Args:
        sizes: width and height of each node, in points.
    """
    bands, field = _bands(spots, frame, sizes)
    mapped = [name for name, spot in spots.items() if spot.side == "map"]
    room_w = field.w - max((sizes[name][0] for name in mapped), default=0.0)
    room_h = field.h - max((sizes[name][1] for name in mapped), default=0.0)
    xs = [spots[name].x for name in mapped] or [0.0]
    ys = [spots[name].y for name in mapped] or [0.0]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((room / extent for room, extent in ((room_w, wide), (room_h, high)) if extent > 1e-9), default=0.0)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    rooms = {name: bands.get(spot.side, field) for name, spot in spots.items()}
    boxes = {}
    for name, spot in spots.items():
        x, y = field.x + (spot.x - middle[0]) * scale, field.y + (spot.y - middle[1]) * scale
        boxes[name] = _inside(Box(x, y, *sizes[name]), rooms[name])
    return Fitted(apart(boxes, rooms), bands)


def _bands(
    spots: Mapping[str, Spot], frame: Box, sizes: Mapping[str, tuple[float, float]]
) -> tuple[dict[Side, Box], Box]:
    """Bands along the edges that need one, and the field that is left."""
    left, right, bottom, top = frame.left, frame.right, frame.bottom, frame.top
    thick: dict[Side, float] = {}
    for name, spot in spots.items():
        size = sizes[name][0 if spot.side in ("west", "east") else 1]
        thick[spot.side] = max(thick.get(spot.side, 0.0), size + 2 * GAP)
    west, east, north, south = (thick.get(side, 0.0) for side in ("west", "east", "north", "south"))
    field = _between(left + west, right - east, bottom + south, top - north)
    around: dict[Side, Box] = {
        "west": _between(left, left + west, bottom, top),
        "east": _between(right - east, right, bottom, top),
        "north": _between(left + west, right - east, top - north, top),
        "south": _between(left + west, right - east, bottom, bottom + south),
    }
    return {side: box for side, box in around.items() if side in thick}, field.grown(-2 * GAP)


def _between(left: float, right: float, bottom: float, top: float) -> Box:
    return Box((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)


def _inside(box: Box, room: Box) -> Box:
    """The box moved into the room; in the middle of it where it is too large."""
    free_x, free_y = max(0.0, (room.w - box.w) / 2), max(0.0, (room.h - box.h) / 2)
    x = min(max(box.x, room.x - free_x), room.x + free_x)
    y = min(max(box.y, room.y - free_y), room.y + free_y)
    return replace(box, x=x, y=y)


def apart(boxes: Mapping[str, Box], rooms: Mapping[str, Box], gap: float = GAP, rounds: int = 200) -> dict[str, Box]:
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


def length(a: Point, b: Point) -> float:
    """Distance on the paper."""
    return hypot(b[0] - a[0], b[1] - a[1])
