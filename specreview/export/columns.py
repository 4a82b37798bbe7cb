"""The columns of an exported list: stable names, units, meaning, and where the value comes from."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.export.selection import standing_answer
from specreview.review.marks import MARKS
from specreview.review.rows import CandidateRow

Kind = Literal["text", "real", "whole"]
Value = str | float | int | None

CATALOGUE_PREFIX = "cat_"


@dataclass(frozen=True)
class Column:
    """One column. `unit` is a FITS unit, "" for none; None as a value means "not known"."""

    name: str
    kind: Kind
    description: str
    get: Callable[[CandidateRow], Value]
    unit: str = ""


def _answer(row: CandidateRow) -> Value:
    return standing_answer(row)[0]


def _confidence(row: CandidateRow) -> Value:
    return standing_answer(row)[1]


def _verdict(row: CandidateRow) -> Value:
    if not row.has_verdict:
        return None
    return row.verdict or "no verdict"


def _marks(row: CandidateRow) -> Value:
    """As in "supports 2, misread 1", in the order of the record."""
    return ", ".join(f"{mark} {row.marks.count(mark)}" for mark in MARKS if mark in row.marks)


COLUMNS: tuple[Column, ...] = (
    Column("id", "text", "survey's id of the spectrum, every digit kept",
           lambda row: row.candidate.object_id),
    Column("source_id", "text", "object on the sky; spectra within 3 arcsec share it",
           lambda row: row.candidate.source_id),
    Column("task", "text", "vetting task", lambda row: row.candidate.task_key),
    Column("survey", "text", "survey of the spectrum", lambda row: row.candidate.survey),
    Column("release", "text", "data release of the spectrum", lambda row: row.candidate.release),
    Column("ra", "real", "right ascension, ICRS", lambda row: row.candidate.ra, "deg"),
    Column("dec", "real", "declination, ICRS", lambda row: row.candidate.dec, "deg"),
    Column("snr", "real", "median flux * sqrt(ivar) over good pixels; DER_SNR without ivar",
           lambda row: row.candidate.snr),
    Column("z", "real", "redshift of catalogue or reviewer, full precision",
           lambda row: row.candidate.redshift),
    Column("z_source", "text", "where z comes from", lambda row: row.candidate.redshift_source),
    Column("answer", "text", "the standing answer of a person", _answer),
    Column("vi_quality", "whole", "confidence of the answer, 0 to 4 (DESI VI_quality)",
           _confidence),
    Column("answer_z", "real", "redshift given with the answer",
           lambda row: row.answer_redshift),
    Column("other_class", "text", "class given instead", lambda row: row.other_class),
    Column("issues", "text", "spectrum issues, DESI letters and more, see docs/exports.md",
           lambda row: "".join(row.issues)),
    Column("reason", "text", "why the answer differs from the verdict", lambda row: row.reason),
    Column("comment", "text", "the reviewer's note", lambda row: row.comment),
    Column("n_reviewers", "whole", "people with a standing answer",
           lambda row: len(row.answered_by)),
    Column("state", "text", "state of the candidate", lambda row: row.state),
    Column("decided_at", "text", "time of the decision, UTC, ISO 8601",
           lambda row: row.decided_at),
    Column("active_seconds", "real", "time looked at, idle time removed",
           lambda row: row.active_seconds, "s"),
    Column("origin", "text", "how the answer was given", lambda row: row.origin),
    Column("verdict", "text", "the inspector's verdict, never an approval", _verdict),
    Column("verdict_shown", "text", "verdict as the reviewer saw it",
           lambda row: row.shown_verdict),
    Column("score", "real", "the inspector's score for the positive label, 0 to 1",
           lambda row: row.score),
    Column("inspector", "text", "which inspector", lambda row: row.inspector),
    Column("n_claims", "whole", "claims read in the inspection, by plain rules",
           lambda row: row.claims.total if row.claims else None),
    Column("n_contradicted", "whole", "claims that the measured flux contradicts",
           lambda row: row.claims.contradicted if row.claims else None),
    Column("claims_checker", "whole", "version of the rules that read and checked the claims",
           lambda row: row.claims.checker if row.claims else None),
    Column("marks", "text", "people's standing marks on steps of the inspection, counted",
           _marks),
    Column("catalogue_score", "real", "score in the imported catalogue",
           lambda row: row.candidate.catalogue_score),
    Column("file", "text", "file of the spectrum", lambda row: row.candidate.path),
    Column("object_in_file", "text", "which object of a file with several",
           lambda row: row.candidate.file_object),
    Column("content_hash", "text", "SHA-256 of the spectrum's arrays",
           lambda row: row.candidate.content_hash),
    Column("decision_id", "text", "id of the decision in the log",
           lambda row: row.decision_id),
    Column("inspection_id", "text", "id of the inspection in the log",
           lambda row: row.inspection_id),
)  # fmt: skip

REVIEWERS = Column(
    "reviewers",
    "text",
    "who has a standing answer",
    lambda row: "; ".join(row.answered_by),
)
"""Only on request: names of people are personal data."""


def columns_for(rows: Sequence[CandidateRow], reviewers: bool = False) -> tuple[Column, ...]:
    """The standing columns, then one `cat_NAME` for each other column of the catalogue."""
    base = (*COLUMNS, REVIEWERS) if reviewers else COLUMNS
    originals = dict.fromkeys(name for row in rows for name in row.candidate.catalogue)
    taken = {column.name for column in base}
    return (*base, *(_catalogue_column(name, taken) for name in originals))


def _catalogue_column(original: str, taken: set[str]) -> Column:
    name = CATALOGUE_PREFIX + (re.sub(r"[^A-Za-z0-9]+", "_", original).strip("_").lower() or "x")
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    description = f"column {original!r} of the imported catalogue, verbatim"
    return Column(free, "text", description, lambda row: row.candidate.catalogue.get(original))
