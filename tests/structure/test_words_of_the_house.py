"""What the project's files may not say: where they were made, whose servers were near, and what is left undone."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mesa_war"

# Joined here so that this file does not itself say what it forbids.
MACHINE_FOLDERS = ("/".join(("", name, "")) for name in ("work", "root"))
REGISTRIES = (
    ".".join(name) for name in (("pypi", "org"), ("files", "pythonhosted"), ("registry", "npmjs"), ("deb", "debian"))
)
FORBIDDEN = re.compile(
    "|".join([*(rf"(?<![\w.~-]){folder}" for folder in MACHINE_FOLDERS), *map(re.escape, REGISTRIES)])
)
UNDONE = re.compile(r"\b(TODO|FIXME)\b")


def listed(*options: str) -> list[Path]:
    """Files that git tracks, or would with `--others`; outside a checkout there is nothing to ask."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files belong to the project")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", *options]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [path for name in answer.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def text(path: Path) -> str:
    """The file's text, or nothing if it is not text."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return ""


def lines_that_match(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in paths
        for number, line in enumerate(text(path).splitlines(), 1)
        for match in pattern.finditer(line)
    ]


def prints(source: str) -> list[int]:
    """Lines on which the built-in print is called."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]


def test_files_name_no_machine_and_no_registry() -> None:
    files = listed("--others", "--exclude-standard")
    assert files, "git lists no file"
    assert lines_that_match(FORBIDDEN, files) == []


def test_the_lock_file_stays_at_home() -> None:
    assert [path.name for path in listed() if path.name == "uv.lock"] == []


def test_constraints_are_names_and_versions_only() -> None:
    lines = text(ROOT / "constraints.txt").splitlines()
    assert lines, "constraints.txt is empty"
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []


def test_nothing_is_left_undone() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert files, f"no file under {PACKAGE}"
    assert lines_that_match(UNDONE, files) == []


def test_the_package_does_not_print() -> None:
    sources = {path.relative_to(ROOT): prints(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}
    assert {str(path): lines for path, lines in sources.items() if lines} == {}


@pytest.mark.parametrize(
    ("begun", "ended"), [("see /wo", "rk/x"), ("`/ro", "ot/.bashrc`"), ("https://py", "pi.org/simple")]
)
def test_a_forbidden_word_is_seen(begun: str, ended: str) -> None:
    assert FORBIDDEN.search(begun + ended)


@pytest.mark.parametrize("said", ["framework/core", "~/work/paper", "docs/work/plan", "https://example.org/root"])
def test_an_innocent_word_is_not(said: str) -> None:
    assert FORBIDDEN.search(said) is None


def test_a_print_is_seen_and_a_console_is_not() -> None:
    assert prints("console.print(1)\nprint(2)\n") == [2]
