"""What an import of answers did, in counts and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from specreview.review.candidates import Reject

_SHOWN = 10


@dataclass(frozen=True)
class AnswersReport:
    """Each row of the file is in one of these: they sum to its rows.

    `applied` decisions were logged (would be, in a dry run); `unchanged` were in the log already,
    or say what stands; `waiting` were logged beside a later decision of the same person here, and
    change nothing until that person confirms them. `unknown` name no spectrum of the queue;
    `silent` hold no answer, with the reason and count; `unmapped` hold a value of which nobody
    said what it means; `repeated` are a person's further answers on one spectrum; `rejected` rows
    cannot be read.
    """

    file: str
    format: str
    queue: str
    applied: int
    unchanged: int
    waiting: tuple[str, ...]
    unknown: tuple[Reject, ...]
    silent: Mapping[str, int]
    unmapped: Mapping[str, int]
    repeated: int
    rejected: tuple[Reject, ...]
    answers: Mapping[str, int] = field(default_factory=dict)
    people: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    dry_run: bool = False

    @property
    def rows(self) -> int:
        """Rows of the file."""
        parts = (self.applied, self.unchanged, len(self.waiting), len(self.unknown))
        left = (sum(self.silent.values()), sum(self.unmapped.values()), self.repeated)
        return sum(parts) + sum(left) + len(self.rejected)

    @property
    def nothing_known(self) -> bool:
        """Whether there are answers in the file, and not one is about a spectrum of the queue."""
        return bool(self.unknown) and not (
            self.applied or self.unchanged or self.waiting or self.unmapped
        )

    def no_match(self) -> str:
        """What to do where nothing fits."""
        return (
            f"{self.file}: no row names a spectrum of queue {self.queue} (the first: "
            f"{self.unknown[0].name}); is it the right queue? --id COLUMN says where the ids are"
        )

    def sentence(self) -> str:
        """In words: 3 applied, 0 unchanged, 1 unknown: 990000117."""
        said = f"{self.applied} applied, {self.unchanged} unchanged, {len(self.unknown)} unknown"
        names = list(dict.fromkeys(one.name for one in self.unknown))
        if not names:
            return said
        more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        return f"{said}: {', '.join(names[:_SHOWN])}{more}"

    def sums(self) -> list[str]:
        """What else a person should know, a sentence each, without the single rows."""
        told = []
        if self.answers:
            counts = ", ".join(f"{count} {label}" for label, count in self.answers.items())
            told.append(f"answers: {counts}; by {_counted(self.people)}")
        if self.waiting:
            who = ", ".join(self.waiting[:_SHOWN])
            told.append(
                f"{len(self.waiting)} decided otherwise and later here, kept until confirmed on "
                f"the Review page: {who}"
            )
        told += [f"left out: {count} rows, {why}" for why, count in self.silent.items()]
        if self.unmapped:
            told.append(
                f"left out: no meaning said for {_counted(self.unmapped)}; say it with --yes, "
                "--no or --unsure"
            )
        if self.repeated:
            told.append(
                f"counted once: {self.repeated} further answers of a person on one spectrum"
            )
        return [*told, *self.notes]

    def lines(self) -> list[str]:
        """The sums, then each row that is unknown or cannot be read."""
        rows = sorted((*self.rejected, *self.unknown), key=lambda one: one.row)
        return [*self.sums(), *(f"row {one.row}, {one.name}: {one.reason}" for one in rows)]

    def as_json(self) -> dict[str, Any]:
        """All of it, for programs."""
        named = {"unknown": self.unknown, "rejected": self.rejected}
        return {
            "file": self.file, "format": self.format, "queue": self.queue,
            "dry_run": self.dry_run, "rows": self.rows,
            "applied": self.applied, "unchanged": self.unchanged, "waiting": list(self.waiting),
            **{key: [{"row": r.row, "name": r.name, "reason": r.reason} for r in found]
               for key, found in named.items()},
            "silent": dict(self.silent), "unmapped": dict(self.unmapped),
            "repeated": self.repeated, "answers": dict(self.answers), "people": dict(self.people),
            "notes": list(self.notes),
        }  # fmt: skip


def _counted(counts: Mapping[str, int]) -> str:
    shown = [f"{name or '(blank)'} ({count})" for name, count in list(counts.items())[:_SHOWN]]
    more = f" and {len(counts) - _SHOWN} more" if len(counts) > _SHOWN else ""
    return ", ".join(shown) + more
