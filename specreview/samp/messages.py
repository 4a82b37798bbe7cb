"""The messages that are sent and followed, by their MTypes.

http://www.ivoa.net/samp/ lists them: numbers travel as text, row numbers count from 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specreview.review.rows import Candidate
from specreview.samp.sent import SentTable

LOAD_TABLE = "table.load.votable"
POINT_AT = "coord.pointAt.sky"
LOAD_SPECTRUM = "spectrum.load.ssa-generic"
HIGHLIGHT = "table.highlight.row"
SELECT = "table.select.rowList"

_FORMATS = {".fits": "application/fits", ".fit": "application/fits", ".csv": "text/csv",
            ".vot": "application/x-votable+xml", ".xml": "application/x-votable+xml"}  # fmt: skip


@dataclass(frozen=True)
class Message:
    """An MType with its parameters; `what` is what a person calls it."""

    mtype: str
    params: Mapping[str, Any]
    what: str


def load_table(table: SentTable) -> Message:
    params = {"url": table.url, "table-id": table.table_id, "name": table.name}
    return Message(LOAD_TABLE, params, f"table {table.name}")


def point_at(candidate: Candidate) -> Message | None:
    """The candidate's place on the sky, ICRS degrees; None where nobody knows it."""
    if candidate.ra is None or candidate.dec is None:
        return None
    params = {"ra": repr(candidate.ra), "dec": repr(candidate.dec)}
    return Message(POINT_AT, params, f"position of {candidate.object_id}")


def load_spectrum(candidate: Candidate) -> Message:
    """The candidate's file, by its path on this machine."""
    path = Path(candidate.path)
    name = path.name.removesuffix(".gz")
    url = path.absolute().as_uri()
    meta = {
        "Access.Reference": url,
        "Access.Format": _FORMATS.get(Path(name).suffix.lower(), "application/octet-stream"),
        "Target.Name": candidate.object_id,
    }
    if candidate.ra is not None and candidate.dec is not None:
        meta["Target.Pos"] = f"{candidate.ra!r} {candidate.dec!r}"
    params = {
        "url": url,
        "meta": meta,
        "spectrum-id": f"specreview-{candidate.id}",
        "name": candidate.object_id,
    }
    return Message(LOAD_SPECTRUM, params, f"spectrum of {candidate.object_id}")


def row_of(mtype: str, params: Mapping[str, Any]) -> int | None:
    """The one row that a message is about; None for none, several, or no number.

    A selection of one row is a row pointed at; a selection of many is not.
    """
    rows = [params.get("row")] if mtype == HIGHLIGHT else params.get("row-list")
    if not isinstance(rows, list) or len(rows) != 1:
        return None
    text = str(rows[0])
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
