"""The record of what a person decided. Nothing is edited in place: undo appends."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from specreview.review.stamps import utc_text

Role = Literal["reviewer", "second", "adjudicator", "auditor", "volunteer"]
Phase = Literal["blind_first", "after_agent"]
Action = Literal["answer", "defer", "undo", "reason", "note"]
OriginOfAnswer = Literal["manual", "agreed", "gallery", "import"]

UNSURE = "UNSURE"

CONFIDENCE = {
    4: "two or more secure features",
    3: "one secure feature with continuum, or many weak ones",
    2: "one strong feature, unsure",
    1: "some signal, unidentified",
    0: "no signal",
}
"""Exported as DESI's VI_quality."""

ISSUES = {
    "R": "redshift",
    "C": "class (pipeline)",
    "S": "bad spectrum",
    "K": "sky residual",
    "X": "cosmic ray or bad pixel",
    "J": "arm join",
    "B": "blend",
    "L": "low S/N",
    "D": "duplicate",
}
"""Spectrum issues; R, C and S are DESI's."""

REASONS = {
    "feature_misread": "feature misread",
    "noise_as_line": "noise as line",
    "missed_feature": "missed feature",
    "wrong_window": "wrong window",
    "artefact": "artefact",
    "wrong_redshift": "wrong redshift",
    "wrong_frame": "wrong frame",
    "lookalike_class": "look-alike class",
    "composite": "composite",
    "contamination": "contamination",
    "insufficient_data": "insufficient data",
    "outside_evidence": "outside evidence",
    "definition_dispute": "definition dispute",
    "other": "other",
}
"""Why an answer differs from the verdict; the first nine have the keys Shift+1 to Shift+9."""


class Decision(BaseModel):
    """One logged act of one person on one candidate.

    `id` is a ULID; times are UTC ISO 8601 with `+00:00`. `base_version` counts the acts on
    the candidate that the person had seen (the view's version); `submit_token` makes a
    repeated submission one act. `supersedes` names the decision that an undo, reason or note
    is about, or that a new answer replaces. `pending` is set by the log when somebody decided
    meanwhile: such an act changes nothing until the person confirms it with another one that
    supersedes it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_number: int = 1
    id: str
    candidate_id: int
    inspection_id: str | None = None
    reviewer: str = Field(min_length=1)
    role: Role = "reviewer"
    phase: Phase = "after_agent"
    action: Action
    answer: str | None = None
    origin: OriginOfAnswer = "manual"
    verdict: str | None = None
    verdict_shown: bool = False
    confidence: int | None = Field(default=None, ge=0, le=4)
    issues: tuple[str, ...] = ()
    other_class: str | None = None
    redshift: float | None = None
    reason: str | None = None
    evidence: tuple[tuple[float, float], ...] = ()
    comment: str = ""
    shown_at: str | None = None
    decided_at: str
    active_seconds: float | None = None
    submit_token: str
    base_version: int = 0
    app_version: str
    supersedes: str | None = None
    pending: bool = False

    @field_validator("shown_at", "decided_at")
    @classmethod
    def _in_utc(cls, moment: str | None) -> str | None:
        return None if moment is None else utc_text(moment)

    @property
    def agrees(self) -> bool | None:
        """Whether the answer is the verdict that was shown; None when none was shown."""
        if self.action != "answer" or not self.verdict_shown or self.verdict is None:
            return None
        return self.answer == self.verdict
