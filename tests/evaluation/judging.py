"""Traces and judged candidates made by hand, without a store."""

from typing import Any

from specreview.agent.events import (
    Call,
    Event,
    InspectionStarted,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
)
from specreview.agent.traces import Trace
from specreview.canonical import sha256_hex
from specreview.evaluation.judged import Inspected, Judge, Judged
from specreview.review.rows import Candidate, CandidateRow

PICTURE = b"png"


def started(**changes: Any) -> InspectionStarted:
    fields: dict[str, Any] = {
        "spectrum_hash": "0" * 64,
        "object_id": "1",
        "title": "Spectrum",
        "reader": "specvi",
        "reader_version": 1,
        "redshift": None,
        "redshift_source": None,
        "task_key": "cv",
        "task_hash": "1" * 64,
        "task_text": "Is it?",
        "labels": ("YES", "NO"),
        "inspector": "local",
        "model": "Maxwell-Jia/spec-o3-3b",
        "revision": "abc",
        "prompt_hash": "2" * 64,
        "parser_version": 1,
        "renderer_version": "1",
        "app_version": "1",
    }
    return InspectionStarted(**(fields | changes))


def replied(text: str, *, call: bool = False, answer: str | None = None, **more: Any) -> Event:
    calls = (Call(window=(6500.0, 6600.0)),) if call else ()
    fields: dict[str, Any] = {"tokens": 10, "seconds": 0.5} | more
    return InspectorReplied(
        text=text, thought="", calls=calls, answer=answer, justification="", flags=(), **fields
    )


LOOK = "<think>a look</think><tool_call>{}</tool_call>"


def said(answer: str) -> str:
    return f"<think>seen</think><answer>\\boxed{{{answer}}} as seen</answer>"


def trace_of(
    answer: str | None = "YES", *, end: Event | None = None, text: str = "", **start: Any
) -> Trace:
    """A trace: one zoom, then an answer; `end` takes the place of the verdict."""
    last = end or VerdictReached(verdict=answer, justification="as seen", score=0.9)
    view = ViewRendered(window=(6500.0, 6600.0), label="", image_sha256=sha256_hex(PICTURE))
    final = replied(text or said(answer or "UNSURE"), answer=answer)
    events = (started(**start), replied(LOOK, call=True), view, final, last)
    return Trace("01HZ", events)


def row_of(number: int = 1, **changes: Any) -> CandidateRow:
    """A candidate's row; only what scoring reads matters."""
    fields: dict[str, Any] = {
        "id": number, "queue_id": 1, "position": number, "object_id": str(number),
        "source_id": str(number), "task_key": "cv", "path": f"{number}.fits",
        "file_object": None, "content_hash": None, "survey": "LAMOST", "release": None,
        "ra": None, "dec": None, "snr": 30.0, "redshift": None, "redshift_source": None,
        "catalogue_score": None, "catalogue": {}, "version": 0,
    }  # fmt: skip
    candidate = Candidate(**(fields | changes))
    return CandidateRow(
        candidate, "inspected", None, False, None, None, None, None, None, (), None, "",
        None, None, None, (),
    )  # fmt: skip


def judged_as(label: str, answer: str | None, number: int = 1, **changes: Any) -> Judged:
    """One scored candidate; `changes` go to the inspection or to the candidate."""
    inspection: dict[str, Any] = {
        "inspection_id": f"{number:08d}",
        "judge": Judge("local", "m"),
        "prompt_hash": "p",
        "reader": "specvi",
        "title": "Spectrum",
        "labels": ("YES", "NO"),
        "strict": answer,
        "lenient": answer,
        "well_formed": True,
        "outcome": "verdict" if answer is not None else "no_verdict",
        "score": None,
        "turns": 3,
        "tool_calls": 2,
        "tokens": 100,
        "seconds": 1.5,
    }
    candidate: dict[str, Any] = {
        "candidate_id": number,
        "object_id": str(number),
        "task": "cv",
        "survey": "LAMOST",
        "snr": 30.0,
        "label": label,
        "own_prompt": False,
    }
    for name, value in changes.items():
        (inspection if name in inspection else candidate)[name] = value
    return Judged(**candidate, inspected=Inspected(**inspection))
