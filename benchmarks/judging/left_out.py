"""Leave-one-out for the one limit that was tuned on these very spectra: `yes_at`."""

from collections.abc import Sequence

import numpy as np

from specreview.evaluation.counts import Counts, count_answers

from .judge import Finding


def left_out(findings: Sequence[Finding], usual: float) -> Counts:
    """Each scored case answered with the limit that is best for F1 on all the others.

    Of equally good limits the one nearest the task's own. A verdict withheld by a rule stays so.
    """
    scored = [f for f in findings if f.scored]
    score = np.array([f.score for f in scored])
    truth = np.array([f.truth == "YES" for f in scored])
    free = np.array([f.answer is not None or "divided" in f.words for f in scored])
    limits = np.unique(np.append(score[score > 0], usual))
    answers = []
    for i, one in enumerate(scored):
        others = np.arange(score.size) != i
        best = max(limits, key=lambda x: (_f1(score, truth, free, others, x), -abs(x - usual)))
        said = "YES" if free[i] and one.score >= best else "NO"
        answers.append((one.truth or "", said if free[i] else None, "YES"))
    return count_answers(answers)


def _f1(
    score: np.ndarray, truth: np.ndarray, free: np.ndarray, among: np.ndarray, limit: float
) -> float:
    said = (score >= limit) & free
    hits = np.sum(said & truth & among)
    total = np.sum(said & ~truth & among) + np.sum(truth & among) + hits
    return float(2 * hits / total) if total else 0.0
