"""The data of the model wwi against the record: what is set, what is said, and what must not be said."""

import re
import tomllib
from datetime import date
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

FOLDER = Path(__file__).parents[2] / "models" / "wwi"
SETTING: dict[str, Any] = tomllib.loads((FOLDER / "setting.toml").read_text(encoding="utf-8"))
WORDS = ("en", "paper.en", "history_removed.en", "us_morale.en", "us_policy.en")
SETS = ("record", "paper")
PARTS = ("leadership", "military", "resources", "history", "policy", "morale")
KEYS = dict(zip(("GBR", "FRA", "GER", "AUH", "RUS", "SRB", "USA", "OTT"), SETTING["actors"], strict=True))
FORBIDDEN = {
    "number or date": r"\d|\b(January|February|March|April|May|June|July|August|September|October|November|December)",
    "outcome": r"(?i)\b(will|must|shall|is sure to|is bound to|is certain to) (certainly |surely )?"
    r"(declare|attack|fight|join|win|lose|support|mobili[sz]e)|\b(will|must) certainly|inevitabl|no possibility",
    "second person": r"(?i)\b(you|your|yours)\b",
    "superlatives": r"\b(largest|strongest|biggest|richest|greatest|smallest|weakest|poorest|oldest|most powerful)\b",
}


def read(name: str) -> dict[tuple[str, ...], str]:
    """Headings and the text below each; headings without text of their own are left out."""
    sections: dict[tuple[str, ...], str] = {}
    path: tuple[str, ...] = ()
    for line in (FOLDER / f"{name}.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"(##|###) (.+)", line):
            path = (*path[: len(heading[1]) - 2], heading[2])
            assert path not in sections, f"{name}: {path} stands twice"
            sections[path] = ""
        elif path:
            sections[path] += line + "\n"
    return {path: text.strip() for path, text in sections.items() if text.strip()}


TEXTS = {name: read(name) for name in WORDS}
SOURCES = set(re.findall(r"(?m)^\| ([A-Z0-9]+) \|", (FOLDER / "README.md").read_text(encoding="utf-8")))


def prose(text: str) -> str:
    return re.sub(r"\{\{.*?\}\}", "", text)


def figures(actor: str, chosen: str) -> dict[str, float]:
    return {key: entry["value"] for key, entry in SETTING["actors"][actor]["figures"][chosen].items()}


def render(text: str, actor: str, chosen: str) -> str:
    def largest(key: str) -> str:
        top = max((figures(name, chosen).get(key, 0), name) for name in SETTING["actors"])
        return ", the largest of all the nations here" if top[1] == actor else ""

    own = {key: f"{value:,}" for key, value in figures(actor, chosen).items()}
    return Environment(undefined=StrictUndefined).from_string(text).render(own, largest=largest)


def replace(text: str, table: dict[str, str]) -> str:
    longest_first = sorted(table, key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.sub(pattern, lambda found: table[found[1]], text)


def labels() -> dict[str, str]:
    return {**SETTING["names"], **{name: actor["anonymous"] for name, actor in SETTING["actors"].items()}}


def ties(relation: str) -> set[frozenset[str]]:
    return {frozenset(tie["between"]) for tie in SETTING["ties"] if tie["relation"] == relation}


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
    for tie in SETTING["ties"]:
        assert len(set(tie["between"]) & set(SETTING["actors"])) == 2
        assert set(tie["source"].split(";")) <= SOURCES
        assert tie["known"] in {"everyone", "parties"}


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("actor", KEYS.values())
def test_every_figure_has_source_year_unit_and_confidence(actor: str, chosen: str) -> None:
    entries = SETTING["actors"][actor]["figures"][chosen]
    optional = {"manufacturing_share"} if actor in {"Serbia", "Ottoman Empire"} else set()
    wanted = {"army", "mobilised", "navy", "population", "gdp", "gdp_share", "cinc", "mobilization_days"}
    assert set(entries) == (wanted | {"manufacturing_share"}) - optional
    for key, entry in entries.items():
        assert set(entry["source"].split(";")) <= SOURCES, key
        assert 1913 <= entry["year"] <= 1914, key
        assert entry["confidence"] in {"H", "M", "L"}, key
        assert entry["unit"], key
        low, high = entry.get("range", (entry["value"], entry["value"]))
        assert low <= entry["value"] <= high, key
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
    assert all(set(TEXTS[name]) < wanted for name in WORDS[2:])


@pytest.mark.parametrize("rule", FORBIDDEN)
@pytest.mark.parametrize("name", WORDS)
def test_no_text_knows_the_future_or_writes_what_belongs_elsewhere(name: str, rule: str) -> None:
    found = {path: re.search(FORBIDDEN[rule], prose(text)) for path, text in TEXTS[name].items()}
    assert {path: match[0] for path, match in found.items() if match} == {}


@pytest.mark.parametrize("name", WORDS)
def test_no_text_uses_an_adjective_of_a_nation_or_an_unlisted_name(name: str) -> None:
    for path, text in TEXTS[name].items():
        rest = replace(prose(text), dict.fromkeys(labels(), "x"))
        assert replace(rest, dict.fromkeys(SETTING["demonyms"], "DEMONYM")) == rest, path
        assert [word for word in re.findall(r"(?<=[a-z,;:] )[A-Z]\w*", rest) if word != "GDP"] == [], path


def test_record_profiles_leave_pacts_to_the_board() -> None:
    for path, text in TEXTS["en"].items():
        assert re.search(r"(?i)\b(ally|allies|allied|alliances?)\b", text) is None, path


@pytest.mark.parametrize("chosen", SETS)
def test_every_placeholder_has_a_figure_and_profiles_are_short(chosen: str) -> None:
    for actor, name in product(KEYS.values(), WORDS):
        sections = {path: text for path, text in {**TEXTS["en"], **TEXTS[name]}.items() if path[0] == actor}
        asked = re.findall(r"largest\(\"(\w+)\"\)|\{\{ (\w+) \}\}", "".join(sections.values()))
        assert {a or b for a, b in asked} <= set(figures(actor, chosen))
        parts = [render(sections[actor, part], actor, chosen) for part in PARTS]
        assert all(line.startswith("- ") for part in parts for line in part.splitlines())
        assert len("\n".join(parts)) < 2000
        assert len("\n".join(sections[actor, part] for part in PARTS)) < 2000
        public = sections[actor, "public"]
        assert max(len(public), len(render(public, actor, chosen))) <= 240
    assert all(len(TEXTS[name]["situation",]) < 900 for name in WORDS[:2])


@pytest.mark.parametrize(("words", "chosen"), [("en", "record"), ("paper.en", "paper")])
def test_superlatives_stand_where_the_figures_put_them(words: str, chosen: str) -> None:
    said = {actor: render(TEXTS[words][actor, "military"], actor, chosen).splitlines() for actor in KEYS.values()}
    found = {(actor, "Fleet" in line) for actor, lines in said.items() for line in lines if "largest of all" in line}
    assert found == {("Russia", False), ("Britain", True)}


def test_names_are_a_bijection_and_can_be_undone() -> None:
    table = labels()
    back = {label: name for name, label in table.items()}
    assert len(back) == len(table)
    assert [(one, other) for one, other in permutations([*table, *back], 2) if one in other] == []
    for name, sections in TEXTS.items():
        for path, text in sections.items():
            hidden = replace(text, table)
            assert re.search(r"(?:^|\. )(?:- )?the ", hidden, flags=re.MULTILINE) is None, (name, path)
            assert replace(hidden, dict.fromkeys(table, "PLAIN")) == hidden, (name, path)
            assert replace(hidden, back) == text, (name, path)


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
