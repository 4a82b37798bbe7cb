"""What happens in an inspection, one frozen class a kind; the trace is a list of these."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from specreview.canonical import canonical_json

StopReason = Literal[
    "turn_limit",
    "format_errors",
    "repeated_call",
    "degenerate",
    "context_full",
    "backend_error",
    "cancelled",
]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limits(_Event):
    """How long an inspection may go on."""

    turns: int = 8
    """Replies of the inspector, the verdict included."""
    format_errors: int = 3
    """Unusable replies in a row."""
    repeated_calls: int = 3
    """Times the same window may be asked for."""
    turns_per_suggestion: int = 3


class InspectionStarted(_Event):
    """All that a replay needs to know."""

    kind: Literal["inspection_started"] = "inspection_started"
    schema_number: int = 2
    spectrum_hash: str
    object_id: str
    title: str
    reader: str
    reader_version: int
    redshift: float | None
    redshift_source: str | None
    task_key: str
    task_hash: str
    task_text: str
    """The user turn's text: the row's own prompt, else the one made from the task file."""
    system_text: str | None = None
    """The system turn's text; None in records of schema 1, which did not keep it."""
    labels: tuple[str, ...]
    inspector: str
    model: str | None
    revision: str | None
    prompt_hash: str
    parser_version: int
    renderer_version: str
    app_version: str
    decoding: str = "greedy"
    seed: int | None = None
    rollout: int = 0
    limits: Limits = Limits()
    parent_inspection: str | None = None
    parent_position: int | None = None


class ViewRendered(_Event):
    """A picture was drawn for the inspector; its bytes are stored under their SHA-256."""

    kind: Literal["view_rendered"] = "view_rendered"
    schema_number: int = 1
    window: tuple[float, float] | None
    """Rest-frame vacuum Å as drawn; None is the overview."""
    label: str
    image_sha256: str
    text: str = ""
    """The sentence that goes to the inspector with the picture."""


class Call(_Event):
    """One tool call as parsed: a window, or an error phrased for the model."""

    window: tuple[float, float] | None
    label: str = ""
    error: str | None = None
    note: str = ""
    """What the model is told with the picture: names that were read otherwise, or ignored."""


class InspectorReplied(_Event):
    """The inspector's words, verbatim, and what the parser made of them."""

    kind: Literal["inspector_replied"] = "inspector_replied"
    schema_number: int = 2
    text: str
    thought: str
    calls: tuple[Call, ...]
    """Without notes in records of schema 1."""
    answer: str | None
    justification: str
    flags: tuple[str, ...]
    tokens: int | None = None
    seconds: float = 0.0
    finish_reason: str = "stop"
    score: float | None = None
    """In [0, 1] towards the positive label, where the inspector states one with its answer."""


class CallRejected(_Event):
    """A reply or call that could not be used; the reason goes back to the inspector."""

    kind: Literal["call_rejected"] = "call_rejected"
    schema_number: int = 1
    reason: str


class WindowSuggested(_Event):
    """An astronomer asks the inspector to look at a window, or tells it something."""

    kind: Literal["window_suggested"] = "window_suggested"
    schema_number: int = 1
    reviewer: str
    window: tuple[float, float] | None
    note: str = ""


class VerdictReached(_Event):
    """The inspector's verdict: a label, or None (shown as "no verdict")."""

    kind: Literal["verdict_reached"] = "verdict_reached"
    schema_number: int = 1
    verdict: str | None
    justification: str
    score: float | None = None
    """In [0, 1] towards the positive label, where the inspector states one."""


class InspectionStopped(_Event):
    """The inspection ended without a (further) verdict; `cancelled` can be resumed."""

    kind: Literal["inspection_stopped"] = "inspection_stopped"
    schema_number: int = 1
    reason: StopReason
    message: str = ""


Event = Annotated[
    InspectionStarted
    | ViewRendered
    | InspectorReplied
    | CallRejected
    | WindowSuggested
    | VerdictReached
    | InspectionStopped,
    Field(discriminator="kind"),
]

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)


def event_payload(event: Event) -> bytes:
    """The event as canonical JSON, the form that is stored and hashed."""
    return canonical_json(event.model_dump(mode="json"))


def event_from_payload(payload: bytes) -> Event:
    """The event a payload holds.

    Raises
    ------
    pydantic.ValidationError
        When the payload is no event of a known kind and schema.
    """
    return _ADAPTER.validate_json(payload)
