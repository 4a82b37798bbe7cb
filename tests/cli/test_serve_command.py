"""`specreview serve` up to the moment at which the server takes over."""

import os
import socket
import sys
from pathlib import Path

import pytest

from specreview.cli import main as command_line


class Started(Exception):
    """In place of the server, which would take this process over."""


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd):
    """What `specreview serve` with these options says on stderr before the server starts."""

    def started(*_: object) -> None:
        raise Started

    def said(*options: str) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = ["specreview", "serve", "-w", str(tmp_path), "--port", str(port), *options]
        monkeypatch.setattr(os, "execve", started)
        monkeypatch.setattr(sys, "argv", command)
        monkeypatch.setenv("SPECREVIEW_DEBUG", "1")
        with pytest.raises(Started):
            command_line.main()
        return str(capfd.readouterr().err)

    return said


def test_an_inspector_that_cannot_be_had_is_named_and_the_app_served_all_the_same(serve) -> None:
    (line,) = serve("--inspector", "local", "--model", "./nowhere").splitlines()
    assert line.startswith("no inspections until this is mended: ")
    assert "; give --model a folder" in line or "pip install" in line


def test_nothing_is_said_of_an_inspector_that_is_there(serve) -> None:
    assert serve() == ""
