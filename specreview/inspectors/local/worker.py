"""The model's process: `python -m specreview.inspectors.local.worker --parent PID`.

The first frame on stdin is the LocalSettings; then come Ask and Cancel. One thread reads them,
the main thread drives the engine step by step and writes Loaded or Unloadable, then Piece, Done
and Failed. It ends with its parent, however that one ends, in the middle of a generation too.
"""

import argparse
import ctypes
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from pkgutil import resolve_name
from types import TracebackType
from typing import IO, Any, Protocol

from specreview.errors import SpecreviewError
from specreview.framing import read_frame, write_frame
from specreview.inspectors.local.asking import Answer, Ask, Cancel, Loaded, Unloadable

ENGINE = "specreview.inspectors.local.engine:Engine.load"
NICENESS = 5
"""Of a loaded model: the page goes first, and the model is not starved by what else runs here."""
_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl(2)."""


class Engine(Protocol):
    """A loaded model; used by one thread. `step` does one bounded piece of work."""

    @property
    def facts(self) -> Mapping[str, str]: ...

    @property
    def busy(self) -> bool: ...

    def add(self, ask: Ask) -> None: ...

    def cancel(self, number: int) -> None: ...

    def step(self) -> Sequence[Answer]: ...


def serve(engine: Engine, wishes: "queue.SimpleQueue[Any]", answers: IO[bytes]) -> None:
    """Answer what is asked, for ever; sleeps while nothing is."""
    while True:
        _take(engine, wishes)
        for answer in engine.step():
            write_frame(answers, answer)


def _take(engine: Engine, wishes: "queue.SimpleQueue[Any]") -> None:
    """Hand over all that was asked; wait for something to do where the engine has nothing."""
    while not (engine.busy and wishes.empty()):
        wish = wishes.get()
        if isinstance(wish, Cancel):
            engine.cancel(wish.number)
        else:
            engine.add(wish)


def _listen(requests: IO[bytes], wishes: "queue.SimpleQueue[Any]") -> None:
    """Pass on what comes in; the end of it is the end of the process, whatever it is doing."""
    while True:
        try:
            wishes.put(read_frame(requests))
        except (EOFError, OSError):
            os._exit(0)


def _load(factory: str, settings: Any) -> Engine | Unloadable:
    try:
        engine: Engine = resolve_name(factory)(settings)
        return engine
    except SpecreviewError as error:
        return Unloadable(str(error))
    except ImportError as error:
        return Unloadable(
            f"local model: {error} (while it was loaded); pip install 'specreview[local]'"
        )


def _die_with(parent: int) -> None:
    """Have the kernel end this process when its parent ends, where the kernel can (Linux)."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the kernel was asked
        os._exit(0)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """(requests, answers); whatever a library prints goes to stderr from here on."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def _give_up(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Leave the cause on stderr and go; the app starts another process.

    The thread that reads holds stdin, over which the interpreter's own way out would abort.
    """
    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Load the model and serve until stdin closes; Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parser = argparse.ArgumentParser(prog="specreview.inspectors.local.worker")
    parser.add_argument("--parent", type=int, required=True, help="process id to end with")
    parser.add_argument("--engine", default=ENGINE, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    sys.excepthook = _give_up
    _die_with(chosen.parent)
    requests, answers = _streams()
    settings = read_frame(requests)
    wishes: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, wishes), daemon=True).start()
    engine = _load(chosen.engine, settings)
    if isinstance(engine, Unloadable):
        write_frame(answers, engine)
        os._exit(0)
    os.nice(NICENESS)
    write_frame(answers, Loaded(dict(engine.facts)))
    serve(engine, wishes, answers)


if __name__ == "__main__":
    main()
