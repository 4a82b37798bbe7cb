"""What the page and the shell are told of work under way."""

from dataclasses import dataclass
from typing import Literal

LiveState = Literal["idle", "running", "paused", "stopped"]
QueueState = Literal["idle", "running", "paused", "stopped", "failed", "done"]
"""`failed`: the run itself could not go on (no database, no model); `message` says why."""


@dataclass(frozen=True)
class Live:
    """One candidate's inspection as it stands.

    `idle`: never begun, or finished. `paused`: under way, and nobody works on it. `stopped`:
    cancelled by a person; Run goes on with it. `turn` counts from 1, 0 before the first.
    `partial_text` is the reply that is being written, `tokens_per_second` about how fast (None
    while that cannot be told); `preparing` what the inspector does before it can write at all;
    `seconds` how long this run has taken.
    """

    state: LiveState
    turn: int = 0
    turn_limit: int = 0
    partial_text: str = ""
    seconds: float = 0.0
    message: str = ""
    tokens_per_second: float | None = None
    preparing: str = ""
    inspection_id: str | None = None
    """Which inspection is running, once that is known; None at rest."""


@dataclass(frozen=True)
class QueueProgress:
    """How far the run of a queue is.

    `total` counts the candidates that this run takes on, `done` those finished, `failed` those
    that could not be inspected (their reasons in `failures`, the last 100); `before` those that
    had been inspected when it began; `beyond` those left for another run by its limit.
    `preparing` is what the inspector does before it can answer, "" when it is ready.
    """

    total: int = 0
    done: int = 0
    running: int = 0
    failed: int = 0
    message: str = ""
    state: QueueState = "idle"
    before: int = 0
    beyond: int = 0
    failures: tuple[str, ...] = ()
    preparing: str = ""
