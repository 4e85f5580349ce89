"""What a nation knows, read from its view as arrays for the rule-based mind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesa_war.core.board import Board
from mesa_war.core.view import View
from mesa_war.families.nations.actions import published
from mesa_war.families.nations.setting import Doctrine

type Array = NDArray[np.float64]

RELATIONS = (
    "war",
    "alliance",
    "treaty",
    "peace",
    published("alliance"),
    "entente",
    "patronage",
    "border",
    "sea_border",
    "rivalry",
    "grievance",
)
"""The ties the rule-based mind looks at."""


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """What one nation knows, as arrays over n nations in the order of ``names``.

    Attributes:
        names: the nations.
        me: the index of the one that knows.
        strength: (n,) share of capabilities, lessened where a nation has not mobilised; sums to at most 1.
        mobilised: (n,) 1 where a nation has mobilised.
        broken: (n,) pacts a nation was seen to break.
        refused: (n,) requests of mine it rejected.
        lasting: (n,) rounds since war between it and me was declared.
        attacked: (n, n) 1 where the row declared war on the column.
        ties: relation -> (n, n) weights.
    """

    names: tuple[str, ...]
    me: int
    strength: Array
    mobilised: Array
    broken: Array
    refused: Array
    lasting: Array
    attacked: Array
    ties: Mapping[str, Array]


def read(view: View, d: Doctrine) -> Situation:
    """The situation as the view shows it; who is unknown to the board does not exist."""
    board = view.board
    names = tuple(board.nodes(view.persona.kind))
    place = {name: i for i, name in enumerate(names)}
    mobilised = np.array([1.0 if board.fact(name, "mobilised") else 0.0 for name in names])
    strength = capabilities(board, names, d.capability) * (d.standing + (1.0 - d.standing) * mobilised)
    ties = {relation: _matrix(board, relation, place) for relation in RELATIONS}
    broken, refused, declared = _past(view, place)
    me = place[view.actor]
    latest = np.maximum(declared, declared.T)
    return Situation(
        names,
        me,
        strength,
        mobilised,
        broken,
        refused,
        lasting=np.where(latest[me] > 0, view.time - latest[me], 0.0),
        attacked=((declared > 0) & (declared == latest)).astype(float),
        ties=ties,
    )


def _past(view: View, place: Mapping[str, int]) -> tuple[Array, Array, Array]:
    """Pacts broken and requests of the viewer refused by each; times of the last declarations of war, 0 for none."""
    n = len(place)
    broken, refused, declared = np.zeros(n), np.zeros(n), np.zeros((n, n))
    for event in view.events:
        move = event.move
        if move is None or event.failed:
            continue
        a, b = place.get(move.actor), place.get(str(move.target))
        if a is None or b is None:
            continue
        if move.action == "declare_war":
            declared[a, b] = event.time
        elif move.action.startswith("betray_"):
            broken[a] += 1.0
        elif move.action.startswith("reject_") and move.target == view.actor:
            refused[a] += 1.0
    return broken, refused, declared


def _matrix(board: Board, relation: str, place: Mapping[str, int]) -> Array:
    weights = np.zeros((len(place), len(place)))
    mutual = board.relation(relation).mutual
    for a, b, weight in board.pairs(relation):
        if a in place and b in place:
            weights[place[a], place[b]] = weight
            if mutual:
                weights[place[b], place[a]] = weight
    return weights


def capabilities(board: Board, names: Sequence[str], weights: Mapping[str, float]) -> Array:
    """Each nation's share of capabilities: the weighted mean of its shares in the figures that are known of it.

    Equal shares where no figure of any nation is known, as without knowledge none can be thought the stronger.
    """
    parts: list[list[tuple[float, float]]] = [[] for _ in names]
    for key, weight in weights.items():
        known = [board.fact(name, key) for name in names]
        everyone = sum(value for value in known if isinstance(value, int | float))
        for shares, value in zip(parts, known, strict=True):
            if isinstance(value, int | float) and everyone > 0:
                shares.append((weight, value / everyone))
    means = [sum(w * x for w, x in shares) / (sum(w for w, _ in shares) or 1.0) for shares in parts]
    return np.array(means if any(means) else [1.0 / len(names)] * len(names))
