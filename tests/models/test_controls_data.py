"""The controls, three crises that stayed short of war: what is set, what is said, and what must not be said."""

import re
import tomllib
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from mesa_war.core.words import Words
from mesa_war.families.nations.model import Nations
from mesa_war.families.nations.setting import PARTS, NationsSetting

MODELS = Path(__file__).parents[2] / "models"
PERIODS = {
    "bosnia_1908": (date(1908, 10, 6), date(1909, 3, 31)),
    "agadir_1911": (date(1911, 7, 1), date(1911, 11, 30)),
    "balkans_1912": (date(1912, 11, 15), date(1913, 5, 31)),
}
FIGURES = ("army", "population", "iron_steel", "energy", "cinc")
# NMC 7.0, the year of the crisis: milper, tpop, irst, pec in thousands, and cinc.
NMC7 = """
bosnia_1908  AUH  314  50001  2018  35969 0.04685317
bosnia_1908  RUS 1381 152500  2698  44039 0.12084527
bosnia_1908  SRB   29   2820     0    102 0.0015725879
bosnia_1908  GER  663  62863 10726 169159 0.1459929
agadir_1911  GER  677  65359 14303 176008 0.13731502
agadir_1911  FRA  638  39620  3837  59364 0.071317449
agadir_1911  GBR  376  45286  6566 212663 0.11844888
balkans_1912 AUH  322  51729  2708  33358 0.043674219
balkans_1912 RUS 1434 167900  4503  50459 0.12401763
balkans_1912 SRB   31   3052     0    150 0.0018949802
balkans_1912 GBR  523  45436  6905 202129 0.11680599
balkans_1912 GER  716  66146 16355 188422 0.13733648
"""
TIES = """
bosnia_1908  alliance   GER-AUH
bosnia_1908  patronage  RUS-SRB
bosnia_1908  border     GER-AUH GER-RUS AUH-RUS AUH-SRB
bosnia_1908  rivalry    AUH-RUS GER-RUS AUH-SRB
bosnia_1908  grievance  SRB-AUH RUS-AUH
agadir_1911  entente    GBR-FRA
agadir_1911  border     FRA-GER
agadir_1911  sea_border GBR-FRA GBR-GER
agadir_1911  rivalry    FRA-GER GBR-GER
agadir_1911  grievance  FRA-GER GER-FRA
balkans_1912 alliance   GER-AUH
balkans_1912 patronage  RUS-SRB
balkans_1912 border     GER-AUH GER-RUS AUH-RUS AUH-SRB
balkans_1912 sea_border GBR-GER
balkans_1912 rivalry    AUH-RUS GBR-RUS GER-RUS GBR-GER AUH-SRB
balkans_1912 grievance  AUH-SRB SRB-AUH
"""
FORBIDDEN = {
    "number or date": r"\d|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b",
    "outcome": r"(?i)\b(will|must|shall|is sure to|is bound to|is certain to) (certainly |surely )?"
    r"(declare|attack|fight|join|win|lose|yield|support|mobili[sz]e)|\b(will|must) certainly|inevitabl|no possibility",
    "second person": r"(?i)\b(you|your|yours)\b",
    "superlative": r"\b(largest|strongest|biggest|richest|greatest|smallest|weakest|poorest|oldest|most powerful)\b",
    "pact on the board": r"(?i)\b(ally|allies|allied|alliances?|ententes?)\b",
}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((MODELS / name / "setting.toml").read_text(encoding="utf-8"))


def told(name: str) -> dict[tuple[str, ...], str]:
    """All that a mind may be told; the title is for readers."""
    sections = Words.load(MODELS / name / "en.md").sections
    return {path: text for path, text in sections.items() if text and path != ("title",)}


WWI = read("wwi")
NAMES = dict(zip(("GBR", "FRA", "GER", "AUH", "RUS", "SRB", "USA", "OTT"), WWI["actors"], strict=True))
SETTINGS = {name: read(name) for name in PERIODS}
WORDS = {name: told(name) for name in PERIODS}
VARIANTS = [(name, variant) for name, setting in SETTINGS.items() for variant in ("", *setting["variants"])]
each_control = pytest.mark.parametrize("name", PERIODS)


def rows(name: str, table: str) -> list[list[str]]:
    return [cells for first, *cells in map(str.split, table.strip().splitlines()) if first == name]


def ties(name: str, relation: str) -> list[tuple[str, str]]:
    found = [pair for kind, *pairs in rows(name, TIES) if kind == relation for pair in pairs]
    return [(NAMES[pair[:3]], NAMES[pair[4:]]) for pair in found]


def sources(name: str) -> set[str]:
    return set(re.findall(r"(?m)^\| ([A-Z0-9]+) \|", (MODELS / name / "README.md").read_text(encoding="utf-8")))


def labels(setting: dict[str, Any]) -> dict[str, str]:
    return {**setting["names"], **{name: actor["anonymous"] for name, actor in setting["actors"].items()}}


def prose(text: str) -> str:
    return re.sub(r"\{\{.*?\}\}", "", text)


def replace(text: str, table: dict[str, str]) -> str:
    longest_first = sorted(table, key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.sub(pattern, lambda found: table[found[1]], text)


@each_control
def test_figures_are_the_rows_of_the_year(name: str) -> None:
    wanted = {NAMES[code]: [float(number) for number in numbers] for code, *numbers in rows(name, NMC7)}
    assert set(SETTINGS[name]["actors"]) == set(wanted)
    for actor, (*thousands, cinc) in wanted.items():
        figures = SETTINGS[name]["actors"][actor]["figures"]["record"]
        assert tuple(figures) == FIGURES
        assert [entry["value"] for entry in figures.values()] == [*(1000 * n for n in thousands), round(cinc, 4)]
        assert {(entry["year"], entry["source"]) for entry in figures.values()} == {(PERIODS[name][0].year, "NMC7")}
        assert {entry["confidence"] for entry in figures.values()} <= {"H", "M"}
        assert figures["army"]["unit"] == "soldiers and sailors"


@each_control
def test_ties_are_those_of_the_data_sets_and_older_than_the_crisis(name: str) -> None:
    found = SETTINGS[name]["ties"]
    for relation in {tie["relation"] for tie in found} | {row[0] for row in rows(name, TIES)} - {"grievance"}:
        between = [frozenset(tie["between"]) for tie in found if tie["relation"] == relation]
        assert sorted(between, key=sorted) == sorted(map(frozenset, ties(name, relation)), key=sorted)
    assert [tuple(tie["between"]) for tie in found if tie["relation"] == "patronage"] == ties(name, "patronage")
    for tie in found:
        assert set(tie["source"].split(";")) <= sources(name)
        assert tie["known"] == "everyone"
        assert tie.get("since", 0) < PERIODS[name][0].year


@each_control
def test_labels_capitals_and_adjectives_are_those_of_wwi(name: str) -> None:
    setting, mine, theirs = SETTINGS[name], labels(SETTINGS[name]), labels(WWI)
    assert {plain: theirs.get(plain, label) for plain, label in mine.items()} == mine
    assert set(mine) - set(theirs) <= {"Agadir"}
    assert all(entry["capital"] == WWI["actors"][actor]["capital"] for actor, entry in setting["actors"].items())
    wanted = {word: meant for word, meant in WWI["demonyms"].items() if meant in mine}
    assert wanted.items() <= setting["demonyms"].items()
    assert set(setting["demonyms"].values()) <= set(mine)


@each_control
def test_names_are_a_bijection_that_can_be_undone_and_all_are_needed(name: str) -> None:
    table, whole = labels(SETTINGS[name]), "\n".join(WORDS[name].values())
    back = {label: plain for plain, label in table.items()}
    assert len(back) == len(table)
    assert [(one, other) for one, other in permutations([*table, *back], 2) if one in other] == []
    hidden = replace(whole, table)
    assert re.search(r"(?:^|\. )(?:- )?the ", hidden, flags=re.MULTILINE) is None
    assert replace(hidden, dict.fromkeys(table, "PLAIN")) == hidden
    assert replace(hidden, back) == whole
    capitals = {actor["capital"]["name"] for actor in SETTINGS[name]["actors"].values()}
    assert {plain for plain in table if plain not in whole} <= capitals <= set(SETTINGS[name]["names"])


@pytest.mark.parametrize("rule", FORBIDDEN)
@each_control
def test_no_text_knows_the_future_or_writes_what_belongs_elsewhere(name: str, rule: str) -> None:
    found = {path: re.search(FORBIDDEN[rule], prose(text)) for path, text in WORDS[name].items()}
    assert {path: match[0] for path, match in found.items() if match} == {}


@each_control
def test_no_text_uses_an_adjective_of_a_nation_or_an_unlisted_name(name: str) -> None:
    setting = SETTINGS[name]
    for path, text in WORDS[name].items():
        rest = replace(prose(text), dict.fromkeys(labels(setting), "x"))
        assert replace(rest, dict.fromkeys(setting["demonyms"], "DEMONYM")) == rest, path
        assert re.findall(r"(?<=[a-z,;:] )[A-Z]\w*", rest) == [], path


@each_control
def test_profiles_are_whole_and_short_and_their_placeholders_have_figures(name: str) -> None:
    wanted: set[tuple[str, ...]] = {(actor, part) for actor in SETTINGS[name]["actors"] for part in (*PARTS, "public")}
    assert set(WORDS[name]) == wanted | {("situation",), ("trigger: historical",), ("trigger: none",)}
    assert len(WORDS[name]["situation",]) < 900
    for actor in SETTINGS[name]["actors"]:
        parts = [WORDS[name][actor, part] for part in PARTS]
        asked = re.findall(r"largest\(\"(\w+)\"\)|\{\{ (\w+) \}\}", "".join(parts) + WORDS[name][actor, "public"])
        assert {a or b for a, b in asked} == set(FIGURES) - {"cinc"}
        assert all(line.startswith("- ") for part in parts for line in part.splitlines())
        assert len("\n".join(parts)) < 2000
        assert len(WORDS[name][actor, "public"]) <= 240
        assert parts[1].startswith("- Army in" if actor == "Serbia" else "- Army and navy in"), "says who is counted"


@each_control
def test_triggers_are_the_historical_one_and_none(name: str) -> None:
    assert SETTINGS[name]["trigger"] == "historical"
    assert list(SETTINGS[name]["triggers"]) == ["historical", "none"]
    for trigger in SETTINGS[name]["triggers"].values():
        assert trigger["source"] in sources(name)
        assert trigger["intensity"] == max((effect["weight"] for effect in trigger["effects"]), default=0)


@each_control
def test_the_record_has_no_war_and_does_not_speak_of_mobilization(name: str) -> None:
    setting, (begins, ends) = SETTINGS[name], PERIODS[name]
    assert (setting["truth"], list(setting["truths"])) == ("record", ["record"])
    record = setting["truths"]["record"]
    assert record["wars"] == []
    assert [tuple(pair) for pair in record["alliances"]] == ties(name, "alliance")
    assert not {"mobilised", "mobilization_order"} & set(record)
    assert set(record["source"].split(";")) <= sources(name)
    assert set(setting["powers"]) == set(setting["actors"]) - {"Serbia"}
    assert setting["start"] == begins
    assert abs((ends - begins).days - 10 * setting["days_per_round"]) <= 5, "ten rounds end with the crisis"


@each_control
def test_parameters_of_the_doctrine_are_those_of_wwi(name: str) -> None:
    """A control that is tuned controls nothing. Of tables by nation the rows of those who play are kept."""
    away = set(WWI["actors"]) - set(SETTINGS[name]["actors"])
    wanted = {
        key: {row: number for row, number in value.items() if row not in away} if isinstance(value, dict) else value
        for key, value in WWI["doctrine"].items()
    }
    assert SETTINGS[name]["doctrine"] == {key: value for key, value in wanted.items() if value != {}}


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_variant_loads_and_changes_what_it_says(name: str, variant: str) -> None:
    setting = NationsSetting.load(MODELS / name / "setting.toml", variants=[variant] if variant else [])
    pacts = [tie.between for tie in setting.ties if tie.relation == "alliance"]
    assert pacts == ([] if variant == "no_pacts" else ties(name, "alliance"))
    trigger, weight = setting.triggers["historical"], 3 if variant == "grave" else 1
    assert trigger.intensity == weight
    assert [(e.tie, e.a, e.b, e.weight) for e in trigger.effects] == [
        ("grievance", a, b, weight) for a, b in ties(name, "grievance")
    ]


@pytest.mark.parametrize("trigger", ["historical", "none"])
@each_control
def test_a_control_is_data_only_and_runs_to_its_end(name: str, trigger: str) -> None:
    assert {path.name for path in (MODELS / name).iterdir()} >= {"setting.toml", "en.md", "README.md"}
    assert list((MODELS / name).rglob("*.py")) in ([], [MODELS / name / "app.py"]), "rules are Python, controls are not"
    world = Nations(name, mind="random", rng=1, trigger=trigger)
    while world.running:
        world.step()
    assert (world.round, world.ended_by) == (10, "rounds")
    assert any(event.move is not None and not event.failed for event in world.chronicle)
    assert [world.scores()[null]["war_jaccard"] for null in ("nothing happens", "everyone fights")] == [1, 0]
