"""A process that draws: reads pickled requests on stdin, writes pickled pictures to stdout.

Drawing takes some 100 ms of one core and threads do not share it, so a queue run draws in
processes. They end when stdin closes, however the parent died.
"""

import signal
import sys
from typing import Any, Literal

from specreview.errors import CallError
from specreview.framing import read_frame, write_frame

Drawn = tuple[Literal["png", "call_error", "failed"], bytes | str]


def answer(request: Any) -> Drawn:
    """Draw what a request asks for; a failure is told, not raised."""
    draw, spectrum, window, redshift, title = request
    try:
        return "png", draw(spectrum, window, redshift, title)
    except CallError as error:
        return "call_error", str(error)
    except (ValueError, TypeError, ArithmeticError, RuntimeError, MemoryError) as error:
        return "failed", f"{type(error).__name__}: {error}"


def main() -> None:
    """Serve requests until stdin closes; Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, pictures = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    while True:
        try:
            request = read_frame(requests)
        except EOFError:
            return
        write_frame(pictures, answer(request))


if __name__ == "__main__":
    main()
