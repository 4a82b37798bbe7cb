"""The verdict card: what the inspector says, and what a reader should hold against it.

YES and NO carry no colour anywhere: it would sell the verdict.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from specreview.agent.events import InspectionStopped
from specreview.agent.traces import Trace
from specreview.measure.evidence import Argument, same_line, shown_by_another
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    Diagnostic,
    IndexDiagnostic,
    LineDiagnostic,
)
from specreview.tasks.task import VettingTask
from specreview.ui.present.frames import windows_of
from specreview.ui.present.markup import fact
from specreview.ui.present.quantities import named

NO_VERDICT = "no verdict"

STOPPED = {
    "turn_limit": "the turns were spent",
    "format_errors": "three unusable replies in a row",
    "repeated_call": "it asked for the same window again and again",
    "degenerate": "its text repeated itself",
    "context_full": "its context was full",
    "backend_error": "the inspector could not answer",
    "cancelled": "stopped by you",
}


def verdict_word(verdict: str | None, has_verdict: bool) -> str:
    """The answer as shown: a label, "no verdict", or "not reached yet"."""
    if verdict is not None:
        return verdict
    return NO_VERDICT if has_verdict else "not reached yet"


def inspector_name(trace: Trace, labels: Mapping[str, str]) -> str:
    """Who inspected, as people read it, and the revision where there is one.

    A model's name is the trace's: the settings may name another by now.
    """
    started = trace.started
    if started.model:
        parts = [f"{started.inspector}: {started.model}"]
    else:
        parts = [labels.get(started.inspector, started.inspector)]
    if started.revision:
        parts.append(f"rev {started.revision[:7]}")
    return " · ".join(parts)


def head(word: str, who: str) -> str:
    """The card's first line: "Verdict YES", and who says so."""
    return (
        f'<div class="verdict-head"><b class="big">Verdict</b> '
        f'<b class="big word">{escape(word)}</b>'
        f'<span class="right muted">{escape(who)}</span></div>'
    )


def looked_at(
    task: VettingTask, windows: Iterable[tuple[float, float]]
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """(looked at, not looked at) of the diagnostics that count, by the windows asked for.

    A diagnostic is looked at when one window holds one of its features; the overview counts
    for a continuum slope only.
    """
    asked = list(windows)
    seen: list[Diagnostic] = []
    unseen: list[Diagnostic] = []
    for diagnostic in task.diagnostics:
        places = features(diagnostic)
        if not places or not diagnostic.weight:
            continue
        inside = any(lo <= place <= hi for place in places for lo, hi in asked)
        overview = isinstance(diagnostic, ContinuumDiagnostic)
        (seen if inside or overview else unseen).append(diagnostic)
    return seen, unseen


def features(diagnostic: Diagnostic) -> tuple[float, ...]:
    """Rest wavelengths (vacuum Å) that a window must hold to show the diagnostic; () for rules."""
    if isinstance(diagnostic, LineDiagnostic):
        return diagnostic.rest
    if isinstance(diagnostic, BandheadDiagnostic):
        return (diagnostic.head,)
    if isinstance(diagnostic, IndexDiagnostic):
        return (sum(diagnostic.feature) / 2,)
    if isinstance(diagnostic, ContinuumDiagnostic):
        return tuple(sum(window) / 2 for window in diagnostic.windows)
    return ()


def coverage_line(task: VettingTask, windows: Sequence[tuple[float, float]]) -> str:
    """As in "Windows on 3 of 6: Hα, Hβ. No window on He I": what is left to check by eye.

    What stands in the overview alone may be measured and named; it was not looked at closely.
    """
    seen, unseen = looked_at(task, windows)
    text = f"{len(seen)} of {len(seen) + len(unseen)}"
    if seen:
        text += ": " + ", ".join(d.label for d in seen[:6]) + (", …" if len(seen) > 6 else "")
    line = fact("Windows on", text)
    if unseen:
        names = ", ".join(d.label for d in unseen[:6]) + (", …" if len(unseen) > 6 else "")
        line += f' <span class="fact"><b class="strong">No window on</b> {escape(names)}</span>'
    return f'<div class="line">{line}</div>'


def against_line(weighed: Sequence[Argument], verdict: str | None, positive: str) -> str:
    """What speaks against the verdict shown, the heaviest first, each line once."""
    if verdict is None:
        return ""
    shown_lines = [measurement for argument in weighed for measurement in argument.measured]
    said: list[Measurement] = []
    for argument in weighed:
        other_side = argument.favours != (verdict == positive) and argument.size > 0
        for measurement in argument.measured[:1] if other_side else ():
            told = any(same_line(measurement, one) for one in said)
            if not told and shown_by_another(measurement, shown_lines) is None:
                said.append(measurement)
    shown = [named(measurement) for measurement in said[:3]]
    text = "; ".join(shown) if shown else "nothing that was measured"
    return f'<div class="line">{fact("Speaks against", text)}</div>'


def independence_line(trace: Trace) -> str:
    """The rules inspector and the measurements are one code: no independent check."""
    if not trace.started.inspector.startswith("rules"):
        return ""
    text = "same code as the inspector: no independent check"
    return f'<div class="line">{fact("Measurements", text)}</div>'


def stop_sentence(stopped: InspectionStopped) -> str:
    """Why there is no verdict, in words."""
    text = f"Stopped: {STOPPED.get(stopped.reason, stopped.reason)}."
    return f"{text} {stopped.message}".strip()


def run_summary(trace: Trace) -> str:
    """As in "4 windows · 11.2 s", beside the run controls."""
    seconds = sum(getattr(event, "seconds", 0.0) for event in trace.events)
    windows = len(windows_of(trace))
    plural = "" if windows == 1 else "s"
    return f"{windows} window{plural} · {seconds:.1f} s"
