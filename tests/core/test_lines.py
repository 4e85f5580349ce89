"""Where keys stand in a TOML text: every way of writing a key, against what the standard library reads."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.core.lines import Key, key_lines, line_of

MANY = """\
# a comment with [brackets] = and "quotes"
title = "one # two"   # not = a.key
"quoted key" = 1
'literal.key' = 2
site."google.com".port = 3
long = \"\"\"
inner = 1
[not.a.table]\"\"\"
plain = '''
also = "not" \\'''
days = 1979-05-27 07:32:32
list = [
    "a",  # first
    ["b", { c = 1, "d e" = [2,
        3] }],
]

[owner]
name = "same"
[a.b . "c.d"]
name = "same"   # in another table
inline = { x = 1, y.z = { name = "same" }, "w" = [] }

[[ties]]
name = "same"
[[ties.effects]]
a = 1
[[ties.effects]]
a = 2

[[ties]]
[[ties.effects]]
a = 3
[ties.about]
note = "the second"

[a]
late = true
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("title",), 2),
        (("quoted key",), 3),
        (("literal.key",), 4),
        (("site",), 5),
        (("site", "google.com"), 5),
        (("site", "google.com", "port"), 5),
        (("long",), 6),
        (("plain",), 9),
        (("days",), 11),
        (("list",), 12),
        (("list", 0), 13),
        (("list", 1), 14),
        (("list", 1, 0), 14),
        (("list", 1, 1, "c"), 14),
        (("list", 1, 1, "d e"), 14),
        (("list", 1, 1, "d e", 1), 15),
        (("owner",), 18),
        (("owner", "name"), 19),
        (("a", "b", "c.d"), 20),
        (("a", "b", "c.d", "name"), 21),
        (("a", "b", "c.d", "inline"), 22),
        (("a", "b", "c.d", "inline", "y", "z", "name"), 22),
        (("ties",), 24),
        (("ties", 0, "name"), 25),
        (("ties", 0, "effects", 0, "a"), 27),
        (("ties", 0, "effects", 1), 28),
        (("ties", 0, "effects", 1, "a"), 29),
        (("ties", 1), 31),
        (("ties", 1, "effects", 0, "a"), 33),
        (("ties", 1, "about", "note"), 35),
        (("a",), 37),
        (("a", "late"), 38),
    ],
)
def test_every_key_stands_where_it_is_written(key: Key, line: int) -> None:
    assert line_of(MANY, key) == line
    assert line_of(MANY.replace("\n", "\r\n"), key) == line


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("owner", "age"), 18),
        (("ties", 1, "name"), 31),
        (("ties", 0, "effects", 1, "b"), 28),
        (("a", "b", "c.d", "inline", "y", "q"), 22),
        (("nowhere",), 1),
        ((), 1),
    ],
)
def test_an_absent_key_stands_where_its_table_does(key: Key, line: int) -> None:
    assert line_of(MANY, key) == line


def keys(value: Any, above: Key = ()) -> Iterator[Key]:
    """Every key of data, at every depth."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*above, key)
        yield from keys(item, (*above, key))


def test_all_keys_of_a_text_are_found_and_no_other() -> None:
    assert sorted(map(str, key_lines(MANY))) == sorted(map(str, keys(tomllib.loads(MANY))))


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parents[2].glob("models/*/*.toml")), ids=lambda path: path.parent.name
)
def test_all_keys_of_the_models_are_found_and_no_other(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(key_lines(text)) == set(keys(tomllib.loads(text)))


NAMES = st.text(st.sampled_from("ab .#=[]{}'é中\\"), min_size=1, max_size=4)
VALUES = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), NAMES, st.dates()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def inline(value: Any) -> str:
    """A value on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value) if "'" in value or "\\" in value else f"'{value}'"
        case list():
            return "[ " + ", ".join(map(inline, value)) + " ]"
        case dict():
            return "{ " + ", ".join(f"{quoted(key)} = {inline(item)}" for key, item in value.items()) + " }"
        case _:
            return str(value)


@given(st.dictionaries(NAMES, st.dictionaries(NAMES, VALUES, max_size=3), max_size=4), st.data())
def test_keys_stand_where_they_were_put(tables: dict[str, dict[str, Any]], data: st.DataObject) -> None:
    lines: list[str] = []
    put: dict[Key, int] = {}
    for table, pairs in tables.items():
        lines += [""] * data.draw(st.integers(0, 2)) + [f"[ {quoted(table)} ] # {table}"]
        put[table,] = len(lines)
        for key, value in pairs.items():
            lines.append(f"  {quoted(key)} = {inline(value)} # = [x]")
            put |= dict.fromkeys(((table, key), *((table, key, *inner) for inner in keys(value))), len(lines))
    text = "\n".join(lines)
    assert tomllib.loads(text) == tables
    assert key_lines(text) == put
