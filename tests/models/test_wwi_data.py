"""The data of the model wwi against the record: what is set, what is said, and what must not be said."""

from datetime import date
from itertools import permutations, product

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

WWI = Model("wwi")
SETTING, TEXTS = WWI.setting, WWI.texts
OVERLAYS = ("history_removed.en", "us_morale.en", "us_policy.en")
WORDS = ("en", "paper.en", *OVERLAYS)
SETS = ("record", "paper")
KEYS = dict(zip(("GBR", "FRA", "GER", "AUH", "RUS", "SRB", "USA", "OTT"), SETTING["actors"], strict=True))
ties, figures = WWI.ties, WWI.figures


def named(pairs: str) -> list[tuple[str, ...]]:
    return [tuple(KEYS[key] for key in pair.split("-")) for pair in pairs.split()]


def unordered(pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in named(pairs)}


def test_formal_alliances_at_the_start_are_two_and_one_entente() -> None:
    assert ties("alliance") == unordered("GER-AUH FRA-RUS")
    assert ties("entente") == unordered("GBR-FRA")
    assert not ties("treaty") | ties("peace") | ties("war")


def test_rank_of_strength_follows_cinc_1913() -> None:
    for chosen in SETS:
        ranked = sorted(KEYS, key=lambda key: -figures(KEYS[key], chosen)["cinc"])
        assert ranked == ["USA", "GER", "RUS", "GBR", "FRA", "AUH", "OTT", "SRB"]


def test_borders_and_rivalries_are_those_of_the_data_sets() -> None:
    assert ties("border") == unordered("FRA-GER GER-AUH GER-RUS AUH-RUS AUH-SRB RUS-OTT")
    assert ties("sea_border") == unordered("GBR-FRA GBR-GER")
    rivals = "FRA-AUH RUS-OTT FRA-GER AUH-RUS GBR-RUS SRB-OTT USA-GER GER-RUS GBR-GER AUH-SRB"
    assert ties("rivalry") == unordered(rivals)
    assert all(tie["since"] < 1914 for tie in SETTING["ties"] if tie["relation"] == "rivalry")


def test_every_tie_names_two_actors_its_source_and_who_knows_it() -> None:
    check_ties_are_sourced(WWI, SETTING["ties"], set(SETTING["actors"]))


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("actor", KEYS.values())
def test_every_figure_has_source_year_unit_and_confidence(actor: str, chosen: str) -> None:
    entries = SETTING["actors"][actor]["figures"][chosen]
    optional = {"manufacturing_share"} if actor in {"Serbia", "Ottoman Empire"} else set()
    wanted = {"army", "mobilised", "navy", "population", "gdp", "gdp_share", "cinc", "mobilization_days"}
    assert set(entries) == (wanted | {"manufacturing_share"}) - optional
    check_figures_are_sourced(WWI, entries, {1913, 1914})
    assert entries["mobilised"]["value"] >= entries["army"]["value"]


def test_actors_have_the_papers_letters_and_a_capital() -> None:
    names = "Britain, France, German Empire, Austria-Hungary, Russia, Serbia, United States, Ottoman Empire"
    assert ", ".join(SETTING["actors"]) == names
    for letter, actor in zip("BFPARSUO", SETTING["actors"].values(), strict=True):
        assert actor["anonymous"] == f"Country {letter}"
        assert actor["capital"]["name"] in SETTING["names"]
        assert set(actor["capital"]) == {"name", "lat", "lng"}


def test_both_profile_sets_are_complete_and_overlays_replace_only_what_exists() -> None:
    wanted: set[tuple[str, ...]] = {(actor, part) for actor in KEYS.values() for part in (*PARTS, "public")}
    wanted.add(("situation",))
    triggers = {(f"trigger: {name}",) for name in SETTING["triggers"]}
    assert set(TEXTS["en"]) == wanted | triggers
    assert set(TEXTS["paper.en"]) == wanted
    assert all(set(TEXTS[name]) < wanted for name in OVERLAYS)
    assert set(TEXTS) == set(WORDS)


@pytest.mark.parametrize("rule", FORBIDDEN)
@pytest.mark.parametrize("name", WORDS)
def test_no_text_knows_the_future_or_writes_what_belongs_elsewhere(name: str, rule: str) -> None:
    check_says_nothing_forbidden(TEXTS[name], rule)


@pytest.mark.parametrize("name", WORDS)
def test_no_text_uses_an_adjective_of_a_nation_or_an_unlisted_name(name: str) -> None:
    check_names_only_what_is_listed(WWI, TEXTS[name], also=("GDP",))


def test_record_profiles_leave_pacts_to_the_board() -> None:
    check_leaves_pacts_to_the_board(TEXTS["en"])


@pytest.mark.parametrize("chosen", SETS)
def test_every_placeholder_has_a_figure_and_profiles_are_short(chosen: str) -> None:
    for actor, name in product(KEYS.values(), WORDS):
        check_profile_is_short(WWI, {**TEXTS["en"], **TEXTS[name]}, actor, chosen)
    assert all(len(TEXTS[name]["situation",]) < 900 for name in WORDS[:2])


@pytest.mark.parametrize(("words", "chosen"), [("en", "record"), ("paper.en", "paper")])
def test_superlatives_stand_where_the_figures_put_them(words: str, chosen: str) -> None:
    said = {actor: WWI.render(TEXTS[words][actor, "military"], actor, chosen).splitlines() for actor in KEYS.values()}
    found = {(actor, "Fleet" in line) for actor, lines in said.items() for line in lines if "largest of all" in line}
    assert found == {("Russia", False), ("Britain", True)}


def test_names_are_a_bijection_and_can_be_undone() -> None:
    check_names_can_be_undone(WWI)
    names = [*WWI.labels, *WWI.labels.values()]
    assert [(one, other) for one, other in permutations(names, 2) if one in other] == []


def test_triggers_name_actors_and_stay_on_the_scale() -> None:
    intensity = {"historical": 3, "none": 0, "naval_incident": 2, "strait_clash": 3, "paper": 3}
    assert set(SETTING["triggers"]) == set(intensity)
    for name, trigger in SETTING["triggers"].items():
        heaviest = max((effect["weight"] for effect in trigger["effects"]), default=0)
        assert heaviest == trigger["intensity"] == intensity[name]
        assert all({effect["a"], effect["b"]} <= set(KEYS.values()) for effect in trigger["effects"])


MOBILISED = {"SRB": (7, 25), "RUS": (7, 30), "AUH": (7, 31), "FRA": (8, 1), "GER": (8, 1), "OTT": (8, 2), "GBR": (8, 3)}
WARS = "AUH-SRB GER-RUS GER-FRA GBR-GER AUH-RUS SRB-GER FRA-AUH GBR-AUH"
TREATIES = "GER-AUH FRA-RUS GER-OTT"
BLOCS = "GBR-FRA RUS-SRB AUH-GER RUS-FRA OTT-GER"


@pytest.mark.parametrize(
    ("truth", "alliances", "wars", "directed"),
    [
        ("record_0804", TREATIES, WARS[: 4 * 8 - 1], True),
        ("record_0806", TREATIES, WARS[: 6 * 8 - 1], True),
        ("record_0812", TREATIES, WARS, True),
        ("paper_text", BLOCS, "AUH-SRB RUS-AUH GER-SRB RUS-GER FRA-GER", False),
        ("paper_code", BLOCS, "AUH-SRB RUS-AUH GER-RUS GER-FRA GBR-GER", False),
    ],
)
def test_truths_equal_the_record_and_the_papers_lists(truth: str, alliances: str, wars: str, directed: bool) -> None:
    told = SETTING["truths"][truth]
    assert {frozenset(pair) for pair in told["alliances"]} == unordered(alliances)
    assert [tuple(pair) for pair in told["wars"]] == named(wars)
    assert told["directed"] is directed
    assert set(told["mobilised"]) == {KEYS[key] for key in MOBILISED}
    order = [[KEYS[key], date(1914, *day)] for key, day in MOBILISED.items()]
    assert told["mobilization_order"] == (order if directed else [])


def test_defaults_and_variants_name_what_exists() -> None:
    assert SETTING["start"] == date(1914, 6, 28)
    assert SETTING["trigger"] in SETTING["triggers"]
    assert SETTING["truth"] in SETTING["truths"]
    assert set(SETTING["powers"]) == {KEYS[key] for key in ("GBR", "FRA", "RUS", "GER", "AUH")}
    for variant in SETTING["variants"].values():
        assert variant.get("figures", "record") in SETS
        assert "words" not in variant or f"{variant['words']}.en" in WORDS
        for scaled in variant.get("scale", []):
            assert set(scaled["figures"]) <= set(figures(scaled["actor"], "record"))
        for relation, *pair in variant.get("ties_without_between", []):
            assert frozenset(pair) in ties(relation)
        assert "ties_without" not in variant or any(map(ties, variant["ties_without"]))
