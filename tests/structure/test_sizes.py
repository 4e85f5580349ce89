"""Small pieces with telling names: how long a file, a class and a function may be, and what nothing may be called."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "mesa_war"

CORE_FILE_LINES = 250
CLASS_LINES = 150
FUNCTION_LINES = 40
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "common", "base", "manager", "managers"}

TOO_LONG = "def f():\n" + "    x = 1\n" * FUNCTION_LINES
JUST_RIGHT = "def f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1)


def sources() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    assert found, f"no module under {PACKAGE}"
    return found


def too_long(source: str) -> list[str]:
    """Classes and functions over their limits, docstrings counted, decorators not."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            limit = CLASS_LINES
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            limit = FUNCTION_LINES
        else:
            continue
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > limit:
            found.append(f"{node.lineno}: {node.name} has {lines} lines, at most {limit}")
    return found


def test_core_files_are_short() -> None:
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in (PACKAGE / "core").rglob("*.py")}
    assert lines, "no module in core"
    assert {name: count for name, count in lines.items() if count > CORE_FILE_LINES} == {}


def test_classes_and_functions_are_short() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{said}"
        for path in sources()
        for said in too_long(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_names_say_what_is_inside() -> None:
    names = {part for path in sources() for part in path.relative_to(PACKAGE).with_suffix("").parts}
    assert names & NAMES_THAT_SAY_NOTHING == set()


def test_the_ruler_measures() -> None:
    assert too_long(TOO_LONG) == [f"1: f has {FUNCTION_LINES + 1} lines, at most {FUNCTION_LINES}"]
    assert too_long(JUST_RIGHT) == []
    assert too_long("class C:\n" + "    x = 1\n" * CLASS_LINES) == [
        f"1: C has {CLASS_LINES + 1} lines, at most {CLASS_LINES}"
    ]
