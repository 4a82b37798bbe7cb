"""Words of the Export page."""

import re
from datetime import UTC, datetime

from specreview.export.provenance import Provenance
from specreview.ui.present.quantities import count, size


def rule(kind: str, confidence: int) -> str:
    """What is on the list, in one line."""
    if kind == "approved":
        return f"approved: the positive answer, confidence {confidence} or more, no open conflict"
    return "current: every answer that stands, one row a candidate"


def download_label(rows: int, form: str, n_bytes: int | None) -> str:
    """As in "Download 22 rows, FITS, 14 kB"."""
    word = "row" if rows == 1 else "rows"
    label = f"Download {count(rows)} {word}, {form.split()[0]}"
    return f"{label}, {size(n_bytes)}" if n_bytes is not None else label


def file_name(queue: str, kind: str, ending: str) -> str:
    """A name that is safe on all systems, with the list and the time in UTC."""
    safe = re.sub(r"[^A-Za-z0-9]+", "_", queue).strip("_").lower() or "queue"
    return f"{safe}_{kind}_{datetime.now(UTC):%Y%m%dT%H%M%SZ}{ending}"


def header_text(made: Provenance) -> str:
    """The header as lines of name and value, for a fixed-width preview."""
    tasks = ", ".join(f"{t.key} version {t.version} (sha256 {t.sha256[:8]}…)" for t in made.tasks)
    inspectors = ", ".join(
        f"{one.name}{f' rev {one.revision[:7]}' if one.revision else ''}, task {one.task}, "
        f"prompt sha256 {one.prompt_hash[:8]}…"
        for one in made.inspectors
    )
    lines = [
        ("list", f"{made.list}, {made.rows} of {made.candidates} candidates"),
        ("queue", made.queue),
        ("tasks", tasks or "none"),
        (
            "limits",
            f"confidence >= {made.approval_confidence}; conflict: answer, confidence by "
            f"{made.conflict_confidence}, class, |dz|/(1+z) >= {made.conflict_relative_redshift}",
        ),
        ("filter", made.filter or "none"),
        ("exported", f"{made.exported_at} by {made.reviewer or 'nobody'}, {made.app}"),
        ("inspector", inspectors or "none"),
    ]
    return "\n".join(f"{name:<11}{value}" for name, value in lines)
