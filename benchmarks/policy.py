"""How fast the rule-based mind is: ten-round runs per second on one core, peak memory, moves per nation-turn.

    python benchmarks/policy.py [RUNS]

The runs are those of the July crisis with its historical trigger, seeds 0, 1, 2 and so on, built anew each time. One
run, which imports and compiles, is made before and not counted.
"""

import resource
import sys
import time
from collections import Counter

from mesa_war.families.nations.model import Nations

WANTED = 20
"""Runs per second."""


def run(seed: int) -> Nations:
    world = Nations(setting="wwi", mind="doctrine", rng=seed)
    while world.running:
        world.step()
    return world


def main(runs: int) -> None:
    run(0)
    rates, turns, moves = [], 0, Counter[str]()
    for seed in range(runs):
        began = time.process_time()
        world = run(seed)
        rates.append(time.process_time() - began)
        turns += len(world.plans)
        moves.update(move.action for _, _, plan in world.plans for move in plan.moves)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rate = runs / sum(rates)
    print(f"ten-round runs per second on one core: {rate:.1f} (at least {WANTED} wanted)")
    print(f"slowest run: {max(rates) * 1000:.0f} ms")
    print(f"nation-turns per second: {turns / sum(rates):.0f}")
    print(f"peak memory: {megabytes:.0f} MB")
    print(f"moves per nation-turn: {moves.total() / turns:.2f}")
    for action, count in moves.most_common():
        print(f"  {action:<18} {count / runs:6.2f} per run")
    if rate < WANTED:
        sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
