"""What a first start waits for: the tasks read, the demo's survey files made.

Run: python benchmarks/bench_start.py
Processor seconds, the best of a few rounds, so that a busy machine changes them little; ends with 1
when a limit is broken. Tasks may take no longer than a page until it is drawn.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from specreview.demo.build import build_demo
from specreview.tasks.load import load_tasks

TASKS, DEMO = 0.4, 10.0
missed: list[str] = []


def report(name: str, act: Callable[[], object], rounds: int, limit: float) -> None:
    """Print the least processor time of `rounds`, and keep the name where it is above `limit`."""
    taken = []
    for _ in range(rounds):
        begun = time.process_time()
        act()
        taken.append(time.process_time() - begun)
    if min(taken) > limit:
        missed.append(name)
    print(f"{name:<24} {min(taken):8.3f} s (at most {limit:g})")


def main() -> int:
    report("the shipped tasks read", load_tasks, 5, TASKS)
    with tempfile.TemporaryDirectory() as folder:
        places = iter(Path(folder) / str(number) for number in range(2))
        report("the demo made", lambda: build_demo(next(places)), 2, DEMO)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
