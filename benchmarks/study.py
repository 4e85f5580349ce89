"""How long studies take, and that memory stays flat as they grow.

    python benchmarks/study.py [--runs N]... [--workers N] [--mind M]

Runs the design ``casus_belli`` (the July Crisis, ten rounds, four triggers) with so many runs in all, each time in a
fresh process, and prints wall time, and the peak memory of the process that hands out runs and joins their tables and
of the largest worker. The sizes are 100 and 1,000 unless given: ``--runs 100 --runs 1000 --runs 10000``.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT_SECONDS = 60.0
"""For 1,000 runs of the rule-based mind on two cores."""

COLUMNS = ("runs", "seconds", "a second", "joining", "core seconds", "own MB", "worker MB", "disk MB")


def measured(runs: int, workers: int, mind: str, folder: str) -> dict[str, float]:
    """One study in this process: its time in seconds, joining included, and peak memory in MB."""
    from mesa_war.study.design import Design
    from mesa_war.study.runner import study

    design = Design.load("casus_belli").with_parameters({"mind": mind})
    cells = len(design.all_cells())
    began = time.perf_counter()
    told = [began]

    def tell(_: object) -> None:
        told[0] = time.perf_counter()

    result = study(design, folder, runs=runs // cells, workers=workers, progress=tell)
    ended = time.perf_counter()
    assert result.complete
    assert result.standing.failed == 0
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "runs": result.standing.runs,
        "seconds": ended - began,
        "a second": result.standing.runs / (ended - began),
        "joining": ended - told[0],
        "own MB": own.ru_maxrss / 1024,
        "worker MB": children.ru_maxrss / 1024,
        "core seconds": own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime,
        "disk MB": sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 2**20,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--runs", type=int, action="append")
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--mind", default="doctrine")
    arguments.add_argument("--one", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    sizes = given.runs or [100, 1000]
    if given.one:
        print(json.dumps(measured(sizes[0], given.workers, given.mind, given.one)))
        return
    print("".join(f"{name:>14}" for name in COLUMNS))
    for runs in sizes:
        with tempfile.TemporaryDirectory() as folder:
            words = ["--runs", str(runs), "--workers", str(given.workers), "--mind", given.mind, "--one", f"{folder}/s"]
            done = subprocess.run([sys.executable, __file__, *words], capture_output=True, text=True, check=True)
        row = json.loads(done.stdout.splitlines()[-1])
        print("".join(f"{row[name]:>14.1f}" for name in COLUMNS))
        if row["runs"] == 1000 and given.mind == "doctrine":
            print(f"1,000 runs on two cores: at most {LIMIT_SECONDS:g} s wanted, while nothing else runs on them")


if __name__ == "__main__":
    main()
