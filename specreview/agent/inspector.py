"""The Inspector protocol: who answers, given a turn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from specreview.agent.events import Event
from specreview.canonical import canonical_json, sha256_hex
from specreview.errors import InspectorError
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

FinishReason = Literal["stop", "length", "cancelled", "content_filter"]

OnText = Callable[[str | None], None]
"""Takes each piece of a reply as it is written; None: what came so far is void, it begins anew."""


@dataclass(frozen=True)
class InspectorIdentity:
    """Who an inspector is; two with the same fingerprint give the same inspection.

    `label` is what people read ("rules: no neural network").
    """

    name: str
    label: str
    version: str
    model: str | None = None
    revision: str | None = None
    decoding: str = "greedy"

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all fields but the label."""
        parts = [self.name, self.version, self.model, self.revision, self.decoding]
        return sha256_hex(canonical_json(parts))


@dataclass(frozen=True)
class Turn:
    """What an inspector is given: the task, all that happened, the spectrum, the pictures.

    Only the rules inspector reads the flux. `images` maps SHA-256 to PNG bytes.
    """

    task: VettingTask
    events: tuple[Event, ...]
    spectrum: Spectrum
    redshift: float | None
    images: Mapping[str, bytes]


@dataclass(frozen=True)
class Reply:
    """An inspector's reply in Spec-o3's text form, verbatim.

    `score` is the inspector's own probability-like number in [0, 1] for the positive label,
    given with a verdict by inspectors that have one.
    """

    text: str
    tokens: int | None = None
    seconds: float = 0.0
    finish_reason: FinishReason = "stop"
    score: float | None = None


class ContextFull(InspectorError):
    """The conversation has no room for another reply; the inspection ends without a verdict."""


class Inspector(Protocol):
    """Answers one turn at a time and keeps no state that the trace does not hold.

    It may be asked from several threads. One that gains from many questions at a time says so
    in an attribute `concurrency` (int); one that must get ready first says what it is doing in
    `preparing` (str, empty when ready); one that holds something has `close()`. Its identity must
    be known without loading a model.
    """

    @property
    def identity(self) -> InspectorIdentity: ...

    def reply(self, turn: Turn, on_text: OnText, cancelled: Callable[[], bool]) -> Reply:
        """The next reply; calls `on_text` with each piece of text as it is written.

        Raises
        ------
        ContextFull
            When the conversation has no room for another reply.
        InspectorUnusable
            When no reply can be had for any candidate, as it is set up: it ends the run.
        InspectorError
            When no reply can be had; the message names cause and cure.
        """
        ...
