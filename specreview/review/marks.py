"""What a person thinks of one step of a trace; kept apart from the trace."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from specreview.review.stamps import utc_text

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
