"""The queue's own decided candidates: the best examples after an hour's work."""

from collections.abc import Callable, Iterable
from functools import partial

from specreview.known.known import Known
from specreview.known.vectors import Vector
from specreview.review.decision import UNSURE
from specreview.spectra.spectrum import Spectrum
from specreview.store.spectrum_index import DecidedEntry
from specreview.tasks.task import VettingTask

LEAST_CONFIDENCE = 2
"""An answer with less is no example for the next one."""


def decided_library(
    entries: Iterable[DecidedEntry],
    task: VettingTask,
    load: Callable[[int], Spectrum],
) -> list[Known]:
    """Known objects from people's answers; UNSURE and low confidence give none.

    `load` reads a candidate's spectrum by its id, when the example is drawn. Values measured by
    another version of the task file are left out.
    """
    answers: dict[int, list[DecidedEntry]] = {}
    for entry in entries:
        if entry.task_hash == task.hash and _counts(entry):
            answers.setdefault(entry.candidate_id, []).append(entry)
    return [_known(mine, task, load) for mine in answers.values() if _agreed(mine)]


def _counts(entry: DecidedEntry) -> bool:
    sure = entry.confidence is None or entry.confidence >= LEAST_CONFIDENCE
    return sure and entry.answer != UNSURE


def _agreed(mine: list[DecidedEntry]) -> bool:
    return len({entry.answer for entry in mine}) == 1


def _known(mine: list[DecidedEntry], task: VettingTask, load: Callable[[int], Spectrum]) -> Known:
    last = mine[-1]
    people = ", ".join(dict.fromkeys(entry.reviewer for entry in mine))
    what = last.other_class or last.answer
    return Known(
        key=f"candidate {last.candidate_id}",
        side="positive" if last.answer == task.positive else "look-alike",
        what=f"{what}, {last.object_id}",
        source=f"{last.answer} by {people} in this queue",
        vector=Vector.unpacked(last.features),
        redshift=None,
        load=partial(load, last.candidate_id),
    )
