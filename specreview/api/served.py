"""The app in a process of its own, as a notebook starts it."""

import os
import socket
import subprocess
import time
import urllib.request
import weakref
from html import escape
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self
from urllib.parse import urlencode

from specreview.doctor.machine import why_no_listening
from specreview.errors import SettingsError
from specreview.ui.launching import LOCALHOST, server_command, workspace_environment

_STARTS_WITHIN = 60.0
_ENDS_WITHIN = 15.0
_LOOK = 0.05


class Served:
    """The running app. `stop()`, the end of `with`, or the end of Python ends it."""

    def __init__(self, process: "subprocess.Popen[bytes]", url: str) -> None:
        self._process = process
        self.url = url
        self._end = weakref.finalize(self, _end, process)

    @property
    def running(self) -> bool:
        """Whether the app answers still."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End the app; everything saved stays saved. A second call does nothing."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Served {self.url}{'' if self.running else ', stopped'}>"

    def _repr_html_(self) -> str:
        if not self.running:
            return "<div>specreview: stopped</div>"
        link = escape(self.url, quote=True)
        return f'<div>specreview: <a href="{link}" target="_blank">{link}</a></div>'


def serve(
    workspace: Path, queue: str, port: int | None, *, db: str | None, tasks: Path | None
) -> Served:
    """Start the app on a workspace, wait until it answers, and give it back.

    Raises
    ------
    SettingsError
        When nobody can listen on the port, or the app does not start; says what it wrote last.
    """
    chosen = _free_port() if port is None else port
    if reason := why_no_listening(LOCALHOST, chosen):
        raise SettingsError(f"cannot listen on {LOCALHOST}:{chosen}: {reason}; give another port")
    with TemporaryFile() as log:
        # A session of its own: the notebook's Interrupt stops a cell, and not the app.
        process = subprocess.Popen(
            server_command(chosen),
            env=os.environ | workspace_environment(workspace, db, tasks),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _wait(process, f"http://{LOCALHOST}:{chosen}/_stcore/health", log)
        except BaseException:
            _end(process)
            raise
    return Served(process, f"http://{LOCALHOST}:{chosen}/?{urlencode({'queue': queue})}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCALHOST, 0))
        return int(probe.getsockname()[1])


def _wait(process: "subprocess.Popen[bytes]", address: str, log: IO[bytes]) -> None:
    until = time.monotonic() + _STARTS_WITHIN
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(_LOOK)
    log.seek(0)
    said = log.read().decode(errors="replace").strip().splitlines()
    last = said[-1] if said else "it said nothing"
    raise SettingsError(f"the app did not start: {last}; `specreview serve` shows more")


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
