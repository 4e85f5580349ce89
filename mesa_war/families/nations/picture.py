"""What the pictures of this family show beyond ties: which pacts are secret, who has mobilised, what acts are."""

from collections.abc import Iterable, Mapping

from mesa_war.core.board import Board
from mesa_war.families.nations.actions import NATION, PACTS, published
from mesa_war.families.nations.calendar import When, day_number
from mesa_war.families.nations.setting import NationsSetting
from mesa_war.families.picture import Picture

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
    order: Iterable[tuple[str, When]], start: When, days_per_round: float
) -> tuple[tuple[float, str, str], ...]:
    """Mobilizations of the record as (time in rounds, kind of act, nation).

    Round 1 begins on the day of the start; who mobilised well before it stands at 0, as on the opening board.
    """
    begun = day_number(start)
    return tuple((max(0.0, 1 + (day_number(when) - begun) / days_per_round), "mobilized", name) for name, when in order)


def picture(setting: NationsSetting) -> Picture:
    """The pictures of a crisis: capitals, secret pacts, who has mobilised, and the mobilizations of the record."""
    truth = setting.truths.get(setting.truth)
    order = truth.mobilization_order if truth else ()
    return Picture(
        kind=NATION,
        places={name: (seat.capital.lat, seat.capital.lng) for name, seat in setting.actors.items() if seat.capital},
        secret=secret,
        ringed=mobilised,
        acts=ACTS,
        history=mobilizations_of(order, setting.start, setting.days_per_round),
    )
