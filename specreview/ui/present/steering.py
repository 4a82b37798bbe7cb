"""Who asked for what, what came of it, and which inspection counts, in words."""

from collections.abc import Mapping, Sequence
from html import escape

from specreview.agent.events import InspectionStarted, WindowSuggested
from specreview.agent.traces import Trace, TraceStep
from specreview.review.rows import InspectionSummary
from specreview.runner.steering import answered_again, suggested, unanswered
from specreview.ui.present.markup import fact
from specreview.ui.present.quantities import clock, span
from specreview.ui.present.verdict import verdict_word

_LONGEST = 60


def asked_words(suggestion: WindowSuggested) -> str:
    """As in "ann asked to look at 4800–4930 Å: is Hβ broad too?"."""
    if suggestion.window is None:
        return f"{suggestion.reviewer} said: {suggestion.note}"
    words = f"{suggestion.reviewer} asked to look at {span(*suggestion.window)}"
    return f"{words}: {suggestion.note}" if suggestion.note else words


def answer_lines(trace: Trace) -> str:
    """The verdict before and after the last suggestion, or that it waits for an answer."""
    waiting = unanswered(trace)
    if waiting is not None:
        older = "; the verdict above is from before it" if trace.verdict is not None else ""
        text = f"{_short(asked_words(waiting))}: not answered yet{older}"
        return f'<div class="line">{fact("Suggested", text)}</div>'
    last, both = suggested(trace), answered_again(trace)
    if last is None:
        return ""
    if both is None:
        return _without_answer(trace, last)
    before, after = (verdict_word(one.verdict, True) for one in both)
    change = (
        f'<b class="strong">{escape(before)} → {escape(after)}</b>'
        if before != after
        else f"<b>{escape(after)}</b> as before,"
    )
    why = escape(f"after {_short(asked_words(last))}")
    return f'<div class="line"><span class="fact"><i>Verdict</i> {change} {why}</span></div>'


def _without_answer(trace: Trace, last: WindowSuggested) -> str:
    """Where the inspection ended without a verdict on the last suggestion; "" where it has one."""
    if trace.stopped is None:
        return ""
    older = "; the verdict above is from before it" if trace.verdict is not None else ""
    text = f"{_short(asked_words(last))}: stopped without an answer{older}"
    return f'<div class="line">{fact("Suggested", text)}</div>'


def which_line(trace: Trace, numbers: Mapping[str, int], counting: InspectionSummary | None) -> str:
    """That this is a branch, and which inspection counts where another one does."""
    parts = []
    parent = trace.started.parent_inspection
    if parent is not None:
        of = f"of inspection {numbers[parent]}" if parent in numbers else "of another inspection"
        step = _begun_from(trace, trace.started.parent_position or 0)
        parts.append(fact("Branch", f"{of}, from {step}"))
    if counting is not None and counting.id != trace.inspection_id:
        word = verdict_word(counting.verdict, counting.has_verdict)
        text = f"number {numbers[counting.id]} ({word}), which ended last; this one is shown"
        parts.append(fact("The table counts", text))
    return f'<div class="line">{" ".join(parts)}</div>' if parts else ""


def inspection_words(
    summary: InspectionSummary,
    number: int,
    started: InspectionStarted | None,
    numbers: Mapping[str, int],
    counts: bool,
) -> str:
    """One inspection in the list: number, who, verdict, when, whence."""
    status = {"inspecting": "not finished", "failed": "failed"}
    word = summary.verdict or status.get(summary.status, "no verdict")
    parts = [f"{number}", summary.inspector, word, f"{clock(summary.started_at)} UTC"]
    parent = started.parent_inspection if started is not None else None
    if parent is not None and parent in numbers:
        parts.append(f"branch of {numbers[parent]}")
    if counts:
        parts.append("counts in the table")
    return " · ".join(parts)


def step_words(trace: Trace, step: TraceStep) -> str:
    """A step in a list: what it is called, and what it looked at."""
    called = trace.called(step)
    if step.view is None or step.view.window is None:
        return called
    return f"{called}: {f'{step.view.label} {span(*step.view.window)}'.strip()}"


def counting_of(
    known: Sequence[InspectionSummary], counting_id: str | None
) -> InspectionSummary | None:
    """The summary of the inspection that counts."""
    return next((one for one in known if one.id == counting_id), None)


def _begun_from(trace: Trace, position: int) -> str:
    """What the step is called that a branch was made from."""
    copied = Trace(trace.inspection_id, trace.events[: position + 1])
    return copied.called(copied.steps[-1]) if copied.steps else "its beginning"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1].rstrip(' :')}…"
