"""How long a trace takes to be set beside the flux, on the demo's spectra.

`PYTHONPATH=. python benchmarks/bench_claims.py` prints processor milliseconds a trace: preparing
the spectrum, measuring the task, reading and checking all claims; median, 95 % and most.
"""

import time

import numpy as np

from specreview.demo.build import demo_roles
from specreview.demo.specimens import specimen
from specreview.measure.claims.checking import Checker
from specreview.measure.diagnose import measure_all
from specreview.measure.prepared import prepare
from specreview.tasks.load import load_tasks
from tests.builders import inspected


def main() -> None:
    """Time every step on every spectrum, after one to warm up."""
    tasks, rows = load_tasks(), []
    for number, role in enumerate(demo_roles(20261)):
        spectrum, task = specimen(role, number), tasks[role.task]
        trace = inspected(task, spectrum)
        marks = [time.thread_time()]
        prepared = prepare(spectrum, None)
        marks.append(time.thread_time())
        measured = measure_all(prepared, task)
        marks.append(time.thread_time())
        checker = Checker(prepared, task, measured)
        for step in trace.steps:
            if step.reply is not None:
                checker.check(step.reply.thought, "thought")
                checker.check(step.reply.justification, "justification")
        marks.append(time.thread_time())
        rows.append(1e3 * np.diff(marks))
    for name, column in zip(("prepare", "measure", "claims"), np.array(rows[1:]).T, strict=True):
        middle, most = np.percentile(column, (50, 95))
        print(f"{name:8} {middle:6.1f} ms, 95 % {most:6.1f} ms, most {column.max():6.1f} ms")


if __name__ == "__main__":
    main()
