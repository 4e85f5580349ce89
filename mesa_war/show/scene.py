"""One board as it is drawn: what is on it, and by what hand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from mesa_war.core.words import Words
from mesa_war.show.layout import Fitted, Spot, fit
from mesa_war.show.legend import Entry
from mesa_war.show.routes import Edge, Route, routes
from mesa_war.show.sheet import GREY, INK, Box, Letters, Point, Sheet
from mesa_war.show.strokes import Known, Look, Stroke, draw_edge

type Names = frozenset[str]
type Edges = frozenset[Edge]


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
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """How all pictures of a figure are drawn: positions, looks, names, size of letters in points."""

    spots: Mapping[str, Spot]
    looks: Mapping[str, Look]
    label: Callable[[str], str]
    words: Words
    letters: Letters
    size: float
    line: int
    notes: bool = True

    def name(self, node: str) -> str:
        """The name as drawn, in up to two lines."""
        return self.letters.fit(self.label(node), self.line, 2)

    def note(self, node: str) -> str:
        """How far away a far node is; empty for the others."""
        spot = self.spots[node]
        if not spot.km:
            return ""
        key = "far" if self.notes else "far, short"
        return self.words.say("board", key, km=f"{two_digits(spot.km):,}", near=self.letters.fit(self.label(spot.near), 24))


def draw_scene(sheet: Sheet, frame: Box, scene: Scene, hand: Hand) -> None:
    """One board inside a frame."""
    sizes = {node: _room(node, hand) for node in hand.spots}
    fitted = fit(hand.spots, frame, sizes)
    _draw_bands(sheet, fitted, hand)
    radius = 0.62 * hand.size
    ways: dict[Edge, Route] = routes(scene.edges, fitted.boxes, frame, radius)
    for edge, known in scene.edges.items():
        draw_edge(
            sheet,
            ways[edge],
            hand.looks[edge[0]],
            radius,
            secret=edge in scene.dashed,
            new=edge in scene.fresh,
            known=known,
        )
    for node, box in fitted.boxes.items():
        _draw_node(sheet, box, node, scene, hand)


def _room(node: str, hand: Hand) -> tuple[float, float]:
    """Width and height of a node with its name and note."""
    wide, high = hand.letters.size_of(hand.name(node), hand.size)
    note = hand.note(node)
    if note:
        wide = max(wide, hand.letters.size_of(note, 0.8 * hand.size)[0])
        high += 1.15 * hand.size
    return wide + hand.size, high + 0.8 * hand.size


def _draw_node(sheet: Sheet, box: Box, node: str, scene: Scene, hand: Hand) -> None:
    dark = node == scene.owner
    outline(sheet, box, dark=dark, ringed=node in scene.ringed)
    note = hand.note(node)
    rise = 0.55 * hand.size if note else 0.0
    ink = "white" if dark else INK
    sheet.write(box.x, box.y + rise, hand.name(node), size=hand.size, colour=ink)
    if note:
        lower = box.bottom + 0.75 * hand.size
        sheet.write(box.x, lower, note, size=0.8 * hand.size, colour=ink if dark else GREY)


def outline(sheet: Sheet, box: Box, *, dark: bool = False, ringed: bool = False) -> None:
    """The shape of a node; a second, heavy outline where it is ringed."""
    if ringed:
        sheet.box(box.grown(2.4), fill="white", edge=INK, width=1.5, round=5.4, layer=4.8)
    sheet.box(box, fill="#3a3a3a" if dark else "white", edge=INK, width=0.7, round=3, layer=5)


def _draw_bands(sheet: Sheet, fitted: Fitted, hand: Hand) -> None:
    for side, band in fitted.bands.items():
        sheet.box(band, fill="#f1f1f1", edge="#b5b5b5", width=0.6, dashed=True, layer=1)
        if any(spot.side == side and spot.km for spot in hand.spots.values()):
            caption = hand.letters.fit(hand.words.text("board", "not to scale"), 30)
            sheet.write(band.x, band.bottom + hand.size, caption, size=0.8 * hand.size, colour=GREY, layer=1.1)


def entries(hand: Hand, scenes: Iterable[Scene]) -> list[Entry]:
    """The legend: every relation, and those of the other marks that occur."""
    pictures = list(scenes)
    found = [Entry(_caption(hand.words, "relations", name), partial(_sample, look)) for name, look in hand.looks.items()]
    plain = Look("", GREY, Stroke(1.4), mutual=True)
    edges = {edge for scene in pictures for edge in scene.edges}
    known = {state for scene in pictures for state in scene.edges.values()}
    marks = {
        "secret": (any(edges & scene.dashed for scene in pictures), partial(_sample, plain, secret=True)),
        "new": (any(edges & scene.fresh for scene in pictures), partial(_sample, plain, new=True)),
        "unknown": ("unknown" in known, partial(_sample, plain, known="unknown")),
        "mistaken": ("mistaken" in known, partial(_sample, replace(plain, sign="?"))),
        "mobilised": (any(scene.ringed for scene in pictures), partial(_sample_node, ringed=True)),
        "owner": (any(scene.owner for scene in pictures), partial(_sample_node, dark=True)),
    }
    found += [Entry(hand.words.text("board", mark), sample) for mark, (there, sample) in marks.items() if there]
    return found


def _caption(words: Words, section: str, name: str) -> str:
    """The caption of a name; the name itself where the words are silent."""
    return words.text(section, name) if (section, name) in words else name.replace("_", " ")


def _sample(
    look: Look, sheet: Sheet, at: Point, *, secret: bool = False, new: bool = False, known: Known = "known"
) -> None:
    ends = tuple((at[0] + 1.5 * step, at[1]) for step in range(-10, 11))
    draw_edge(sheet, Route(ends, at), look, 5, secret=secret, new=new, known=known)


def _sample_node(sheet: Sheet, at: Point, *, dark: bool = False, ringed: bool = False) -> None:
    outline(sheet, Box(at[0], at[1], 18, 7), dark=dark, ringed=ringed)


def two_digits(km: float) -> int:
    """A distance rounded to two digits, as an atlas gives it."""
    return int(float(f"{km:.1e}"))
