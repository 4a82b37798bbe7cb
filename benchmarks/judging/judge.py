"""Whole inspections of cases, counted as `specreview evaluate` counts them."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from specreview.agent.inspection import Inspection, start_event
from specreview.agent.traces import Trace
from specreview.evaluation.counts import Counts, count_answers
from specreview.evaluation.curve import rank_area
from specreview.evaluation.judged import inspected
from specreview.inspectors.rules import RulesInspector
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

from .cases import Case, covers
from .truth import truth_of


@dataclass(frozen=True)
class Finding:
    """What the inspector made of one case under one task.

    `truth` is None outside scoring; `covered` tells whether the deciding windows have pixels.
    """

    case: Case
    task: str
    truth: str | None
    covered: bool
    answer: str | None
    score: float
    turns: int
    seconds: float
    words: str

    @property
    def scored(self) -> bool:
        return self.truth is not None and self.covered

    @property
    def outcome(self) -> str:
        """TP, FP, FN, TN, none+ or none-; unscored, uncovered, or uncovered! with a verdict."""
        if not self.covered:
            return "uncovered" if self.answer is None else "uncovered!"
        if self.truth is None:
            return "unscored"
        if self.answer is None:
            return "none+" if self.truth == "YES" else "none-"
        right = self.answer == self.truth
        return ("T" if right else "F") + ("P" if self.answer == "YES" else "N")


def inspect(task: VettingTask, spectrum: Spectrum, inspector: RulesInspector) -> Trace:
    """The whole inspection, nothing drawn; no redshift is told, no title says what it is."""
    started = start_event(
        spectrum,
        task,
        inspector.identity,
        title="Spectrum",
        redshift=None,
        redshift_source=None,
        renderer_version="none",
        app_version="benchmark",
    )
    trace = Trace("01", (started,))
    while step := Inspection(trace, spectrum, task, inspector, _no_picture, {}).advance():
        trace = trace.plus(step.event)
    return trace


def _no_picture(
    _spectrum: Spectrum, _window: object, _redshift: float | None, _title: str
) -> bytes:
    return b"png"


def judge(task: VettingTask, case: Case) -> Finding:
    begun = time.process_time()
    trace = inspect(task, case.spectrum, RulesInspector())
    seconds = time.process_time() - begun
    found = inspected(trace)
    assert found is not None
    assert trace.verdict is not None
    return Finding(
        case=case,
        task=task.key,
        truth=truth_of(task.key, case.kind),
        covered=covers(task, case.spectrum),
        answer=found.strict,
        score=found.score or 0.0,
        turns=found.turns,
        seconds=seconds,
        words=trace.verdict.justification,
    )


def counts(findings: Iterable[Finding]) -> Counts:
    """Of those scored: a positive without a verdict is a miss, as in `specreview evaluate`."""
    return count_answers((f.truth or "", f.answer, "YES") for f in findings if f.scored)


def auc(findings: Iterable[Finding]) -> float | None:
    scored = [f for f in findings if f.scored]
    return rank_area([f.score for f in scored], [f.truth == "YES" for f in scored])
