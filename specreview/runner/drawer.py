"""A process that draws: reads pickled requests on stdin, writes pickled pictures to stdout.

Drawing takes some 100 ms of one core and threads do not share it, so a queue run draws in
processes. They are started by `python -m` and not by multiprocessing, whose children would run
the caller's main script again (under Streamlit that is the app). They end when stdin closes,
however the parent died.
"""

import pickle
import signal
import sys
from typing import IO, Any, Literal

from specreview.errors import CallError

Drawn = tuple[Literal["png", "call_error", "failed"], bytes | str]


def write_frame(stream: IO[bytes], content: Any) -> None:
    """One pickle with its length before it."""
    payload = pickle.dumps(content, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(payload).to_bytes(8, "big"))
    stream.write(payload)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """The next frame; EOFError when the other side is gone."""
    header = stream.read(8)
    if len(header) < 8:
        raise EOFError
    length = int.from_bytes(header, "big")
    payload = stream.read(length)
    if len(payload) < length:
        raise EOFError
    return pickle.loads(payload)


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
