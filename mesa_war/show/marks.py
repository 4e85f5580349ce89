"""Acts as marks on a time line: what they are, which can stand above one another, and how each is drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor

from mesa_war.core.events import Event, Origin
from mesa_war.show.box import Point
from mesa_war.show.sheet import GREY, INK, PALE, Sheet
from mesa_war.show.strokes import Look, arrow_head, sign_disc

type Acts = Mapping[str, tuple[str, str]]
"""Action -> kind of act and the relation it concerns, which may be empty."""

OUTSIDE = "outside"
"""The kind of what happens without anybody's doing, such as a trigger."""
RADIUS = 5.0


@dataclass(frozen=True, slots=True)
class Mark:
    """One act: when, of what kind, about which relation, by whom, to whom (empty where to nobody in particular)."""

    time: float
    kind: str
    relation: str = ""
    a: str = ""
    b: str = ""
    secret: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """How a kind of act is drawn.

    Attributes:
        after: added to the symbol of the relation.
        arrow: the line to the other lane ends in an arrow; else both lanes have a disc.
        heavy: a thick line.
        broken: two short strokes part the line beside the disc.
        alone: no other kind concerns its relation, so that it shows the colour of the relation in the legend.
        shape: a matplotlib marker that stands for the disc.
        lasting: the lane of the actor grows heavy from then on.
    """

    after: str = ""
    arrow: bool = True
    heavy: bool = False
    broken: bool = False
    alone: bool = False
    shape: str = ""
    lasting: bool = False


PLAIN = Glyph()
GLYPHS: Mapping[str, Glyph] = {
    "mobilized": Glyph(shape="^", lasting=True),
    "declared": Glyph(heavy=True, alone=True),
    "asked": Glyph(after="?"),
    "refused": Glyph(after="–"),
    "formed": Glyph(arrow=False),
    "published": Glyph(after="!", arrow=False),
    "betrayed": Glyph(broken=True),
    OUTSIDE: Glyph(shape="v"),
}
"""By kind of act; other kinds are drawn as PLAIN."""


def marks_of(events: Iterable[Event], acts: Acts | None, lanes: Sequence[str]) -> list[Mark]:
    """The marks of events, in order: acts that are drawn, and what came from outside after the start.

    An act of which only the omniscient log knows is left out where it came to nothing: its actor has been told already.
    """
    found, rows = [], set(lanes)
    for event in events:
        move = event.move
        if move is None:
            if event.origin is Origin.NATURE and event.time > 0 and rows <= set(event.audience):
                found.append(Mark(event.time, OUTSIDE))
            continue
        kind, relation = acts.get(move.action, ("", "")) if acts is not None else (move.action, "")
        if not kind or move.actor not in rows or (event.failed and not event.audience):
            continue
        target = move.target if move.target in rows else ""
        secret = not rows <= set(event.audience)
        found.append(Mark(event.time, kind, relation, move.actor, target or "", secret, event.failed))
    return found


def slots_of(marks: Sequence[Mark], lanes: Sequence[str]) -> list[int]:
    """For each mark the first slot of its round in which it covers no earlier mark of that round."""
    place = {name: number for number, name in enumerate(lanes)}
    taken: dict[tuple[int, int], list[tuple[int, int]]] = {}
    slots = []
    for mark in marks:
        ends = sorted(place[name] for name in (mark.a, mark.b) if name) or [0, len(lanes)]
        low, high = ends[0], ends[0] if mark.failed else ends[-1]
        slot = 0
        while any(a <= high and low <= b for a, b in taken.get((floor(mark.time), slot), ())):
            slot += 1
        taken.setdefault((floor(mark.time), slot), []).append((low, high))
        slots.append(slot)
    return slots


def draw_mark(sheet: Sheet, mark: Mark, look: Look | None, x: float, lanes: Mapping[str, float]) -> None:
    """A mark at its place: the disc in its actor's lane, the line to the other's."""
    if mark.kind == OUTSIDE:
        top, bottom = max(lanes.values(), default=0.0) + 14, min(lanes.values(), default=0.0) - 9
        sheet.line([(x, top), (x, bottom)], colour=GREY, width=0.9, dashes=(1.2, 1.8), layer=2)
        sheet.spot(x, top, GLYPHS[OUTSIDE].shape, size=7, fill=GREY, edge=GREY, layer=4)
        return
    start = (x, lanes[mark.a])
    if mark.failed:
        sheet.spot(*start, "o", size=4.2, fill=PALE, edge="white", width=0.6, layer=4)
        return
    glyph, colour = GLYPHS.get(mark.kind, PLAIN), look.colour if look else INK
    if mark.b:
        _join(sheet, start, (x, lanes[mark.b]), glyph, colour, secret=mark.secret)
        if not glyph.arrow:
            draw_head(sheet, (x, lanes[mark.b]), mark.kind, look, secret=mark.secret)
    draw_head(sheet, start, mark.kind, look, secret=mark.secret)


def _join(sheet: Sheet, start: Point, end: Point, glyph: Glyph, colour: str, *, secret: bool) -> None:
    width = 1.9 if glyph.heavy else 1.0
    sheet.line([start, end], colour=colour, width=width, dashes=(3.2 / width, 2 / width) if secret else (), layer=2.5)
    if glyph.broken:
        draw_break(sheet, (start[0], start[1] + (11 if end[1] > start[1] else -11)))
    if glyph.arrow:
        arrow_head(sheet, end, start, colour, 7.5 if glyph.heavy else 5.5)


def draw_head(sheet: Sheet, at: Point, kind: str, look: Look | None, *, secret: bool = False) -> None:
    """The disc or shape of an act: full where all know of it, hollow where not."""
    glyph, colour = GLYPHS.get(kind, PLAIN), look.colour if look else INK
    if glyph.shape:
        sheet.spot(*at, glyph.shape, size=8.5, fill="white" if secret else colour, edge=colour, layer=4)
        return
    sign = (look.sign if look else kind[:1].upper()) + glyph.after
    sign_disc(sheet, at, sign, colour, RADIUS, full=not secret)


def draw_break(sheet: Sheet, at: Point, *, flat: bool = False) -> None:
    """The two strokes of a broken line, which is upright or flat."""
    for low, colour, width in ((-1.3, INK, 1.1), (1.3, INK, 1.1), (0.0, "white", 1.5)):
        ends = [(at[0] + low + x, at[1] + y) if flat else (at[0] + y, at[1] + low + x) for x, y in STROKE]
        sheet.line(ends, colour=colour, width=width, layer=2.7)


STROKE = ((-1.6, -3.6), (1.6, 3.6))


def draw_past(sheet: Sheet, at: Point, kind: str, beyond: int) -> None:
    """What happened in history, hollow and grey, just below a lane; an arrow head where it lies beyond the paper."""
    shape = {-1: "<", 0: GLYPHS.get(kind, PLAIN).shape or "D", 1: ">"}[beyond]
    sheet.spot(at[0], at[1] - 9.5, shape, size=6, fill="white", edge=GREY, layer=3.5)
