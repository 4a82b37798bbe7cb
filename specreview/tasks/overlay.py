"""Which lines the chart marks for a task: what its file measures, and its `marks`."""

from collections.abc import Iterator

from specreview.spectra.lines import all_lines, line
from specreview.tasks.diagnostics import BandheadDiagnostic, LineDiagnostic
from specreview.tasks.task import VettingTask

Mark = tuple[str, float]
"""(label, rest wavelength in vacuum Å)."""

_SAME_LINE = 1.5
_MEMBER_OF_LIST = 0.3


def overlay_lines(task: VettingTask) -> tuple[Mark, ...]:
    """The task's lines and band heads, the most telling first, each once.

    The order is that of weight, then of the file; a chart that runs out of room drops the last.
    """
    marks: list[Mark] = []
    for label, wavelength in _wanted(task):
        if all(abs(wavelength - other) > _SAME_LINE for _, other in marks):
            marks.append((label, wavelength))
    return tuple(marks)


def _wanted(task: VettingTask) -> Iterator[Mark]:
    for diagnostic in sorted(task.diagnostics, key=lambda each: -abs(each.weight)):
        if isinstance(diagnostic, BandheadDiagnostic):
            yield _named(diagnostic.head, diagnostic.label)
        elif isinstance(diagnostic, LineDiagnostic):
            for rest in diagnostic.rest:
                yield _named(rest, diagnostic.label)
    for name in task.marks:
        known = line(name)
        yield known.label, known.wavelength


def _named(wavelength: float, label: str) -> Mark:
    """The line list's short label where it knows the line, else the diagnostic's own."""
    nearest = min(all_lines(), key=lambda each: abs(each.wavelength - wavelength))
    near = abs(nearest.wavelength - wavelength) <= _MEMBER_OF_LIST
    return (nearest.label if near else label), wavelength
