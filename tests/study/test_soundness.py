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


# Words in the setting -> what is put for them, and what is said then of the first line that changed; … goes on.
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
        "demonyms.British: there is no name 'Britannia'; did you mean 'Britain'? Allowed: …",
    ),
    "cinc = 0.5\narmy = 0.25": (
        "cinc = 0.5\ngdp = 0.25",
        "doctrine.capability.gdp: there is no public figure 'gdp'. Allowed: cinc, army, navy, mobilization_days",
    ),
    '"United States" = 0.2': (
        '"Zzyzx" = 0.2',
        f"doctrine.engagement.Zzyzx: there is no actor 'Zzyzx'. Allowed: {ACTORS}",
    ),
}


KEYS_AND_TYPES = {
    'trigger = "historical"': ('triger = "historical"', "triger: unknown key; did you mean 'trigger'? Allowed: …"),
    "days_per_round = 4 ": ('days_per_round = "4" ', 'days_per_round: expected a number, found "4"'),
    "days_per_round = 4": ("days_per_round = 0", "days_per_round: expected a number above 0, found 0"),
    "start = 1914-06-28": ('start = "June"', "start: expected a date such as 1914-06-28…"),
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
    "temperature =": ("temprature =", "doctrine.temprature: unknown key; did you mean 'temperature'? Allowed: …"),
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
    begun, more, _ = expected.partition("…")
    assert (told[: len(f"setting.toml:{line}: {begun}")] if more else told) == f"setting.toml:{line}: {begun}"


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
        "setting.toml",
        "[variants.paper]",
        '[variants.bad]\nset = { days_per_round = "x", powers = ["X"] }\n\n[variants.paper]',
    )
    assert found == [f'setting.toml:{line + 1}: variants.bad.set.days_per_round: expected a number, found "x"']
    added = (
        '[variants.worse]\nties_with = [\n  { relation = "border", between = ["Britain", "X"], source = "LIT" },\n]\n'
    )
    found, line = spoil("setting.toml", '[variants.bad]\nset = { days_per_round = "x", powers = ["X"] }\n', added)
    assert found == [
        f"setting.toml:{line + 2}: variants.worse.ties_with.0.between.1: there is no actor 'X'. Allowed: {ACTORS}"
    ]


def test_a_variant_without_its_words(spoil: Spoil, model: Path) -> None:
    found, line = spoil("setting.toml", 'words = "us_morale"', 'words = "us_moral"')
    expected = "variants.us_morale.words: there is no file us_moral.en.md beside it. Languages: en"
    assert f"setting.toml:{line}: {expected}" in found


def test_a_second_language_is_looked_at_too(model: Path) -> None:
    shutil.copy(model / "en.md", model / "zh.md")
    lines = (model / "setting.toml").read_text(encoding="utf-8").splitlines()
    missing = {f"{name}.zh.md": name for name in ("paper", "history_removed", "us_morale", "us_policy")}
    assert said(model) == [
        f"setting.toml:{lines.index(f'words = "{name}"') + 1}: variants.{name}.words: "
        f"there is no file {file} beside it. Languages: en, zh"
        for file, name in missing.items()
    ]


def test_no_words_at_all(model: Path) -> None:
    (model / "en.md").rename(model / "english.md")
    assert said(model) == ["setting.toml:1: language: there is no file en.md beside it. Languages: none"]


def test_words_in_another_encoding(model: Path) -> None:
    path = model / "en.md"
    before, after = path.read_bytes().split(b"The sun", 1)
    path.write_bytes(before + "Été".encode("cp1252") + after)
    line, byte = before.count(b"\n") + 1, len(before) + 1
    assert said(model) == [f"en.md:{line}: byte {byte} is 0xc9; expected a file in UTF-8"]


# Words replaced in en.md -> by what, the words by which the line of the fault is known, and what is said of it.
WORDS = {
    "## Britain\n\n### leadership\n": [
        (
            "## Britain\n\n### leadershop\n",
            "### leadershop",
            f"Britain / leadershop: there is no part 'leadershop'; did you mean 'leadership'? Allowed: {PARTS}",
        ),
        (
            "## Britain\n\n### leadershop\n",
            "## Britain",
            'Britain / leadership: missing; expected a heading "### leadership" and words under it',
        ),
    ],
    "## trigger: strait_clash\n": [
        (
            "## trigger: strait_clsh\n",
            "## trigger: strait_clsh",
            "trigger: strait_clsh: there is no section 'trigger: strait_clsh'; "
            f"did you mean 'trigger: strait_clash'? Allowed: {SECTIONS}",
        ),
        (
            "## trigger: strait_clash\n\n## old\n",
            "## trigger: strait_clash",
            "trigger: strait_clash: empty; expected a sentence",
        ),
    ],
    "## Serbia\n\n### leadership\n": [
        (
            "## Serbia\n\n### leadership\nA kingdom.\n",
            "A kingdom.",
            'Serbia / leadership: expected a line that begins with "- ", found "A kingdom."',
        ),
        (
            "## Serbia\n\n### leadership\n\n### rest of it\n",
            "### rest of it",
            f"Serbia / rest of it: there is no part 'rest of it'. Allowed: {PARTS}",
        ),
    ],
    "Army in peacetime: {{ army }} soldiers": [
        (
            "Army in peacetime: {{ amry }} soldiers",
            "amry",
            "Britain / military: there is no figure 'amry' in the set 'record' of Britain; "
            f"did you mean 'army'? Allowed: {FIGURES}",
        ),
        (
            "Army in peacetime: {{ army } soldiers",
            "{{ army } soldiers",
            "Britain / military: unexpected '}'; expected placeholders such as {{ army }}",
        ),
        (
            "Army in peacetime: {army} soldiers",
            "{army}",
            "Britain / military: a brace stands alone; expected placeholders such as {{ army }}",
        ),
        (
            'Army in peacetime: {{ army }}{{ largest("arms") }} soldiers',
            "arms",
            "Britain / military: there is no figure 'arms' in the set 'record' of Britain; "
            f"did you mean 'army'? Allowed: {FIGURES}",
        ),
        (
            "Army in peacetime: 247432 soldiers",
            "247432",
            "Britain / military: the number 247432 has neither source nor year; expected a figure and its placeholder",
        ),
    ],
    "The sun is shining": [
        (
            "The sun {{ army }} is shining",
            "The sun",
            "trigger: none: placeholders stand in profiles only; expected plain words",
        ),
        (
            "In 1915 the sun is shining",
            "In 1915",
            'trigger: none: "1915" is after the start (1914-06-28); expected nothing later',
        ),
        (
            "On 4 August the sun is shining",
            "On 4 August",
            'trigger: none: "4 August" is after the start (1914-06-28); expected nothing later',
        ),
        (
            "On June 29, 1914 the sun is shining",
            "On June 29",
            'trigger: none: "June 29, 1914" is after the start (1914-06-28); expected nothing later',
        ),
        (
            "Russia must declare  war, and the sun is shining",
            "Russia must declare",
            'trigger: none: "must declare war" tells the outcome; expected aims, fears and means',
        ),
        (
            "BRITAIN sees that the sun is shining",
            "BRITAIN",
            'trigger: none: "BRITAIN" is still read when names are hidden; expected a name that has a label',
        ),
        (
            "The Sound lies still and the sun is shining",
            "The Sound",
            'trigger: none: "Sound" is the label of "Channel"; expected words that are no label',
        ),
        (
            "Over Germany the sun is shining",
            "Over Germany",
            'trigger: none: "Germany" is still read when names are hidden; '
            "expected the whole name, or words without it",
        ),
        (
            "Over the US the sun is shining",
            "Over the US",
            'trigger: none: "US" is still read when names are hidden; expected the whole name, or words without it',
        ),
    ],
}


@pytest.mark.parametrize(
    ("old", "new", "needle", "expected"), [(old, *told) for old, table in WORDS.items() for told in table]
)
def test_a_fault_of_words_is_told_with_its_line(
    spoil: Spoil, model: Path, old: str, new: str, needle: str, expected: str
) -> None:
    found, _ = spoil("en.md", old, new)
    lines = (model / "en.md").read_text(encoding="utf-8").splitlines()
    line = next(at for at, text in enumerate(lines, start=1) if needle in text)
    assert f"en.md:{line}: {expected}" in found


def test_what_is_no_fault_of_words(spoil: Spoil) -> None:
    innocent = (
        "On 27 June 1914, as in 1870 and on 4 August 1913, Britain's people told us of May and of 14 ships. "
        "The German Empire must fight shy of turkeys; the sun is shining"
    )
    found, line = spoil("en.md", "The sun is shining", innocent)
    assert found == [
        f'en.md:{line}: trigger: none: "must fight" tells the outcome; expected aims, fears and means',
    ]


def test_a_heading_that_stands_twice(spoil: Spoil) -> None:
    found, line = spoil("en.md", "## trigger: none\n", "## trigger: none\n\nNothing.\n\n## trigger: none\n")
    assert found == [f"en.md:{line + 4}: trigger: none: stands twice; expected once, as on line {line}"]


def test_a_figure_that_only_a_variant_lacks(spoil: Spoil, model: Path) -> None:
    entry = 'gdp = { value = 11, unit = "billion current US dollars", year = 1914, source = "PAPER"'
    found, _ = spoil("setting.toml", entry, entry.replace("gdp", "income"))
    lines = (model / "paper.en.md").read_text(encoding="utf-8").splitlines()
    line = next(at for at, text in enumerate(lines, start=1) if "{{ gdp }}" in text)
    assert [fault for fault in found if fault.startswith("paper.en.md:")] == [
        f"paper.en.md:{line}: Britain / resources: there is no figure 'gdp' in the set 'paper' of Britain. "
        f"Allowed: {FIGURES.replace('gdp,', 'income,')}"
    ]


def test_figures_without_a_source_or_after_the_start(spoil: Spoil) -> None:
    old = 'value = 3580000, unit = "soldiers", year = 1914, source = "LIT"'
    found, line = spoil("setting.toml", old, 'value = 3580000, unit = "soldiers", year = 1918, source = " "')
    place = f"setting.toml:{line}: actors.France.figures.record.mobilised"
    assert found == [
        f"{place}.source: empty; expected where it is from",
        f"{place}.year: 1918 is after the start (1914-06-28); expected no later year",
    ]


def test_labels_that_are_missing_or_overlap(spoil: Spoil) -> None:
    found, line = spoil("setting.toml", 'anonymous = "Country F"\n', "")
    assert (
        f"setting.toml:{line - 1}: actors.France.anonymous: missing; expected a label, as the other actors have one"
        in found
    )
    assert any(
        fault.endswith('"France" is still read when names are hidden; expected a name that has a label')
        for fault in found
    )
    found, line = spoil("setting.toml", '"Sarajevo" = "the garrison town"', '"Sarajevo" = "the town of Country B"')
    expected = (
        'names.Sarajevo: "the town of Country B" contains "Country B"; expected names and labels that do not overlap'
    )
    assert f"setting.toml:{line}: {expected}" in found


def test_a_setting_without_labels_hides_nothing(model: Path) -> None:
    path = model / "setting.toml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("anonymous = ")), encoding="utf-8")
    assert said(model) == []


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("In 1914 and 2000 tons", "en", ["1914", "2000"]),
        ("In 402 BC, not in 404 BC", "en", ["402 BC"]),
        ("公元前221年统一，公元前500年分裂，1914年", "zh", ["公元前221年", "1914年"]),
    ],
)
def test_years_before_our_era(tmp_path: Path, text: str, language: str, found: list[str]) -> None:
    path = tmp_path / f"{language}.md"
    path.write_text(f"## situation\n\n{text}\n", encoding="utf-8")
    assert list(in_texts([path], language, (-403,))) == [
        f'{path}:3: situation: "{date}" is after the start (403 BC); expected nothing later' for date in found
    ]


def test_outcomes_in_chinese(tmp_path: Path) -> None:
    path = tmp_path / "zh.md"
    path.write_text("## situation\n\n秦必将统一。\n", encoding="utf-8")
    assert list(in_texts([path], "zh", ())) == [
        f'{path}:3: situation: "必将" tells the outcome; expected aims, fears and means'
    ]


# -- the same care when a setting is loaded for a run ------------------------------------------------------------------

CHOSEN = [
    ({"setting": "wwl"}, "there is no model 'wwl'; did you mean 'wwi'? Allowed: "),
    ({"trigger": "historic"}, f"there is no trigger 'historic' in wwi; did you mean 'historical'? Allowed: {TRIGGERS}"),
    ({"variants": "papr"}, "there is no variant 'papr' in setting.toml; did you mean 'paper'? Allowed: paper, "),
    ({"variants": 5}, 'variants: expected names, as a list or joined with "+", found 5'),
    (
        {"chairs": {"Germany": "wait"}},
        f"there is no nation 'Germany' in wwi; did you mean 'German Empire'? Allowed: {ACTORS}",
    ),
    (
        {"stance": "agressive"},
        "there is no stance 'agressive'; did you mean 'aggressive'? Allowed: default, aggressive, conservative",
    ),
    ({"stanse": "x"}, "there is no parameter 'stanse'; did you mean 'stance'? Allowed: setting, mind, chairs, "),
    ({"rounds": "ten"}, 'rounds: expected a whole number of at least 1, found "ten"'),
    ({"width": 0}, "width: expected a whole number of at least 1, found 0"),
    ({"anonymous": "no"}, 'anonymous: expected true or false, found "no"'),
    ({"language": "de"}, "/setting.toml:1: language: there is no file de.md beside it. Languages: en"),
    (
        {"doctrine__temprature": 1},
        "there is no key 'temprature' in setting.toml (doctrine.temprature); "
        "did you mean 'temperature'? Allowed: temperature, ",
    ),
    ({"doctrine__temperature": "hot"}, 'doctrine.temperature: expected a number, found "hot"'),
    ({"doctrine__temperature": -1}, "doctrine.temperature: expected a number above 0, found -1"),
    (
        {"actors__Britan__anonymous": "X"},
        "there is no key 'Britan' in setting.toml (actors.Britan.anonymous); "
        f"did you mean 'Britain'? Allowed: {ACTORS}",
    ),
    ({"powers": ["Britain", "X"]}, f"powers.1: there is no actor 'X'. Allowed: {ACTORS}"),
    ({"figures": "papr"}, "figures: there is no set of figures 'papr'; did you mean 'paper'? Allowed: record, paper"),
]


@pytest.mark.parametrize(("params", "expected"), CHOSEN)
def test_a_wrong_choice_for_a_run(params: dict[str, object], expected: str) -> None:
    with pytest.raises(SettingError) as caught:
        Nations(**{"mind": "wait", "rng": 1, **params})  # type: ignore[arg-type]
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{{ navy }}", "{{ nvay }}", "en.md: Britain: 'nvay' is undefined; `mesa-war check` finds every such fault"),
        (
            "### public\nIsland",
            "### publik\nIsland",
            "en.md: Britain / public: there are no words under this heading; `mesa-war check` finds every such fault",
        ),
        (
            "## situation",
            "## situaton",
            "en.md: situation: there are no words under this heading; `mesa-war check` finds every such fault",
        ),
    ],
)
def test_faulty_words_stop_a_run(spoil: Spoil, model: Path, old: str, new: str, expected: str) -> None:
    spoil("en.md", old, new)
    with pytest.raises(SettingError) as caught:
        Nations(str(model), mind="wait", rng=1)
    assert str(caught.value) == expected
