"""The trace step by step: the very picture that the inspector was given, what it thought, what it
asked for, its claims beside the flux, and people's marks.
"""

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from specreview.agent.events import Call, InspectorReplied, ViewRendered, WindowSuggested
from specreview.agent.traces import TraceStep
from specreview.report.claims import step_evidence
from specreview.report.markup import folded, line, tag, words
from specreview.report.subject import Inspected, Subject
from specreview.review.marks import MARKS, StepMark


def steps(subject: Subject, inspected: Inspected) -> str:
    """All steps, in order."""
    return "".join(_step(subject, inspected, step) for step in inspected.trace.steps)


def _step(subject: Subject, inspected: Inspected, step: TraceStep) -> str:
    picture = "" if step.view is None else _picture(inspected, step.view)
    said = [
        _head(inspected, step),
        _suggested(subject, step.suggestion),
        _reply(step.reply),
        step_evidence(inspected.evidence, step.number),
        line("Not usable", step.rejected.reason if step.rejected is not None else ""),
        line("Marked", _marked(subject, inspected, step)),
    ]
    return f'<article class="step">{picture}<div class="words">{"".join(said)}</div></article>'


def _picture(inspected: Inspected, view: ViewRendered) -> str:
    """The stored PNG itself; on white in the dark too, as the inspector saw it."""
    png = inspected.images.get(view.image_sha256)
    if png is None:
        return tag("p", "The picture of this step is not in the database.", "missing")
    about = escape(f"what the inspector saw: {_window(view)}", quote=True)
    return (
        f'<figure class="picture"><img alt="{about}" '
        f'src="data:image/png;base64,{b64encode(png).decode()}">'
        f"<figcaption>sha256 {view.image_sha256[:12]}…</figcaption></figure>"
    )


def _window(view: ViewRendered) -> str:
    if view.window is None:
        return "the whole range"
    lower, upper = view.window
    return f"{view.label} {lower:.0f}–{upper:.0f} Å".strip()


def _head(inspected: Inspected, step: TraceStep) -> str:
    """As in "3 · window 2 · Hα 6400–6730 Å"; the number is that on the chart."""
    called = inspected.trace.called(step)
    if step.view is not None and step.view.window is not None:
        called = f"{called} · {_window(step.view)}"
    return tag("h3", f"{step.number} · {called}" if step.view else called)


def _suggested(subject: Subject, suggestion: WindowSuggested | None) -> str:
    if suggestion is None:
        return ""
    who = subject.name(suggestion.reviewer)
    if suggestion.window is None:
        return words(f"{who} said: {suggestion.note}")
    lower, upper = suggestion.window
    asked = f"{who} asked to look at {lower:.0f}–{upper:.0f} Å"
    return words(f"{asked}: {suggestion.note}" if suggestion.note else asked)


def _reply(reply: InspectorReplied | None) -> str:
    """What was thought, what it led to, and the whole of it word for word."""
    if reply is None:
        return line("Reply", "none yet")
    asked = "; ".join(_call(call) for call in reply.calls)
    return (
        words(reply.thought or reply.text)
        + line("Asks for", asked)
        + line("Answers", reply.answer or "")
        + folded("Reply, word for word", reply.text)
    )


def _call(call: Call) -> str:
    if call.window is None:
        return f"a window that was refused: {call.error}" if call.error else ""
    lower, upper = call.window
    return f"{call.label} {lower:.0f}–{upper:.0f} Å".strip()


def _marked(subject: Subject, inspected: Inspected, step: TraceStep) -> str:
    """As in "ann: misread"."""
    return ", ".join(_mark(subject, mark) for mark in _marks_on(inspected, step))


def _marks_on(inspected: Inspected, step: TraceStep) -> Sequence[StepMark]:
    events = inspected.trace.events
    return [
        mark for mark in inspected.marks if step.reply in events[mark.position : mark.position + 1]
    ]


def _mark(subject: Subject, mark: StepMark) -> str:
    return f"{subject.name(mark.reviewer)}: {MARKS[mark.mark]}" if mark.mark else ""
