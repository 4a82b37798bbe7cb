"""What a person thinks of one step of a trace; kept apart from the trace."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from specreview.review.stamps import new_ulid, utc_now, utc_text
from specreview.version import __version__

Mark = Literal["supports", "irrelevant", "misread", "hallucinated", "wrong_window"]

MARKS: dict[Mark, str] = {
    "supports": "supports",
    "irrelevant": "irrelevant",
    "misread": "misread",
    "hallucinated": "hallucinated",
    "wrong_window": "wrong window",
}
"""In the order of the keys 5 to 9."""


class StepMark(BaseModel):
    """One logged act: a mark on the event at `position` of an inspection's trace.

    `mark` None takes an earlier mark of the same person on the same event back. `id` is a ULID,
    `marked_at` UTC ISO 8601; `submit_token` makes a repeated submission one act.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_number: int = 1
    id: str
    inspection_id: str
    position: int = Field(ge=0)
    reviewer: str = Field(min_length=1)
    mark: Mark | None
    marked_at: str
    submit_token: str
    app_version: str

    @field_validator("marked_at")
    @classmethod
    def _in_utc(cls, moment: str) -> str:
        return utc_text(moment)


def new_mark(
    inspection_id: str,
    position: int,
    reviewer: str,
    mark: Mark | None,
    *,
    submit_token: str | None = None,
) -> StepMark:
    """A mark made now, with a fresh id; a token of its own unless one is given."""
    return StepMark(
        id=new_ulid(),
        inspection_id=inspection_id,
        position=position,
        reviewer=reviewer,
        mark=mark,
        marked_at=utc_now(),
        submit_token=submit_token or new_ulid(),
        app_version=__version__,
    )


def standing_marks(log: Iterable[StepMark]) -> list[StepMark]:
    """What stands after `log`, in the order of logging: each person's last mark of each event,
    those taken back left out.
    """
    last: dict[tuple[str, int, str], StepMark] = {}
    for made in log:
        about = made.inspection_id, made.position, made.reviewer
        last.pop(about, None)
        if made.mark is not None:
            last[about] = made
    return list(last.values())
