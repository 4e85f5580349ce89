"""One board as it is drawn: what is on it, where it stands, and by what hand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from mesa_war.core.words import Words
from mesa_war.show.box import Box, Point
from mesa_war.show.fitting import Fitted, fit
from mesa_war.show.layout import Spot
from mesa_war.show.legend import Entry, caption
from mesa_war.show.letters import Letters
from mesa_war.show.routes import Edge, Route, routes
from mesa_war.show.sheet import GREY, INK, Sheet
from mesa_war.show.strokes import RADIUS, Known, Look, Stroke, draw_edge

type Names = frozenset[str]
type Edges = frozenset[Edge]

SIZE = 9.0
"""Points of the letters at which lines and signs have their full width."""
RING = 2.6
"""Points between the outline of a node and the ring of a mobilised one."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What one picture of a board shows.

    Attributes:
        edges: the ties, each known, unknown or mistaken.
        dashed, fresh: edges that are secret, and that are new.
        ringed: nodes with a second outline.
        owner: whose board it is; that node is drawn dark.
    """

    edges: Mapping[Edge, Known]
    dashed: Edges = frozenset()
    fresh: Edges = frozenset()
    ringed: Names = frozenset()
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """How all pictures of a figure are drawn: where, in what looks, under what names, in letters of what size.

    Attributes:
        line: the most letters in a line of a name.
        to_scale: the spots are places on a map; else they may be stretched to fill the frame.
        brief: distances are given without saying from where.
    """

    spots: Mapping[str, Spot]
    looks: Mapping[str, Look]
    label: Callable[[str], str]
    words: Words
    letters: Letters
    size: float
    line: int
    to_scale: bool
    brief: bool = False

    def name(self, node: str) -> str:
        """The name as drawn, in up to two lines, short ones where the node stands in a band."""
        return self.letters.fit(self.label(node), self.line if self.spots[node].side == "map" else 10, 2) or "·"

    def note(self, node: str) -> str:
        """How far away a far node is; empty for the others."""
        spot = self.spots[node]
        if not spot.km:
            return ""
        words = {"km": f"{two_digits(spot.km):,}", "near": self.label(spot.near)}
        return self.letters.fit(self.words.say("board", "far, short" if self.brief else "far", **words), 13, 3)

    @property
    def sizes(self) -> dict[str, tuple[float, float]]:
        """Width and height of every node with its name, its note and a ring."""
        return {node: self._room(node) for node in self.spots}

    def fit(self, frame: Box) -> Fitted:
        """Every node's box inside a frame."""
        return fit(self.spots, frame, self.sizes, gap=self.size, stretch=not self.to_scale)

    def _room(self, node: str) -> tuple[float, float]:
        wide, high = self.letters.size_of(self.name(node), self.size)
        if note := self.note(node):
            note_wide, note_high = self.letters.size_of(note, NOTE * self.size)
            wide, high = max(wide, note_wide), high + note_high + 0.45 * self.size
        return wide + self.size + 2 * RING, high + 0.85 * self.size + 2 * RING


NOTE = 0.8
"""Size of the letters of notes, in sizes of those of names."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where everything stands in one frame: the nodes, the bands, the ways of all edges that may appear."""

    fitted: Fitted
    ways: Mapping[Edge, Route]


def stage(hand: Hand, edges: Iterable[Edge], frame: Box) -> Stage:
    """Place the nodes and the edges in a frame."""
    fitted = hand.fit(frame)
    return Stage(fitted, routes(edges, fitted.boxes, frame, RADIUS * hand.size / SIZE))


def draw_scene(sheet: Sheet, scene: Scene, stage: Stage, hand: Hand) -> None:
    """One board: bands, edges, nodes."""
    for side, band in stage.fitted.bands.items():
        sheet.box(band, fill="#f5f5f5", edge="#bdbdbd", width=0.6, dashed=True, layer=1)
        if any(spot.side == side and spot.km for spot in hand.spots.values()):
            caption = hand.letters.fit(hand.words.text("board", "not to scale"), 24)
            sheet.write(band.x, band.top - hand.size, caption, size=NOTE * hand.size, colour=GREY, layer=1.1)
    for edge, known in scene.edges.items():
        draw_edge(
            sheet,
            stage.ways[edge],
            hand.looks[edge[0]],
            hand.size / SIZE,
            secret=edge in scene.dashed,
            new=edge in scene.fresh,
            known=known,
        )
    for node, box in stage.fitted.boxes.items():
        _draw_node(sheet, box.grown(-RING), node, scene, hand)


def _draw_node(sheet: Sheet, box: Box, node: str, scene: Scene, hand: Hand) -> None:
    dark = node == scene.owner
    outline(sheet, box, dark=dark, ringed=node in scene.ringed)
    note, ink = hand.note(node), "white" if dark else INK
    high = hand.letters.size_of(note, NOTE * hand.size)[1] + 0.45 * hand.size if note else 0.0
    sheet.write(box.x, box.y + high / 2, hand.name(node), size=hand.size, colour=ink)
    if note:
        low = box.bottom + 0.42 * hand.size + (high - 0.45 * hand.size) / 2
        sheet.write(box.x, low, note, size=NOTE * hand.size, colour=ink if dark else GREY)


def outline(sheet: Sheet, box: Box, *, dark: bool = False, ringed: bool = False) -> None:
    """The shape of a node; a second, heavy outline where it is ringed."""
    if ringed:
        sheet.box(box.grown(RING - 0.3), fill="white", edge=INK, width=1.5, round=5.4, layer=4.8)
    sheet.box(box, fill="#3a3a3a" if dark else "white", edge=INK, width=0.7, round=3, layer=5)


def entries(hand: Hand, scenes: Iterable[Scene]) -> list[Entry]:
    """The legend: every relation, and those of the other marks that occur."""
    pictures = list(scenes)
    found = [Entry(caption(hand.words, "relations", name), partial(_sample, look)) for name, look in hand.looks.items()]
    plain = Look("", GREY, Stroke(1.4), mutual=True)
    edges = {edge for scene in pictures for edge in scene.edges}
    known = {state for scene in pictures for state in scene.edges.values()}
    marks = {
        "secret": (any(edges & scene.dashed for scene in pictures), partial(_sample, plain, secret=True)),
        "new": (any(edges & scene.fresh for scene in pictures), partial(_sample, plain, new=True)),
        "unknown": ("unknown" in known, partial(_sample, plain, known="unknown")),
        "mistaken": ("mistaken" in known, partial(_sample, replace(plain, sign="?"))),
        "mobilised": (any(scene.ringed for scene in pictures), partial(_sample_node, ringed=True)),
        "owner": (any(scene.owner is not None for scene in pictures), partial(_sample_node, dark=True)),
    }
    found += [Entry(hand.words.text("board", mark), sample) for mark, (there, sample) in marks.items() if there]
    return found


def _sample(
    look: Look, sheet: Sheet, at: Point, *, secret: bool = False, new: bool = False, known: Known = "known"
) -> None:
    ends = tuple((at[0] + 1.5 * step, at[1]) for step in range(-10, 11))
    draw_edge(sheet, Route(ends, ends, at), look, 0.9, secret=secret, new=new, known=known)


def _sample_node(sheet: Sheet, at: Point, *, dark: bool = False, ringed: bool = False) -> None:
    outline(sheet, Box(at[0], at[1], 18, 7), dark=dark, ringed=ringed)


def two_digits(km: float) -> int:
    """A distance rounded to two digits, as an atlas gives it."""
    return int(float(f"{km:.1e}"))
