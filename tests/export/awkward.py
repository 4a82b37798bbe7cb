"""A queue with awkward text in each text field: every candidate has one such text everywhere."""

from dataclasses import dataclass

from specreview.agent.events import (
    Call,
    CallRejected,
    InspectionStarted,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)
from specreview.canonical import sha256_hex
from specreview.review.candidates import NewCandidate
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.review.marks import new_mark
from specreview.review.rows import ClaimTally, Queue
from specreview.settings import Settings
from specreview.store import Store, open_store
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

AWKWARD = (
    "plain", 'a,b\n"c"; d', '=HYPERLINK("http://x")', "-1+2", "'=1", "Hα β Å ≥ 日本 🔭",
    "nul\0 bell\x07 esc\x1b[31m del\x7f c1\x9b", "]]></TD><b>&amp; & <!-- -->", "  both  ",
    "\ttab first", "cr\r\nlf\r", "\n", "x" * 3000, "", "00123", "NaN", "1e5", "-inf", "null",
    "True", "# hash", "'quoted'", '"', r"\n back\slash \alpha \u03b1 C:\new\ ", "\\",
    "\u2028 \x85 \x0c",
    "11889212318912313344", "\ufffe \ud7ff \ue000", "\xa0nbsp\xa0", "a | b\\|c", "%s {0} $(id)",
)  # fmt: skip
PICTURE = b"\x89PNG, so to speak"
MOMENT = "2026-01-01T13:30:45-08:00"
IN_UTC = "2026-01-01T21:30:45+00:00"


@dataclass(frozen=True)
class AwkwardDesk:
    """What lists are made from."""

    store: Store
    queue: Queue
    tasks: dict[str, VettingTask]
    settings: Settings


def awkward_desk() -> AwkwardDesk:
    """In memory; "ann" says YES to all, somebody of an awkward name NO, and both say why."""
    store, tasks = open_store(), load_tasks()
    queue = store.queues.create("Hα\x07 <&>\n'q'", "cv", "/a\tb/ü]]>.csv ")
    store.queues.upsert(queue.id, [_candidate(n, text) for n, text in enumerate(AWKWARD)])
    rows = store.rows(queue.id, "")
    for number, (row, text) in enumerate(zip(rows, AWKWARD, strict=True)):
        inspection = _inspected(store, row.candidate.id, text, tasks["cv"])
        for made in _decided(row.candidate.id, inspection, text, number):
            store.decisions.append(made)
        store.marks.append(new_mark(inspection, 2, text or "bob", "misread"))
        if number % 2:
            store.claims.put([ClaimTally(inspection, 4, tasks["cv"].hash, 3, 0, number, 1, 2)])
    return AwkwardDesk(store, queue, tasks, Settings())


def _candidate(number: int, text: str) -> NewCandidate:
    known = number % 3 > 0
    return NewCandidate(
        object_id=text or "-2713437",
        source_id=text,
        task_key="cv",
        path=text or "/spectra/a.fits",
        file_object=text or None,
        content_hash=text or None,
        survey=text,
        release=text or None,
        ra=number / 7 if known else None,
        dec=-number / 7 if known else None,
        snr=0.1 + 0.2 if known else float("nan"),
        redshift=-0.0003 if known else None,
        redshift_source=text or None,
        catalogue={"Tour <α> & \x07": text, "tour a": text, "Ünit\n" * 30: "17.5"},
    )


def _inspected(store: Store, candidate: int, text: str, task: VettingTask) -> str:
    started = InspectionStarted(
        spectrum_hash="a" * 64, object_id=text, title=text, reader="lamost", reader_version=1,
        redshift=0.1, redshift_source=text, task_key="cv", task_hash=task.hash, task_text=text,
        labels=task.labels, inspector=text or "server", model=text or None, revision=text or None,
        prompt_hash=sha256_hex(text.encode()), parser_version=1, renderer_version="1",
        app_version="0.1.0",
    )  # fmt: skip
    view = ViewRendered(window=None, label=text, image_sha256=sha256_hex(PICTURE), text=text)
    window = ViewRendered(window=(6500.0, 6600.125), label=text, image_sha256=sha256_hex(PICTURE))
    asked = (Call(window=(6500.0, 6600.125), label=text), Call(window=None, error=text or "bad"))
    first = InspectorReplied(
        text=text, thought=text, calls=asked, answer=None, justification="", flags=(text, "late")
    )
    last = first.model_copy(update={"answer": "YES", "justification": text, "calls": ()})
    steps = [
        (view, PICTURE), (first, None), (CallRejected(reason=text), None),
        (WindowSuggested(reviewer=text or "bob", window=(1.0, 2.0), note=text), None),
        (window, PICTURE), (last, None),
        (VerdictReached(verdict="YES", justification=text, score=1 / 3), None),
    ]  # fmt: skip
    return store.traces.keep(candidate, started, steps, "f" * 64)


def _decided(candidate: int, inspection: str, text: str, number: int) -> list[Decision]:
    shown = {
        "inspection_id": inspection, "verdict": "YES", "verdict_shown": True, "comment": text,
        "reason": text or None, "other_class": text or None, "shown_at": MOMENT,
    }  # fmt: skip
    ann = new_decision(
        candidate, "ann", "answer", answer="YES", origin="agreed", confidence=3,
        redshift=0.1 + 0.2, issues=("K", "L"), evidence=((6500.0, 6600.125),), **shown,
    ).model_copy(update={"decided_at": IN_UTC})  # fmt: skip
    other = new_decision(
        candidate, text or "bob", "answer", answer="NO", base_version=1, active_seconds=4.5, **shown
    )
    ruling = new_decision(
        candidate, "eve", "answer", answer="YES", confidence=4, role="adjudicator", base_version=2
    )
    return [ann, other, ruling] if number % 4 else [ann, other]
