"""What a family says of its pictures, as values; how they are drawn is for the room ``show``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mesa_war.core.board import Board


def nothing(board: Board) -> frozenset[tuple[str, str, str]]:
    """No edge is special."""
    return frozenset()


def nobody(board: Board) -> frozenset[str]:
    """No node is special."""
    return frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    """The parts of a picture that only a family knows.

    Attributes:
        kind: which nodes are drawn.
        places: node -> (latitude, longitude) in degrees.
        secret: the edges of a board that not everybody knows of, as (relation, a, b).
        ringed: the nodes of a board with a second outline.
        acts: action -> kind of act and the relation it concerns, for the time line.
        history: (time, kind of act, actor) of the record, to be shown beside.
    """

    kind: str
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    secret: Callable[[Board], frozenset[tuple[str, str, str]]] = nothing
    ringed: Callable[[Board], frozenset[str]] = nobody
    acts: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    history: tuple[tuple[float, str, str], ...] = ()
