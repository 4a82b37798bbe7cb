"""What an import hands to the store: one candidate as the catalogue and the file give it."""

from dataclasses import dataclass, field

from specreview.tasks.own_prompt import OwnPrompt


@dataclass(frozen=True)
class NewCandidate:
    """One spectrum under one task, as imported.

    `object_id` and `source_id` are exact text (ids of the surveys pass 2^63). `ra` and `dec`
    are degrees, ICRS. NaN in a number means the same as None. `hidden` (the truth of a scored
    queue) is stored, but never reaches a page or an inspector. `label` is that truth as one of the
    task's labels, None where it says nothing about the task; it is kept back in the same way.
    """

    object_id: str
    source_id: str
    task_key: str
    path: str
    file_object: str | None = None
    content_hash: str | None = None
    survey: str = ""
    release: str | None = None
    ra: float | None = None
    dec: float | None = None
    snr: float | None = None
    redshift: float | None = None
    redshift_source: str | None = None
    catalogue_score: float | None = None
    catalogue: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    sparkline: str | None = None
    own_prompt: OwnPrompt | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """A catalogue row that became no candidate, with its reason. `row` counts from 1."""

    row: int
    name: str
    reason: str


@dataclass(frozen=True)
class ImportCounts:
    """What an import did: idempotent, so a second one finds all unchanged."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0

    def __add__(self, other: "ImportCounts") -> "ImportCounts":
        return ImportCounts(
            self.new + other.new, self.changed + other.changed, self.unchanged + other.unchanged
        )
