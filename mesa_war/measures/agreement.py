"""How far an outcome agrees with the truth: blocs as partitions, wars and mobilizations as sets, and their order."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from math import log, nan

from mesa_war.measures.outbreak import Outcome, Pair, Truth, outbreak, require_known, undirected


def blocs(actors: Iterable[str], alliances: Iterable[Pair]) -> tuple[frozenset[str], ...]:
    """Splits the actors into blocs: the ally of an ally is an ally (connected components).

    Args:
        actors: everybody; who has no ally is a bloc of one.
        alliances: pairs of actors, direction ignored.

    Returns:
        The blocs, in the order of their alphabetically first members.

    Raises:
        ValueError: if an alliance names somebody who is not an actor, or joins an actor to itself.
    """
    import networkx as nx

    everybody = frozenset(actors)
    pairs = undirected(alliances)
    require_known((name for pair in pairs for name in pair), everybody, "An alliance")
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(everybody)
    graph.add_edges_from(pairs)
    return tuple(sorted((frozenset(bloc) for bloc in nx.connected_components(graph)), key=min))


@dataclass(frozen=True, slots=True)
class PartitionScore:
    """Agreement of two partitions, found U and true V, of the same n actors.

    Attributes:
        ami: adjusted mutual information, (MI - E[MI]) / ((H(U) + H(V)) / 2 - E[MI]); at most 1, about 0 by chance, may
            be negative.
        ari: adjusted Rand index, the same correction of the count of pairs on which both agree; -0.5 to 1.
        nmi: normalised mutual information, MI / ((H(U) + H(V)) / 2); 0 to 1, not corrected for chance.
        mi: raw mutual information in nats, H(V) - H(V|U); 0 to `mi_ceiling`.
        mi_ceiling: H(V), the entropy of the true partition in nats; 0 to ln n.
    """

    ami: float
    ari: float
    nmi: float
    mi: float
    mi_ceiling: float


def compare_partitions(
    actors: Iterable[str], alliances: Iterable[Pair], truth_alliances: Iterable[Pair]
) -> PartitionScore:
    """Compares the blocs that two lists of alliances make.

    Raw MI, the score of Hua et al. (2023, arXiv 2311.17227), rewards fragments: splitting a found bloc can only lower
    H(V|U), so "no alliances at all" reaches the ceiling, as a perfect match does. E[MI] of AMI, and the expectation in
    ARI, are taken over random relabellings that keep the sizes of the blocs, and give such a split nothing.

    Edge cases: equal partitions have AMI = ARI = NMI = 1, trivial ones included. If just one of the two is trivial
    (a single bloc, or only blocs of one), AMI and ARI are 0 up to rounding: of a trivial truth they only tell whether
    it was met exactly.

    Sources: Vinh, Epps & Bailey (2010), JMLR 11, 2837-2854 (AMI, with the arithmetic mean of the entropies); Hubert &
    Arabie (1985), Journal of Classification 2, 193-218 (ARI).

    Raises:
        ValueError: if there are no actors, or an alliance names somebody who is not one or joins an actor to itself.
    """
    from sklearn import metrics

    everybody = sorted(set(actors))
    if not everybody:
        raise ValueError("No actors were given; blocs need at least one.")
    true_blocs = blocs(everybody, truth_alliances)
    found, true = _labels(everybody, blocs(everybody, alliances)), _labels(everybody, true_blocs)
    shares = [len(bloc) / len(everybody) for bloc in true_blocs]
    return PartitionScore(
        ami=float(metrics.adjusted_mutual_info_score(true, found)),
        ari=float(metrics.adjusted_rand_score(true, found)),
        nmi=float(metrics.normalized_mutual_info_score(true, found)),
        mi=float(metrics.mutual_info_score(true, found)),
        mi_ceiling=sum(share * log(1 / share) for share in shares),
    )


def _labels(actors: list[str], parts: tuple[frozenset[str], ...]) -> list[int]:
    number = {actor: index for index, part in enumerate(parts) for actor in part}
    return [number[actor] for actor in actors]


@dataclass(frozen=True, slots=True)
class SetScore[T: (str, Pair)]:
    """Agreement of a found set with the true one; all numbers lie between 0 and 1.

    Attributes:
        hits: found and true, sorted, like the next two.
        missed: true but not found.
        spurious: found but not true.
        precision: hits / found.
        recall: hits / true.
        f1: 2 hits / (found + true).
        jaccard: hits / (found or true).
    """

    hits: tuple[T, ...]
    missed: tuple[T, ...]
    spurious: tuple[T, ...]
    precision: float
    recall: float
    f1: float
    jaccard: float


def compare_sets[T: (str, Pair)](found: Iterable[T], truth: Iterable[T]) -> SetScore[T]:
    """Compares two sets of names, or of pairs.

    Edge cases: two empty sets agree, all four numbers are 1; if just one is empty, all four are 0, so that finding
    nothing is never called precise.
    """
    here, there = frozenset(found), frozenset(truth)
    hits = len(here & there)

    def share(part: float, whole: int) -> float:
        return part / whole if whole else float(here == there)

    return SetScore(
        hits=tuple(sorted(here & there)),
        missed=tuple(sorted(there - here)),
        spurious=tuple(sorted(here - there)),
        precision=share(hits, len(here)),
        recall=share(hits, len(there)),
        f1=share(2 * hits, len(here) + len(there)),
        jaccard=share(hits, len(here | there)),
    )


def order_agreement(found_order: Mapping[str, float], truth_order: Mapping[str, float]) -> tuple[float, int]:
    """Compares two orders in time of the items that both know: Kendall's tau-b, which allows for ties.

    tau-b = (P - Q) / sqrt((P + Q + X) (P + Q + Y)): P pairs in the same order, Q in opposite order, X and Y tied in one
    order only. Source: Kendall (1945), Biometrika 33, 239-251.

    Args:
        found_order: item to time; only the order of the times matters.
        truth_order: item to time, not necessarily in the same unit.

    Returns:
        tau, -1 to 1, and the number of items in common. tau is nan where there is no order to compare: fewer than two
        items in common, or all of them at one time in either order.
    """
    from scipy.stats import kendalltau

    common = sorted(found_order.keys() & truth_order.keys())
    if len(common) < 2:
        return nan, len(common)
    tau = kendalltau([found_order[item] for item in common], [truth_order[item] for item in common]).statistic
    return float(tau), len(common)


def score(outcome: Outcome, truth: Truth) -> dict[str, float]:
    """Scores an outcome aspect by aspect; the keys are column names of result tables and stay.

    Returns:
        `alliance_*`: see `PartitionScore`. `war_*`: precision, recall, f1 and jaccard of the pairs at war, and
        `war_directed_*` of who declared on whom; `mobilization_jaccard`; `mobilization_tau`, nan without an order.
        What the truth does not know (directions, who mobilised) scores nan;
        `world_war`: 1 if the outcome is a world war, else 0, whatever the truth was.

    Raises:
        ValueError: if the outcome names somebody who is not among the actors of the truth.
    """
    require_known(outcome.names, truth.actors, "The outcome")
    real = truth.outcome
    done, known = outcome.mobilised or {}, real.mobilised
    alliances = asdict(compare_partitions(truth.actors, outcome.alliances, real.alliances))
    return {
        **{f"alliance_{name}": value for name, value in alliances.items()},
        **_rates("war", undirected(outcome.wars), undirected(real.wars)),
        **_rates("war_directed", outcome.wars, real.wars, known=truth.directed),
        "mobilization_jaccard": compare_sets(done, known).jaccard if known is not None else nan,
        "mobilization_tau": order_agreement(done, known)[0] if known is not None else nan,
        "world_war": float(outbreak(outcome.wars, truth.powers)),
    }


def _rates(prefix: str, found: Collection[Pair], truth: Collection[Pair], *, known: bool = True) -> dict[str, float]:
    compared = compare_sets(found, truth)
    rates = ("precision", "recall", "f1", "jaccard")
    return {f"{prefix}_{name}": getattr(compared, name) if known else nan for name in rates}


def errors(outcome: Outcome, truth: Truth) -> dict[str, tuple[Pair, ...] | tuple[str, ...]]:
    """Lists what an outcome missed and what it made up.

    Alliances are compared tie by tie: one inside a true bloc that is not itself in the truth is listed as spurious,
    though it changes no bloc. A war declared by the wrong side stands in both directed lists and in no undirected one.

    Returns:
        `alliances`, `wars` (undirected), `wars_directed` and `mobilizations`, each with `_missed` and `_spurious`.

    Raises:
        ValueError: if the outcome names somebody who is not among the actors of the truth.
    """
    require_known(outcome.names, truth.actors, "The outcome")
    real = truth.outcome
    pairs = {
        "alliances": compare_sets(outcome.alliances, real.alliances),
        "wars": compare_sets(undirected(outcome.wars), undirected(real.wars)),
        "wars_directed": compare_sets(outcome.wars, real.wars),
    }
    names = compare_sets(
        outcome.mobilised or {}, real.mobilised if real.mobilised is not None else outcome.mobilised or {}
    )
    listed: dict[str, tuple[Pair, ...] | tuple[str, ...]] = {}
    for aspect, compared in pairs.items():
        listed |= {f"{aspect}_missed": compared.missed, f"{aspect}_spurious": compared.spurious}
    return listed | {"mobilizations_missed": names.missed, "mobilizations_spurious": names.spurious}
