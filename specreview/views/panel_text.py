"""What is written into a panel: its name, and the measured value stacked below it."""

import textwrap
from typing import Any

from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Diagnostic, LineDiagnostic
from specreview.tasks.task import Panel
from specreview.views.palette import Palette
from specreview.views.wording import plain

_WRAP = 23
"""Characters in a row: what fits a panel at 1024 px."""

_MOST_ROWS = 3


def header(
    panel: Panel,
    measured: Measurement | None,
    diagnostic: Diagnostic | None,
    colours: Palette,
    *,
    empty: bool,
) -> tuple[dict[str, Any], int]:
    """The annotation at a panel's top left, but for its x, and its rows below the name.

    A value that could not be measured is muted, and says why.
    """
    rows = value_rows(panel, measured, diagnostic, empty=empty)
    body = "<br>".join(plain(row) for row in rows)
    if rows and (measured is None or not measured.measurable):
        body = f'<span style="color:{colours.muted}">{body}</span>'
    text = f"<b>{plain(panel.label)}</b>" + (f"<br>{body}" if rows else "")
    place = {"y": 1, "xref": "paper", "xanchor": "left", "yanchor": "top", "xshift": 5}
    return {"text": text, **place, "align": "left"}, len(rows)


def value_rows(
    panel: Panel, measured: Measurement | None, diagnostic: Diagnostic | None, *, empty: bool
) -> list[str]:
    """The value in at most three short rows, width after strength."""
    if measured is None:
        return ["no good pixel here"] if empty else []
    sentence = measured.sentence()
    if sentence.startswith("not measured"):
        return _cut(textwrap.wrap(sentence, _WRAP))
    parts = sentence.split(", ")
    # The count of a family's lines comes last: EW and FWHM are what the panel shows.
    counted = [part for part in parts if part[:1].isdigit()]
    parts = [part for part in parts if not part[:1].isdigit()]
    last = ", ".join([*_elsewhere(panel, measured, diagnostic), *counted])
    parts += [last] if last else []
    return _cut([row for part in parts for row in textwrap.wrap(part, _WRAP)])


def shown_here(panel: Panel, measured: Measurement, diagnostic: Diagnostic | None) -> bool:
    """Whether what was measured lies in the panel: not a mean of lines, nor another line."""
    if isinstance(diagnostic, LineDiagnostic) and diagnostic.combine == "stack":
        return False
    if panel.axis != "velocity" or panel.rest is None or measured.window is None:
        return True
    return measured.window[0] <= panel.rest <= measured.window[1]


def _elsewhere(panel: Panel, measured: Measurement, diagnostic: Diagnostic | None) -> list[str]:
    """What the value is of, where it is not the panel's own line."""
    if shown_here(panel, measured, diagnostic) or measured.window is None:
        return []
    if isinstance(diagnostic, LineDiagnostic) and diagnostic.combine == "stack":
        return [f"mean of {len(diagnostic.rest)} lines"]
    return [f"at {0.5 * sum(measured.window):.0f} Å"]


def _cut(rows: list[str]) -> list[str]:
    if len(rows) <= _MOST_ROWS:
        return rows
    return [*rows[: _MOST_ROWS - 1], rows[_MOST_ROWS - 1].rstrip(",;:") + " …"]
