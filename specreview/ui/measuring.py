"""The figures of the Performance page: read from the log, kept until the log grows."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.errors import NotFound
from specreview.evaluation.agreement import Met
from specreview.evaluation.groups import By
from specreview.evaluation.judged import Inspected
from specreview.evaluation.ledger import Ledger
from specreview.evaluation.people import Answered, answered, as_labels
from specreview.evaluation.report import Block, Report, report
from specreview.review.rows import Queue
from specreview.review.stamps import utc_now
from specreview.store import Store

Truth = Literal["labels", "people", "blind"]
"""What verdicts are held against: the list's labels, people's answers, or only those of them
that were given before a verdict was shown."""

_KEPT = 16


@dataclass(frozen=True)
class Measured:
    """A queue's figures against one truth; `report` None says why in `message`."""

    report: Report | None
    message: str
    people: Mapping[int, Answered]
    answered: int
    """Candidates that somebody answered, agreed on or not."""
    inspections: Mapping[int, Sequence[Inspected]]
    read_at: str

    def said_positive(self, block: Block) -> float:
        """The share of positive verdicts among all inspections by this inspector and prompt."""
        judge, prompts = block.key.judge, set(block.prompts)
        mine = [
            one.strict == one.labels[0]
            for ones in self.inspections.values()
            for one in ones
            if one.judge == judge and one.prompt_hash in prompts
        ]
        return sum(mine) / max(1, len(mine))

    def met(self, block: Block) -> list[Met]:
        """People's answers beside the verdicts of one inspector and prompt."""
        judge, prompts = block.key.judge, set(block.prompts)
        return [
            Met(one.decided_at, one.answer, seen.strict, one.blind)
            for number, one in self.people.items()
            for seen in self.inspections.get(number, ())
            if seen.judge == judge and seen.prompt_hash in prompts and seen.strict is not None
        ]


class Measures:
    """Reads each trace once and keeps the latest reports. Safe for threads."""

    def __init__(self) -> None:
        self._ledger = Ledger()
        self._kept: OrderedDict[tuple[object, ...], Measured] = OrderedDict()
        self._lock = threading.Lock()

    def of_queue(
        self, store: Store, names: Mapping[str, str], queue: Queue, truth: Truth, by: tuple[By, ...]
    ) -> Measured:
        """The figures as the log has them now; `names` gives each task's name in words."""
        labels = store.queues.labels(queue.id)
        place = (
            store.traces.position(),
            store.decisions.position(),
            hash(frozenset(labels.items())),
        )
        key = (queue.id, truth, by, *place)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._measure(store, names, queue, labels, truth, by)
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    def _measure(
        self,
        store: Store,
        names: Mapping[str, str],
        queue: Queue,
        labels: Mapping[int, str],
        truth: Truth,
        by: tuple[By, ...],
    ) -> Measured:
        standing = store.decisions.standing(queue.id)
        people = answered(standing)
        if truth != "labels":
            labels = as_labels(people, blind_only=truth == "blind")
        inspections = self._ledger.of_queue(store.traces, queue.id)
        made: Report | None = None
        message = ""
        try:
            rows = store.rows(queue.id, "")
            made = report(queue.name, rows, labels, inspections, names=names, by=by)
        except NotFound as error:
            message = str(error)
        total = len({one.candidate_id for one in standing})
        return Measured(made, message, people, total, inspections, utc_now())
