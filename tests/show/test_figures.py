"""Boards and time lines on paper: what is drawn, that it can be read, and that it is the same every time."""

import subprocess
import sys
import warnings
from collections.abc import Iterable
from datetime import date
from itertools import combinations, pairwise
from pathlib import Path

import matplotlib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch

from mesa_war.core.board import Board, Relation
from mesa_war.core.events import EVERYONE, NOBODY, Event, Fact, Move, Origin, Tie
from mesa_war.core.words import Words
from mesa_war.families.nations import picture
from mesa_war.families.nations.actions import published
from mesa_war.families.nations.model import Nations
from mesa_war.show.box import Box
from mesa_war.show.figures import board_figure, boards_figure, save
from mesa_war.show.fitting import apart, fit
from mesa_war.show.layout import arrange, distance
from mesa_war.show.legend import words_of
from mesa_war.show.letters import Letters
from mesa_war.show.marks import Mark, marks_of, slots_of
from mesa_war.show.moments import board_at, fresh
from mesa_war.show.routes import STEPS, routes
from mesa_war.show.strokes import SHADES
from mesa_war.show.timeline import timeline_figure

RELATIONS = (
    Relation("war", "", "x", "red", mutual=True),
    Relation("alliance", "", "&", "green", mutual=True),
    Relation("treaty", "", "o", "blue", mutual=True),
    Relation("peace", "", "~", "gold", mutual=True),
    Relation("trust", "", ">", "purple"),
    Relation("border", mutual=True),
)
PLACES = {"Britain": (51.5, -0.1), "France": (48.9, 2.3), "Serbia": (44.8, 20.5), "United States": (38.9, -77.0)}
HOSTILE = [
    "$x_{",
    "$\\frac{1}{2}$",
    "<script>alert(1)</script>",
    "]]>--><b>&amp;",
    "very long " * 60,
    "x" * 500,
    "大秦帝国与六国",
    "שלום עולם",
    "مصر العربية",
    "\u202eevil\x00\n\ttab\ud800",
    "\U00013000\U00012000",
    "",
]


def board_of(names: Iterable[str], *ties: Tie) -> Board:
    board = Board(RELATIONS)
    board.apply(Fact(name, "kind", "nation") for name in names)
    board.apply(ties)
    return board


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts]


def ways(figure: Figure, colour: str) -> list[Line2D]:
    """The edges of a colour without their pale bands; samples of the legend have fewer points."""
    return [
        line
        for line in figure.axes[0].lines
        if len(line.get_xdata()) == STEPS + 1
        and same_color(line.get_color(), SHADES.get(colour, colour))
        and line.get_alpha() == 1
    ]


def node_boxes(figure: Figure) -> list[FancyBboxPatch]:
    """Rounded boxes, those of the legend included."""
    return [
        patch
        for patch in figure.axes[0].patches
        if isinstance(patch, FancyBboxPatch) and "Round" in type(patch.get_boxstyle()).__name__
    ]


def assert_nothing_is_cut(figure: Figure) -> None:
    page = figure.bbox
    for artist in (*figure.axes[0].texts, *node_boxes(figure)):
        edges = artist.get_window_extent()
        inside = page.x0 <= edges.x0 and edges.x1 <= page.x1 and page.y0 <= edges.y0 and edges.y1 <= page.y1
        assert inside or not edges.width, artist


@pytest.fixture(scope="module")
def world() -> Nations:
    run = Nations(mind="random", rng=7, rounds=6)
    while run.running:
        run.step()
    return run


@pytest.fixture(scope="module")
def places(world: Nations) -> dict[str, tuple[float, float]]:
    return {name: (seat.capital.lat, seat.capital.lng) for name, seat in world.setting.actors.items() if seat.capital}


# -- one board ---------------------------------------------------------------------------------------------------------


def test_each_tie_is_one_way_in_its_colour_with_its_symbol() -> None:
    ties = (Tie("war", "Britain", "France"), Tie("war", "Serbia", "France"), Tie("alliance", "Britain", "Serbia"))
    figure = board_figure(board_of(PLACES, *ties, Tie("border", "Britain", "France")), PLACES, title="A board")
    assert len(ways(figure, "red")) == 2
    assert len(ways(figure, "green")) == 1
    assert len(ways(figure, "blue")) == len(ways(figure, "gold")) == len(ways(figure, "black")) == 0
    assert texts(figure).count("x") == 3  # two on the map, one in the legend
    assert texts(figure).count("&") == 2
    assert {"A board", "Britain", "at war", "military alliance", "peace agreement"} <= set(texts(figure))


def test_secret_is_dashed_new_is_thicker_and_mobilised_has_a_ring() -> None:
    board = board_of(PLACES, Tie("alliance", "Britain", "France"), Tie("war", "France", "Serbia"))
    plain = board_figure(board, PLACES)
    marked = board_figure(
        board,
        PLACES,
        dashed=frozenset({("alliance", "Britain", "France")}),
        fresh=frozenset({("war", "France", "Serbia")}),
        ringed=frozenset({"Serbia", "France"}),
    )
    assert [ways(figure, "green")[0].is_dashed() for figure in (plain, marked)] == [False, True]
    before, after = (ways(figure, "red")[0] for figure in (plain, marked))
    assert not after.is_dashed()
    assert after.get_linewidth() > before.get_linewidth()
    assert len(node_boxes(marked)) - len(node_boxes(plain)) == 2 + 2  # two rings, and the sample of the legend
    assert {"secret", "new this round", "mobilised"} <= set(texts(marked)) - set(texts(plain))


def test_relations_of_one_pair_run_side_by_side() -> None:
    board = board_of("AB", *(Tie(relation.name, "A", "B") for relation in RELATIONS))
    figure = board_figure(board, {})
    tops = {tuple(ways(figure, colour)[0].get_xydata()[STEPS // 2].round(3)) for colour in ("red", "green", "blue")}
    assert len(tops) == 3
    assert len(ways(figure, "gold")) == 1


def test_a_one_way_tie_ends_in_an_arrow_at_its_target() -> None:
    figure = board_figure(board_of("AB", Tie("trust", "B", "A")), {})
    arrows = [
        line
        for line in figure.axes[0].lines
        if same_color(line.get_markerfacecolor(), "purple") and len(line.get_xdata()) == 1
    ]
    where = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    on_the_map = [line for line in arrows if line.get_marker() == "^" and line.get_ydata()[0] > where["at war"][1] + 20]
    assert len(on_the_map) == 1
    assert on_the_map[0].get_ydata()[0] > (where["A"][1] + where["B"][1]) / 2  # A stands on top of the circle


def test_only_chosen_relations_kinds_and_words_are_drawn() -> None:
    board = board_of(PLACES, Tie("war", "Britain", "France"), Tie("alliance", "Britain", "Serbia"))
    board.apply([Fact("Herald", "kind", "press"), Tie("war", "Herald", "France")])
    captions = Words({("relations", "war"): "交战"}).over(words_of())
    figure = board_figure(board, PLACES, relations=RELATIONS[:1], kind="nation", words=captions, label=str.upper)
    assert len(ways(figure, "red")) == 1
    assert not ways(figure, "green")
    assert {"交战", "BRITAIN"} <= set(texts(figure))
    assert {"Herald", "HERALD", "military alliance", "Britain"} & set(texts(figure)) == set()


@pytest.mark.parametrize("number", [0, 1, 2, 13, 30])
@pytest.mark.parametrize("placed", [False, True])
def test_any_number_of_nodes_stands_apart_and_inside(number: int, placed: bool) -> None:
    names = [f"Nation {i}" for i in range(number)]
    ties = [Tie("war", a, b) for i, (a, b) in enumerate(combinations(names, 2)) if i % 11 == 0]
    where = {name: (40 + i % 5 * 3.1, i % 7 * 5.3) for i, name in enumerate(names)} if placed else {}
    figure = board_figure(board_of(names, *ties), where, title="Many")
    boxes = [patch.get_window_extent() for patch in node_boxes(figure)]
    assert len(boxes) == number
    assert len(ways(figure, "red")) == len(ties)
    assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert_nothing_is_cut(figure)


def test_a_real_run_is_legible(world: Nations, places: dict[str, tuple[float, float]]) -> None:
    figure = board_figure(
        world.board, places, dashed=picture.secret(world.board), ringed=picture.mobilised(world.board), title="After"
    )
    drawn = ("war", "alliance", "treaty", "peace")
    assert len(ways(figure, "red")) == sum(1 for _ in world.board.pairs("war")) > 3
    assert_nothing_is_cut(figure)
    sizes = dict.fromkeys(world.seats, (80.0, 20.0))
    frame = Box(240, 200, 480, 400)
    boxes = fit(arrange(list(world.seats), places), frame, sizes).boxes
    edges = [(name, a, b) for name in drawn for a, b, _ in world.board.pairs(name)]
    found = routes(edges, boxes, frame, 5)
    assert set(found) == set(edges)
    for route in found.values():
        assert not any(box.holds(route.sign) for box in boxes.values())
        assert frame.holds(route.sign)
    signs = [route.sign for route in found.values()]
    assert all(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 > 8 for a, b in combinations(signs, 2))


# -- where nodes stand -------------------------------------------------------------------------------------------------


def test_a_far_place_stands_in_a_band_with_its_distance_and_does_not_squeeze_the_rest() -> None:
    spots = arrange(list(PLACES), PLACES)
    assert {name: spot.side for name, spot in spots.items() if spot.side != "map"} == {"United States": "west"}
    assert spots["United States"].near == "Britain"
    assert spots["United States"].km == pytest.approx(5900, abs=20)
    sizes = dict.fromkeys(PLACES, (60.0, 20.0))
    far, home = (fit(arrange(names, PLACES), Box(0, 0, 480, 400), sizes) for names in (list(PLACES), list(PLACES)[:3]))
    assert 0.75 < far.scale / home.scale < 1
    assert far.bands["west"].holds((far.boxes["United States"].x, far.boxes["United States"].y))
    drawn = texts(board_figure(board_of(PLACES), PLACES))
    assert {"not to scale", "5,900 km from"} <= set(drawn)


def test_the_map_keeps_its_shape() -> None:
    boxes = fit(arrange(list(PLACES), PLACES), Box(0, 0, 480, 400), dict.fromkeys(PLACES, (10.0, 5.0))).boxes
    assert boxes["Britain"].x < boxes["France"].x < boxes["Serbia"].x
    assert boxes["Britain"].y > boxes["France"].y > boxes["Serbia"].y
    on_paper = [
        ((boxes[a].x - boxes[b].x) ** 2 + (boxes[a].y - boxes[b].y) ** 2) ** 0.5 / distance(PLACES[a], PLACES[b])
        for a, b in combinations(("Britain", "France", "Serbia"), 2)
    ]
    assert max(on_paper) / min(on_paper) < 1.05


def test_sides_and_nodes_without_a_place() -> None:
    around = {"Berlin": (52.5, 13.4), "Paris": (48.9, 2.3), "Rome": (41.9, 12.5), "Tokyo": (35.7, 139.7)}
    around |= {"Pretoria": (-25.7, 28.2), "Chongqing": (29.6, 106.5)}
    spots = arrange([*around, "The press"], around)
    assert {name: spot.side for name, spot in spots.items()} == {
        **dict.fromkeys(("Berlin", "Paris", "Rome"), "map"),
        "Tokyo": "east",
        "Chongqing": "east",
        "Pretoria": "south",
        "The press": "south",
    }
    assert spots["The press"].km == 0
    fitted = fit(spots, Box(0, 0, 480, 300), dict.fromkeys(spots, (60.0, 20.0)))
    assert set(fitted.bands) == {"east", "south"}
    assert fitted.boxes["Tokyo"].y > fitted.boxes["Chongqing"].y
    assert all(fitted.bands["south"].holds((fitted.boxes[n].x, fitted.boxes[n].y)) for n in ("Pretoria", "The press"))


def test_the_date_line_is_no_border() -> None:
    spots = arrange(["Suva", "Apia"], {"Suva": (-18.1, 178.4), "Apia": (-13.8, -171.8)})
    assert 0 < spots["Apia"].x - spots["Suva"].x < 1500


@given(st.lists(st.tuples(st.floats(-80, 80), st.floats(-180, 180)), min_size=1, max_size=9))
@settings(max_examples=40, deadline=None)
def test_any_places_fit_on_the_paper(found: list[tuple[float, float]]) -> None:
    where = {f"Nation {i}": place for i, place in enumerate(found)}
    frame = Box(0, 0, 480, 400)
    boxes = fit(arrange(list(where), where), frame, dict.fromkeys(where, (60.0, 20.0))).boxes
    assert set(boxes) == set(where)
    assert all(
        frame.holds((box.left, box.bottom), 0.01) and frame.holds((box.right, box.top), 0.01) for box in boxes.values()
    )


def test_boxes_that_would_touch_move_apart() -> None:
    room = Box(0, 0, 200, 200)
    moved = apart({name: Box(0, 0, 40, 20) for name in "ABCDE"}, dict.fromkeys("ABCDE", room), gap=5)
    for a, b in combinations(moved.values(), 2):
        assert abs(a.x - b.x) >= 44.9 or abs(a.y - b.y) >= 24.9


# -- hostile text, sameness --------------------------------------------------------------------------------------------


def test_hostile_names_are_drawn_as_text(tmp_path: Path) -> None:
    board = board_of(HOSTILE, *(Tie("war", a, b) for a, b in pairwise(HOSTILE)))
    move = Move(HOSTILE[0], "$a_{", {"target": HOSTILE[2]})
    told = (Event("", EVERYONE, move=move, id=(1, 1, 0)), Event("", EVERYONE, move=move, id=(1, 1, 1), failed=True))
    figures = [
        board_figure(board, {}, title="$\\alpha$ <script>"),
        boards_figure(board, {HOSTILE[2]: board}, {}, title="$x"),
        timeline_figure(told, lanes=HOSTILE, title="$_{^"),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for figure in figures:
            for suffix in ("png", "svg"):
                save(figure, tmp_path / f"hostile.{suffix}")
            assert "<script" not in (tmp_path / "hostile.svg").read_text(encoding="utf-8").lower()
            for text in figure.axes[0].texts:
                assert not text.get_parse_math()
                assert not text.get_usetex()
    drawn = texts(figures[0])
    assert {"$x_{", "$\\frac{1}{2}$", "שלום עולם", "evil tab", "□□", "·", "$\\alpha$ <script>"} <= set(drawn)
    assert max(map(len, drawn)) < 40


def test_fitting_text_counts_wide_signs_twice() -> None:
    letters = Letters()
    assert letters.fit("Austria-Hungary", 10, 2) == "Austria-\nHungary"
    if any("CJK" in name for name in letters.family):
        assert letters.fit("大秦帝国与六国", 8, 2) == "大秦帝国\n与六国"


def test_the_same_data_give_the_same_bytes_under_any_style(
    world: Nations, places: dict[str, tuple[float, float]], tmp_path: Path
) -> None:
    own = {name: actor.board for name, actor in world.seats.items()}

    def written(number: int) -> list[bytes]:
        figures = {
            "board": board_figure(world.board, places, title="Board"),
            "boards": boards_figure(world.board, own, places, dashed=picture.secret, difference=True),
            "time": timeline_figure(world.chronicle, acts=picture.ACTS, relations=RELATIONS),
        }
        paths = [tmp_path / f"{name}{number}.{suffix}" for name in figures for suffix in ("png", "svg")]
        for path in paths:
            save(figures[path.stem.rstrip("12")], path)
        return [path.read_bytes() for path in paths]

    first = written(1)
    strange = {"text.usetex": True, "lines.linewidth": 9, "font.size": 40, "savefig.bbox": "tight", "axes.grid": True}
    strange |= {
        "svg.fonttype": "none",
        "lines.linestyle": ":",
        "figure.dpi": 30,
        "lines.marker": "o",
        "font.weight": 900,
    }
    with matplotlib.rc_context(strange):
        second = written(2)
    assert first == second
    assert all(b"<dc:date>" not in data and b"Matplotlib" not in data[:2000] for data in first)


def test_pyplot_is_not_needed() -> None:
    code = (
        "import sys\n"
        "from mesa_war.core.board import Board\n"
        "import mesa_war.show.figures as figures, mesa_war.show.timeline as timeline\n"
        "assert 'matplotlib' not in sys.modules, 'imported at the top'\n"
        "figures.board_figure(Board(), {}); timeline.timeline_figure([])\n"
        "assert 'matplotlib.pyplot' not in sys.modules, 'pyplot'\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True).stderr == ""


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"board\.jpg: a figure is saved as \.png or \.svg"):
        save(board_figure(Board(), {}), tmp_path / "board.jpg")
    assert not list(tmp_path.iterdir())


# -- the truth and what each knows -------------------------------------------------------------------------------------


def test_boards_stand_side_by_side_at_the_same_positions() -> None:
    truth = board_of("ABC", Tie("war", "A", "B"), Tie("alliance", "B", "C"))
    own = {"A": board_of("ABC", Tie("war", "A", "B")), "B": truth, "C": board_of("ABC", Tie("peace", "A", "C"))}
    figure = boards_figure(truth, own, {}, label=str.lower)
    assert [text for text in texts(figure) if text.startswith(("The truth", "Known"))] == [
        "The truth",
        *(f"Known to {name}" for name in "abc"),
    ]
    assert [len(ways(figure, colour)) for colour in ("red", "green", "gold")] == [3, 2, 1]
    shapes = {tuple((way.get_xydata() - way.get_xydata()[0]).round(3).ravel()) for way in ways(figure, "red")}
    assert len(shapes) == 1
    assert texts(figure).count("a") == 4


def test_difference_shows_what_is_unknown_and_what_is_mistaken() -> None:
    truth = board_of("ABC", Tie("war", "A", "B"), Tie("alliance", "B", "C"))
    own = {"A": board_of("ABC", Tie("war", "A", "B")), "B": truth, "C": board_of("ABC", Tie("peace", "A", "C"))}
    plain, marked = (boards_figure(truth, own, {}, difference=difference) for difference in (False, True))
    faint = [line for line in ways(marked, "#a8a8a8") if line.is_dashed()]
    assert len(faint) == 1 + 2
    assert not ways(plain, "#a8a8a8")
    assert texts(marked).count("~?") == 1
    assert "~?" not in texts(plain)
    assert {"true, but not known to it", "believed, but not so"} <= set(texts(marked)) - set(texts(plain))


def test_what_is_secret_is_read_from_each_board(world: Nations, places: dict[str, tuple[float, float]]) -> None:
    board = world.game.board()
    board.apply(Fact(name, "kind", "nation") for name in world.seats)
    public = board.copy()
    board.apply([Tie("alliance", "Britain", "Serbia"), Fact("Serbia", "mobilised", True)])
    own = {"Serbia": board, "Russia": public}
    figure = boards_figure(board, own, places, dashed=picture.secret, ringed=picture.mobilised, difference=True)
    assert [way.is_dashed() for way in ways(figure, "green")] == [True, True]
    assert len(ways(figure, "#a8a8a8")) == 1
    assert_nothing_is_cut(figure)


# -- the nations' share ------------------------------------------------------------------------------------------------


def test_a_pact_is_secret_until_it_is_published(world: Nations) -> None:
    board = world.game.board()
    board.apply(
        [Tie("alliance", "Russia", "France"), Tie("peace", "Russia", "Serbia"), Tie("war", "Russia", "Britain")]
    )
    board.apply([Tie(published("peace"), "Russia", "Serbia")])
    assert picture.secret(board) == {("alliance", "France", "Russia")}
    assert picture.secret(board, ["peace"]) == frozenset()


def test_ringed_are_those_known_to_have_mobilised() -> None:
    board = board_of("ABC")
    board.apply([Fact("A", "mobilised", True), Fact("B", "mobilised", False)])
    assert picture.mobilised(board) == {"A"}


def test_the_record_is_counted_in_rounds_from_the_start() -> None:
    order = (("Serbia", date(1914, 7, 25)), ("Russia", date(1914, 6, 28)))
    found = picture.mobilizations_of(order, date(1914, 6, 28), 4)
    assert found == ((7.75, "mobilized", "Serbia"), (1.0, "mobilized", "Russia"))


def test_every_action_that_is_drawn_is_an_action(world: Nations) -> None:
    assert set(picture.ACTS) < set(world.rulebook)
    assert set(world.rulebook) - set(picture.ACTS) == {"wait", "send_message"}
    assert {relation for _, relation in picture.ACTS.values()} - {""} <= set(world.board.relations)


def test_boards_of_the_past_are_folds_of_the_chronicle(world: Nations) -> None:
    blank = world.game.board()
    assert board_at(world.chronicle, blank, 6) == world.board
    assert all(board_at(world.chronicle, blank, 6, name) == actor.board for name, actor in world.seats.items())
    assert blank == world.game.board()
    assert board_at(world.chronicle, blank, -1) == blank
    new = fresh(world.board, board_at(world.chronicle, blank, 5))
    last = [event for event in world.chronicle if event.time == 6]
    made = {effect.relation for event in last for effect in event.effects if isinstance(effect, Tie)}
    assert {name for name, _, _ in new} <= made
    assert new
    assert fresh(world.board, world.board) == frozenset()


# -- the time line -----------------------------------------------------------------------------------------------------


def event(
    index: int, actor: str, action: str, target: str = "", *, told: object = EVERYONE, failed: bool = False
) -> Event:
    move = Move(actor, action, {"target": target} if target else {})
    audience = ("A", "B", "C") if told == EVERYONE else told
    return Event("", audience, Origin.MIND, move, failed=failed, id=(1 + index // 10, 1, index % 10))  # type: ignore[arg-type]


EVENTS = [
    Event("The trigger.", ("A", "B", "C"), Origin.NATURE, id=(1, 0, 0)),
    event(1, "A", "mobilize"),
    event(2, "B", "declare_war", "C"),
    event(3, "A", "request_alliance", "B", told=("A", "B")),
    event(4, "C", "send_message", "A", told=("A", "C")),
    event(11, "B", "accept_alliance", "A", told=("A", "B")),
    event(12, "C", "request_peace", "B", told=("C",), failed=True),
    event(13, "C", "request_peace", "B", told=NOBODY, failed=True),
    event(21, "B", "publish_alliance", "A"),
    event(31, "A", "betray_alliance", "B"),
]


def test_marks_say_who_did_what_to_whom_and_who_knows() -> None:
    assert marks_of(EVENTS, picture.ACTS, "ABC") == [
        Mark(1, "outside"),
        Mark(1, "mobilized", "", "A"),
        Mark(1, "declared", "war", "B", "C"),
        Mark(1, "asked", "alliance", "A", "B", secret=True),
        Mark(2, "formed", "alliance", "B", "A", secret=True),
        Mark(2, "asked", "peace", "C", "B", secret=True, failed=True),
        Mark(3, "published", "alliance", "B", "A"),
        Mark(4, "betrayed", "alliance", "A", "B"),
    ]


def test_marks_of_one_round_never_cover_each_other() -> None:
    marks = [
        Mark(1, "declared", "war", "A", "C"),
        Mark(1, "mobilized", "", "B"),
        Mark(1, "asked", "peace", "D", "E"),
        Mark(1, "asked", "peace", "B", "D", failed=True),
        Mark(2, "mobilized", "", "B"),
        Mark(1, "outside"),
    ]
    assert slots_of(marks, "ABCDE") == [0, 1, 0, 2, 0, 3]


def test_the_time_line_draws_full_and_hollow_failed_and_past() -> None:
    past = [(2.5, "mobilized", "B"), (2.5, "mobilized", "Nobody"), (0, "mobilized", "A"), (99, "mobilized", "C")]
    figure = timeline_figure(EVENTS, acts=picture.ACTS, relations=RELATIONS, history=past, title="Time")
    drawn = texts(figure)
    assert {"Time", "A", "B", "C", "Round", "1", "2", "3", "4"} <= set(drawn)
    assert {"&?", "&!", "declares war", "asks for a pact", "known to its parties only", "in history"} <= set(drawn)
    assert {"before the run, in history", "later, in history"} <= set(drawn)
    assert "5" not in drawn
    spots = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 1]
    discs = [line for line in spots if same_color(line.get_markeredgecolor(), SHADES["green"])]
    hollow = [line for line in discs if same_color(line.get_markerfacecolor(), "white")]
    assert len(hollow) == 1 + 2  # asked; formed, on both lanes
    joins = [line for line in figure.axes[0].lines if same_color(line.get_color(), SHADES["green"])]
    assert [line.is_dashed() for line in joins if len(line.get_xdata()) == 2] == [True, True, False, False]
    red = [line for line in figure.axes[0].lines if same_color(line.get_color(), SHADES["red"])]
    assert [len(line.get_xdata()) for line in red if line.get_marker() in ("", "None")] == [2]
    assert_nothing_is_cut(figure)


def test_time_goes_from_left_to_right_and_lanes_keep_their_order() -> None:
    figure = timeline_figure(EVENTS, acts=picture.ACTS, relations=RELATIONS, lanes="CAB")
    where = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    assert where["C"][1] > where["A"][1] > where["B"][1]
    assert where["1"][0] < where["2"][0] < where["3"][0] < where["4"][0]


def test_a_lane_grows_heavy_from_mobilization_on() -> None:
    quiet, armed = (timeline_figure(EVENTS[n:], acts=picture.ACTS, lanes="ABC") for n in (2, 0))
    heavy = [[line for line in f.axes[0].lines if same_color(line.get_color(), "#8c8c8c")] for f in (quiet, armed)]
    assert [len(lines) for lines in heavy] == [0, 1]


def test_a_family_without_a_table_of_acts_is_drawn_too() -> None:
    figure = timeline_figure([event(1, "A", "whisper", "B", told=("A", "B")), event(2, "B", "shout")])
    assert {"whisper", "shout", "W", "S"} <= set(texts(figure))


def test_no_events_and_many_events_make_a_page() -> None:
    empty = timeline_figure([], title="Nothing")
    assert "Nothing" in texts(empty)
    long = timeline_figure(
        [event(10 * i + j, "ABC"[j % 3], "declare_war", "ABC"[(j + 1) % 3]) for i in range(300) for j in range(5)],
        acts=picture.ACTS,
        relations=RELATIONS,
    )
    assert max(long.get_size_inches()) < 31
    assert_nothing_is_cut(long)


def test_a_whole_run_makes_a_legible_time_line(world: Nations) -> None:
    figure = timeline_figure(
        world.chronicle, acts=picture.ACTS, relations=world.game.relations, lanes=list(world.seats)
    )
    assert set(world.seats) <= set(texts(figure))
    assert texts(figure).count("x") == 1 + sum(
        event.move is not None and event.move.action == "declare_war" and not event.failed for event in world.chronicle
    )
    assert_nothing_is_cut(figure)
