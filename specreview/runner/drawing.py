"""Drawing in several processes, for the length of a queue run."""

import queue
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from specreview.agent.inspection import DrawView
from specreview.errors import CallError, InspectorError
from specreview.framing import child_environment, read_frame, write_frame
from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window

_COMMAND = (sys.executable, "-m", "specreview.runner.drawer")


class _Drawer:
    """One drawing process, started at its first picture and again after a crash."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: Any) -> tuple[str, Any]:
        """The answer to `request`; EOFError or OSError when the process died over it."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        write_frame(process.stdin, request)
        kind, content = read_frame(process.stdout)
        return kind, content

    def end(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                _close(stream)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.end()
            self._process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_environment(),
            )
        return self._process


def _close(stream: Any) -> None:
    try:
        stream.close()
    except OSError:
        return


class DrawingProcesses:
    """A `DrawView` that hands each picture to a free process.

    `draw` should be a function that another process can import; a picture whose process dies
    is drawn once more in a new one, then in this one.
    """

    def __init__(self, draw: DrawView, processes: int) -> None:
        self._draw = draw
        self._drawers = [_Drawer() for _ in range(processes)]
        self._free: queue.SimpleQueue[_Drawer] = queue.SimpleQueue()
        for drawer in self._drawers:
            self._free.put(drawer)

    def __call__(
        self, spectrum: Spectrum, window: Window | None, redshift: float | None, title: str
    ) -> bytes:
        with self._drawer() as drawer:
            answer = self._ask(drawer, (self._draw, spectrum, window, redshift, title))
        if answer is None:
            return self._draw(spectrum, window, redshift, title)
        kind, content = answer
        if kind == "png":
            return bytes(content)
        if kind == "call_error":
            raise CallError(content)
        raise InspectorError(f"the view could not be drawn: {content}")

    def close(self) -> None:
        """End all processes."""
        for drawer in self._drawers:
            drawer.end()

    @contextmanager
    def _drawer(self) -> Iterator[_Drawer]:
        drawer = self._free.get()
        try:
            yield drawer
        finally:
            self._free.put(drawer)

    def _ask(self, drawer: _Drawer, request: Any) -> tuple[str, Any] | None:
        """The process's answer; None when it ended twice, or cannot be started here."""
        for _ in range(2):
            try:
                return drawer.ask(request)
            except (EOFError, OSError):
                drawer.end()
        return None


@contextmanager
def drawing(draw: DrawView, processes: int) -> Iterator[DrawView]:
    """`draw` itself for one process, else a pool that ends with the block."""
    if processes < 2:
        yield draw
        return
    pool = DrawingProcesses(draw, processes)
    try:
        yield pool
    finally:
        pool.close()
