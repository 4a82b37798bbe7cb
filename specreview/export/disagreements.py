"""The disagreements list: answers beside the verdict shown, and people beside each other."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from specreview.export.column import Column, Kind, Value
from specreview.export.columns import FILE, REDSHIFT, SPECTRUM
from specreview.export.people import Called
from specreview.export.selection import LeftOut, Selection
from specreview.review.consensus import ConflictLimits, adjudication, differences
from specreview.review.decision import Decision
from specreview.review.history import Standing, replay
from specreview.review.lists import ALWAYS, Period
from specreview.review.rows import Candidate, CandidateState


@dataclass(frozen=True, slots=True)
class Spoken:
    """An inspector's verdict as of a moment: what it was, why, by whom."""

    at: str
    verdict: str | None
    justification: str
    score: float | None
    inspector: str


Verdicts = Mapping[str, Sequence[Spoken]]
"""By inspection, oldest first."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two that differ; `name` is a reviewer's own, None for an inspector."""

    who: str
    role: str
    answer: str | None
    confidence: int | None = None
    redshift: float | None = None
    other_class: str | None = None
    reason: str | None = None
    comment: str = ""
    decided_at: str | None = None
    decision_id: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two that differ about one candidate; the inspector, or who answered first, is `one`."""

    candidate: Candidate
    state: CandidateState
    between: Literal["verdict", "people"]
    differs: tuple[str, ...]
    one: Side
    other: Side
    ruling: Decision | None
    score: float | None = None
    inspection_id: str | None = None

    @property
    def since(self) -> str | None:
        """When they began to differ: at the later of the two."""
        return self.other.decided_at


def disagreements_of(
    log: Sequence[Decision],
    candidate: Candidate,
    state: CandidateState,
    called: Called,
    verdicts: Verdicts,
    limits: ConflictLimits,
) -> Iterator[Disagreement]:
    """All that differs among what stands on one candidate, volunteers' answers included."""
    history = replay(log)
    ruling = adjudication(history.answers)
    answers = [act for act in history.standing.values() if act.decision.action == "answer"]
    for act in answers:
        if act.decision.agrees is False:
            spoken = _spoken(act.decision, verdicts)
            one = _inspector(act.decision, spoken)
            yield Disagreement(
                candidate, state, "verdict", ("answer",), one, _person(act, called), ruling,
                spoken.score if spoken else None, act.decision.inspection_id,
            )  # fmt: skip
    for first, second in combinations(answers, 2):
        what = differences(first.decision, second.decision, limits)
        if what:
            one, other = _person(first, called), _person(second, called)
            yield Disagreement(candidate, state, "people", what, one, other, ruling)


def _spoken(made: Decision, verdicts: Verdicts) -> Spoken | None:
    """The verdict that the person saw: the last one before the answer."""
    said = verdicts.get(made.inspection_id or "", ())
    before = [one for one in said if one.verdict == made.verdict and one.at <= made.decided_at]
    return before[-1] if before else None


def _inspector(made: Decision, spoken: Spoken | None) -> Side:
    if spoken is None:
        return Side("inspector", "inspector", made.verdict)
    return Side(
        spoken.inspector, "inspector", made.verdict, comment=spoken.justification,
        decided_at=spoken.at,
    )  # fmt: skip


def _person(act: Standing, called: Called) -> Side:
    made = act.decision
    return Side(
        called(made.reviewer), made.role, made.answer, made.confidence, made.redshift,
        made.other_class, act.reason, act.comment, made.decided_at, made.id, made.reviewer,
    )  # fmt: skip


def select_disagreements(
    found: Iterable[Disagreement], within: Period = ALWAYS, only: str | None = None
) -> Selection:
    """Those of a period, by its later side, and of one reviewer where `only` names one."""
    kept: list[Disagreement] = []
    out: Counter[tuple[str, str]] = Counter()
    for one in found:
        if only is not None and only not in (one.one.name, one.other.name):
            out["of other reviewers", ""] += 1
        elif not within.holds(one.since):
            out["decided at another time", str(within)] += 1
        else:
            kept.append(one)
    left_out = tuple(LeftOut(why, count, note) for (why, note), count in sorted(out.items()))
    total = len(kept) + sum(out.values())
    return Selection("disagreements", kept, left_out, total, "disagreements")


_SIDE: tuple[tuple[str, Kind, str, Callable[[Side], Value], str], ...] = (
    ("who", "text", "who: an inspector, or a reviewer, names only on request",
     lambda side: side.who, "obs.observer"),
    ("role", "text", "inspector, or the reviewer's role", lambda side: side.role, "meta.code"),
    ("answer", "text", "answer, or the inspector's verdict", lambda side: side.answer,
     "meta.code.class"),
    ("vi_quality", "whole", "confidence of the answer, 0 to 4 (DESI VI_quality)",
     lambda side: side.confidence, "meta.code.qual"),
    ("answer_z", "real", "redshift given with the answer", lambda side: side.redshift,
     "src.redshift"),
    ("other_class", "text", "class given instead", lambda side: side.other_class, "src.class"),
    ("reason", "text", "why the answer differs from the verdict", lambda side: side.reason,
     "meta.note"),
    ("comment", "text", "the note, or the inspector's justification",
     lambda side: side.comment, "meta.note"),
    ("decided_at", "text", "when, UTC, ISO 8601", lambda side: side.decided_at, "time.epoch"),
    ("decision_id", "text", "id of the decision in the log", lambda side: side.decision_id,
     "meta.record"),
)  # fmt: skip


def _sided(number: int) -> list[Column]:
    """The columns of one side: `answer_1` of the one, `answer_2` of the other."""

    def of_side(get: Callable[[Side], Value]) -> Callable[[Disagreement], Value]:
        if number == 1:
            return lambda found: get(found.one)
        return lambda found: get(found.other)

    which = "first" if number == 1 else "second"
    return [
        Column(f"{name}_{number}", kind, f"{which} side: {meaning}", of_side(get), ucd=ucd)
        for name, kind, meaning, get, ucd in _SIDE
    ]


DISAGREEMENTS: tuple[Column, ...] = (
    *SPECTRUM,
    *REDSHIFT,
    Column("between", "text", "verdict: an answer and the verdict shown; people: two answers",
           lambda found: found.between, ucd="meta.code"),
    Column("differs", "text", "in what they differ: answer, confidence, class, redshift",
           lambda found: ", ".join(found.differs), ucd="meta.code"),
    *_sided(1),
    *_sided(2),
    Column("state", "text", "state of the candidate", lambda found: found.state,
           ucd="meta.code.status"),
    Column("ruled_answer", "text", "the adjudicator's answer",
           lambda found: found.ruling.answer if found.ruling else None, ucd="meta.code.class"),
    Column("ruled_vi_quality", "whole", "confidence of the adjudicator's answer, 0 to 4",
           lambda found: found.ruling.confidence if found.ruling else None,
           ucd="meta.code.qual"),
    Column("score", "real", "the inspector's score for the positive label, 0 to 1",
           lambda found: found.score, ucd="stat.confidenceLevel"),
    Column("inspection_id", "text", "id of the inspection in the log",
           lambda found: found.inspection_id, ucd="meta.record"),
    *FILE,
)  # fmt: skip
