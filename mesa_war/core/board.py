"""The board: a labelled graph of facts on nodes and weighted ties between them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesa_war.core.events import Effect, Fact, Shift, Tie, Untie, Value

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np


@dataclass(frozen=True, slots=True)
class Relation:
    """One kind of tie.

    Attributes:
        name: the key used in effects.
        phrase: a sentence about the ties of a with the places {a} and {b}, where b may be several names; empty where
            such ties are not told in words.
        symbol, colour: how it is drawn; an empty symbol is not drawn.
        mutual: a tie from a to b is a tie from b to a.
        single: a node has at most one outgoing tie of this kind; a new one replaces it.
        excludes: relations that end between two nodes when this one begins. This keeps the graph sane and is no rule
            of the game: whether a move is legal is for the action's check.
    """

    name: str
    phrase: str = ""
    symbol: str = ""
    colour: str = "black"
    mutual: bool = False
    single: bool = False
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trait:
    """One kind of fact that is told in words: a sentence with the places {a} and {value} for each value told."""

    key: str
    phrases: Mapping[Value, str]


class Board:
    """Facts and ties as far as somebody knows them.

    A board is changed only by :meth:`apply`. It holds no rule of any game. Names of nodes are strings; a node exists
    once a fact or a tie mentions it. Its kind is the fact ``kind``.

    Args:
        relations: the kinds of tie that may be used; an effect with another relation raises KeyError.
        traits: the kinds of fact that :meth:`sentences` tells.
    """

    __slots__ = ("_facts", "_ties", "relations", "traits")

    def __init__(self, relations: Iterable[Relation] = (), traits: Iterable[Trait] = ()) -> None:
        self.relations: Mapping[str, Relation] = {relation.name: relation for relation in relations}
        self.traits: tuple[Trait, ...] = tuple(traits)
        self._ties: dict[str, dict[str, dict[str, float]]] = {name: {} for name in self.relations}
        self._facts: dict[str, dict[str, Value]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._facts == other._facts and self._ties == other._ties

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def apply(self, effects: Iterable[Effect]) -> None:
        """Fold effects in, in order; KeyError for an unknown relation, TypeError where a number is no number."""
        for effect in effects:
            match effect:
                case Tie(relation, a, b, weight):
                    self._tie(relation, a, b, weight)
                case Untie(relation, a, b):
                    self._untie(relation, a, b)
                case Fact(node, key, value):
                    self._facts.setdefault(node, {})[key] = value
                case Shift(node, key, amount):
                    facts = self._facts.setdefault(node, {})
                    before = facts.get(key, 0)
                    if not isinstance(before, int | float):
                        raise TypeError(f"{key!r} of {node!r} is {before!r}, not a number: it cannot shift by {amount}")
                    facts[key] = before + amount

    def _tie(self, name: str, a: str, b: str, weight: float) -> None:
        relation = self.relation(name)
        for other in relation.excludes:
            self._untie(other, a, b)
        ties = self._ties[name]
        if relation.single and a in ties:
            for former in list(ties[a]):
                self._untie(name, a, former)
        ties.setdefault(a, {})[b] = weight
        if relation.mutual:
            ties.setdefault(b, {})[a] = weight

    def _untie(self, name: str, a: str, b: str) -> None:
        mutual = self.relation(name).mutual
        ties = self._ties[name]
        for one, other in ((a, b), (b, a)) if mutual else ((a, b),):
            if one in ties and ties[one].pop(other, None) is not None and not ties[one]:
                del ties[one]  # no empty rows: two boards that know the same are equal

    def copy(self) -> "Board":
        """A board that can be changed without touching this one."""
        twin = Board.__new__(Board)
        twin.relations, twin.traits = self.relations, self.traits
        twin._ties = {name: {a: dict(others) for a, others in by_a.items()} for name, by_a in self._ties.items()}
        twin._facts = {node: dict(facts) for node, facts in self._facts.items()}
        return twin

    def relation(self, name: str) -> Relation:
        """The relation of this name; KeyError with the names allowed."""
        if name not in self.relations:
            raise KeyError(f"no relation {name!r}; there are: {', '.join(self.relations)}")
        return self.relations[name]

    def tie(self, relation: str, a: str, b: str) -> float:
        """The weight of the tie from a to b; 0.0 where there is none."""
        by_a = self._ties[relation].get(a)
        return by_a.get(b, 0.0) if by_a else 0.0

    def tied(self, relation: str, a: str, b: str) -> bool:
        """Whether there is a tie from a to b."""
        return b in self._ties[relation].get(a, ())

    def ties(self, relation: str, a: str) -> Mapping[str, float]:
        """Those whom ``a`` is tied to, with the weights."""
        return dict(self._ties[relation].get(a, ()))

    def pairs(self, relation: str) -> Iterator[tuple[str, str, float]]:
        """All ties of a relation as (a, b, weight), sorted; a mutual tie once, names in order."""
        mutual = self.relation(relation).mutual
        for a, others in sorted(self._ties[relation].items()):
            for b, weight in sorted(others.items()):
                if not mutual or a <= b:
                    yield a, b, weight

    def fact(self, node: str, key: str, default: Value = None) -> Value:
        """What is known of the node under this key."""
        return self._facts.get(node, {}).get(key, default)

    def facts(self, node: str) -> Mapping[str, Value]:
        """All that is known of the node."""
        return dict(self._facts.get(node, {}))

    def nodes(self, kind: str | None = None) -> list[str]:
        """The names of nodes with facts, of one kind or of all, sorted: no choice may hang on who was listed first."""
        return sorted(name for name, facts in self._facts.items() if kind is None or facts.get("kind") == kind)

    def sentences(self, about: str | None = None) -> list[str]:
        """The board in words (requirement W8): ties and facts which have a phrase.

        Args:
            about: only what concerns this node; all when None.
        """
        told = []
        for name, relation in self.relations.items():
            others: dict[str, list[str]] = {}
            for a, b, _ in self.pairs(name) if relation.phrase else ():
                if about is None or about in (a, b):
                    others.setdefault(a, []).append(b)
            told += [relation.phrase.format(a=a, b=", ".join(names)) for a, names in others.items()]
        for trait in self.traits:
            for node, facts in self._facts.items():
                phrase = trait.phrases.get(facts.get(trait.key)) if trait.key in facts else None
                if phrase and about in (None, node):
                    told.append(phrase.format(a=node, value=facts[trait.key]))
        return told

    def matrix(self, relation: str) -> "np.ndarray":
        """The weights of a relation as an array of shape (n, n), rows and columns in the order of :meth:`nodes`."""
        import numpy as np

        names = self.nodes()
        return np.array([[self.tie(relation, a, b) for b in names] for a in names], dtype=float)

    @property
    def graph(self) -> "nx.MultiDiGraph[str]":
        """A networkx copy: node attributes are facts, edge keys relations, edge attribute ``weight``."""
        import networkx as nx

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        graph.add_nodes_from((node, dict(facts)) for node, facts in self._facts.items())
        for name, by_a in self._ties.items():
            for a, others in by_a.items():
                for b, weight in others.items():
                    graph.add_edge(a, b, name, weight=weight)
        return graph
