"""What a crisis came to, whether that is a world war, and the outcomes any model has to beat.

Pairs of names are tuples. A war is directed (who declared, on whom); an alliance is not, and is kept in sorted order.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random

type Pair = tuple[str, str]


def undirected(pairs: Iterable[Pair]) -> frozenset[Pair]:
    """Forgets direction: every pair in alphabetical order, each once.

    Raises:
        ValueError: if a pair joins a name to itself.
    """
    return frozenset((a, b) if a < b else (b, a) for a, b in _proper(pairs))


def _proper(pairs: Iterable[Pair]) -> frozenset[Pair]:
    found = frozenset(pairs)
    if loops := sorted({a for a, b in found if a == b}):
        raise ValueError(f"A pair joins {', '.join(loops)} to itself; a pair needs two different names.")
    return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a crisis came to: the ties at its end and who made ready for war.

    Attributes:
        alliances: unordered pairs, kept as alphabetical tuples whatever order they come in.
        wars: directed pairs (who declared, on whom).
        mobilised: actor to time of its first mobilization, in any unit. Where only the set is known, give every actor
            the same time: nothing is then said about the order. None where it is not known who mobilised, which is
            another thing than nobody.

    Raises:
        ValueError: if a pair joins a name to itself.
    """

    alliances: frozenset[Pair] = frozenset()
    wars: frozenset[Pair] = frozenset()
    mobilised: Mapping[str, float] | None = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alliances", undirected(self.alliances))
        object.__setattr__(self, "wars", _proper(self.wars))
        object.__setattr__(self, "mobilised", None if self.mobilised is None else dict(self.mobilised))

    @property
    def names(self) -> frozenset[str]:
        """Everybody who appears in the outcome."""
        return frozenset(name for pair in self.alliances | self.wars for name in pair) | frozenset(self.mobilised or ())


@dataclass(frozen=True, slots=True)
class Truth:
    """The outcome that others are held against, and among whom it came about.

    Attributes:
        actors: everybody who could have taken part; those without any tie count too.
        powers: the great powers whose war is a world war.
        outcome: what happened.
        directed: whether its wars say who declared on whom; else the pairs are only known to have fought.

    Raises:
        ValueError: if a power, or a name in the outcome, is not among the actors.
    """

    actors: tuple[str, ...]
    powers: frozenset[str]
    outcome: Outcome
    directed: bool = True

    def __post_init__(self) -> None:
        require_known(self.powers, self.actors, "The list of great powers")
        require_known(self.outcome.names, self.actors, "The true outcome")


def require_known(names: Iterable[str], actors: Collection[str], where: str) -> None:
    """Refuses names that are not among the actors.

    Raises:
        ValueError: with the unknown names, where they stood and what was allowed.
    """
    if unknown := sorted(set(names) - set(actors)):
        raise ValueError(f"{where} names {', '.join(unknown)}; known are {', '.join(sorted(actors)) or 'none'}.")


def drawn_in(wars: Iterable[Pair], powers: Collection[str]) -> frozenset[str]:
    """The powers that are at war with at least one other of the powers, whoever declared.

    A war against anyone else does not count: Austria-Hungary against Serbia alone is a local war, and by this rule
    Austria-Hungary is drawn in on 6 August 1914, not on 28 July.
    """
    return frozenset(name for pair in undirected(wars) if set(pair) <= set(powers) for name in pair)


def outbreak(wars: Iterable[Pair], powers: Collection[str]) -> bool:
    """Tells whether there is a world war: every one of the great powers is at war with another of them.

    The criterion (are the five main powers involved) is that of Hua et al. (2023, arXiv 2311.17227); the demand that
    the opponent be a power too is ours. The wars need not hang together. Without powers there is no world war.
    """
    return bool(powers) and drawn_in(wars, powers) == frozenset(powers)


def null_models(actors: Iterable[str]) -> dict[str, Outcome]:
    """The two outcomes that need no model at all.

    Returns:
        `nothing happens`: no alliance, no war, no mobilization. `everyone fights`: everybody declares war on everybody
        and mobilizes at one and the same time, and nobody is allied.
    """
    everybody = sorted(set(actors))
    return {
        "nothing happens": Outcome(),
        "everyone fights": Outcome(wars=frozenset(permutations(everybody, 2)), mobilised=dict.fromkeys(everybody, 0.0)),
    }


def random_outcomes(
    actors: Iterable[str], *, alliances_share: float, wars_share: float, mobilised_share: float, draws: int, seed: int
) -> Iterator[Outcome]:
    """Draws outcomes in which nothing depends on anything else (Gilbert 1959, random graphs).

    Every unordered pair is allied, and is at war, with the given chance, independently; a fair coin says who declared.
    Every actor mobilizes with its given chance, all of them in random order at the times 0, 1, 2 and so on.

    Args:
        actors: names; their order does not matter.
        alliances_share: expected share of the n(n-1)/2 pairs that are allied, 0 to 1.
        wars_share: expected share of the pairs at war, 0 to 1.
        mobilised_share: expected share of the actors that mobilize, 0 to 1.
        draws: how many outcomes.
        seed: the same seed gives the same outcomes.

    Raises:
        ValueError: if a share is outside 0 to 1.
    """
    shares = {"alliances_share": alliances_share, "wars_share": wars_share, "mobilised_share": mobilised_share}
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; a share lies between 0 and 1.")
    everybody = sorted(set(actors))
    dice = Random(seed)
    return (_random_outcome(everybody, alliances_share, wars_share, mobilised_share, dice) for _ in range(draws))


def _random_outcome(actors: list[str], allied: float, at_war: float, mobilised: float, dice: Random) -> Outcome:
    def some(share: float) -> list[Pair]:
        return [pair for pair in combinations(actors, 2) if dice.random() < share]

    alliances = frozenset(some(allied))
    wars = frozenset((a, b) if dice.random() < 0.5 else (b, a) for a, b in some(at_war))
    ready = [actor for actor in actors if dice.random() < mobilised]
    dice.shuffle(ready)
    return Outcome(alliances, wars, {actor: float(place) for place, actor in enumerate(ready)})
