"""The data of the model wwii against the record: what is set, what is said, and what must not be said."""

from datetime import date
from typing import Any

import pytest
from reading import (
    FORBIDDEN,
    PARTS,
    Model,
    check_figures_are_sourced,
    check_leaves_pacts_to_the_board,
    check_names_can_be_undone,
    check_names_only_what_is_listed,
    check_profile_is_short,
    check_says_nothing_forbidden,
    check_ties_are_sourced,
)

from mesa_war.families.nations.model import Nations
from mesa_war.families.nations.setting import NationsSetting

WWII = Model("wwii")
SETTING, TEXTS = WWII.setting, WWII.texts
POLAND: dict[str, Any] = SETTING["variants"]["poland"]
SETS = ("record", "paper")
CODES = ("GER", "JPN", "ITA", "HUN", "USA", "URS", "GBR", "CHN", "FRA")
KEYS = {**dict(zip(CODES, SETTING["actors"], strict=True)), "POL": "Poland"}
NINE = set(SETTING["actors"])


def load(*variants: str) -> NationsSetting:
    return NationsSetting.load(WWII.folder / "setting.toml", variants=variants)


def named(pairs: str) -> list[tuple[str, str]]:
    return [(KEYS[pair[:3]], KEYS[pair[4:]]) for pair in pairs.split()]


def unordered(pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in named(pairs)}


def test_actors_are_the_nine_with_the_letters_of_the_published_code_and_a_capital() -> None:
    names = "Germany, Japan, Italy, Hungary, United States, Soviet Union, Britain, China, France"
    assert ", ".join(SETTING["actors"]) == names
    for letter, actor in zip("GJIHARBCF", SETTING["actors"].values(), strict=True):
        assert actor["anonymous"] == f"Country {letter}"
        assert actor["capital"]["name"] in SETTING["names"]


def test_what_stood_on_the_eve() -> None:
    assert WWII.ties("war") == unordered("JPN-CHN")
    assert WWII.ties("alliance") == unordered("GER-ITA")
    assert WWII.ties("treaty") == unordered("GER-URS ITA-URS CHN-URS")
    assert WWII.ties("entente") == unordered("GER-JPN ITA-JPN GER-HUN ITA-HUN JPN-HUN GER-URS")
    standing_by = [tuple(tie["between"]) for tie in SETTING["ties"] if tie["relation"] == "patronage"]
    assert standing_by == named("GBR-FRA FRA-GBR")
    assert not WWII.ties("peace")
    assert SETTING["mobilised"] == [KEYS[key] for key in ("GER", "JPN", "CHN")]


def test_the_secret_protocol_is_the_only_secret_and_its_parties_alone_know_it() -> None:
    secret = [tie for tie in SETTING["ties"] if tie["known"] == "parties"]
    assert [(tie["relation"], *tie["between"]) for tie in secret] == [("entente", "Germany", "Soviet Union")]
    world = Nations("wwii", mind="wait", rng=1)
    for name, actor in world.seats.items():
        assert actor.board.tied("treaty", "Germany", "Soviet Union")
        assert actor.board.tied("entente", "Germany", "Soviet Union") is (name in {"Germany", "Soviet Union"})
    told = {path[0] for texts in TEXTS.values() for path, text in texts.items() if "secret protocol" in text}
    assert told == {"Germany", "Soviet Union"}
    assert not any("secret protocol" in text for text in TEXTS["no_pacts.en"].values())


def test_who_mobilised_before_the_start_is_known_to_all() -> None:
    world = Nations("wwii", mind="wait", rng=1, variants="poland")
    ready = {KEYS[key] for key in ("GER", "JPN", "CHN", "POL")}
    for actor in world.seats.values():
        assert {name for name in world.seats if actor.board.fact(name, "mobilised")} == ready


def test_rank_of_strength_follows_cinc_1938() -> None:
    for chosen in SETS:
        ranked = sorted(CODES, key=lambda key: -WWII.figures(KEYS[key], chosen)["cinc"])
        assert ranked == ["USA", "URS", "GER", "CHN", "GBR", "JPN", "FRA", "ITA", "HUN"]


def test_borders_and_rivalries() -> None:
    assert WWII.ties("border") == unordered("GER-FRA GER-ITA GER-HUN FRA-ITA URS-JPN URS-CHN JPN-CHN")
    assert WWII.ties("sea_border") == unordered("GBR-FRA GBR-GER")
    rivals = "FRA-GER GBR-URS CHN-URS CHN-JPN FRA-ITA GER-URS JPN-URS USA-JPN GBR-JPN USA-GER GBR-GER GBR-ITA"
    assert WWII.ties("rivalry") == unordered(rivals)
    assert all(tie["since"] < 1939 for tie in SETTING["ties"] if tie["relation"] == "rivalry")


def test_every_tie_is_sourced() -> None:
    check_ties_are_sourced(WWII, SETTING["ties"], NINE)
    check_ties_are_sourced(WWII, POLAND["ties_with"], NINE | {"Poland"})


OPTIONAL = {"mobilised", "tanks", "aircraft", "mobilization_days"}
WANTED = {"army", "navy", "population", "gdp", "iron_steel", "cinc"}


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("actor", KEYS.values())
def test_every_figure_is_sourced_and_none_is_of_a_later_year(actor: str, chosen: str) -> None:
    table = POLAND["set"]["actors"] if actor == "Poland" else SETTING["actors"]
    entries = table[actor]["figures"][chosen]
    check_figures_are_sourced(WWII, entries, {1938, 1939})
    assert set(entries) - OPTIONAL == WANTED
    assert ("mobilization_days" in entries) is (actor not in {"Japan", "China"})
    if "mobilised" in entries:
        assert entries["mobilised"]["value"] >= entries["army"]["value"]
    paper = {key for key, entry in entries.items() if entry["source"] == "REPO"}
    assert paper <= {"army", "mobilised", "navy", "population"}
    assert bool(paper) is (chosen == "paper" and actor != "Poland")


def test_figures_of_the_code_are_carried_as_printed() -> None:
    printed = {"GER": 18e6, "JPN": 120e6, "ITA": 0.45e6, "HUN": 0.4e6, "USA": 17.8e6, "URS": 34e6, "GBR": 5.5e6}
    for key, army in {**printed, "CHN": 5e6, "FRA": 0.15e6}.items():
        assert WWII.figures(KEYS[key], "paper")["army"] == army
    navies = {"GER": 14.4e6, "JPN": 1.2e6, "ITA": 0.7e6, "USA": 4.63e6, "URS": 0.4e6, "GBR": 1.3e6, "CHN": 3e4}
    for key, navy in {**navies, "FRA": 0.17e6}.items():
        assert WWII.figures(KEYS[key], "paper")["navy"] == navy


def test_words_are_complete_and_overlays_replace_only_what_exists() -> None:
    wanted: set[tuple[str, ...]] = {(actor, part) for actor in NINE for part in (*PARTS, "public")}
    wanted.add(("situation",))
    assert set(TEXTS["en"]) == wanted | {(f"trigger: {name}",) for name in SETTING["triggers"]}
    assert set(TEXTS) == {"en", "paper.en", "poland.en", "no_pacts.en"}
    assert set(TEXTS["paper.en"]) == wanted
    assert set(TEXTS["no_pacts.en"]) < wanted
    assert set(TEXTS["poland.en"]) == {("Poland", part) for part in (*PARTS, "public")}
    assert all(len(TEXTS[name]["situation",]) < 900 for name in ("en", "paper.en"))


@pytest.mark.parametrize("rule", FORBIDDEN)
@pytest.mark.parametrize("name", TEXTS)
def test_no_text_knows_the_future_or_writes_what_belongs_elsewhere(name: str, rule: str) -> None:
    check_says_nothing_forbidden(TEXTS[name], rule)


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_uses_an_adjective_of_a_nation_or_an_unlisted_name(name: str) -> None:
    check_names_only_what_is_listed(WWII, TEXTS[name])


def test_record_profiles_leave_pacts_to_the_board() -> None:
    for name in ("en", "poland.en", "no_pacts.en"):
        check_leaves_pacts_to_the_board(TEXTS[name])


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("name", ["en", "paper.en", "no_pacts.en"])
def test_every_placeholder_has_a_figure_and_profiles_are_short(name: str, chosen: str) -> None:
    for actor in NINE:
        check_profile_is_short(WWII, {**TEXTS["en"], **TEXTS[name]}, actor, chosen)


def test_names_are_a_bijection_and_can_be_undone() -> None:
    check_names_can_be_undone(WWII)


def test_triggers_name_actors_and_stay_on_the_scale() -> None:
    assert SETTING["trigger"] == "historical"
    assert {name: trigger["intensity"] for name, trigger in SETTING["triggers"].items()} == {
        "historical": 3,
        "invasion_of_france": 3,
        "none": 0,
    }
    for name, trigger in SETTING["triggers"].items():
        assert trigger["source"] in WWII.sources
        for effect in trigger["effects"]:
            assert {effect["a"], effect["b"]} <= NINE
            assert effect.get("weight", 1) <= trigger["intensity"]
        struck = [(e["a"], e["b"]) for e in trigger["effects"] if e["tie"] == "grievance" and e["weight"] == 3]
        assert struck == ([("France", "Germany")] if name == "invasion_of_france" else [])
    guarantors = [(e["tie"], e["a"], e["b"], e["weight"]) for e in SETTING["triggers"]["historical"]["effects"]]
    assert guarantors == [("grievance", nation, "Germany", 2) for nation in ("Britain", "France")]


OPENED = "JPN-CHN GBR-GER FRA-GER ITA-FRA ITA-GBR"
LATER = "GER-URS ITA-URS HUN-URS GBR-HUN JPN-USA JPN-GBR CHN-GER CHN-ITA GER-USA ITA-USA"
WARS = [*OPENED.split(), *LATER.split()]
AXIS = "GER-ITA GER-JPN ITA-JPN GER-HUN ITA-HUN JPN-HUN"
MOBILISED = {
    "JPN": date(1937, 7, 7),
    "CHN": date(1937, 7, 7),
    "GER": date(1939, 8, 26),
    "POL": date(1939, 8, 30),
    "GBR": date(1939, 9, 1),
    "FRA": date(1939, 9, 2),
    "URS": date(1939, 9, 7),
    "ITA": date(1940, 6, 10),
    "HUN": date(1941, 6, 27),
}
WINDOWS = {
    "record_1939_09_17": ("GER-ITA", 3, "JPN CHN GER GBR FRA URS"),
    "record_1940_06_10": ("GER-ITA GBR-FRA", 5, "JPN CHN GER GBR FRA URS ITA"),
    "record_1940_12_31": (AXIS, 5, "JPN CHN GER GBR FRA URS ITA"),
    "record_1941_12_11": (f"{AXIS} GBR-URS", 15, "JPN CHN GER GBR FRA URS ITA HUN USA"),
}


@pytest.mark.parametrize("truth", WINDOWS)
def test_truths_equal_the_record_up_to_their_date(truth: str) -> None:
    alliances, wars, mobilised = WINDOWS[truth]
    told = SETTING["truths"][truth]
    assert {frozenset(pair) for pair in told["alliances"]} == unordered(alliances)
    assert [tuple(pair) for pair in told["wars"]] == named(" ".join(WARS[:wars]))
    assert told["directed"] is True
    assert told["mobilised"] == [KEYS[key] for key in mobilised.split()]
    order = [[KEYS[key], day] for key, day in MOBILISED.items() if key in mobilised.split()]
    assert told["mobilization_order"] == order
    assert set(told["source"].split(";")) <= WWII.sources


def test_a_world_war_is_that_of_all_seven_powers_and_came_in_the_last_window_only() -> None:
    assert set(SETTING["powers"]) == {KEYS[key] for key in ("USA", "GBR", "FRA", "GER", "ITA", "URS", "JPN")}
    for truth, expected in zip(WINDOWS, (False, False, False, True), strict=True):
        wars = [set(pair) for pair in SETTING["truths"][truth]["wars"]]
        drawn_in = {name for pair in wars if pair <= set(SETTING["powers"]) for name in pair}
        assert (drawn_in == set(SETTING["powers"])) is expected


def test_variants_load_alone_and_together_and_change_what_they_say() -> None:
    for name in SETTING["variants"]:
        assert load(name).words.text("situation")
    blank = load("poland", "paper", "no_pacts", "no_standing_war")
    assert {tie.relation for tie in blank.ties} == {"entente", "patronage", "border", "sea_border", "rivalry"}
    assert all(tie.known == "everyone" for tie in blank.ties)
    assert blank.mobilised == ()
    assert blank.figure("Japan", "army") == 120e6
    assert blank.figure("Poland", "army") == load("poland").figure("Poland", "army")


@pytest.mark.parametrize("variants", ["", "poland"])
@pytest.mark.parametrize("trigger", SETTING["triggers"])
def test_a_run_starts_from_the_trigger_and_comes_to_its_end(trigger: str, variants: str) -> None:
    world = Nations("wwii", mind="wait", rng=1, trigger=trigger, variants=variants)
    while world.running:
        world.step()
    assert world.round == 10
    expected = {"historical": "GER-POL" if variants else "", "invasion_of_france": "GER-FRA", "none": ""}
    wars = {frozenset((a, b)) for a, b, _ in world.board.pairs("war")}
    assert wars == unordered(f"JPN-CHN {expected[trigger]}")
    assert world.scores()["this run"]["war_directed_precision"] == (1 if trigger != "invasion_of_france" else 1 / 2)


def test_parameters_of_the_doctrine_are_those_of_wwi() -> None:
    assert SETTING["doctrine"] == Model("wwi").setting["doctrine"]
