"""What the rules inspector says at each step: what the window shows, and where it looks next."""

from collections.abc import Mapping, Sequence

from specreview.inspectors.rules.phrases import phrases
from specreview.inspectors.rules.words import joined, plain_name, series, short_name
from specreview.measure.evidence import distinct, same_line, shown_by_another
from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import LineDiagnostic
from specreview.tasks.task import Look, VettingTask

Range = tuple[float, float]

_MOST = 4
"""Measurements said of one window."""


def overview_thought(
    task: VettingTask,
    span: Range | None,
    snr: float | None,
    measured: Sequence[Measurement],
) -> str:
    """What the overview shows: range, S/N, continuum, and what no window of its own shows."""
    if span is None:
        return "Overview: there is nothing to measure."
    signal = signal_words(snr)
    place = f"{span[0]:.0f}–{span[1]:.0f} Å"
    said = [m for m in measured if m.measurable and _worth(task, m)]
    return f"Overview {place}: {'; '.join(part for part in (signal, _found(task, said)) if part)}."


def signal_words(snr: float | None) -> str:
    """The median S/N a pixel, as far as it is known."""
    if snr is None:
        return "S/N unknown"
    return f"S/N {number(snr, 0 if snr >= 100 else 1)} a pixel"


def window_thought(task: VettingTask, window: Range, measured: Sequence[Measurement]) -> str:
    """What was measured in a window: the strongest first, each line once, at most four."""
    inside = [m for m in measured if _inside(task, m, window)]
    known = [m for m in inside if m.measurable and not _other_line(task, m)]
    place = f"{number(window[0], 0)}–{number(window[1], 0)} Å: "
    if known:
        return f"{place}{_found(task, known)}."
    missing = [m for m in inside if not m.measurable]
    if missing:
        return f"{place}{missing_words(missing)}."
    if inside:
        return f"{place}none of the lines that would speak against stands out."
    return f"{place}the task names nothing to measure there."


def call_words(task: VettingTask, look: Look, seen: frozenset[str]) -> str:
    """Why this look comes next: what decides in it, or else the heaviest of what it would add."""
    added = [task.diagnostic(name) for name in look.diagnostics if name not in seen]
    if not added:
        return f"Next {look.label}."
    deciding = [short_name(d.label) for d in added if d.name in task.scoring.deciding]
    if deciding == [look.label]:
        return f"Next {look.label}, which decides."
    if deciding:
        names = series(deciding, "and")
        several = len(deciding) > 1 or names.endswith("lines")
        return f"Next {look.label}: {names} decide{'' if several else 's'}."
    heaviest = max(added, key=lambda d: abs(d.weight))
    side = "for" if heaviest.argues == "for" else "against"
    return f"Next {look.label}: {plain_name(heaviest.label)} would speak {side} {task.positive}."


def closing_words(turns_left: int, open_looks: bool) -> str:
    """Why the inspection ends here."""
    if turns_left <= 1 and open_looks:
        return "The turns are spent."
    return "No further look can change the answer."


def unseen_words(task: VettingTask, seen: Mapping[str, Measurement]) -> str:
    """The deciding diagnostics that were not looked at; "" where there are none."""
    labels = [task.diagnostic(n).label for n in task.scoring.deciding if n not in seen]
    if not labels:
        return ""
    return f"{series([plain_name(label) for label in labels[:3]], 'and')} not looked at"


def missing_words(measured: Sequence[Measurement]) -> str:
    """Names of what could not be measured, and why: the two most common causes, each once."""
    causes: dict[str, list[Measurement]] = {}
    for measurement in distinct(measured):
        cause = measurement.reason.split(", ")[0]
        causes.setdefault(cause, []).append(measurement)
    parts = []
    for cause, of_it in sorted(causes.items(), key=lambda pair: -len(pair[1]))[:2]:
        shown = of_it[:3]
        details = [m.reason.partition(", ")[2] for m in shown]
        why = f"{cause}: {joined(details)}" if all(details) else cause
        names = [plain_name(m.label) for m in shown]
        if len(of_it) > len(shown):
            names.append(f"{len(of_it) - len(shown)} more")
        parts.append(f"{series(names, 'and')} not measurable ({why})")
    return "; ".join(parts)


def _found(task: VettingTask, measured: Sequence[Measurement]) -> str:
    strongest = sorted(measured, key=lambda m: -(m.presence or 0.0) * abs(m.significance or 0.0))
    chosen = distinct(_first_of_a_line(task, strongest))[:_MOST]
    return "; ".join(phrase.text() for phrase in phrases(chosen, task))


def _first_of_a_line(task: VettingTask, measured: Sequence[Measurement]) -> list[Measurement]:
    """Each replaced by the task's first one of the same line, or by one that shows that line."""
    order = {d.name: place for place, d in enumerate(task.diagnostics)}
    first = [
        min((o for o in measured if same_line(o, m)), key=lambda o: order[o.name]) for m in measured
    ]
    return [shown_by_another(each, measured) or each for each in first]


def _worth(task: VettingTask, measurement: Measurement) -> bool:
    """Of the whole spectrum: what is there, or what counts when it is not."""
    diagnostic = task.diagnostic(measurement.name)
    return bool(measurement.presence) or diagnostic.kind == "continuum" or bool(diagnostic.weight)


def _other_line(task: VettingTask, measurement: Measurement) -> bool:
    """Whether something stands where a line would speak against, and is not that line.

    A forbidden line is never in absorption; what is there belongs to a neighbour, or to a slope.
    """
    diagnostic = task.diagnostic(measurement.name)
    foreign = diagnostic.kind == "emission" and diagnostic.argues == "against"
    return foreign and measurement.presence == 0.0 and measurement.significant()


def _inside(task: VettingTask, measurement: Measurement, window: Range) -> bool:
    """Whether the line measured is in the window: of several lines, the strongest may not be."""
    diagnostic = task.diagnostic(measurement.name)
    several = isinstance(diagnostic, LineDiagnostic) and diagnostic.combine == "strongest"
    if not several or measurement.window is None:
        return True
    return window[0] <= 0.5 * sum(measurement.window) <= window[1]
