"""The files of one model as plain data, and what its texts must and must not say: shared by the tests of the models."""

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

PARTS = ("leadership", "military", "resources", "history", "policy", "morale")
FORBIDDEN = {
    "number or date": r"\d|\b(January|February|March|April|May|June|July|August|September|October|November|December)",
    "outcome": r"(?i)\b(will|must|shall|is sure to|is bound to|is certain to) (certainly |surely )?"
    r"(declare|attack|fight|join|win|lose|support|mobili[sz]e)|\b(will|must) certainly|inevitabl|no possibility",
    "second person": r"(?i)\b(you|your|yours)\b",
    "superlatives": r"\b(largest|strongest|biggest|richest|greatest|smallest|weakest|poorest|oldest|most powerful)\b",
}

type Sections = dict[tuple[str, ...], str]


@dataclass(frozen=True)
class Model:
    """A folder in ``models``: its setting as TOML has it, and its English words by file and path of headings."""

    name: str

    @property
    def folder(self) -> Path:
        return Path(__file__).parents[2] / "models" / self.name

    @cached_property
    def setting(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "setting.toml").read_text(encoding="utf-8"))

    @cached_property
    def texts(self) -> dict[str, Sections]:
        files = [self.folder / "en.md", *sorted(self.folder.glob("*.en.md"))]
        return {file.name.removesuffix(".md"): sections(file) for file in files}

    @cached_property
    def sources(self) -> set[str]:
        return set(re.findall(r"(?m)^\| ([A-Z0-9]+) \|", (self.folder / "README.md").read_text(encoding="utf-8")))

    @cached_property
    def labels(self) -> dict[str, str]:
        return self.setting["names"] | {name: actor["anonymous"] for name, actor in self.setting["actors"].items()}

    def figures(self, actor: str, chosen: str) -> dict[str, float]:
        return {key: entry["value"] for key, entry in self.setting["actors"][actor]["figures"][chosen].items()}

    def ties(self, relation: str) -> set[frozenset[str]]:
        return {frozenset(tie["between"]) for tie in self.setting["ties"] if tie["relation"] == relation}

    def render(self, text: str, actor: str, chosen: str) -> str:
        def largest(key: str) -> str:
            top = max((self.figures(name, chosen).get(key, 0), name) for name in self.setting["actors"])
            return ", the largest of all the nations here" if top[1] == actor else ""

        own = {key: f"{value:,}" for key, value in self.figures(actor, chosen).items()}
        return Environment(undefined=StrictUndefined).from_string(text).render(own, largest=largest)


def sections(file: Path) -> Sections:
    """Headings and the text below each; headings without text of their own are left out."""
    found: Sections = {}
    path: tuple[str, ...] = ()
    for line in file.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"(##|###) (.+)", line):
            path = (*path[: len(heading[1]) - 2], heading[2])
            assert path not in found, f"{file.name}: {path} stands twice"
            found[path] = ""
        elif path:
            found[path] += line + "\n"
    return {path: text.strip() for path, text in found.items() if text.strip()}


def prose(text: str) -> str:
    return re.sub(r"\{\{.*?\}\}", "", text)


def whole(*names: str) -> str:
    """A pattern for any of some names as a whole word, the longest first."""
    return rf"(?<!\w)({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)"


def replace(text: str, table: dict[str, str]) -> str:
    return re.sub(whole(*table), lambda found: table[found[1]], text)


def check_says_nothing_forbidden(texts: Sections, rule: str) -> None:
    found = {path: re.search(FORBIDDEN[rule], prose(text)) for path, text in texts.items()}
    assert {path: match[0] for path, match in found.items() if match} == {}


def check_names_only_what_is_listed(model: Model, texts: Sections, also: tuple[str, ...] = ()) -> None:
    """No adjective of a nation, and no capitalised word within a sentence that is not in the tables of names."""
    for path, text in texts.items():
        rest = replace(prose(text), dict.fromkeys(model.labels, "x"))
        assert replace(rest, dict.fromkeys(model.setting["demonyms"], "DEMONYM")) == rest, path
        assert [word for word in re.findall(r"(?<=[a-z,;:] )[A-Z]\w*", rest) if word not in also] == [], path


def check_leaves_pacts_to_the_board(texts: Sections) -> None:
    for path, text in texts.items():
        assert re.search(r"(?i)\b(ally|allies|allied|alliances?)\b", text) is None, path


def check_names_can_be_undone(model: Model) -> None:
    table = model.labels
    back = {label: name for name, label in table.items()}
    assert len(back) == len(table)
    assert [(one, other) for one, other in permutations([*table, *back], 2) if re.search(whole(one), other)] == []
    for name, texts in model.texts.items():
        for path, text in texts.items():
            hidden = replace(text, table)
            assert re.search(r"(?:^|\. )(?:- )?the ", hidden, flags=re.MULTILINE) is None, (name, path)
            assert replace(hidden, dict.fromkeys(table, "PLAIN")) == hidden, (name, path)
            assert replace(hidden, back) == text, (name, path)


def check_profile_is_short(model: Model, texts: Sections, actor: str, chosen: str) -> None:
    """Bullets under 2,000 characters with a line of at most 240 for all, whether with placeholders or with figures."""
    asked = re.findall(r"largest\(\"(\w+)\"\)|\{\{ (\w+) \}\}", "".join(t for p, t in texts.items() if p[0] == actor))
    assert {a or b for a, b in asked} <= set(model.figures(actor, chosen))
    parts = [text for part in PARTS if (text := texts[actor, part])]
    assert all(line.startswith("- ") for part in parts for line in part.splitlines())
    for shown in (parts, [model.render(part, actor, chosen) for part in parts]):
        assert len("\n".join(shown)) < 2000
    public = texts[actor, "public"]
    assert max(len(public), len(model.render(public, actor, chosen))) <= 240


def check_ties_are_sourced(model: Model, ties: list[dict[str, Any]], actors: set[str]) -> None:
    for tie in ties:
        assert len(set(tie["between"]) & actors) == 2
        assert set(tie["source"].split(";")) <= model.sources
        assert tie["known"] in {"everyone", "parties"}


def check_figures_are_sourced(model: Model, entries: dict[str, dict[str, Any]], years: set[int]) -> None:
    for key, entry in entries.items():
        assert set(entry["source"].split(";")) <= model.sources, key
        assert entry["year"] in years, key
        assert entry["confidence"] in {"H", "M", "L"}, key
        assert entry["unit"], key
        low, high = entry.get("range", (entry["value"], entry["value"]))
        assert low <= entry["value"] <= high, key
