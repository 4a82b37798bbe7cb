"""What an answer of a file adds to a queue's log: a decision, or nothing."""

from collections import Counter, defaultdict
from datetime import datetime

from specreview.answers.classes import object_type
from specreview.answers.foreign import AnswersFile, ForeignAnswer
from specreview.answers.sorting import Placed
from specreview.canonical import canonical_json, sha256_hex
from specreview.review.decision import Decision, Role
from specreview.review.history import History, Standing, new_decision, replay
from specreview.review.rows import Queue
from specreview.store import Store

_COMPARED = ("action", "answer", "role", "confidence", "issues", "other_class", "redshift")


class Acts:
    """A queue's log as it was when the import began, asked what an answer would change."""

    def __init__(self, store: Store, queue: Queue) -> None:
        acts: defaultdict[int, list[Decision]] = defaultdict(list)
        for act in store.decisions.history(queue.id):
            acts[act.candidate_id].append(act)
        self._tokens = {act.submit_token for log in acts.values() for act in log}
        self._histories = {key: replay(log) for key, log in acts.items()}
        self._added = Counter[int]()

    def _history(self, candidate_id: int) -> History:
        return self._histories.get(candidate_id, History())

    def decision(self, one: Placed, read: AnswersFile, confidence: int | None) -> Decision | None:
        """The decision to log, None where the log has it or it says what stands.

        One that its person overruled here since is made on an old view, so that the log keeps it
        aside, and is marked `pending` as the log will.
        """
        history = self._history(one.candidate.id)
        own = history.standing.get(one.person)
        made = _decision(one, read, confidence)
        if made.submit_token in self._tokens or (own is not None and _same(own, made)):
            return None
        later = own is not None and _decided_later(own.decision, one.foreign.decided_at)
        version = history.version + self._added[one.candidate.id]
        return made.model_copy(update={"base_version": 0 if later else version, "pending": later})

    def applied(self, made: Decision) -> None:
        """Count one more act on the candidate: what comes after it in the file has seen it."""
        self._added[made.candidate_id] += 1


def _decision(one: Placed, read: AnswersFile, confidence: int | None) -> Decision:
    foreign = one.foreign
    positive = one.label not in ("NO", "UNSURE")
    other = None if positive else object_type(foreign.class_text)
    words = "" if other or not foreign.class_text else f"class {foreign.class_text}"
    role: Role = "volunteer" if read.volunteers else "reviewer"
    made = new_decision(
        one.candidate.id,
        one.person,
        "answer",
        role=role,
        phase="blind_first",
        answer=one.label,
        origin="import",
        confidence=confidence if foreign.confidence is None else foreign.confidence,
        issues=foreign.issues,
        other_class=other,
        redshift=foreign.redshift,
        comment="; ".join(filter(None, (foreign.comment, words))),
    )
    stamped = {} if foreign.decided_at is None else {"decided_at": foreign.decided_at}
    return made.model_copy(update={"submit_token": _token(made, read, foreign), **stamped})


def _token(made: Decision, read: AnswersFile, foreign: ForeignAnswer) -> str:
    """The same for the same act, whenever and from whichever copy of the file it comes."""
    said = made.model_dump(mode="json", include={*_COMPARED, "comment", "candidate_id", "reviewer"})
    act = {"format": read.format, "act": foreign.act, "decided_at": foreign.decided_at}
    return f"import.{sha256_hex(canonical_json(said | act))}"


def _same(own: Standing, made: Decision) -> bool:
    """Whether it says what stands already."""
    alike = all(getattr(own.decision, name) == getattr(made, name) for name in _COMPARED)
    return alike and own.comment == made.comment


def _decided_later(own: Decision, moment: str | None) -> bool:
    """Whether the person's standing act here came after what the file says.

    A file without times is older than what a person decided here by hand, and newer than what was
    imported before.
    """
    if moment is None:
        return own.origin != "import"
    return datetime.fromisoformat(own.decided_at) > datetime.fromisoformat(moment)
