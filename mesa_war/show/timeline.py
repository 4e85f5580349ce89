"""A run as a time line: a lane for each actor, and between the lanes who did what to whom, round by round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, floor
from typing import TYPE_CHECKING

from mesa_war.core.board import Relation
from mesa_war.core.events import Event
from mesa_war.core.words import Words
from mesa_war.show.box import Box, Point
from mesa_war.show.legend import ROW, Entry, caption, draw_legend, rows, words_of
from mesa_war.show.letters import Letters
from mesa_war.show.marks import (
    GLYPHS,
    PLAIN,
    RADIUS,
    Acts,
    Mark,
    draw_break,
    draw_head,
    draw_mark,
    draw_past,
    marks_of,
    slots_of,
)
from mesa_war.show.sheet import GREY, PALE, Sheet
from mesa_war.show.strokes import Look, looks, sign_disc

if TYPE_CHECKING:
    from matplotlib.figure import Figure

type Past = tuple[float, str, str]
"""What happened in history: time, kind of act, actor."""

MARGIN, HEAD, AXIS = 12.0, 24.0, 30.0
SAMPLE = 14.0
LANE, SLOT = 25.0, 12.0
"""Points between lanes, and between acts of one round that can't stand above one another."""
LEAST, NARROW, WIDEST = 22.0, 504.0, 2160.0
"""The least width of a round; the least width of a figure, and the greatest, beyond which rounds are squeezed."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Marks, and where lanes and rounds lie on the paper: rounds are columns of one width, acts stand in slots."""

    marks: Sequence[Mark]
    slots: Sequence[int]
    lanes: Mapping[str, float]
    left: float
    column: float
    first: int
    count: int

    def x(self, time: float) -> float:
        """Where a time lies; a whole number is the beginning of a round."""
        return self.left + (time - self.first) * self.column

    @property
    def right(self) -> float:
        """The end of the last round."""
        return self.x(self.first + self.count)

    def beyond(self, time: float) -> int:
        """-1 for a time before the first round, 1 for one after the last, else 0."""
        return -1 if time < self.first else 1 if time > self.first + self.count else 0

    def within(self, time: float) -> float:
        """The time, or the end of the paper nearest to it."""
        return min(max(time, self.first), self.first + self.count)

    def placed(self) -> list[tuple[Mark, float]]:
        """The marks, each with its place across the paper."""
        depth: dict[int, int] = {}
        for mark, slot in zip(self.marks, self.slots, strict=True):
            depth[floor(mark.time)] = max(depth.get(floor(mark.time), 0), slot + 1)
        return [
            (mark, self.x(floor(mark.time)) + self.column * (slot + 0.5) / depth[floor(mark.time)])
            for mark, slot in zip(self.marks, self.slots, strict=True)
        ]


def timeline_figure(
    events: Iterable[Event],
    *,
    acts: Acts | None = None,
    relations: Iterable[Relation] = (),
    lanes: Sequence[str] | None = None,
    label: Callable[[str], str] = str,
    history: Iterable[Past] | None = None,
    title: str = "",
    words: Words | None = None,
) -> "Figure":
    """The acts of a run over its rounds.

    Acts of one round are simultaneous; where they would cover each other they stand side by side in its column. Marks
    of acts not everybody learned of are hollow and their lines dashed; acts that came to nothing are small and grey.
    A lane grows heavy when its actor has mobilised.

    Args:
        acts: what is drawn, action -> kind of act and relation; each action as a kind of its own when None.
        relations: give colours and symbols to what acts concern.
        lanes: the actors from the top; all that act or are told of anything, by name, when None.
        label: how a name is shown.
        history: (time, kind of act, actor) of the record, drawn hollow and grey below the lane; what lies before the
            run or long after it is an arrow head at the edge.
        words: captions; the English ones when None.
    """
    known, past = list(events), list(history or ())
    names = list(lanes) if lanes is not None else _lanes_of(known)
    marks, letters = marks_of(known, acts, names), Letters()
    drawn, captions = looks(relations), words or words_of()
    shown = {name: letters.fit(label(name), 20) for name in names}
    chart = _chart(marks, shown, _rounds(known, past), captions.text("timeline", "round"), letters)
    return _draw(chart, shown, drawn, past, captions, title)


def _lanes_of(events: Iterable[Event]) -> list[str]:
    """All who act or are told of anything."""
    return sorted({name for event in events for name in (*event.audience, *([event.move.actor] if event.move else []))})


def _rounds(events: Iterable[Event], past: Iterable[Past]) -> tuple[int, int]:
    """The first round, and how many there are: those of the run, and some of history that do not squeeze the run."""
    times = [event.time for event in events if event.id and event.time > 0]
    first = floor(min(times, default=1))
    count = floor(max(times, default=first)) - first + 1
    most = first + max(2 * count, 12)
    return first, max(count, *(floor(time) - first + 1 for time, _, _ in past if time < most), 1)


def _chart(
    marks: Sequence[Mark], shown: Mapping[str, str], rounds: tuple[int, int], axis: str, letters: Letters
) -> Chart:
    """Lanes counted up from zero, rounds as wide as the busiest one needs."""
    slots = slots_of(marks, list(shown))
    left = MARGIN + max(letters.size_of(text, 9)[0] for text in (axis, *shown.values())) + 10
    column = max(LEAST, SLOT * (max(slots, default=0) + 1) + 4)
    room = (NARROW - left - MARGIN, WIDEST - left - MARGIN)
    column = min(max(column, room[0] / rounds[1]), room[1] / rounds[1])
    lanes = {name: LANE * (len(shown) - place - 0.5) for place, name in enumerate(shown)}
    return Chart(marks, slots, lanes, left, column, *rounds)


def _draw(
    chart: Chart, shown: Mapping[str, str], drawn: Mapping[str, Look], past: Sequence[Past], words: Words, title: str
) -> "Figure":
    """The whole figure: title, lanes, rounds, marks, legend."""
    letters, width = Letters(), chart.right + MARGIN
    legend = rows(_entries(chart, drawn, words, past), width - 2 * MARGIN, letters)
    foot = MARGIN + ROW * len(legend) + 4
    high = LANE * len(shown)
    sheet = Sheet(width, foot + AXIS + high + 14 + HEAD, letters)
    heading = letters.cut(title, width - 2 * MARGIN, 11, "bold")
    sheet.write(MARGIN, foot + AXIS + high + 14 + HEAD / 2, heading, size=11, weight="bold", align="left")
    body = sheet.moved(0, foot + AXIS)
    _draw_rounds(body, chart, high, words)
    _draw_lanes(body, chart, shown)
    for mark, x in chart.placed():
        draw_mark(body, mark, drawn.get(mark.relation), x, chart.lanes)
    for time, kind, name in past:
        if name in chart.lanes:
            draw_past(body, (chart.x(chart.within(time)), chart.lanes[name]), kind, chart.beyond(time))
    draw_legend(sheet, legend, MARGIN, foot - 4)
    return sheet.figure


def _draw_rounds(sheet: Sheet, chart: Chart, high: float, words: Words) -> None:
    """Columns of rounds, every other one shaded, with their numbers below."""
    every = ceil(16 / chart.column)
    for number in range(chart.count):
        x = chart.x(chart.first + number)
        if number % 2 == 0:
            sheet.box(Box(x + chart.column / 2, high / 2, chart.column, high + 8), fill="#f4f4f4", edge="none", layer=0)
        if number % every == 0:
            sheet.write(x + chart.column / 2, -11, str(chart.first + number), size=8.5, colour=GREY)
    sheet.write(
        chart.left - 10,
        -11,
        sheet.letters.fit(words.text("timeline", "round"), 16),
        size=8.5,
        colour=GREY,
        align="right",
    )


def _draw_lanes(sheet: Sheet, chart: Chart, shown: Mapping[str, str]) -> None:
    """The lanes with their names, heavy from where something lasting begins."""
    lasting: dict[str, float] = {}
    for mark, x in chart.placed():
        if GLYPHS.get(mark.kind, PLAIN).lasting and not mark.failed:
            lasting.setdefault(mark.a, x)
    for name, y in chart.lanes.items():
        sheet.line([(chart.left, y), (chart.right, y)], colour="#cfcfcf", width=0.8, layer=1)
        if name in lasting:
            sheet.line([(lasting[name], y), (chart.right, y)], colour="#8c8c8c", width=3, layer=1.1)
        sheet.write(chart.left - 10, y, shown[name], size=9, align="right")


def _entries(chart: Chart, drawn: Mapping[str, Look], words: Words, past: Sequence[Past]) -> list[Entry]:
    """The legend: relations and kinds of act that occur, then what full, hollow, small and grey mean."""
    marks = chart.marks
    kinds = {mark.kind: mark.relation for mark in reversed(marks) if not mark.failed}
    told = {relation for kind, relation in kinds.items() if GLYPHS.get(kind, PLAIN).alone}
    named = [name for name in drawn if name not in told and any(mark.relation == name for mark in marks)]
    found = [Entry(caption(words, "relations", name), partial(_sign, drawn[name]), SAMPLE) for name in named]
    for kind in (*(kind for kind in GLYPHS if kind in kinds), *sorted(kinds.keys() - GLYPHS.keys())):
        look = drawn.get(kinds[kind])
        grey = look if look is None or kinds[kind] in told else replace(look, colour=GREY)
        wide = SAMPLE + 14 if GLYPHS.get(kind, PLAIN).broken else SAMPLE
        found.append(Entry(caption(words, "timeline", kind), partial(_head, kind, grey), wide))
    edges = [chart.beyond(time) for time, _, name in past if name in chart.lanes]
    marked = {
        "public": (any(mark.b and not mark.secret for mark in marks), partial(_disc, GREY)),
        "private": (any(mark.secret for mark in marks), partial(_disc, "white")),
        "failed": (any(mark.failed for mark in marks), partial(_small, "o", PALE)),
        "history": (any(not beyond for beyond in edges), partial(_small, "^", "white")),
        "earlier": (-1 in edges, partial(_small, "<", "white")),
        "later": (1 in edges, partial(_small, ">", "white")),
    }
    texts = ((words.text("timeline", key), sample) for key, (there, sample) in marked.items() if there)
    return found + [Entry(text, sample, SAMPLE) for text, sample in texts]


def _sign(look: Look, sheet: Sheet, at: Point) -> None:
    sign_disc(sheet, at, look.sign, look.colour, RADIUS, full=True)


def _head(kind: str, look: Look | None, sheet: Sheet, at: Point) -> None:
    broken = GLYPHS.get(kind, PLAIN).broken
    middle = (at[0] - 7, at[1]) if broken else at
    draw_head(sheet, middle, kind, look)
    if broken:
        sheet.line([middle, (at[0] + 13, at[1])], colour=GREY)
        draw_break(sheet, (at[0] + 5, at[1]), flat=True)


def _disc(fill: str, sheet: Sheet, at: Point) -> None:
    sheet.spot(*at, "o", size=2 * RADIUS, fill=fill, edge=GREY, layer=4)


def _small(shape: str, fill: str, sheet: Sheet, at: Point) -> None:
    sheet.spot(*at, shape, size=5.5, fill=fill, edge=GREY if fill == "white" else "white", layer=4)
