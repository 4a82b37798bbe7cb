"""The printed tables: figures with their ranges, the confusion by look-alike, ladders."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from specreview.evaluation.scores import Estimate, rates

from .judge import Finding, auc, counts


def figure(estimate: Estimate) -> str:
    """As in ".95 (.90–.98)"; "–" where there is none."""
    if estimate.value is None:
        return "–"
    if estimate.range is None:
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f} ({estimate.range[0]:.2f}–{estimate.range[1]:.2f})"


def head() -> str:
    return (
        "| task | set | S/N | TP | FN | no verdict + | FP | TN | no verdict − | precision "
        "| recall | F1 | F1 of those answered | AUC |\n|" + " --- |" * 14
    )


def row(task: str, name: str, limit: str, findings: Sequence[Finding]) -> str:
    found = counts(findings)
    told = rates(found)
    answered = counts(f for f in findings if f.answer is not None)
    area = auc(findings)
    numbers = (
        found.true_positive, found.false_negative, found.silent_positive,
        found.false_positive, found.true_negative, found.silent_negative,
    )  # fmt: skip
    told_figures = (told.precision, told.recall, told.f1, rates(answered).f1)
    last = "–" if area is None else f"{area:.3f}"
    cells = [task, name, limit, *map(str, numbers), *map(figure, told_figures), last]
    return "| " + " | ".join(cells) + " |"


def confusion(findings: Iterable[Finding]) -> str:
    """Answers by kind of object: YES, no verdict, NO; those outside scoring too."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for f in findings:
        mark = "" if f.covered else " (not covered)"
        mark = " (unscored)" if f.truth is None and f.covered else mark
        table[f.case.kind + mark][f.answer or "none"] += 1
    lines = ["| kind | YES | no verdict | NO |", "| --- | --- | --- | --- |"]
    for kind, told in sorted(table.items()):
        lines.append(f"| {kind} | {told['YES']} | {told['none']} | {told['NO']} |")
    return "\n".join(lines)


def failures(findings: Iterable[Finding], listed: bool = False) -> str:
    """What went wrong, and what got no verdict though positive; all but TN where `listed`."""
    quiet = {"TP", "TN", "none-", "uncovered"} if not listed else {"TN", "uncovered"}
    lines = [
        f"  {f.outcome:10} {f.case.name[:52]:52} {f.case.label[:26]:26} S/N {f.case.snr:6.1f} "
        f"score {f.score:.2f} {f.words[:170]}"
        for f in findings
        if f.outcome not in quiet
    ]
    return "\n".join(sorted(lines))


def time_line(findings: Sequence[Finding]) -> str:
    taken = 1e3 * np.array([f.seconds for f in findings])
    turns = np.mean([f.turns for f in findings])
    return (
        f"{np.median(taken):.0f} ms a whole inspection (median; 95 %: "
        f"{np.quantile(taken, 0.95):.0f} ms), {turns:.1f} turns"
    )
