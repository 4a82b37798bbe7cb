"""How well the rules inspector judges, task by task: real spectra, synthetic ones, ladders.

`python benchmarks/score_rules.py [--task cv] [--ladders] [--left-out] [--stripped] [--list]
[--without RULE] [--plots DIR] [--catalogue DIR]`

The reference folder is SPECREVIEW_REFERENCE_DIR (default ../shared); the category in its
MANIFEST.csv is the truth. Each case is a whole inspection, counted by `specreview.evaluation` as
`specreview evaluate` does: a positive without a verdict is a miss. Spectra without pixels where the
task decides are outside, and must get no verdict. Limits were set on many of the real spectra, so
their figures are optimistic; the synthetic set shares the demo's line shapes, and says so.
"""

import argparse
import csv
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from judging.cases import Case, covers, real_cases, reference
from judging.judge import Finding, judge
from judging.ladders import LADDERS, noisy
from judging.left_out import left_out
from judging.synthetic import synthetic_cases
from judging.tables import confusion, failures, figure, head, row, time_line
from judging.truth import POSITIVE, truth_of

from specreview.evaluation.scores import rates
from specreview.spectra.spectrum import Origin
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

LIMITS = (10.0, 5.0, 0.0)
MOST_OF_A_KIND = 8
"""Real spectra of one kind on a ladder; all positives are taken."""


@cache
def synthetic() -> tuple[Case, ...]:
    """The synthetic set, made once and only where it is scored."""
    return tuple(synthetic_cases())


def findings(task: VettingTask, cases: Sequence[Case]) -> list[Finding]:
    return [judge(task, case) for case in cases if not case.tasks or task.key in case.tasks]


def noised(cases: Sequence[Case], level: float) -> list[Case]:
    """The cases with noise added down to `level`, those that were good enough; fixed seeds."""
    made = (noisy(case, level, 77 + place) for place, case in enumerate(cases))
    return [case for case in made if case is not None]


def figures(task: VettingTask, real: Sequence[Case], listed: bool) -> None:
    sets = {"real": findings(task, real), "synthetic": findings(task, synthetic())}
    print(f"\n## {task.name} ({task.key})\n\n{head()}")
    for name, found in sets.items():
        for limit in LIMITS:
            part = [f for f in found if f.case.snr >= limit]
            print(row(task.key, name, f">= {limit:g}" if limit else "all", part))
    for level in (10.0, 5.0):
        hard = findings(task, noised(real, level))
        sets[f"real, noise to {level:g}"] = hard
        print(row(task.key, "real, noise added", f"= {level:g}", hard))
    for name, found in sets.items():
        print(f"\n{name}: {time_line(found)}\n\n{confusion(found)}\n\n{failures(found, listed)}")


def ladders(task: VettingTask, cases: Sequence[Case]) -> None:
    """A line for every rung, then the false alarms of all of them by name."""
    print(f"\n### Ladders: {task.key}\n\n{head()}")
    alarms = []
    for ladder in LADDERS:
        for rung in ladder.rungs:
            made = (ladder.make(case, rung, 900 + i) for i, case in enumerate(cases))
            found = findings(task, [case for case in made if case is not None])
            label = f"{rung:g} {ladder.unit}"
            print(row(task.key, ladder.name, label, found), flush=True)
            wrong = [f for f in found if f.outcome in ("FP", "uncovered!")]
            alarms += [f"{ladder.name} {label}: {failures([f])}" for f in wrong]
    print("\n" + "\n".join(alarms))


def some(task: str, real: Sequence[Case]) -> list[Case]:
    """All positives of a task, and of every other kind the first few."""
    kept: list[Case] = []
    for case in real:
        of_it = sum(other.kind == case.kind for other in kept)
        if case.kind == POSITIVE[task] or of_it < MOST_OF_A_KIND:
            kept.append(case)
    return kept


def without_tuning(task: VettingTask, real: Sequence[Case]) -> None:
    found = findings(task, real)
    for limit in LIMITS:
        told = rates(left_out([f for f in found if f.case.snr >= limit], task.scoring.yes_at))
        words = (figure(told.f1), figure(told.precision), figure(told.recall))
        print(
            f"{task.key} S/N >= {limit:g}, limit left out: F1 {words[0]} P {words[1]} R {words[2]}"
        )


def without(task: VettingTask, rules: Sequence[str]) -> VettingTask:
    """The task less some of its rules: what a rule that was set on one spectrum is worth."""
    kept = tuple(d for d in task.diagnostics if d.name not in rules)
    return VettingTask(**{**dict(task), "diagnostics": kept}) if rules else task


def stripped(task: VettingTask, real: Sequence[Case]) -> None:
    """The same verdict and words from spectra without name, header or survey."""
    bare = [replace(c, spectrum=replace(c.spectrum, origin=Origin("x", "text"))) for c in real]
    pairs = zip(findings(task, real), findings(task, bare), strict=True)
    other = [a.case.name for a, b in pairs if (a.answer, a.words) != (b.answer, b.words)]
    print(f"{task.key}: renamed and stripped, {len(real) - len(other)} of {len(real)} the same")
    print("\n".join(other))


def write_catalogue(task: VettingTask, real: Sequence[Case], folder: Path) -> None:
    """The scored real spectra as a candidate list, for `specreview queue create` and `evaluate`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{task.key}.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("obsid", "task", "path", "truth"))
        for case in real:
            truth = truth_of(task.key, case.kind)
            if truth is not None and covers(task, case.spectrum):
                path = (reference() / case.name).resolve()
                writer.writerow((case.name, task.key, path, truth))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", action="append", help="only this task (repeatable)")
    parser.add_argument("--ladders", action="store_true", help="the ladders alone")
    parser.add_argument("--left-out", action="store_true", help="leave-one-out alone")
    parser.add_argument("--stripped", action="store_true", help="renamed files alone")
    parser.add_argument("--without", action="append", default=[], help="leave this rule out")
    parser.add_argument("--list", action="store_true", help="list the right ones too")
    parser.add_argument("--plots", type=Path, help="draw each failure into this folder")
    parser.add_argument("--catalogue", type=Path, help="write candidate lists into this folder")
    options = parser.parse_args()
    real = list(real_cases(reference()))
    print(f"{len(real)} real optical spectra of a known kind")
    for key, task in load_tasks().items():
        if key not in POSITIVE or (options.task and key not in options.task):
            continue
        task = without(task, options.without)
        if options.ladders:
            ladders(task, [*some(key, real), *(c for c in synthetic() if c.snr > 15)])
        elif options.left_out:
            without_tuning(task, real)
        elif options.stripped:
            stripped(task, real)
        elif options.catalogue:
            write_catalogue(task, real, options.catalogue)
        elif options.plots:
            from judging.plots import plot_failures

            plot_failures(task, findings(task, real), options.plots)
        else:
            figures(task, real, options.list)


if __name__ == "__main__":
    main()
