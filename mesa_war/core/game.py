"""A game: the rules a world runs by, as values; what a family brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mesa_war.core.actions import Rulebook
from mesa_war.core.board import Board, Relation, Trait
from mesa_war.core.prompts import Prompts
from mesa_war.core.referee import Referee, Rules
from mesa_war.core.words import Words


@dataclass(frozen=True, slots=True)
class Game:
    """The rules a world runs by, as values: what a family brings.

    Attributes:
        rulebook: the actions, by name.
        relations, traits: the vocabulary of boards.
        words: sentences for objections and notes.
        prompts: how requests are put into words.
        referee: who resolves plans.
        thinks: what a decision states besides its moves.
    """

    rulebook: Rulebook
    relations: tuple[Relation, ...] = ()
    traits: tuple[Trait, ...] = ()
    words: Words = field(default_factory=lambda: Words({}))
    prompts: Prompts = field(default_factory=Prompts)
    referee: Referee = field(default_factory=Rules)
    thinks: Mapping[str, str] = field(default_factory=dict)

    def board(self) -> Board:
        """An empty board that knows this game's vocabulary."""
        return Board(self.relations, self.traits)
