"""The data of the model warring_states: years before our era, what is set, what is said, and what must not be said."""

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

from mesa_war.families.nations.calendar import day_number
from mesa_war.families.nations.model import Nations
from mesa_war.families.nations.outcome import truth
from mesa_war.families.nations.picture import picture
from mesa_war.families.nations.setting import NationsSetting

STATES = Model("warring_states")
SETTING, TEXTS = STATES.setting, STATES.texts
SEVEN = ["Qin", "Chu", "Qi", "Yan", "Zhao", "Wei", "Han"]


def load(*variants: str) -> NationsSetting:
    return NationsSetting.load(STATES.folder / "setting.toml", variants=variants)


def named(pairs: str) -> list[tuple[str, ...]]:
    return [tuple(pair.split("-")) for pair in pairs.split()]


def unordered(pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in named(pairs)}


def test_actors_are_the_seven_with_the_letters_of_the_published_code_and_a_capital() -> None:
    assert list(SETTING["actors"]) == SEVEN
    for letter, actor in zip("QCBYZWH", SETTING["actors"].values(), strict=True):
        assert actor["anonymous"] == f"Country {letter}"
        assert actor["capital"]["name"] in SETTING["names"]
    assert SETTING["powers"] == SEVEN


def test_the_start_is_a_year_before_our_era_and_ten_rounds_are_ten_years() -> None:
    setting = load()
    assert setting.start == -403
    assert day_number(-393) - day_number(-403) == pytest.approx(10 * setting.days_per_round, abs=1)


def test_ties_are_one_league_a_ring_of_neighbours_and_inherited_quarrels() -> None:
    assert STATES.ties("alliance") == unordered("Han-Zhao Zhao-Wei Wei-Han")
    neighbours = (
        "Qin-Wei Qin-Han Qin-Chu Wei-Han Wei-Zhao Han-Zhao Wei-Qi Zhao-Qi Zhao-Yan Qi-Yan Chu-Han Chu-Wei Chu-Qi"
    )
    assert STATES.ties("border") == unordered(neighbours)
    assert STATES.ties("rivalry") == unordered("Qin-Wei Chu-Wei Chu-Han Qi-Zhao Qi-Wei")
    assert {tie["relation"] for tie in SETTING["ties"]} == {"alliance", "border", "rivalry"}
    assert STATES.ties("rivalry") <= STATES.ties("border")
    assert all(tie["since"] < -403 for tie in SETTING["ties"] if "since" in tie)
    check_ties_are_sourced(STATES, SETTING["ties"], set(SEVEN))


@pytest.mark.parametrize("actor", SEVEN)
def test_every_figure_is_sourced_of_the_year_of_the_start_and_an_estimate(actor: str) -> None:
    entries = SETTING["actors"][actor]["figures"]["record"]
    assert set(entries) == {"army", "population", "mobilization_days"}
    check_figures_are_sourced(STATES, entries, {-403})
    assert {entry["confidence"] for entry in entries.values()} == {"L"}
    assert entries["army"]["value"] < 0.1 * entries["population"]["value"]


def test_figures_are_those_of_the_facts() -> None:
    armies = {"Qin": 1e5, "Chu": 2e5, "Qi": 1.5e5, "Yan": 5e4, "Zhao": 1e5, "Wei": 1.5e5, "Han": 6e4}
    people = {"Qin": 3.5e6, "Chu": 5e6, "Qi": 3.5e6, "Yan": 1.5e6, "Zhao": 2.5e6, "Wei": 3e6, "Han": 1.5e6}
    for actor in SEVEN:
        figures = STATES.figures(actor, "record")
        assert (figures["army"], figures["population"]) == (armies[actor], people[actor])


def test_words_are_complete_and_the_published_profiles_lack_only_morale() -> None:
    wanted: set[tuple[str, ...]] = {(actor, part) for actor in SEVEN for part in (*PARTS, "public")}
    wanted.add(("situation",))
    assert set(TEXTS["en"]) == wanted | {(f"trigger: {name}",) for name in SETTING["triggers"]}
    assert set(TEXTS["paper.en"]) == {path for path in wanted if path[-1] != "morale"}
    assert set(TEXTS) == {"en", "paper.en"}
    assert all(len(texts["situation",]) < 900 for texts in TEXTS.values())


@pytest.mark.parametrize("rule", FORBIDDEN)
@pytest.mark.parametrize("name", TEXTS)
def test_no_text_knows_the_future_or_writes_what_belongs_elsewhere(name: str, rule: str) -> None:
    check_says_nothing_forbidden(TEXTS[name], rule)


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_uses_another_spelling_or_an_unlisted_name(name: str) -> None:
    check_names_only_what_is_listed(STATES, TEXTS[name])
    check_leaves_pacts_to_the_board(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_every_placeholder_has_a_figure_and_profiles_are_short(name: str) -> None:
    for actor in SEVEN:
        check_profile_is_short(STATES, {**TEXTS["en"], **TEXTS[name]}, actor, "record")


def test_names_are_a_bijection_and_can_be_undone() -> None:
    check_names_can_be_undone(STATES)


def test_no_trigger_hurts_anybody() -> None:
    assert (SETTING["trigger"], set(SETTING["triggers"])) == ("historical", {"historical", "paper", "none"})
    for trigger in SETTING["triggers"].values():
        assert (trigger["intensity"], trigger["effects"]) == (0, [])
        assert set(trigger["source"].split(";")) <= STATES.sources


FIRST = "Qin-Wei Wei-Chu Han-Chu Zhao-Chu"
WINDOWS = {
    "record_394": (
        "Han-Zhao Zhao-Wei Wei-Han",
        FIRST,
        {"Qin": -401, "Wei": -401, "Han": -400, "Zhao": -400, "Chu": -400},
    ),
    "record_386": (
        "Han-Zhao Wei-Han",
        f"{FIRST} Qin-Han Qi-Wei Wei-Zhao",
        {"Qin": -401, "Wei": -401, "Han": -400, "Zhao": -400, "Chu": -400, "Qi": -390},
    ),
    "conquest_221": ("", "Qin-Han Qin-Zhao Qin-Wei Qin-Chu Qin-Yan Qin-Qi", {}),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_truths_equal_the_record(name: str) -> None:
    alliances, wars, mobilised = WINDOWS[name]
    told = load().truths[name]
    assert {frozenset(pair) for pair in told.alliances} == unordered(alliances)
    assert list(told.wars) == named(wars)
    assert told.directed
    assert dict(told.mobilization_order) == mobilised
    assert told.mobilised == (tuple(mobilised) or None), "unknown is not nobody"
    assert set(told.source.split(";")) <= STATES.sources
    strangers = {frozenset(pair) for pair in told.wars} - STATES.ties("border")
    assert strangers == (unordered("Qin-Zhao Qin-Yan Qin-Qi") if name == "conquest_221" else unordered("Zhao-Chu"))


def test_years_are_put_in_order_and_drawn_in_rounds() -> None:
    setting = load()
    against = truth(setting)
    assert against is not None
    times = against.outcome.mobilised
    assert times["Qin"] == times["Wei"] < times["Han"] == times["Zhao"] == times["Chu"]
    drawn = {name: time for time, _, name in picture(setting).history}
    assert drawn == pytest.approx({"Qin": 3, "Wei": 3, "Han": 4, "Zhao": 4, "Chu": 4}, abs=0.01)


def test_variants_load_and_change_what_they_say() -> None:
    assert not {tie.relation for tie in load("no_pacts").ties} & {"alliance", "treaty", "peace"}
    assert load("paper").words.text("Qin", "policy") != load().words.text("Qin", "policy")
    assert load("paper").words.text("Qin", "morale") == load().words.text("Qin", "morale")


def test_parameters_of_the_doctrine_are_those_of_wwi_but_for_what_the_age_changes() -> None:
    age = {"standing": 0.25, "distant": 0.4, "reliability": 0.5, "weariness": 0.25, "capability": {"army": 1.0}}
    own = {"engagement", "resolve"}
    shared = {key: value for key, value in Model("wwi").setting["doctrine"].items() if key not in own}
    assert SETTING["doctrine"] == {**shared, **age}
    assert all(SETTING["doctrine"][key] != shared[key] for key in age)


@pytest.mark.parametrize("mind", ["doctrine", "random"])
def test_a_run_comes_to_its_end_and_is_scored(mind: str) -> None:
    world = Nations("warring_states", mind=mind, rng=3)
    while world.running:
        world.step()
    assert (world.round, set(world.seats)) == (10, set(SEVEN))
    scores = world.scores()
    assert scores["nothing happens"]["war_jaccard"] == 0
    assert scores["everyone fights"]["war_recall"] == 1
    assert set(scores["this run"]) == set(scores["random"])


def test_a_prompt_shows_labels_and_no_plain_name() -> None:
    world = Nations("warring_states", mind="random", rng=1)
    for texts in TEXTS.values():
        hidden = "\n".join(world.naming.show(text) for text in texts.values())
        assert "Country Q" in hidden
        assert [name for name in STATES.labels if f" {name} " in hidden] == []
