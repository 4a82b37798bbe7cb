"""What another program's file says, before it means anything under a task."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from specreview.review.candidates import Reject


@dataclass(frozen=True)
class Named:
    """How a file names a spectrum: any of ids, file names and a place on the sky.

    `positions` are readings of its (ra, dec) in ICRS degrees, the likeliest first. `shown` is
    what a report calls it.
    """

    shown: str
    ids: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    positions: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class ForeignAnswer:
    """One person's words on one spectrum.

    `row` counts as a spreadsheet does. `value` is what decides (a class, or "Yes"), "" where the
    person said nothing; `class_text` a class, where there is one beside or as the value.
    `person` is "" where the file does not say who it was; `decided_at` is UTC text, None where the
    file has no time. `act` is the file's own number of the act, "" where it has none.
    """

    row: int
    named: Named
    value: str
    person: str = ""
    class_text: str = ""
    confidence: int | None = None
    issues: tuple[str, ...] = ()
    redshift: float | None = None
    comment: str = ""
    decided_at: str | None = None
    act: str = ""
    silent: str = ""
    """Why there is no answer in the row, where there is none."""


@dataclass(frozen=True)
class AnswersFile:
    """All that was read: answers in the order of the file, and rows that cannot be read.

    `usual` gives the answer of values that mean one thing under every task (a "BAD" spectrum
    is UNSURE); `volunteers` says that no answer of this file may approve anything; `repeated`
    counts what a person said a second time and the file's program counts once.
    """

    path: Path
    format: str
    answers: tuple[ForeignAnswer, ...]
    rejects: tuple[Reject, ...] = ()
    notes: tuple[str, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    volunteers: bool = False
    repeated: int = 0


@dataclass(frozen=True)
class Asked:
    """What a person says about a file: which column or key is the id, which question counts."""

    id_column: str | None = None
    question: str | None = None


NOTHING_ASKED = Asked()
"""As the file has it."""


class Unreadable(Exception):
    """One row that cannot be read: names the column and what stands there."""

    def __init__(self, column: str, value: str, wanted: str) -> None:
        super().__init__(f"column {column}: {value[:60]!r} {wanted}")
