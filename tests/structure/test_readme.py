"""README.md tells the truth: its Python runs, its commands run, in an empty folder and in the order they are read."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
SECONDS = 120

# What a reader types and this test does not: the beginning of the command, and why.
LEFT_OUT = {
    "uv run pytest": "it is this very run",
    "uv run mesa-war watch": "serves until it is stopped",
    "uv run mesa-war host": "serves until it is stopped",
    "uv run mesa-war fake": "serves until it is stopped",
    "uv run mesa-war weights": "fetches weights; CI does it before `pytest -m live`",
    "uv run solara": "serves until it is stopped",
    "git clone": "sets up the machine",
    "cd ": "sets up the machine",
    "pip install": "sets up the machine",
    "python -m pip install": "sets up the machine",
    "python3 -m pip install": "sets up the machine",
}
NEEDS_A_MODEL = re.compile(r"--(mind|chair|minds|secretary)\s+(\S+=)?(local\b|\S+/\S+)")


def blocks(text: str, language: str) -> list[tuple[int, str]]:
    """Fenced blocks of one language: line of the fence, content."""
    return [
        (text.count("\n", 0, found.start()) + 1, found[2]) for found in FENCE.finditer(text) if found[1] == language
    ]


def commands(text: str) -> list[str]:
    """Lines after a `$ ` prompt in console blocks, continued lines joined, trailing comments dropped."""
    joined = "\n".join(content for _, content in blocks(text, "console")).replace("\\\n", " ")
    typed = [line[2:] for line in joined.splitlines() if line.startswith("$ ")]
    return [re.sub(r"\s+#\s.*$", "", line).strip() for line in typed]


def reason_to_leave_out(command: str) -> str | None:
    if NEEDS_A_MODEL.search(command):
        return "needs a language model; `pytest -m live` talks to one"
    return next((reason for start, reason in LEFT_OUT.items() if command.startswith(start)), None)


def run(arguments: list[str], folder: Path) -> None:
    """Run Python with these arguments; a failure shows what the reader would have seen."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, f"{shlex.join(arguments)}\n{done.stdout}\n{done.stderr}"


SAMPLE = """
```console
$ uv run mesa-war run wwi \\
    --seed 7  # again
round 1
$ uv run pytest
```

```python
x = 1
```
"""

TEXT = README.read_text(encoding="utf-8")
RUNNABLE = [command for command in commands(TEXT) if reason_to_leave_out(command) is None]


def test_it_shows_python_and_commands() -> None:
    assert blocks(TEXT, "python"), "README.md has no ```python block"
    assert commands(TEXT), "README.md has no ```console block with a `$ ` line"


def test_every_command_is_known() -> None:
    unknown = [command for command in RUNNABLE if not command.startswith("uv run mesa-war")]
    assert unknown == [], "neither run here nor in LEFT_OUT"


@pytest.mark.slow
@pytest.mark.parametrize("block", blocks(TEXT, "python"), ids=lambda block: f"line-{block[0]}")
def test_python_runs(block: tuple[int, str], tmp_path: Path) -> None:
    run(["-c", block[1]], tmp_path)


@pytest.mark.slow
def test_commands_run_in_order(tmp_path: Path) -> None:
    typed = [shlex.split(command) for command in RUNNABLE if command.startswith("uv run mesa-war")]
    assert typed, "README.md has no `uv run mesa-war` command to run"
    for words in typed:
        run(["-m", "mesa_war.cli", *words[3:]], tmp_path)


@pytest.mark.parametrize("command", [command for command in commands(TEXT) if command not in RUNNABLE])
def test_left_out(command: str) -> None:
    pytest.skip(f"{command}: {reason_to_leave_out(command)}")


def test_the_reader_reads() -> None:
    assert blocks(SAMPLE, "python") == [(9, "x = 1\n")]
    assert [shlex.split(command) for command in commands(SAMPLE)] == [
        ["uv", "run", "mesa-war", "run", "wwi", "--seed", "7"],
        ["uv", "run", "pytest"],
    ]
    assert reason_to_leave_out("uv run pytest") == "it is this very run"
    assert reason_to_leave_out("uv run mesa-war run wwi --mind openai/some-model") is not None
    assert reason_to_leave_out("uv run mesa-war run wwi --mind doctrine") is None
