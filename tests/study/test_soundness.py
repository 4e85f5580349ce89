"""`mesa-war check`: each kind of fault, put into a copy of the July crisis, is told with file, line, key and remedy."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mesa_war.core.toml import SettingError
from mesa_war.core.variants import Variant
from mesa_war.families.nations.fit import standing_relations
from mesa_war.families.nations.model import Nations
from mesa_war.library import model_names
from mesa_war.study.hindsight import in_texts
from mesa_war.study.soundness import faults

MODELS = Path(__file__).parents[2] / "models"
ACTORS = "Britain, France, German Empire, Austria-Hungary, Russia, Serbia, United States, Ottoman Empire"
TRIGGERS = "historical, none, naval_incident, strait_clash, paper"
FIGURES = "army, mobilised, navy, population, gdp, gdp_share, manufacturing_share, cinc, mobilization_days"
RELATIONS = ", ".join(standing_relations())
VARIANT = ", ".join(Variant.model_fields)
SECTIONS = ", ".join(["situation", *(f"trigger: {name}" for name in TRIGGERS.split(", ")), ACTORS])
PARTS = "leadership, military, resources, history, policy, morale, public"

type Spoil = Callable[..., tuple[list[str], int]]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the July crisis."""
    return shutil.copytree(MODELS / "wwi", tmp_path / "wwi")


@pytest.fixture
def spoil(model: Path) -> Spoil:
    """Replaces words of a file of the copy; gives what is wrong then, and the first line that is another now."""

    def change(file: str, old: str, new: str) -> tuple[list[str], int]:
        path = model / file
        before = path.read_text(encoding="utf-8")
        assert old in before, f"{old!r} is not in {file}"
        path.write_text(before.replace(old, new, 1), encoding="utf-8")
        return said(model), before.count("\n", 0, before.index(old)) + 1 + same_lines(old, new)

    return change


def same_lines(old: str, new: str) -> int:
    """How many lines two texts begin with alike."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), 0)


def said(model: Path) -> list[str]:
    return [fault.replace(f"{model}/", "") for fault in faults(str(model))]


@pytest.mark.parametrize("name", model_names())
def test_the_models_are_sound(name: str) -> None:
    assert faults(name) == []


def test_an_unknown_model_is_told_with_close_matches() -> None:
    with pytest.raises(SettingError, match=r"^there is no model 'wwl'; did you mean 'wwi'\? Allowed: .*wwi"):
        faults("wwl")
    with pytest.raises(SettingError, match=r"^there is no setting file x/y\.toml; models by name: .*wwi"):
        faults("x/y.toml")


CHOICES = {
    'trigger = "historical"': (
        'trigger = "history"',
        f"trigger: there is no trigger 'history'; did you mean 'historical'? Allowed: {TRIGGERS}",
    ),
    'family = "nations"': (
        'family = "nation"',
        "family: there is no family 'nation'; did you mean 'nations'? Allowed: nations",
    ),
    'figures = "record"': (
        'figures = "recrod"',
        "figures: there is no set of figures 'recrod'; did you mean 'record'? Allowed: record, paper",
    ),
    'truth = "record_0806"': (
        'truth = "record_0805"',
        "truth: there is no truth 'record_0805'; did you mean 'record_0806'? "
        "Allowed: record_0804, record_0806, record_0812, paper_text, paper_code",
    ),
    'powers = ["Britain"': (
        'powers = ["Britian"',
        f"powers.0: there is no actor 'Britian'; did you mean 'Britain'? Allowed: {ACTORS}",
    ),
    'relation = "entente"': (
        'relation = "entent"',
        f"ties.2.relation: there is no relation 'entent'; did you mean 'entente'? Allowed: {RELATIONS}",
    ),
    'between = ["Britain", "France"]': (
        'between = ["Britain", "Frances"]',
        f"ties.2.between.1: there is no actor 'Frances'; did you mean 'France'? Allowed: {ACTORS}",
    ),
    'a = "Austria-Hungary"\nb = "Serbia"': (
        'a = "Austria"\nb = "Serbia"',
        f"triggers.historical.effects.0.a: there is no actor 'Austria'; "
        f"did you mean 'Austria-Hungary'? Allowed: {ACTORS}",
    ),
    'tie = "grievance"': (
        'tie = "grudge"',
        f"triggers.historical.effects.0.tie: there is no relation 'grudge'. Allowed: {RELATIONS}",
    ),
    '    ["Austria-Hungary", "Serbia"],\n': (
        '    ["Austria-Hungary", "Srbia"],\n',
        f"truths.record_0804.wars.0.1: there is no actor 'Srbia'; did you mean 'Serbia'? Allowed: {ACTORS}",
    ),
    '[variants.paper]\nfigures = "paper"': (
        '[variants.paper]\nfigures = "papers"',
        "variants.paper.figures: there is no set of figures 'papers'; did you mean 'paper'? Allowed: record, paper",
    ),
    'ties_without = ["alliance"': (
        'ties_without = ["aliance"',
        f"variants.no_pacts.ties_without.0: there is no relation 'aliance'; "
        f"did you mean 'alliance'? Allowed: {RELATIONS}",
    ),
    '[["rivalry", "France", "German Empire"]]': (
        '[["rivalry", "France", "Germany"]]',
        f"variants.history_removed.ties_without_between.0.2: there is no actor 'Germany'; "
        f"did you mean 'German Empire'? Allowed: {ACTORS}",
    ),
    'scale = [{ actor = "German Empire"': (
        'scale = [{ actor = "Germany"',
        f"variants.germany_military_third.scale.0.actor: there is no actor 'Germany'; "
        f"did you mean 'German Empire'? Allowed: {ACTORS}",
    ),
    'figures = ["army", "mobilised"': (
        'figures = ["arms", "mobilised"',
        f"variants.germany_military_third.scale.0.figures.0: there is no figure 'arms' in German Empire; "
        f"did you mean 'army'? Allowed: {FIGURES}",
    ),
    '"British" = "Britain"': (
        '"British" = "Britannia"',
        "demonyms.British: there is no name 'Britannia'; did you mean 'Britain'? Allowed: ",
    ),
    "[doctrine.capability]  # chosen": (
        "[doctrine.capability]\ngdp = 1  # chosen",
        "doctrine.capability.gdp: there is no public figure 'gdp'. Allowed: cinc, army, navy, mobilization_days",
    ),
    '"United States" = 0.2': (
        '"America" = 0.2',
        f"doctrine.engagement.America: there is no actor 'America'. Allowed: {ACTORS}",
    ),
}
"""Words in the setting -> what is put for them, and what is said then of the first line that changed."""

KEYS_AND_TYPES = {
    'trigger = "historical"': ('triger = "historical"', "triger: unknown key; did you mean 'trigger'? Allowed: "),
    "days_per_round = 4 ": ('days_per_round = "4" ', 'days_per_round: expected a number, found "4"'),
    "days_per_round = 4": ("days_per_round = 0", "days_per_round: expected a number above 0, found 0"),
    "start = 1914-06-28": ('start = "June"', "start: expected a date such as 1914-06-28"),
    "lat = 48.859": (
        "lat = 148.859",
        "actors.France.capital.lat: expected a number of at most 90, found 148.859",
    ),
    'value = 3580000, unit = "soldiers", year = 1914': (
        'value = 3580000, unit = "soldiers", year = "1914"',
        'actors.France.figures.record.mobilised.year: expected a whole number, found "1914"',
    ),
    'value = 3820000, unit = "soldiers", year = 1914': (
        'value = 3820000, unit = "soldiers"',
        "actors.German Empire.figures.record.mobilised.year: missing; expected a whole number",
    ),
    'source = "LIT", confidence = "M", range = [690000': (
        'confidence = "M", range = [690000',
        "actors.France.figures.record.army.source: missing; expected a text",
    ),
    'confidence = "M", range = [690000': (
        'confidence = "X", range = [690000',
        'actors.France.figures.record.army.confidence: expected "H" or "M" or "L", found "X"',
    ),
    "range = [690000, 817000]": (
        "range = [690000]",
        "actors.France.figures.record.army.range.1: expected a list of 2, found a list of 1",
    ),
    'between = ["Britain", "France"]': (
        'between = ["Britain", "France", "Russia"]',
        "ties.2.between: expected a list of 2, found a list of 3",
    ),
    'between = ["Britain", "France"]\nknown = "everyone"': (
        'between = ["Britain", "France"]\nknown = "all"',
        'ties.2.known: expected "everyone" or "parties", found "all"',
    ),
    '"Sarajevo" = "the garrison town"': ('"Sarajevo" = 7', "names.Sarajevo: expected a text, found 7"),
    "intensity = 2": (
        "intensity = 4",
        "triggers.naval_incident.intensity: expected a number of at most 3, found 4",
    ),
    "by = 0.3333333": (
        "by = 0",
        "variants.germany_military_third.scale.0.by: expected a number above 0, found 0",
    ),
    "[variants.us_morale]\nwords": (
        "[variants.us_morale]\nword",
        f"variants.us_morale.word: unknown key; did you mean 'words'? Allowed: {VARIANT}",
    ),
    "directed = true": ('directed = "yes"', 'truths.record_0804.directed: expected true or false, found "yes"'),
    "temperature =": ("temprature =", "doctrine.temprature: unknown key; did you mean 'temperature'? Allowed: "),
}

TOGETHER = {
    'anonymous = "Country F"': (
        'anonymous = "Country B"',
        'actors.France.anonymous: "Country B" stands for "Britain" already; expected a label of its own',
    ),
    'anonymous = "Country R"': (
        'anonymous = "Serbia"',
        'actors.Russia.anonymous: "Serbia" is also a name; expected a label that names nothing',
    ),
    "[actors.France]": (
        "[actors.BRITAIN]\n[actors.France]",
        'actors.BRITAIN: differs from "Britain" in capitals only; expected names that differ in more',
    ),
    'between = ["Britain", "France"]': (
        'between = ["Britain", "Britain"]',
        'ties.2.between: ties "Britain" to itself; expected two actors',
    ),
    "since = 1904": ("since = 1915", "ties.2.since: 1915 is after the start; expected a year up to 1914"),
    '"Albania" = "the coastal highlands"': (
        '"Albania" = "the garrison town"',
        'names.Albania: "the garrison town" stands for "Sarajevo" already; expected a label of its own',
    ),
    '"Sarajevo" = "the garrison town"': (
        '"Sarajevo" = "Belgium"',
        'names.Sarajevo: "Belgium" is also a name; expected a label that names nothing',
    ),
    '"Macedonia" = "the river valleys"': (
        '"Serbia" = "the river valleys"',
        'names.Serbia: "Serbia" is an actor; expected its label under actors.Serbia.anonymous',
    ),
}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [(old, *told) for table in (CHOICES, KEYS_AND_TYPES, TOGETHER) for old, told in table.items()],
)
def test_a_fault_of_structure_is_told_with_its_line(spoil: Spoil, old: str, new: str, expected: str) -> None:
    found, line = spoil("setting.toml", old, new)
    [told] = [fault for fault in found if fault.startswith(f"setting.toml:{line}: ")]
    assert told.removeprefix(f"setting.toml:{line}: ").startswith(expected)
    assert told.endswith(expected) or expected.endswith(("Allowed: ", "1914-06-28"))


def test_all_faults_of_structure_are_told_at_once(model: Path) -> None:
    path = model / "setting.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("lat = 48.859", 'lat = "north"').replace("lat = 59.961", "lat = 90.5")
    path.write_text(text.replace('known = "everyone"', 'known = "us"', 1), encoding="utf-8")
    assert [fault.split(": ", 1)[1] for fault in said(model)] == [
        'actors.France.capital.lat: expected a number, found "north"',
        "actors.Russia.capital.lat: expected a number of at most 90, found 90.5",
        'ties.0.known: expected "everyone" or "parties", found "us"',
    ]


def test_what_is_not_toml_and_a_missing_family(spoil: Spoil) -> None:
    found, line = spoil("setting.toml", 'name = "wwi"', 'name = "wwi')
    assert [fault for fault in found if fault.startswith(f"setting.toml:{line}: not TOML: ")] == found != []
    found, _ = spoil("setting.toml", 'name = "wwi\nfamily = "nations"', 'name = "wwi"')
    assert found == ["setting.toml:1: family: there is no family None. Allowed: nations"]


def test_a_variant_that_spoils_the_setting_is_told_where_it_stands(spoil: Spoil) -> None:
    found, line = spoil(
        "setting.toml", "[variants.paper]", '[variants.bad]\nset = { days_per_round = "x", powers = ["X"] }\n\n[variants.paper]'
    )
    assert found == [f'setting.toml:{line + 1}: variants.bad.set.days_per_round: expected a number, found "x"']
    added = '[variants.worse]\nties_with = [\n  { relation = "border", between = ["Britain", "X"], source = "LIT" },\n]\n'
    found, line = spoil("setting.toml", "[variants.bad]\nset = { days_per_round = \"x\", powers = [\"X\"] }\n", added)
    assert found == [f"setting.toml:{line + 2}: variants.worse.ties_with.0.between.1: there is no actor 'X'. Allowed: {ACTORS}"]


def test_a_variant_without_its_words(spoil: Spoil, model: Path) -> None:
    found, line = spoil("setting.toml", 'words = "us_morale"', 'words = "us_moral"')
    expected = "variants.us_morale.words: there is no file us_moral.en.md beside it. Languages: en"
    assert f"setting.toml:{line}: {expected}" in found


def test_a_second_language_is_looked_at_too(model: Path) -> None:
    shutil.copy(model / "en.md", model / "zh.md")
    lines = (model / "setting.toml").read_text(encoding="utf-8").splitlines()
    missing = {f"{name}.zh.md": name for name in ("paper", "history_removed", "us_morale", "us_policy")}
    assert said(model) == [
        f"setting.toml:{lines.index(f'words = "{name}"') + 1}: variants.{name}.words: there is no file {file} beside it. "
        "Languages: en, zh"
        for file, name in missing.items()
    ]


def test_no_words_at_all(model: Path) -> None:
    (model / "en.md").rename(model / "english.md")
    assert said(model) == ["setting.toml:1: language: there is no file en.md beside it. Languages: none"]


def test_words_in_another_encoding(model: Path) -> None:
    path = model / "en.md"
    path.write_bytes(path.read_bytes().replace(b"## situation\n", b"## situation\n\xe9", 1))
    assert said(model) == ["en.md:2: byte 14 is 0xe9; expected a file in UTF-8"]


FRANCE = "## France\n\n### leadership\n"
WORDS = {
    "## Britain\n\n### leadership\n": (
        "## Britain\n\n### leadershop\n",
        2,
        [
            "Britain / leadershop: there is no part 'leadershop'; did you mean 'leadership'? Allowed: " + PARTS,
            'Britain / leadership: missing; expected a heading "### leadership" and words under it',
        ],
    ),
    "## trigger: paper\n": (
        "## trigger: papper\n",
        0,
        [
            f"trigger: papper: there is no section 'trigger: papper'; did you mean 'trigger: paper'? Allowed: {SECTIONS}",
            'trigger: paper: missing; expected a heading "## trigger: paper" and words under it',
        ],
    ),
    "## Serbia\n\n### leadership\n": (
        "## Serbia\n\n### leadership\nA kingdom.\n",
        3,
        ['Serbia / leadership: expected a line that begins with "- ", found "A kingdom."'],
    ),
    "### public\nIsland power": (
        "### public\n\n### public\nIsland power",
        2,
        ["Britain / public: stands twice; expected once, as on line "],
    ),
    "Army in peacetime: {{ army }} soldiers": (
        "Army in peacetime: {{ amry }} soldiers",
        0,
        [f"Britain / military: there is no figure 'amry' in the set 'record' of Britain; did you mean 'army'? Allowed: {FIGURES}"],
    ),
    'soldiers{{ largest("army") }}': (
        'soldiers{{ largest("arms") }}',
        0,
        [f"Britain / military: there is no figure 'arms' in the set 'record' of Britain; did you mean 'army'? Allowed: {FIGURES}"],
    ),
    "Fleet, built and building: {{ navy }} tons": (
        "Fleet, built and building: {{ navy } tons",
        0,
        ["Britain / military: unexpected '}'; expected placeholders such as {{ army }}"],
    ),
    "about {{ mobilization_days }} days": (
        "about {mobilization_days} days",
        0,
        ["Britain / military: a brace stands alone; expected placeholders such as {{ army }}"],
    ),
    "The sun is shining": (
        "The sun {{ army }} is shining",
        0,
        ["trigger: none: placeholders stand in profiles only; expected plain words"],
    ),
    "- Soldiers": ("", 0, []),
}
del WORDS["- Soldiers"]


@pytest.mark.parametrize(("old", "new", "offset", "expected"), [(old, *told) for old, told in WORDS.items()])
def test_a_fault_of_words_is_told_with_its_line(
    spoil: Spoil, old: str, new: str, offset: int, expected: list[str]
) -> None:
    found, line = spoil("en.md", old, new)
    del line
    for message in expected:
        [told] = [fault for fault in found if message in fault and fault.startswith("en.md:")]
        assert told
