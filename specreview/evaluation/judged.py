"""One inspection as scoring reads it, and the same against its label."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.agent.events import (
    Event,
    InspectionStarted,
    InspectionStopped,
    InspectorReplied,
    StopReason,
    VerdictReached,
)
from specreview.agent.lenient import lenient_answer, well_formed
from specreview.agent.traces import Trace
from specreview.agent.unaided import by_itself
from specreview.review.rows import CandidateRow

Outcome = Literal["verdict", "no_verdict"] | StopReason
"""`no_verdict`: the inspector ended by itself and would not say; else why it was ended."""

Reading = Literal["strict", "lenient"]
"""Strict: the verdict, as shown. Lenient: what the published scorer makes of the replies."""


@dataclass(frozen=True, order=True)
class Judge:
    """Who gave the verdicts: an inspector with its model, revision and decoding.

    `fingerprint` is that of the inspector's identity, its version included: a new version of
    the rules is another judge, though its name reads the same.
    """

    inspector: str
    model: str = ""
    revision: str = ""
    decoding: str = "greedy"
    fingerprint: str = ""

    @property
    def name(self) -> str:
        """As in "local Maxwell-Jia/spec-o3-3b rev 1f2c9e4"."""
        revision = f"rev {self.revision[:7]}" if self.revision else ""
        decoding = "" if self.decoding == "greedy" else self.decoding
        return " ".join(part for part in (self.inspector, self.model, revision, decoding) if part)


@dataclass(frozen=True)
class Inspected:
    """What one finished inspection came to, without regard to any label.

    `strict` is the verdict (None: no answer); `lenient` the label that can be read out of the
    replies. `tokens` is None where the inspector counts none. `score` is in [0, 1] towards the
    positive label.
    """

    inspection_id: str
    judge: Judge
    prompt_hash: str
    reader: str
    title: str
    labels: tuple[str, ...]
    strict: str | None
    lenient: str | None
    well_formed: bool
    outcome: Outcome
    score: float | None
    turns: int
    tool_calls: int
    tokens: int | None
    seconds: float


@dataclass(frozen=True)
class Judged:
    """One labelled candidate with one inspection: the unit that is scored."""

    candidate_id: int
    object_id: str
    task: str
    survey: str
    snr: float | None
    label: str
    own_prompt: bool
    """The candidate's list brought its own prompt along."""
    inspected: Inspected

    @property
    def positive(self) -> str:
        """The label that the task looks for: the first one."""
        return self.inspected.labels[0]

    @property
    def is_positive(self) -> bool:
        return self.label == self.positive

    def answer(self, reading: Reading = "strict") -> str | None:
        """The answer under one reading; None where there is none."""
        return self.inspected.strict if reading == "strict" else self.inspected.lenient


def judge_of(started: InspectionStarted, fingerprint: str = "") -> Judge:
    """Who inspects, by an inspection's first event and its inspector's fingerprint."""
    model, revision = started.model or "", started.revision or ""
    return Judge(started.inspector, model, revision, started.decoding, fingerprint)


def inspected(trace: Trace, fingerprint: str = "") -> Inspected | None:
    """What a trace came to by itself; None where it did not end, or ended only with help."""
    started, events = trace.started, by_itself(trace.events)
    if events is None:
        return None
    last = events[-1]
    replies = [event for event in events if isinstance(event, InspectorReplied)]
    texts = [reply.text for reply in replies]
    verdict = last if isinstance(last, VerdictReached) else None
    return Inspected(
        inspection_id=trace.inspection_id,
        judge=judge_of(started, fingerprint),
        prompt_hash=started.prompt_hash,
        reader=started.reader,
        title=started.title,
        labels=started.labels,
        strict=verdict.verdict if verdict else None,
        lenient=lenient_answer(texts, started.labels),
        well_formed=well_formed(texts, started.labels),
        outcome=_outcome(last),
        score=verdict.score if verdict else None,
        turns=len(replies),
        tool_calls=sum(bool(reply.calls) for reply in replies),
        tokens=_tokens(replies),
        seconds=sum(reply.seconds for reply in replies),
    )


def judged(row: CandidateRow, label: str, found: Inspected) -> Judged:
    """A candidate's inspection against its label."""
    candidate = row.candidate
    return Judged(
        candidate_id=candidate.id,
        object_id=candidate.object_id,
        task=candidate.task_key,
        survey=candidate.survey,
        snr=candidate.snr,
        label=label,
        own_prompt=candidate.own_prompt is not None,
        inspected=found,
    )


def _outcome(last: Event) -> Outcome:
    if isinstance(last, InspectionStopped):
        return last.reason
    assert isinstance(last, VerdictReached)
    return "verdict" if last.verdict is not None else "no_verdict"


def _tokens(replies: Sequence[InspectorReplied]) -> int | None:
    counted = [reply.tokens for reply in replies if reply.tokens is not None]
    return sum(counted) if replies and len(counted) == len(replies) else None
