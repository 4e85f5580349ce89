"""What the pictures of this family show beyond ties: which pacts are secret, who has mobilised, what acts are."""

from collections.abc import Iterable, Mapping
from datetime import date

from mesa_war.core.board import Board
from mesa_war.families.nations.actions import NATION, PACTS, published

ACTS: Mapping[str, tuple[str, str]] = {
    "mobilize": ("mobilized", ""),
    "declare_war": ("declared", "war"),
    **{f"request_{pact}": ("asked", pact) for pact in PACTS},
    **{f"accept_{pact}": ("formed", pact) for pact in PACTS},
    **{f"reject_{pact}": ("refused", pact) for pact in PACTS},
    **{f"publish_{pact}": ("published", pact) for pact in PACTS},
    **{f"betray_{pact}": ("betrayed", pact) for pact in PACTS},
}
"""What is marked on a time line: action -> kind of act and the relation it concerns. Messages and waiting are not."""


def secret(board: Board, pacts: Iterable[str] = PACTS) -> frozenset[tuple[str, str, str]]:
    """The pacts on a board, as (pact, a, b), which have not been made public."""
    return frozenset(
        (pact, a, b) for pact in pacts for a, b, _ in board.pairs(pact) if not board.tied(published(pact), a, b)
    )


def mobilised(board: Board) -> frozenset[str]:
    """The nations that have mobilised, as far as this board knows."""
    return frozenset(name for name in board.nodes(NATION) if board.fact(name, "mobilised") is True)


def mobilizations_of(
    order: Iterable[tuple[str, date]], start: date, days_per_round: float
) -> tuple[tuple[float, str, str], ...]:
    """Mobilizations of the record as (time in rounds, kind of act, nation); round 1 begins on the day of the start."""
    return tuple((1 + (day - start).days / days_per_round, "mobilized", name) for name, day in order)
