"""Sorts the rows of a file: with a place in the queue, unknown, silent, without meaning."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from specreview.answers.foreign import AnswersFile, ForeignAnswer
from specreview.answers.matching import QueueIndex
from specreview.answers.report import AnswersReport
from specreview.answers.request import AnswersRequest
from specreview.errors import AnswersError, NotFound
from specreview.review.candidates import Reject
from specreview.review.people import MAX_NAME, clean_name
from specreview.review.rows import Candidate, Queue
from specreview.store import Store
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class Placed:
    """An answer with its candidate, person and meaning."""

    foreign: ForeignAnswer
    candidate: Candidate
    person: str
    label: str


class Sorter:
    """One file against one queue; `placed` first, then `report`."""

    def __init__(
        self,
        store: Store,
        tasks: Mapping[str, VettingTask],
        queue: Queue,
        request: AnswersRequest,
        read: AnswersFile,
    ) -> None:
        rows = [row.candidate for row in store.rows(queue.id, "")]
        self._candidates = [one for one in rows if request.task in (None, one.task_key)]
        if not self._candidates:
            raise AnswersError(
                f"queue {queue.name} has no candidates{_of_task(request.task)}; nothing to answer"
            )
        self._tasks, self._queue, self._request, self._read = tasks, queue, request, read
        self._name = _naming(read, request.as_name)
        self._silent: Counter[str] = Counter()
        self._unmapped: Counter[str] = Counter()
        self._unknown: list[Reject] = []
        self._repeated = read.repeated

    def placed(self) -> list[Placed]:
        """The answers to log, one a person and candidate.

        Raises
        ------
        AnswersError
            When the file has no row, none that can be read, or none whose value means anything.
        """
        if not self._read.answers:
            raise AnswersError(self._nothing_read())
        index = QueueIndex(self._candidates)
        found = [one for foreign in self._read.answers if (one := self._place(index, foreign))]
        if self._unmapped and not found:
            raise AnswersError(self._unsaid())
        return self._once(found)

    def _place(self, index: QueueIndex, foreign: ForeignAnswer) -> Placed | None:
        if not foreign.value:
            self._silent[foreign.silent] += 1
            return None
        candidate = index.find(foreign.named)
        if isinstance(candidate, str):
            self._unknown.append(Reject(foreign.row, foreign.named.shown, candidate))
            return None
        label = self._request.meaning.answer(
            foreign.value, self._labels(candidate), self._read.usual
        )
        if label is None:
            self._unmapped[foreign.value] += 1
            return None
        return Placed(foreign, candidate, self._name(foreign), label)

    def _labels(self, candidate: Candidate) -> tuple[str, ...]:
        task = self._tasks.get(candidate.task_key)
        if task is None:
            raise NotFound(f"no task {candidate.task_key}: its task file is not loaded")
        return task.labels

    def _once(self, found: list[Placed]) -> list[Placed]:
        """A person's last answer on a candidate; a volunteer's first, as their program counts."""
        chosen: dict[tuple[int, str], Placed] = {}
        for one in reversed(found) if self._read.volunteers else found:
            chosen[one.candidate.id, one.person] = one
        self._repeated += len(found) - len(chosen)
        return sorted(chosen.values(), key=lambda one: one.foreign.row)

    def _nothing_read(self) -> str:
        rejects, path = self._read.rejects, self._request.path
        if not rejects:
            return f"{path}: has a header and no rows; download or save it again"
        first = rejects[0]
        return f"{path}: none of {len(rejects)} rows can be read; row {first.row}: {first.reason}"

    def _unsaid(self) -> str:
        counts = ", ".join(f"{value} ({count})" for value, count in self._unmapped.most_common(12))
        return (
            f"{self._request.path}: nothing says what its values mean under the task of queue "
            f"{self._queue.name}: {counts}; say it with --yes VALUE, --no VALUE, --unsure VALUE"
        )

    def report(
        self, applied: int, unchanged: int, waiting: tuple[str, ...], placed: list[Placed]
    ) -> AnswersReport:
        """The counts, with what each row came to."""
        unmet = self._request.meaning.unmet([one.value for one in self._read.answers])
        notes = [f"no row says {value}; the values are compared whole" for value in unmet]
        return AnswersReport(
            file=str(self._request.path),
            format=self._read.format,
            queue=self._queue.name,
            applied=applied,
            unchanged=unchanged,
            waiting=waiting,
            unknown=tuple(self._unknown),
            silent=dict(self._silent),
            unmapped=dict(self._unmapped.most_common()),
            repeated=self._repeated,
            rejected=self._read.rejects,
            answers=dict(Counter(one.label for one in placed)),
            people=dict(Counter(one.person for one in placed)),
            notes=(*self._read.notes, *notes),
            dry_run=self._request.dry_run,
        )


def _naming(read: AnswersFile, as_name: str | None) -> Callable[[ForeignAnswer], str]:
    """Who is who: the file's people, or the one name given; in the form that the record keeps.

    Volunteers keep apart from reviewers of the same name: nobody's answer here is theirs.
    """
    if read.volunteers:
        if as_name is not None:
            raise AnswersError(f"{read.path}: names its volunteers itself; leave --as out")
        mark = f" ({read.format.capitalize()})"
        return lambda one: (clean_name(one.person) or "?")[: MAX_NAME - len(mark)] + mark
    people = list(dict.fromkeys(clean_name(one.person) for one in read.answers if one.value))
    if as_name is None:
        if None in people:
            raise AnswersError(f"{read.path}: does not say who answered; give --as NAME")
        return lambda one: clean_name(one.person) or ""
    if len(people) > 1:
        shown = ", ".join(name or "(blank)" for name in people[:10])
        raise AnswersError(f"{read.path}: is the work of {shown}; --as would make them one person")
    given = clean_name(as_name)
    if given is None:
        raise AnswersError(f"--as {as_name!a}: is no name; give letters")
    return lambda _one: given


def _of_task(task: str | None) -> str:
    return f" under task {task}" if task else ""
