"""The inspector's verdict: what it says, why, who says so, and what was and was not looked at."""

from specreview.agent.events import InspectionStopped
from specreview.agent.traces import Trace
from specreview.report.claims import counts_text
from specreview.report.markup import line, tag, words
from specreview.report.subject import Inspected

_STOPPED = {
    "turn_limit": "the turns were spent",
    "format_errors": "several unusable replies in a row",
    "repeated_call": "it asked for the same window again and again",
    "degenerate": "its text repeated itself",
    "context_full": "its context was full",
    "backend_error": "the inspector could not answer",
    "cancelled": "a person stopped it",
}


def verdict(inspected: Inspected) -> str:
    """The whole card. The answer carries no colour: that would sell it."""
    trace = inspected.trace
    reached = trace.verdict
    evidence = inspected.evidence
    checked = f"not checked: {inspected.unchecked}" if evidence is None else counts_text(evidence)
    score = reached.score if reached is not None else None
    return "".join(
        [
            tag("p", f"Verdict {verdict_word(trace)}", "verdict"),
            line("By", inspector(trace)),
            line("Score for the positive label", "" if score is None else f"{score:.2f} of 1"),
            words(reached.justification if reached is not None else ""),
            line("Ended", "" if trace.stopped is None else _stopped(trace.stopped)),
            line("Claims", checked),
            line("Note", "A verdict is an inspector's; it approves nothing by itself."),
        ]
    )


def verdict_word(trace: Trace) -> str:
    """A label, "no verdict", or that none was reached."""
    if trace.verdict is None:
        return "not reached"
    return trace.verdict.verdict or "no verdict"


def inspector(trace: Trace) -> str:
    """Who inspected: the inspector, its model and the model's revision."""
    started = trace.started
    parts = [started.inspector, started.model or ""]
    parts.append(f"revision {started.revision}" if started.revision else "")
    return " · ".join(filter(None, parts))


def _stopped(stopped: InspectionStopped) -> str:
    return f"{_STOPPED.get(stopped.reason, stopped.reason)}. {stopped.message}".strip()
