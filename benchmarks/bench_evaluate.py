"""Scoring a test split of SpecVI-Bench's size: time, memory, and figures equal to scikit-learn's.

`python benchmarks/bench_evaluate.py [ROWS]` (default 6754) fills a store in memory with one
inspection a row, then reports what `specreview evaluate` and the Performance page compute.
Exits 1 when a limit is missed; limits of time count the processor's, twice what it took on 2 cores.
"""

import resource
import sys
import time

import numpy as np
from sklearn import metrics

from specreview.agent.events import InspectionStarted, InspectorReplied, VerdictReached
from specreview.agent.prompt import prompt_hash, system_text, task_text
from specreview.agent.protocol import PARSER_VERSION, format_answer, parse_reply
from specreview.evaluation.ledger import Ledger
from specreview.evaluation.report import Report, report
from specreview.evaluation.sheet import rows as sheet_rows
from specreview.review.candidates import NewCandidate
from specreview.store import Store, open_store
from specreview.tasks.load import load_tasks

SHARES = {"cc": 1321, "cv": 1458, "gm": 1321, "ss": 1442, "wd": 1212}
"""Rows of the test split by task."""
READING, AGAIN, MEMORY, EQUAL = 8.0, 1.5, 200.0, 1e-12

Told = tuple[str, str, str, str | None, float]
"""(task, survey, label, answer or None, score)."""


def made_up(rows: int) -> list[Told]:
    """Labels, one in eight positive, and answers that are right nine times in ten."""
    draws, told = np.random.default_rng(6754), []
    for task, share in SHARES.items():
        for _ in range(round(rows * share / sum(SHARES.values()))):
            true = draws.random() < 1 / 8
            said = "YES" if true == (draws.random() < 0.9) else "NO"
            score = float(np.round(draws.beta(4, 2) if said == "YES" else draws.beta(2, 4), 2))
            survey = str(draws.choice(["LAMOST", "SDSS", "DESI"]))
            answer = said if draws.random() < 0.97 else None
            told.append((task, survey, "YES" if true else "NO", answer, score))
    return told


def fill(store: Store, told: list[Told]) -> int:
    """A queue with one finished inspection a row; returns its id."""
    tasks = load_tasks(None)
    queue = store.queues.create("bench", None, "made up")
    new = [
        NewCandidate(str(n), str(n), task, f"{n}.fits", survey=survey, snr=30.0, label=label)
        for n, (task, survey, label, _, _) in enumerate(told)
    ]
    store.queues.upsert(queue.id, new)
    starts = {
        key: InspectionStarted(
            spectrum_hash="0" * 64, object_id="", title="Spectrum", reader="lamost",
            reader_version=1, redshift=None, redshift_source=None, task_key=key,
            task_hash=task.hash, task_text=task_text(task), system_text=system_text(),
            labels=task.labels, inspector="local", model="made-up", revision=None,
            prompt_hash=prompt_hash(task), parser_version=PARSER_VERSION, renderer_version="1",
            app_version="1",
        )
        for key, task in tasks.items()
    }  # fmt: skip
    for row, (task, _, _, answer, score) in zip(store.rows(queue.id, ""), told, strict=True):
        inspection = store.traces.start(row.candidate.id, starts[task], "made-up")
        text = format_answer("The lines are seen. " * 20, answer or "UNSURE", "as seen")
        parsed = parse_reply(text, ("YES", "NO"))
        reply = InspectorReplied(
            text=text, thought=parsed.thought, calls=(), answer=parsed.answer,
            justification=parsed.justification, flags=tuple(parsed.flags), tokens=90, seconds=0.2,
        )  # fmt: skip
        store.traces.append(inspection, 1, reply)
        reached = VerdictReached(verdict=answer, justification="as seen", score=score)
        store.traces.append(inspection, 2, reached)
    return queue.id


def evaluated(store: Store, queue: int, ledger: Ledger) -> Report:
    """What `specreview evaluate --by task --by survey` computes."""
    return report(
        "bench",
        store.rows(queue, ""),
        store.queues.labels(queue),
        ledger.of_queue(store.traces, queue),
        names={},
        by=("task", "survey"),
    )


def furthest(found: Report, told: list[Told]) -> tuple[int, float]:
    """(figures compared, largest difference from scikit-learn's)."""
    gaps = []
    for row in sheet_rows(found):
        if row["reading"] != "strict":
            continue
        mine = [one for one in told
                if row["task"] in (None, one[0]) and row["survey"] in (None, one[1])]  # fmt: skip
        truth = [one[2] for one in mine]
        said, silent = [one[3] or "NO" for one in mine], [one[3] or "-" for one in mine]
        binary = [label == "YES" for label in truth]
        theirs = {
            "accuracy": metrics.accuracy_score(truth, silent),
            "precision": metrics.precision_score(truth, said, pos_label="YES"),
            "recall": metrics.recall_score(truth, said, pos_label="YES"),
            "f1": metrics.f1_score(truth, said, pos_label="YES"),
            "average_precision": metrics.average_precision_score(binary, [one[4] for one in mine]),
        }
        gaps += [abs(row[name] - value) for name, value in theirs.items()]
    return len(gaps), max(gaps)


def main(rows: int) -> int:
    missed: list[str] = []

    def tell(name: str, value: float, unit: str, limit: float) -> None:
        if value > limit:
            missed.append(name)
        print(f"{name:<44} {value:10.3g} {unit:<4} (at most {limit:g})"
              f"{'' if value <= limit else '  MISSED'}")  # fmt: skip

    told, store, ledger = made_up(rows), open_store("sqlite://"), Ledger()
    queue = fill(store, told)
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    found = evaluated(store, queue, ledger)
    tell(f"{len(told)} traces read and scored", time.process_time() - begun, "s", READING)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    tell("memory that took", grown, "MB", MEMORY)
    begun = time.process_time()
    evaluated(store, queue, ledger)
    tell("scored again, as the page does", time.process_time() - begun, "s", AGAIN)
    figures, gap = furthest(found, told)
    tell(f"{figures} figures, furthest from scikit-learn's", gap, "", EQUAL)
    mean, bounds = found.blocks[0].macro_strict.value, found.blocks[0].macro_strict.range
    print(f"macro F1 {mean:.4f}, 95 % {bounds}")
    store.close()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 6754))
