"""One inspection under way in this process: what is wanted of it, and how far it is."""

import threading
import time
from collections.abc import Iterable
from typing import Literal

from specreview.agent.traces import Trace
from specreview.runner.progress import Live
from specreview.runner.steering import Branch, Suggestion

Extent = Literal["turn", "run"]
Intent = Literal["go", "pause", "stop", "leave"]
"""`pause`: end after this step. `stop`: end now and record it. `leave`: end now, record nothing."""

Outcome = Literal[
    "finished", "paused", "stopped", "left", "elsewhere", "failed", "unsaved", "unusable"
]
"""`failed` is this candidate's trouble; `unsaved` is the database's and `unusable` the inspector's:
no other candidate would fare better."""


_PACE_AFTER = 0.5
"""Seconds of writing before a pace is told."""
_CHARACTERS_A_TOKEN = 5.0
"""Of English in Qwen's vocabulary, rounded up (a little over 4, the blank included)."""


class Job:
    """Shared between its worker thread and the page; every access is under its lock.

    Parameters
    ----------
    wanted
        The inspection to go on with, None for the newest by this inspector.
    branch
        Where a new inspection begins, None to go on with one.
    suggestions
        What goes into the trace at the next turn.
    """

    def __init__(
        self,
        candidate_id: int,
        inspector: str,
        extent: Extent = "run",
        fresh: bool = False,
        *,
        wanted: str | None = None,
        branch: Branch | None = None,
        suggestions: Iterable[Suggestion] = (),
    ) -> None:
        self.candidate_id = candidate_id
        self.inspector = inspector
        self.fresh = fresh
        self.wanted = wanted
        self.branch = branch
        self._suggestions = list(suggestions)
        self.extent: Extent = extent
        self.inspection_id: str | None = None
        self.successor: Job | None = None
        self.outcome: Outcome | None = None
        self.stepped = False
        self.ended = threading.Event()
        self._intent: Intent = "go"
        self._lock = threading.Lock()
        self._begun = time.monotonic()
        self._seconds = 0.0
        self._pieces: list[str] = []
        self._first_piece = 0.0
        self._turn = 0
        self._turn_limit = 0
        self._message = ""

    @property
    def intent(self) -> Intent:
        return self._intent

    def want(self, intent: Intent) -> None:
        """Ask the worker for something else; once asked to leave, it leaves."""
        with self._lock:
            if self._intent != "leave":
                self._intent = intent

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """What the astronomer suggested and the trace does not hold yet."""
        with self._lock:
            return tuple(self._suggestions)

    def suggest(self, suggestions: Iterable[Suggestion]) -> None:
        """Take further suggestions along; one that waits already is not doubled."""
        with self._lock:
            self._suggestions += [one for one in suggestions if one not in self._suggestions]

    def taken(self, suggestion: Suggestion) -> None:
        """The trace holds it now."""
        with self._lock:
            self._suggestions.remove(suggestion)

    @property
    def steers(self) -> bool:
        """Whether a person asked for more than to go on."""
        return self.branch is not None or bool(self.suggestions)

    def alike(self, other: "Job") -> bool:
        """Whether `other` asks for the same: the second half of a double press."""
        return (self.inspector, self.wanted, self.branch, self.fresh) == (
            other.inspector,
            other.wanted,
            other.branch,
            other.fresh,
        )

    @property
    def interrupted(self) -> bool:
        """Whether a reply under way should end at once."""
        return self._intent in ("stop", "leave")

    def at(self, trace: Trace, replying: bool) -> None:
        """Take in how far the trace is before its next step; the partial text begins anew."""
        with self._lock:
            self.stepped = True
            self._turn = trace.turns + replying
            self._turn_limit = trace.turns_allowed
            self._pieces.clear()

    def on_text(self, piece: str | None) -> None:
        """Take in what a reply's text goes on with; None begins it anew."""
        with self._lock:
            if piece is None:
                self._pieces.clear()
            else:
                self._first_piece = self._first_piece if self._pieces else time.monotonic()
                self._pieces.append(piece)

    def say(self, message: str) -> None:
        with self._lock:
            self._message = message

    @property
    def message(self) -> str:
        return self._message

    def end(self, outcome: Outcome) -> None:
        with self._lock:
            self.outcome = outcome
            self._seconds = time.monotonic() - self._begun
            self._pieces.clear()
        self.ended.set()

    def live(self) -> Live:
        """The page's view of a running job."""
        with self._lock:
            return Live(
                "running",
                self._turn,
                self._turn_limit,
                "".join(self._pieces),
                self._seconds if self.outcome else time.monotonic() - self._begun,
                self._message,
                self._pace(),
                inspection_id=self.inspection_id,
            )

    def _pace(self) -> float | None:
        """Tokens a second of the reply that is written.

        A piece is a token at least; one that holds several is counted by its length.
        """
        seconds = time.monotonic() - self._first_piece
        if len(self._pieces) < 2 or seconds < _PACE_AFTER:
            return None
        characters = sum(map(len, self._pieces[1:]))
        return max(len(self._pieces) - 1, characters / _CHARACTERS_A_TOKEN) / seconds
