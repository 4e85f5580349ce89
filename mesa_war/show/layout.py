"""Where nodes stand on the picture of a board.

Places keep their true shape: north is up, one scale in both directions. A place that is far from all the others would
squeeze them into a corner; it stands in a band at the edge of the map instead, on the side and at the height where it
would be met, and the band is marked as not to scale and carries the distance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import asin, atan2, cos, degrees, inf, pi, radians, sin, sqrt
from typing import Literal

type Degrees = tuple[float, float]
"""Latitude north and longitude east."""
type Side = Literal["map", "west", "east", "north", "south"]

EARTH = 6371.0
CIRCLE = 16
"""Up to so many nodes without places stand in a circle, where every tie can be seen."""


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
    """The places on the map: all, or the largest group from which all others are far.

    Groups grow by the shortest gaps (single linkage). Others are far from a group when each is farther from it than its
    own places are from one another; it must hold half of all places, and three at least.
    """
    gaps = {(a, b): distance(places[a], places[b]) for a, b in combinations(names, 2)}
    groups = {name: frozenset([name]) for name in names}
    found = list[frozenset[str]]()
    for a, b in sorted(gaps, key=lambda ends: gaps[ends]):
        if groups[a] is not groups[b]:
            grown = groups[a] | groups[b]
            groups.update(dict.fromkeys(grown, grown))
            found.append(grown)
    for group in sorted(found[:-1], key=len, reverse=True):
        across = max((gap for (a, b), gap in gaps.items() if a in group and b in group), default=0.0)
        away = min((gap for (a, b), gap in gaps.items() if (a in group) != (b in group)), default=inf)
        if len(group) >= max(3, len(names) / 2) and away > across:
            return set(group)
    return set(names)


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
    found = nx.spring_layout(graph, seed=1, iterations=100)
    x, y = (_ranks({name: float(found[name][axis]) for name in names}) for axis in (0, 1))
    return {name: Spot(x[name], y[name]) for name in names}


def _ranks(values: Mapping[str, float]) -> dict[str, float]:
    """The ranks of values: even distances in the same order, so that no node flies off and no crowd is left."""
    return {name: float(rank) for rank, name in enumerate(sorted(values, key=lambda name: (values[name], name)))}
