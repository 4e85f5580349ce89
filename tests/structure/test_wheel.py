"""The wheel works where no checkout is: built, installed into an empty environment, run from another folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def ran(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_runs_outside_the_checkout(tmp_path: Path) -> None:
    ran("uv", "build", "--wheel", "--out-dir", str(tmp_path / "dist"), str(ROOT), cwd=tmp_path)
    wheel = next((tmp_path / "dist").glob("*.whl"))
    ran("uv", "venv", "--python", sys.executable, str(tmp_path / "empty"), cwd=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    pins = ["-c", str(ROOT / "constraints.txt")]
    ran("uv", "pip", "install", "--python", str(python), *pins, str(wheel), cwd=tmp_path)
    command = str(tmp_path / "empty" / "bin" / "mesa-war")
    told = ran(command, "run", "wwi", "--rounds", "2", "--out", "first", cwd=tmp_path)
    assert "Round 2" in told
    assert "identical" in ran(command, "replay", "first", cwd=tmp_path)
    assert "sound" in ran(command, "check", "wwi", cwd=tmp_path)
