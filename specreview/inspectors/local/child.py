"""One life of the model's process, seen from the app: started, asked, ended."""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

from specreview.framing import child_environment, read_frame, write_frame
from specreview.inspectors.local.asking import Answer, Ask, Cancel, Loaded, Piece, Unloadable
from specreview.settings import LocalSettings

_LAST_WORDS = 4000
"""Bytes of the process's stderr that are looked at when it ended."""
_ENDING = 1.5
"""Seconds that the process has to be gone once it has said goodbye, or was killed."""


@dataclass(frozen=True)
class Ended:
    """The process is gone: its exit code (negative: the signal that killed it), last words."""

    code: int
    words: str
    loading: bool

    @property
    def for_memory(self) -> bool:
        """Whether the kernel killed it, as it does where memory runs out."""
        return self.code == -signal.SIGKILL

    @property
    def cause(self) -> str:
        """What ended it, for a person."""
        if self.for_memory:
            return "was killed by the system (SIGKILL), most likely for lack of memory"
        if self.code < 0:
            return f"crashed ({signal.strsignal(-self.code)})"
        return f"ended with an error ({self.words or f'exit code {self.code}'})"


Told = Answer | Ended
"""What an ask is told; `Ended` is the last, where the process ends before it answered."""


class Child:
    """The process and the thread that starts it, reads it and outlives it.

    That thread is the process's parent in the kernel's eyes: where an asking thread started
    it, the process would be ended together with that thread.
    """

    def __init__(self, settings: LocalSettings, engine: str) -> None:
        self._settings = settings
        self._engine = engine
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._asking: dict[int, queue.SimpleQueue[Told]] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self.opened = threading.Event()
        self.facts: Mapping[str, str] = {}
        self.unloadable = ""
        self.ended: Ended | None = None
        self._thread = threading.Thread(target=self._live, name="specreview-model", daemon=True)
        self._thread.start()

    def ask(self, ask: Ask) -> "queue.SimpleQueue[Told]":
        """Where the answers to `ask` will come."""
        told: queue.SimpleQueue[Told] = queue.SimpleQueue()
        with self._lock:
            if self.ended is not None:
                told.put(self.ended)
                return told
            self._asking[ask.number] = told
        self._send(ask)
        return told

    def drop(self, number: int) -> None:
        """Want ask `number` no more: nobody waits for what the process still says of it."""
        with self._lock:
            asked = self._asking.pop(number, None)
        if asked is not None:
            self._send(Cancel(number))

    def close(self) -> None:
        """Kill it and wait until it is gone; it holds nothing that could be lost."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                self._process.kill()
        self._thread.join(_ENDING)

    def _send(self, wish: Ask | Cancel) -> None:
        process = self._process
        try:
            with self._writing:
                if process is not None and process.stdin is not None and not process.stdin.closed:
                    write_frame(process.stdin, wish)
        except OSError:
            return  # it is gone; its thread tells all that wait

    def _live(self) -> None:
        with tempfile.TemporaryFile() as stderr:
            code = self._run(stderr)
            ended = Ended(code, _last_words(stderr), loading=not self.facts)
        with self._lock:
            self.ended = ended
            asking, self._asking = self._asking, {}
        for told in asking.values():
            told.put(ended)
        self.opened.set()

    def _run(self, stderr: IO[bytes]) -> int:
        with self._start(stderr) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            with self._lock:
                self._process = process
                if self._killed:
                    process.kill()
            try:
                write_frame(process.stdin, self._settings)
                while True:
                    self._take(read_frame(process.stdout))
            except (EOFError, OSError):
                return _exit_code(process)
            finally:
                with self._writing:
                    _close(process.stdin)

    def _start(self, stderr: IO[bytes]) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "specreview.inspectors.local.worker"]
        return subprocess.Popen(
            [*command, "--parent", str(os.getpid()), "--engine", self._engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=child_environment() | _bounded_threads(),
        )

    def _take(self, told: Any) -> None:
        if isinstance(told, Loaded):
            self.facts = {"process": str(self._process.pid if self._process else 0), **told.facts}
            self.opened.set()
        elif isinstance(told, Unloadable):
            self.unloadable = told.message
        else:
            over = not isinstance(told, Piece)
            with self._lock:
                asked = (self._asking.pop if over else self._asking.get)(told.number, None)
            if asked is not None:
                asked.put(told)


def _exit_code(process: "subprocess.Popen[bytes]") -> int:
    """How it ended; it is given a moment to do so by itself, for the true code."""
    try:
        return process.wait(_ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _close(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except OSError:
        return


def _last_words(stderr: IO[bytes]) -> str:
    """The last line that the process wrote to stderr."""
    size = stderr.seek(0, os.SEEK_END)
    stderr.seek(max(0, size - _LAST_WORDS))
    lines = stderr.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else ""


def _bounded_threads() -> dict[str, str]:
    """One core less than there are for the model's arithmetic, unless the operator said."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    threads = os.environ.get("OMP_NUM_THREADS") or str(max(1, (cores or 2) - 1))
    return {"OMP_NUM_THREADS": threads, "TOKENIZERS_PARALLELISM": "false"}
