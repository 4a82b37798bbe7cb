"""Confusion counts of the positive label, with a place of their own for those without answer."""

from collections.abc import Iterable
from dataclasses import dataclass

from specreview.evaluation.judged import Judged, Reading


@dataclass(frozen=True)
class Counts:
    """How many candidates of each label got which answer.

    "Positive" is the task's positive label; every other label is negative. `silent_*` got no
    answer: such a one is a miss when positive, and no false alarm when negative. `right` counts
    answers equal to the label, which for two labels is `true_positive + true_negative`.
    """

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0
    silent_positive: int = 0
    silent_negative: int = 0
    right: int = 0

    @property
    def n(self) -> int:
        return self.positives + self.negatives

    @property
    def positives(self) -> int:
        """Candidates whose label is positive."""
        return self.true_positive + self.false_negative + self.silent_positive

    @property
    def negatives(self) -> int:
        return self.false_positive + self.true_negative + self.silent_negative

    @property
    def said_positive(self) -> int:
        """Candidates that the inspector called positive."""
        return self.true_positive + self.false_positive

    @property
    def missed(self) -> int:
        """Positives not found: answered otherwise, or not at all."""
        return self.false_negative + self.silent_positive

    @property
    def silent(self) -> int:
        return self.silent_positive + self.silent_negative


def count(table: Iterable[Judged], reading: Reading = "strict") -> Counts:
    """The counts of one reading of the answers."""
    return count_answers((one.label, one.answer(reading), one.positive) for one in table)


def count_answers(triples: Iterable[tuple[str, str | None, str]]) -> Counts:
    """The counts of (label, answer or None, positive label)."""
    cells: dict[tuple[bool, bool | None], int] = {}
    right = 0
    for label, answer, positive in triples:
        said = None if answer is None else answer == positive
        cell = (label == positive, said)
        cells[cell] = cells.get(cell, 0) + 1
        right += answer == label
    return Counts(
        true_positive=cells.get((True, True), 0),
        false_positive=cells.get((False, True), 0),
        false_negative=cells.get((True, False), 0),
        true_negative=cells.get((False, False), 0),
        silent_positive=cells.get((True, None), 0),
        silent_negative=cells.get((False, None), 0),
        right=right,
    )
