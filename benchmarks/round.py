"""How long a round of eight nations takes through LiteLLM, beside the time the provider itself takes.

A fake provider in another process answers every call after a fixed time. Prints the wall time of a round over that
time (the first round, which imports and connects, apart), and the calls per nation and turn.

Usage: python benchmarks/round.py [--rounds 10] [--latency 0.2] [--random]
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mesa_war.families.nations.model import Nations

SERVE = """
import sys
from mesa_war.minds.fake import FakeProvider, serve
script = sys.argv[2] if len(sys.argv) > 2 else None
serve(FakeProvider(latency=float(sys.argv[1]), script=script), lambda url: print(url, flush=True))
"""
ONE_PLAN = """
[[rules]]
reply = '{"allies": [], "enemies": [], "moves": [{"action": "wait"}], "analysis": "We follow events and wait."}'
"""


@contextmanager
def provider(latency: float, *script: str) -> Iterator[str]:
    """The address of a fake provider in a process of its own."""
    command = [sys.executable, "-c", SERVE, str(latency), *script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def rounds(world: Nations) -> Iterator[tuple[float, float]]:
    """Wall and processor seconds of each round."""
    while world.running:
        wall, processor = time.perf_counter(), time.process_time()
        world.step()
        yield time.perf_counter() - wall, time.process_time() - processor


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=10, help="measured rounds after the warm-up round")
    options.add_argument("--latency", type=float, default=0.2, help="seconds the provider takes for each call")
    options.add_argument("--random", action="store_true", help="random plans, some of which are asked again")
    chosen = options.parse_args()
    with TemporaryDirectory() as folder:
        script = Path(folder) / "script.toml"
        script.write_text(ONE_PLAN, encoding="utf-8")
        with provider(chosen.latency, *([] if chosen.random else [str(script)])) as url:
            world = Nations(mind=f"openai/fake?api_base={url}", rounds=chosen.rounds + 1, rng=7)
            (warm_up, _), *measured = rounds(world)
    calls = [len(plan.calls) for _, _, plan in world.plans]
    walls, processor = zip(*measured, strict=True)
    per_call = sum(processor) / sum(calls[len(world.seats) :])
    ratios = [wall / chosen.latency for wall in walls]
    print(f"warm-up round            {warm_up:.2f} s")
    print(f"wall per round / latency {sum(ratios) / len(ratios):.2f} (worst {max(ratios):.2f})")
    print(f"calls per nation-turn    {sum(calls) / len(calls):.2f}")
    print(f"processor time per call  {per_call * 1000:.1f} ms")


if __name__ == "__main__":
    main()
