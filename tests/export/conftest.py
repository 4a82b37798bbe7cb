"""Rows as the store gives them, without a store."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from specreview.agent.events import InspectionStarted
from specreview.export import Provenance, provenance, select_rows
from specreview.review.rows import Candidate, CandidateRow, Queue
from specreview.tasks.load import load_tasks

CANDIDATE = Candidate(
    id=1, queue_id=1, position=1, object_id="11889212318912313344", source_id="SDSS 1",
    task_key="cv", path="/data/a.fits", file_object=None, content_hash="0" * 64, survey="SDSS",
    release="DR17", ra=157.963334, dec=-35.983138, snr=28.04, redshift=-0.0003,
    redshift_source="catalogue column z", catalogue_score=None, catalogue={}, version=1,
)  # fmt: skip
ROW = CandidateRow(
    candidate=CANDIDATE, state="answered", verdict="YES", has_verdict=True,
    inspection_id="01J", inspector="rules", score=0.9375, answer="YES", confidence=3,
    issues=("K", "L"), other_class=None, comment="", decision_id="01K",
    decided_at="2026-12-01T02:14:09.123456+00:00", active_seconds=4.5, answered_by=("ann",),
)  # fmt: skip
CANDIDATE_FIELDS = set(Candidate.__dataclass_fields__)
QUEUE = Queue(
    1, "GAC Hα sample", "cv", "2026-11-30T00:00:00+00:00", f"/data/{'long/' * 30}o'hara.csv"
)

STARTED = InspectionStarted(
    spectrum_hash="a" * 64, object_id="1", title="Spectrum", reader="lamost", reader_version=1,
    redshift=None, redshift_source=None, task_key="cv", task_hash="b" * 64, task_text="?",
    labels=("YES", "NO"), inspector="server", model="Spec-o3-7B", revision="1f2c9e" * 7,
    prompt_hash="d" * 64, parser_version=1, renderer_version="1", app_version="0.1.0",
)  # fmt: skip

MakeRow = Callable[..., CandidateRow]


@pytest.fixture
def make_row() -> MakeRow:
    """A row with some fields of row or candidate changed; each has its own id by `number`."""

    def make(number: int = 1, **fields: Any) -> CandidateRow:
        of_candidate = {k: v for k, v in fields.items() if k in CANDIDATE_FIELDS}
        of_row = {k: v for k, v in fields.items() if k not in CANDIDATE_FIELDS}
        candidate = replace(CANDIDATE, id=number, position=number, **of_candidate)
        return replace(ROW, candidate=candidate, **of_row)

    return make


@pytest.fixture
def made() -> Callable[[list[CandidateRow]], Provenance]:
    """The provenance of a current list of the rows."""

    def run(rows: list[CandidateRow]) -> Provenance:
        selection = select_rows(rows, "current", 3)
        return provenance(
            selection,
            QUEUE,
            "Zoë Łuczak",
            list(load_tasks().values()),
            3,
            started=[STARTED, STARTED, STARTED.model_copy(update={"prompt_hash": "e" * 64})],
            now="2026-12-01T02:14:09.500000+00:00",
        )

    return run
