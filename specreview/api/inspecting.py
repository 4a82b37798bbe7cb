"""Runs a queue from a script, and says what came of it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from specreview.api.wording import of_arguments
from specreview.errors import InspectorError

if TYPE_CHECKING:
    from specreview.runner.progress import QueueProgress
    from specreview.services import Workspace

_LOOK = 0.2
"""Seconds between two looks at the progress."""
_ENDING = 10.0
"""Seconds that an interrupt waits for the steps under way."""

Progress = bool | Callable[[int, int], object]


@dataclass(frozen=True)
class Inspected:
    """What a run did: `done` now, `before` already, `left` open; `failures` read "ID: cause"."""

    inspector: str
    done: int
    before: int
    left: int
    failures: tuple[str, ...]


def inspect_queue(
    workspace: "Workspace", queue_id: int, inspector: str, limit: int | None, progress: Progress
) -> Inspected:
    """Run the queue to its end; see `Queue.inspect`."""
    runner = workspace.runner
    told = _Told(_bar if progress is True else (progress or _silent))
    runner.start_queue(queue_id, inspector, limit)
    try:
        while not runner.wait_for_queue(queue_id, _LOOK):
            told(runner.queue_progress(queue_id))
    except BaseException:
        runner.stop_queue(queue_id)
        runner.wait_for_queue(queue_id, _ENDING)
        raise
    now = runner.queue_progress(queue_id)
    told(now)
    if now.state == "failed":
        raise InspectorError(now.message)
    left = now.total - now.done - now.failed + now.beyond
    failures = tuple(map(of_arguments, now.failures))
    return Inspected(inspector, now.done, now.before, left, failures)


class _Told:
    """Tells of the progress when it has changed."""

    def __init__(self, tell: Callable[[int, int], object]) -> None:
        self._tell = tell
        self._last: tuple[int, int] | None = None

    def __call__(self, now: "QueueProgress") -> None:
        state = now.done + now.failed, now.total
        if state != self._last:
            self._last = state
            self._tell(*state)


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


def _bar(done: int, total: int) -> None:
    """One line that is written over, on stderr."""
    filled = 30 * done // max(1, total)
    end = "\n" if done == total else ""
    line = f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {total}{end}"
    print(line, end="", file=sys.stderr, flush=True)  # noqa: T201
