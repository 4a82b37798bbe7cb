"""The history list: every act of every person, and what became of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.export.column import Column, Value
from specreview.export.columns import FILE, REDSHIFT, SPECTRUM
from specreview.export.people import Called
from specreview.export.selection import LeftOut, Selection
from specreview.review.decision import Decision
from specreview.review.history import History, replay
from specreview.review.lists import ALWAYS, Period
from specreview.review.rows import Candidate

Fate = Literal["standing", "superseded", "undone", "pending", "done"]
"""`pending`: made on an older view and not confirmed yet; `done`: an undo."""


@dataclass(frozen=True, slots=True)
class Act:
    """One decision as logged, with what became of it."""

    candidate: Candidate
    made: Decision
    who: str
    fate: Fate
    superseded_by: str | None
    inspector: str | None


def acts_of(
    log: Sequence[Decision],
    candidate: Candidate,
    called: Called,
    inspectors: Mapping[str, str],
) -> Iterator[Act]:
    """All acts on one candidate, in the order of logging.

    `inspectors` gives the inspector's name by inspection.
    """
    history = replay(log)
    stand = {standing.decision.id for standing in history.standing.values()}
    for place, made in enumerate(log):
        fate, by = _fate(made, log[place + 1 :], history, stand)
        inspector = inspectors.get(made.inspection_id or "")
        yield Act(candidate, made, called(made.reviewer), fate, by, inspector)


def _fate(
    made: Decision, later: Sequence[Decision], history: History, stand: set[str]
) -> tuple[Fate, str | None]:
    if made.action == "undo":
        return "done", None
    if made.id in stand:
        return "standing", None
    if any(made.id == waiting.id for waiting in history.pending):
        return "pending", None
    if made.action in ("reason", "note"):
        return _fate_of_addition(made, later, stand)
    return _fate_of_answer(made, later)


def _fate_of_addition(
    made: Decision, later: Sequence[Decision], stand: set[str]
) -> tuple[Fate, str | None]:
    """A reason or a note stands with what it was added to, until another one replaces it."""
    about = (made.action, made.supersedes)
    after = next((one for one in later if (one.action, one.supersedes) == about), None)
    if after is not None:
        return "superseded", after.id
    return ("standing" if made.supersedes in stand else "superseded"), None


def _fate_of_answer(made: Decision, later: Sequence[Decision]) -> tuple[Fate, str | None]:
    counted = [one for one in later if one.action in ("answer", "defer", "undo")]
    ends = next((one for one in counted if one.supersedes == made.id), None)
    if ends is None:
        ends = next((one for one in counted if one.reviewer == made.reviewer), None)
    if ends is None:
        return "superseded", None
    return ("undone" if ends.action == "undo" else "superseded"), ends.id


def select_acts(acts: Iterable[Act], within: Period = ALWAYS, only: str | None = None) -> Selection:
    """The acts of a period, of one reviewer where `only` names one; the others are counted."""
    kept: list[Act] = []
    out: Counter[tuple[str, str]] = Counter()
    for act in acts:
        if only is not None and act.made.reviewer != only:
            out["another reviewer's", ""] += 1
        elif not within.holds(act.made.decided_at):
            out["decided at another time", str(within)] += 1
        else:
            kept.append(act)
    left_out = tuple(LeftOut(why, count, note) for (why, note), count in sorted(out.items()))
    return Selection("history", kept, left_out, len(kept) + sum(out.values()), "acts")


def _shown(act: Act) -> Value:
    made = act.made
    if not made.verdict_shown:
        return None
    return made.verdict or ("no verdict" if made.inspection_id else None)


def _agrees(act: Act) -> Value:
    agrees = act.made.agrees
    return None if agrees is None else "yes" if agrees else "no"


def _evidence(act: Act) -> Value:
    return "; ".join(f"{lower!r} {upper!r}" for lower, upper in act.made.evidence)


HISTORY: tuple[Column, ...] = (
    Column("decision_id", "text", "id of the decision in the log", lambda act: act.made.id,
           ucd="meta.record;meta.main"),
    *SPECTRUM,
    *REDSHIFT,
    Column("action", "text", "answer, defer, undo, reason or note", lambda act: act.made.action,
           ucd="meta.code"),
    Column("fate", "text", "standing, superseded, undone, pending, or done for an undo",
           lambda act: act.fate, ucd="meta.code.status"),
    Column("superseded_by", "text", "the decision that ended this one",
           lambda act: act.superseded_by, ucd="meta.record"),
    Column("supersedes", "text", "the decision that this one replaces, undoes or adds to",
           lambda act: act.made.supersedes, ucd="meta.record"),
    Column("logged_pending", "flag", "whether it was made on an older view, so that it waited",
           lambda act: act.made.pending, ucd="meta.code"),
    Column("reviewer", "text", "whose act; names only on request", lambda act: act.who,
           ucd="obs.observer"),
    Column("role", "text", "in which role", lambda act: act.made.role, ucd="meta.code"),
    Column("phase", "text", "before or after the verdict was shown",
           lambda act: act.made.phase, ucd="meta.code"),
    Column("origin", "text", "how the answer was given", lambda act: act.made.origin,
           ucd="meta.code"),
    Column("answer", "text", "the answer", lambda act: act.made.answer, ucd="meta.code.class"),
    Column("vi_quality", "whole", "confidence of the answer, 0 to 4 (DESI VI_quality)",
           lambda act: act.made.confidence, ucd="meta.code.qual"),
    Column("answer_z", "real", "redshift given with the answer", lambda act: act.made.redshift,
           ucd="src.redshift"),
    Column("other_class", "text", "class given instead", lambda act: act.made.other_class,
           ucd="src.class"),
    Column("issues", "text", "spectrum issues, DESI letters and more, see docs/exports.md",
           lambda act: "".join(act.made.issues), ucd="meta.code.error"),
    Column("reason", "text", "why the answer differs from the verdict",
           lambda act: act.made.reason, ucd="meta.note"),
    Column("comment", "text", "the reviewer's note", lambda act: act.made.comment,
           ucd="meta.note"),
    Column("evidence", "text", "windows given as evidence, Angstrom: lower upper; ...", _evidence,
           ucd="meta.note"),
    Column("verdict", "text", "the inspector's verdict at that time",
           lambda act: act.made.verdict, ucd="meta.code.class"),
    Column("verdict_shown", "text", "verdict as the reviewer saw it", _shown,
           ucd="meta.code.class"),
    Column("agrees", "text", "whether the answer is the verdict shown: yes, no", _agrees,
           ucd="meta.code"),
    Column("inspector", "text", "whose verdict", lambda act: act.inspector, ucd="meta.software"),
    Column("inspection_id", "text", "id of the inspection in the log",
           lambda act: act.made.inspection_id, ucd="meta.record"),
    Column("shown_at", "text", "when the candidate was shown, UTC, ISO 8601",
           lambda act: act.made.shown_at, ucd="time.start"),
    Column("decided_at", "text", "time of the decision, UTC, ISO 8601",
           lambda act: act.made.decided_at, ucd="time.epoch"),
    Column("active_seconds", "real", "time looked at, idle time removed",
           lambda act: act.made.active_seconds, "s", "time.duration"),
    Column("base_version", "whole", "acts on the candidate that the person had seen",
           lambda act: act.made.base_version, ucd="meta.number"),
    Column("app_version", "text", "version of specreview that logged it",
           lambda act: act.made.app_version, ucd="meta.version"),
    *FILE,
)  # fmt: skip
