"""The columns of lists with one row a candidate, and those that all lists have of it."""

import re
from collections.abc import Iterable, Sequence

from specreview.export.column import Column, Value
from specreview.export.selection import standing_answer
from specreview.review.marks import MARKS, Mark
from specreview.review.rows import CandidateRow

CATALOGUE_PREFIX = "cat_"


def _answer(row: CandidateRow) -> Value:
    return standing_answer(row)[0]


def _confidence(row: CandidateRow) -> Value:
    return standing_answer(row)[1]


def _verdict(row: CandidateRow) -> Value:
    if not row.has_verdict:
        return None
    return row.verdict or "no verdict"


def marks_counted(marks: Sequence[Mark]) -> str:
    """As in "supports 2, misread 1", in the order of the record."""
    return ", ".join(f"{mark} {marks.count(mark)}" for mark in MARKS if mark in marks)


def _where_z_is_from(row: CandidateRow) -> Value:
    """The name of a reviewer who set it is personal data, and stays out."""
    by_reviewer = row.candidate.redshift_by is not None
    return "set by a reviewer" if by_reviewer else row.candidate.redshift_source


SPECTRUM: tuple[Column, ...] = (
    Column("id", "text", "survey's id of the spectrum, every digit kept",
           lambda row: row.candidate.object_id, ucd="meta.id;meta.main"),
    Column("source_id", "text", "object on the sky; spectra within 3 arcsec share it",
           lambda row: row.candidate.source_id, ucd="meta.id;src"),
    Column("task", "text", "vetting task", lambda row: row.candidate.task_key, ucd="meta.code"),
    Column("survey", "text", "survey of the spectrum", lambda row: row.candidate.survey,
           ucd="meta.dataset"),
    Column("release", "text", "data release of the spectrum", lambda row: row.candidate.release,
           ucd="meta.version"),
    Column("ra", "real", "right ascension, ICRS", lambda row: row.candidate.ra, "deg",
           "pos.eq.ra;meta.main"),
    Column("dec", "real", "declination, ICRS", lambda row: row.candidate.dec, "deg",
           "pos.eq.dec;meta.main"),
)  # fmt: skip
"""Which spectrum: what every list begins with."""

REDSHIFT: tuple[Column, ...] = (
    Column("z", "real", "redshift of catalogue or reviewer, full precision",
           lambda row: row.candidate.redshift, ucd="src.redshift"),
    Column("z_source", "text", "where z comes from", _where_z_is_from, ucd="meta.note"),
)  # fmt: skip

FILE: tuple[Column, ...] = (
    Column("file", "text", "file of the spectrum", lambda row: row.candidate.path,
           ucd="meta.file"),
    Column("object_in_file", "text", "which object of a file with several",
           lambda row: row.candidate.file_object, ucd="meta.id.part"),
    Column("content_hash", "text", "SHA-256 of the spectrum's arrays",
           lambda row: row.candidate.content_hash, ucd="meta.checksum"),
)  # fmt: skip

COLUMNS: tuple[Column, ...] = (
    *SPECTRUM,
    Column("snr", "real", "median flux * sqrt(ivar) over good pixels; DER_SNR without ivar",
           lambda row: row.candidate.snr, ucd="stat.snr"),
    *REDSHIFT,
    Column("answer", "text", "the standing answer of a person", _answer, ucd="meta.code.class"),
    Column("vi_quality", "whole", "confidence of the answer, 0 to 4 (DESI VI_quality)",
           _confidence, ucd="meta.code.qual"),
    Column("answer_z", "real", "redshift given with the answer",
           lambda row: row.answer_redshift, ucd="src.redshift"),
    Column("other_class", "text", "class given instead", lambda row: row.other_class,
           ucd="src.class"),
    Column("issues", "text", "spectrum issues, DESI letters and more, see docs/exports.md",
           lambda row: "".join(row.issues), ucd="meta.code.error"),
    Column("reason", "text", "why the answer differs from the verdict", lambda row: row.reason,
           ucd="meta.note"),
    Column("comment", "text", "the reviewer's note", lambda row: row.comment, ucd="meta.note"),
    Column("n_reviewers", "whole", "people with a standing answer",
           lambda row: len(row.answered_by), ucd="meta.number"),
    Column("state", "text", "state of the candidate", lambda row: row.state,
           ucd="meta.code.status"),
    Column("decided_at", "text", "time of the decision, UTC, ISO 8601",
           lambda row: row.decided_at, ucd="time.epoch"),
    Column("active_seconds", "real", "time looked at, idle time removed",
           lambda row: row.active_seconds, "s", "time.duration"),
    Column("origin", "text", "how the answer was given", lambda row: row.origin,
           ucd="meta.code"),
    Column("verdict", "text", "the inspector's verdict, never an approval", _verdict,
           ucd="meta.code.class"),
    Column("verdict_shown", "text", "verdict as the reviewer saw it",
           lambda row: row.shown_verdict, ucd="meta.code.class"),
    Column("score", "real", "the inspector's score for the positive label, 0 to 1",
           lambda row: row.score, ucd="stat.confidenceLevel"),
    Column("inspector", "text", "which inspector", lambda row: row.inspector,
           ucd="meta.software"),
    Column("n_claims", "whole", "claims read in the inspection, by plain rules",
           lambda row: row.claims.total if row.claims else None, ucd="meta.number"),
    Column("n_contradicted", "whole", "claims that the measured flux contradicts",
           lambda row: row.claims.contradicted if row.claims else None, ucd="meta.number"),
    Column("claims_checker", "whole", "version of the rules that read and checked the claims",
           lambda row: row.claims.checker if row.claims else None, ucd="meta.version"),
    Column("marks", "text", "people's standing marks on steps of the inspection, counted",
           lambda row: marks_counted(row.marks), ucd="meta.note"),
    Column("catalogue_score", "real", "score in the imported catalogue",
           lambda row: row.candidate.catalogue_score, ucd="stat.confidenceLevel"),
    *FILE,
    Column("decision_id", "text", "id of the decision in the log",
           lambda row: row.decision_id, ucd="meta.record"),
    Column("inspection_id", "text", "id of the inspection in the log",
           lambda row: row.inspection_id, ucd="meta.record"),
)  # fmt: skip

REVIEWERS = Column(
    "reviewers",
    "text",
    "who has a standing answer",
    lambda row: "; ".join(row.answered_by),
    ucd="obs.observer",
)
"""Only on request: names of people are personal data."""

LONGEST_NAME = 60
"""Characters of a column's name; FITS has room for 68, and a number may follow."""


def columns_for(rows: Sequence[CandidateRow], reviewers: bool = False) -> tuple[Column, ...]:
    """The standing columns, then one `cat_NAME` for each other column of the catalogue."""
    base = (*COLUMNS, REVIEWERS) if reviewers else COLUMNS
    return (*base, *catalogue_columns(rows, base))


def catalogue_columns(rows: Iterable[CandidateRow], beside: Iterable[Column]) -> list[Column]:
    """One column `cat_NAME` for each other column of the rows' catalogue."""
    originals = dict.fromkeys(name for row in rows for name in row.candidate.catalogue)
    taken = {column.name for column in beside}
    return [_catalogue_column(name, taken) for name in originals]


def _catalogue_column(original: str, taken: set[str]) -> Column:
    plain = re.sub(r"[^A-Za-z0-9]+", "_", original).strip("_").lower() or "x"
    name = (CATALOGUE_PREFIX + plain)[:LONGEST_NAME]
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    description = f"column {original!r} of the imported catalogue, verbatim"
    return Column(free, "text", description, lambda row: row.candidate.catalogue.get(original))
