"""A view: all that a deciding actor may know, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mesa_war.core.actions import TEXT, Rulebook, options
from mesa_war.core.board import Board
from mesa_war.core.events import Event, Move


@dataclass(frozen=True, slots=True)
class Persona:
    """Who somebody is, in words and numbers.

    Attributes:
        name: the canonical name, a node of the board.
        kind: what kind of node it is, for instance ``nation``.
        parts: headings and their lines, in order, for instance leadership, military, resources.
        public: what everyone knows of it, one or two sentences.
        figures: its numbers by name, for rules.
    """

    name: str
    kind: str = "actor"
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    public: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """What one actor may know when it decides at (time, wave).

    ``board`` is a copy of its own board and ``events`` are those it was in the audience of, oldest first, so that
    nothing else can reach a mind. ``fresh`` is the index of the first event it has not decided on yet. ``requests`` are
    the events whose request to this actor is still open. ``others`` is what everyone knows of the others, by name.
    """

    actor: str
    time: float
    wave: int
    persona: Persona
    board: Board
    events: Sequence[Event]
    requests: tuple[Event, ...]
    actions: Rulebook
    fresh: int = 0
    others: Mapping[str, str] = field(default_factory=dict)

    def options(self) -> list[Move]:
        """The moves that are legal by what the actor believes."""
        return options(self.actor, self.board, self.actions)

    def legal(self) -> dict[str, list[str]]:
        """The legal moves by action, with the names that may be written in the first input that takes a name."""
        legal: dict[str, list[str]] = {}
        for move in self.options():
            entry = next((entry for entry in self.actions[move.action].takes if entry.kind != TEXT), None)
            legal.setdefault(move.action, []).extend([str(move.args[entry.name])] if entry else [])
        return legal

    @property
    def news(self) -> Sequence[Event]:
        """What it learned since it last decided."""
        return self.events[self.fresh :]
