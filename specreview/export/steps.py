"""The traces list: one row a step of each inspection, or one whole inspection a line."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, overload

from specreview.agent.events import InspectorReplied
from specreview.agent.traces import Trace, TraceStep
from specreview.export.column import Column, Value
from specreview.export.columns import FILE, SPECTRUM, marks_counted
from specreview.export.people import Called
from specreview.review.marks import Mark, StepMark
from specreview.review.rows import COUNTS, Candidate, ClaimTally, InspectionSummary


@dataclass(frozen=True, slots=True)
class Inspected:
    """One inspection with all that is known of it.

    `recorded` holds the time of each event; `counts` says whether it is the one that counts as
    the candidate's; `claims` is None where they were not counted.
    """

    candidate: Candidate
    summary: InspectionSummary
    trace: Trace
    recorded: tuple[str, ...]
    counts: bool
    marks: tuple[StepMark, ...]
    claims: ClaimTally | None
    called: Called


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of an inspection; `marks` are the standing marks on its reply."""

    inspected: Inspected
    step: TraceStep
    recorded_at: str
    marks: tuple[Mark, ...]

    @property
    def candidate(self) -> Candidate:
        return self.inspected.candidate


def step_rows(inspected: Inspected) -> Iterator[StepRow]:
    """The rows of one inspection, in order; none where nothing was shown or said yet."""
    events = inspected.trace.events
    places = {id(event): place for place, event in enumerate(events)}
    for step in inspected.trace.steps:
        last = step.rejected or step.reply or step.suggestion or step.view
        place = places[id(step.reply)] if step.reply is not None else None
        marks = tuple(m.mark for m in inspected.marks if m.position == place and m.mark)
        yield StepRow(inspected, step, inspected.recorded[places[id(last)]], marks)


Stream = Callable[[], Iterator[Inspected]]
"""The inspections of a list from the beginning, a few in memory, the same each time."""


class StepRows(Sequence[StepRow]):
    """The rows of many inspections, read as they are asked for and never all in memory."""

    def __init__(self, stream: Stream, steps: int) -> None:
        self._stream = stream
        self._steps = steps

    def __len__(self) -> int:
        return self._steps

    def __iter__(self) -> Iterator[StepRow]:
        for inspected in self._stream():
            yield from step_rows(inspected)

    @overload
    def __getitem__(self, place: int) -> StepRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[StepRow]: ...
    def __getitem__(self, place: int | slice) -> StepRow | list[StepRow]:
        """A row, or some of them; those before it are read too."""
        if isinstance(place, slice):
            first, end, pace = place.indices(self._steps)
            if pace < 1:
                return [*self][place]
            return list(islice(self, first, end, pace))
        wanted = range(self._steps)[place]
        return next(islice(self, wanted, None))


def inspection_line(inspected: Inspected) -> dict[str, Any]:
    """One whole inspection for a line of JSON: all events as logged, pictures by their hash."""
    candidate, summary = inspected.candidate, inspected.summary
    return {
        "inspection_id": summary.id,
        "id": candidate.object_id,
        "source_id": candidate.source_id,
        "task": candidate.task_key,
        "file": candidate.path,
        "object_in_file": candidate.file_object,
        "content_hash": candidate.content_hash,
        "counts": inspected.counts,
        "status": summary.status,
        "verdict": _verdict(inspected),
        "score": summary.score,
        "claims": _claims(inspected.claims),
        "marks": [_mark(made, inspected.called) for made in inspected.marks],
        "events": [_event(inspected, place) for place in range(len(inspected.trace.events))],
    }


def _event(inspected: Inspected, place: int) -> dict[str, Any]:
    event: dict[str, Any] = inspected.trace.events[place].model_dump(mode="json")
    if "reviewer" in event:
        event["reviewer"] = inspected.called(event["reviewer"])
    return {"position": place, "recorded_at": inspected.recorded[place], **event}


def _mark(made: StepMark, called: Called) -> dict[str, Any]:
    who = called(made.reviewer)
    place = {"position": made.position, "mark": made.mark}
    return {**place, "reviewer": who, "marked_at": made.marked_at}


def _claims(tally: ClaimTally | None) -> dict[str, int] | None:
    if tally is None:
        return None
    return {"checker": tally.checker, **{count: getattr(tally, count) for count in COUNTS}}


def _verdict(inspected: Inspected) -> str | None:
    if not inspected.summary.has_verdict:
        return None
    return inspected.summary.verdict or "no verdict"


def _replied(get: Callable[[InspectorReplied], Value]) -> Callable[[StepRow], Value]:
    return lambda row: None if row.step.reply is None else get(row.step.reply)


def _edge(which: int) -> Callable[[StepRow], Value]:
    def edge(row: StepRow) -> Value:
        view = row.step.view
        return None if view is None or view.window is None else view.window[which]

    return edge


def _asked(reply: InspectorReplied) -> Value:
    """As in "6500.0 6600.0 Halpha; refused: no such window"."""
    return "; ".join(
        f"refused: {call.error}"
        if call.window is None
        else f"{call.window[0]!r} {call.window[1]!r} {call.label}".strip()
        for call in reply.calls
    )


def _suggested(row: StepRow) -> Value:
    """As in "6500.0 6600.0 look at the wings"."""
    suggestion = row.step.suggestion
    if suggestion is None:
        return None
    edges = "" if suggestion.window is None else "{!r} {!r}".format(*suggestion.window)
    return f"{edges} {suggestion.note}".strip()


def _suggested_by(row: StepRow) -> Value:
    suggestion = row.step.suggestion
    return None if suggestion is None else row.inspected.called(suggestion.reviewer)


def _tally(count: str) -> Callable[[StepRow], Value]:
    def tally(row: StepRow) -> Value:
        claims = row.inspected.claims
        return None if claims is None else int(getattr(claims, count))

    return tally


TRACES: tuple[Column, ...] = (
    Column("inspection_id", "text", "id of the inspection in the log",
           lambda row: row.inspected.summary.id, ucd="meta.record;meta.main"),
    Column("step", "whole", "number of the step in the inspection, from 1",
           lambda row: row.step.number, ucd="meta.number"),
    *SPECTRUM,
    Column("counts", "flag", "whether this inspection is the one that counts",
           lambda row: row.inspected.counts, ucd="meta.code"),
    Column("inspector", "text", "which inspector",
           lambda row: row.inspected.trace.started.inspector, ucd="meta.software"),
    Column("model", "text", "which model", lambda row: row.inspected.trace.started.model,
           ucd="meta.modelled"),
    Column("revision", "text", "revision of the model",
           lambda row: row.inspected.trace.started.revision, ucd="meta.version"),
    Column("prompt_hash", "text", "SHA-256 of the prompt",
           lambda row: row.inspected.trace.started.prompt_hash, ucd="meta.checksum"),
    Column("rollout", "whole", "number of the inspection among repeated ones, from 0",
           lambda row: row.inspected.summary.rollout, ucd="meta.number"),
    Column("branch_of", "text", "inspection whose first steps it took over",
           lambda row: row.inspected.trace.started.parent_inspection, ucd="meta.record"),
    Column("view_z", "real", "redshift by which the views are shifted to rest",
           lambda row: row.inspected.trace.started.redshift, ucd="src.redshift"),
    Column("status", "text", "inspecting, failed or inspected",
           lambda row: row.inspected.summary.status, ucd="meta.code.status"),
    Column("verdict", "text", "the inspection's verdict, never an approval",
           lambda row: _verdict(row.inspected), ucd="meta.code.class"),
    Column("score", "real", "the inspector's score for the positive label, 0 to 1",
           lambda row: row.inspected.summary.score, ucd="stat.confidenceLevel"),
    Column("called", "text", "the step as the page calls it: overview, window 1, ...",
           lambda row: row.inspected.trace.called(row.step), ucd="meta.id.part"),
    Column("window_lower", "real", "lower edge of the window, rest frame, vacuum", _edge(0),
           "Angstrom", "em.wl;stat.min"),
    Column("window_upper", "real", "upper edge of the window, rest frame, vacuum", _edge(1),
           "Angstrom", "em.wl;stat.max"),
    Column("label", "text", "name of the window",
           lambda row: row.step.view.label if row.step.view else None, ucd="meta.title"),
    Column("image_sha256", "text", "SHA-256 of the picture (PNG) that the inspector got",
           lambda row: row.step.view.image_sha256 if row.step.view else None,
           ucd="meta.checksum"),
    Column("suggestion", "text", "what an astronomer suggested: window in Angstrom, words",
           _suggested, ucd="meta.note"),
    Column("suggested_by", "text", "who suggested it; names only on request", _suggested_by,
           ucd="obs.observer"),
    Column("thought", "text", "the inspector's thought, verbatim",
           _replied(lambda reply: reply.thought), ucd="meta.note"),
    Column("asked", "text", "windows asked for, rest frame, Angstrom: lower upper label; ...",
           _replied(_asked), ucd="meta.note"),
    Column("answer", "text", "the answer in this step's reply",
           _replied(lambda reply: reply.answer), ucd="meta.code.class"),
    Column("justification", "text", "the inspector's words beside its answer, verbatim",
           _replied(lambda reply: reply.justification), ucd="meta.note"),
    Column("step_score", "real", "score stated with the answer, 0 to 1",
           _replied(lambda reply: reply.score), ucd="stat.confidenceLevel"),
    Column("rejected", "text", "why the reply could not be used",
           lambda row: row.step.rejected.reason if row.step.rejected else None,
           ucd="meta.note"),
    Column("flags", "text", "what was odd about the reply",
           _replied(lambda reply: ", ".join(reply.flags)), ucd="meta.code.error"),
    Column("tokens", "whole", "tokens of the reply", _replied(lambda reply: reply.tokens),
           ucd="meta.number"),
    Column("seconds", "real", "time that the reply took", _replied(lambda reply: reply.seconds),
           "s", "time.duration"),
    Column("finish_reason", "text", "why the reply ended",
           _replied(lambda reply: reply.finish_reason), ucd="meta.code"),
    Column("recorded_at", "text", "when the step was recorded, UTC, ISO 8601",
           lambda row: row.recorded_at, ucd="time.epoch"),
    Column("marks", "text", "people's standing marks on the step, counted",
           lambda row: marks_counted(row.marks), ucd="meta.note"),
    Column("n_claims", "whole", "claims read in the whole inspection, by plain rules",
           _tally("total"), ucd="meta.number"),
    *(
        Column(f"n_{count}", "whole", f"claims of the whole inspection: {count.replace('_', ' ')}",
               _tally(count), ucd="meta.number")
        for count in COUNTS
    ),
    Column("claims_checker", "whole", "version of the rules that read and checked the claims",
           _tally("checker"), ucd="meta.version"),
    *FILE,
)  # fmt: skip
