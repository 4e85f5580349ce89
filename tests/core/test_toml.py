"""Bad TOML and bad choices: one message that says what, where, and what was expected."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pydantic import Field, ValidationError, model_validator

from mesa_war.core.explain import annotation, explain, fields, frozen, refuse
from mesa_war.core.toml import SettingError, flag, one_of, read_text, read_toml, whole
from mesa_war.core.variants import Entry

type Weight = Annotated[float, Field(ge=0)]


class Tie(Entry):
    between: tuple[str, str]
    weight: Weight = 1.0
    since: int | None = None


class Actor(Entry):
    share: float = Field(gt=0, le=1)
    grade: Literal["H", "M"] = "H"
    born: date | None = None
    tags: tuple[str, ...] = ()


class Small(Entry):
    name: str
    open: bool = True
    actors: Mapping[str, Actor] = Field(min_length=1)
    ties: tuple[Tie, ...] = ()
    weights: Mapping[str, Weight] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_exist(self) -> "Small":
        ends = (
            (("ties", at, "between", end), name) for at, t in enumerate(self.ties) for end, name in enumerate(t.between)
        )
        refuse((key, f"{name} is nobody; expected an actor") for key, name in ends if name not in self.actors)
        return self


SOUND = """\
name = "small"
open = true

[actors.A]
share = 0.5

[actors."B C"]
share = 0.5
born = 1900-01-01

[[ties]]
between = ["A", "B C"]

[[ties]]
between = [
    "A",
    "B C",
]
weight = 2

[weights]
A = 1
"""


def said(tmp_path: Path, text: str, **more: Any) -> list[str]:
    """What is wrong with a text, without the folder."""
    path = tmp_path / "small.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValidationError) as caught:
        Small.model_validate(frozen(read_toml(path)))
    return explain(caught.value, path, Small, **more).replace(f"{path}", "small.toml").splitlines()


def test_the_sound_text_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SOUND, encoding="utf-8")
    assert Small.model_validate(frozen(read_toml(path))).ties[1].weight == 2.0


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'share = 0.5\n\n[actors."B',
            'share = "abc"\n\n[actors."B',
            '5: actors.A.share: expected a number, found "abc"',
        ),
        ("share = 0.5\nborn", 'share = "0.5"\nborn', '8: actors.B C.share: expected a number, found "0.5"'),
        ("share = 0.5\nborn", "share = true\nborn", "8: actors.B C.share: expected a number, found true"),
        ("share = 0.5\nborn", "share = 0\nborn", "8: actors.B C.share: expected a number above 0, found 0"),
        ("share = 0.5\nborn", "share = 1.5\nborn", "8: actors.B C.share: expected a number of at most 1, found 1.5"),
        ("share = 0.5\nborn", "share = [1, 2]\nborn", "8: actors.B C.share: expected a number, found a list of 2"),
        ("share = 0.5\nborn", "born", "7: actors.B C.share: missing; expected a number"),
        ("1900-01-01", "1900", "9: actors.B C.born: expected a date such as 1914-06-28, found 1900"),
        (
            "1900-01-01",
            "1900-01-01T00:00:00",
            "9: actors.B C.born: expected a date such as 1914-06-28, found 1900-01-01 00:00:00",
        ),
        ("born", "bron", "9: actors.B C.bron: unknown key; did you mean 'born'? Allowed: share, grade, born, tags"),
        ("born = 1900-01-01", 'grade = "X"', '9: actors.B C.grade: expected "H" or "M", found "X"'),
        ("born = 1900-01-01", 'tags = ["a", 1]', "9: actors.B C.tags.1: expected a text, found 1"),
        ("born = 1900-01-01", 'tags = "a"', '9: actors.B C.tags: expected a list, found "a"'),
        ("true", '"yes"', '2: open: expected true or false, found "yes"'),
        ("true", "1", "2: open: expected true or false, found 1"),
        ('"small"', "7", "1: name: expected a text, found 7"),
        ("open", "opne", "2: opne: unknown key; did you mean 'open'? Allowed: name, open, actors, ties, weights"),
        ('name = "small"', "", "1: name: missing; expected a text"),
        ("weight = 2", "weight = -2", "19: ties.1.weight: expected a number of at least 0, found -2"),
        ("weight = 2", "since = 1.0", "19: ties.1.since: expected a whole number, found 1.0"),
        (
            "weight = 2",
            "wait = 2",
            "19: ties.1.wait: unknown key; did you mean 'weight'? Allowed: between, weight, since",
        ),
        ('["A", "B C"]', '["A"]', "12: ties.0.between.1: expected a list of 2, found a list of 1"),
        ('["A", "B C"]', '["A", "B C", "A"]', "12: ties.0.between: expected a list of 2, found a list of 3"),
        ('["A", "B C"]', '["A", 3]', "12: ties.0.between.1: expected a text, found 3"),
        ('    "B C",', '    "D",', "17: ties.1.between.1: D is nobody; expected an actor"),
        ('    "A",', "    { a = 1 },", "16: ties.1.between.0: expected a text, found a table"),
        ("A = 1", 'A = "x"', '22: weights.A: expected a number, found "x"'),
        (
            "[weights]\nA = 1",
            "weights.A = -1",
            "21: ties.1.weights: unknown key; did you mean 'weight'? Allowed: between, weight, since",
        ),
        ('[actors."B C"]', '[actors."B C".more]', "7: actors.B C.share: missing; expected a number"),
        ("[weights]\nA = 1", "[weights.A]\nB = 1", "21: weights.A: expected a number, found a table"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in SOUND
    assert f"small.toml:{expected}" in said(tmp_path, SOUND.replace(old, new, 1))


def test_an_empty_table_that_must_hold_something(tmp_path: Path) -> None:
    text = 'name = "small"\n\n[actors]\n'
    assert said(tmp_path, text) == ["small.toml:3: actors: expected a table that is not empty"]


def test_inline_tables_have_the_line_of_the_entry(tmp_path: Path) -> None:
    text = """\
name = "small"
actors = { A = { share = 1 }, "B C" = { share = 2 } }
ties = [
  { between = ["A", "B C"] },
  { between = ["A", "B C"], weight = "w" },
]
"""
    assert said(tmp_path, text) == [
        "small.toml:2: actors.B C.share: expected a number of at most 1, found 2",
        'small.toml:5: ties.1.weight: expected a number, found "w"',
    ]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = SOUND.replace("share = 0.5", "share = 5").replace("weight = 2", 'weight = "two"').replace("true", "3")
    assert said(tmp_path, text) == [
        "small.toml:2: open: expected true or false, found 3",
        "small.toml:5: actors.A.share: expected a number of at most 1, found 5",
        "small.toml:8: actors.B C.share: expected a number of at most 1, found 5",
        'small.toml:19: ties.1.weight: expected a number, found "two"',
    ]


def test_an_overlay_is_looked_at_first(tmp_path: Path) -> None:
    text = SOUND.replace("share = 0.5", "share = 5", 1) + "\n[later.set.actors.A]\nshare = 5\n"
    assert said(tmp_path, text, overlays=[((), ("later", "set"))])[0] == (
        "small.toml:25: later.set.actors.A.share: expected a number of at most 1, found 5"
    )


def test_a_value_from_outside_has_no_line(tmp_path: Path) -> None:
    text = SOUND.replace("share = 0.5", "share = 5", 1)
    assert said(tmp_path, text, given=["actors.A.share"]) == ["actors.A.share: expected a number of at most 1, found 5"]
    assert said(tmp_path, text, given=["actors.A"]) == ["actors.A.share: expected a number of at most 1, found 5"]
    assert said(tmp_path, text, given=["actors.A.shar"])[0].startswith("small.toml:5: ")


def test_a_long_text_is_cut(tmp_path: Path) -> None:
    assert said(tmp_path, SOUND.replace("true", f'"{"x" * 100}"')) == [
        f'small.toml:2: open: expected true or false, found "{"x" * 60}…"'
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb 2\n", "2: not TOML: expected '=' after a key in a key/value pair"),
        ("a = 1\n\n[b\n", "3: not TOML: expected ']' at the end of a table declaration"),
        ("a = 1\na = 2\n", "2: not TOML: cannot overwrite a value"),
        ('a = [1,\n"x"', "2: not TOML: unclosed array"),
        ("a = NO\n", "1: not TOML: invalid value"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError) as caught:
        read_toml(path)
    assert str(caught.value) == f"{path}:{expected}"


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf" + 'name = "Côte"'.encode())
    assert read_toml(path) == {"name": "Côte"}


def test_other_bytes_are_told_with_line_and_byte(tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_bytes('a = 1\nname = "Côte"\n'.encode("cp1252"))
    with pytest.raises(SettingError) as caught:
        read_toml(path)
    assert str(caught.value) == f"{path}:2: byte 16 is 0xf4; expected a file in UTF-8"


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"^there is no file .*none\.toml$"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(SettingError, match="can't read"):
        read_text(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("britian", "there is no actor 'britian' in wwi; did you mean 'Britain'? Allowed: Britain, France"),
        ("Mars", "there is no actor 'Mars' in wwi. Allowed: Britain, France"),
        (5, "there is no actor 5 in wwi. Allowed: Britain, France"),
    ],
)
def test_a_wrong_choice_is_told_with_what_was_allowed(name: Any, expected: str) -> None:
    with pytest.raises(SettingError) as caught:
        one_of(name, ["Britain", "France"], "actor", "wwi")
    assert str(caught.value) == expected


def test_a_choice_from_nothing() -> None:
    with pytest.raises(SettingError, match=r"^there is no truth 'x'\. Allowed: none$"):
        one_of("x", [], "truth")


def test_counts_and_flags() -> None:
    assert whole(np.int64(3), "rounds") == 3
    assert flag(np.True_, "anonymous") is True
    for bad in ("ten", 2.5, True, 0, None):
        with pytest.raises(SettingError, match=r"^rounds: expected a whole number of at least 1, found "):
            whole(bad, "rounds")
    for bad in ("no", 2, None):
        with pytest.raises(SettingError, match=r"^anonymous: expected true or false, found "):
            flag(bad, "anonymous")


def test_frozen_takes_numbers_of_other_libraries() -> None:
    data = frozen({"a": [np.int64(1), np.float32(0.5), True], "b": date(1914, 6, 28)})
    assert data == {"a": (1, 0.5, True), "b": date(1914, 6, 28)}
    assert [type(item) for item in data["a"]] == [int, float, bool]


def test_types_are_found_by_key() -> None:
    assert annotation(Small, ("ties", 3, "between", 1)) is str
    assert annotation(Small, ("ties", 3, "since")) is int
    assert annotation(Small, ("weights", "any")) is float
    assert annotation(Small, ("nothing", "here")) is None
    assert fields(Small, ("actors", "any")) == ["share", "grade", "born", "tags"]
    assert fields(Small, ("actors",)) == []
