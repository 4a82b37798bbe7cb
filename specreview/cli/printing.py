"""What a command prints: lines that no foreign text can break, and JSON that any program reads."""

import io
import json
import sys
from typing import TextIO

import typer

REFUSED = 2
"""Exit code of every refusal."""


def one_line(text: str) -> str:
    """`text` with line breaks, terminal codes and undecodable bytes as escapes.

    File names, ids and catalogue cells come from elsewhere: none may move the cursor, add a line,
    or hide what stands beside it.
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def print_line(text: str, err: bool = False) -> None:
    """One line on stdout, or on stderr."""
    typer.echo(one_line(text), err=err)


def refuse(reason: object) -> None:
    """One line on stderr; the caller ends with `REFUSED`."""
    print_line(f"specreview: {reason}", err=True)


def show_progress(done: int, total: int) -> None:
    """How far a pass over many is, where somebody looks on."""
    if sys.stderr.isatty() and (done == total or done % 20 == 0):
        typer.echo(f"\r{done} of {total} read", nl=done == total, err=True)


def print_json(value: object) -> None:
    """Indented JSON on stdout; other letters than ASCII as they are where stdout can carry them."""
    carries_all = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    typer.echo(json.dumps(value, ensure_ascii=not carries_all, indent=1, allow_nan=False))


def never_fail_on_letters() -> None:
    """Let both streams escape what their encoding lacks, such as λ on a Latin terminal."""
    for stream in (sys.stdout, sys.stderr):
        _escape_unknown(stream)


def _escape_unknown(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
