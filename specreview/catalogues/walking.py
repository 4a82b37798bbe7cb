"""All files below a folder, in a fixed order; loops of symbolic links are walked once."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specreview.errors import CatalogueError


@dataclass(frozen=True)
class Found:
    """A file to read, or one to pass over with a `reason`."""

    path: Path
    reason: str = ""


def walk(folder: Path) -> Iterator[Found]:
    """Files below `folder` sorted by name, folder by folder.

    Hidden files and folders come with a reason, and so does a second way to the same file.

    Raises
    ------
    CatalogueError
        When the folder cannot be listed, or nothing at all is in it.
    """
    if not folder.is_dir():
        raise CatalogueError(f"{folder}: no such folder")
    empty = True
    for found in _walk(folder, set(), {}):
        empty = False
        yield found
    if empty:
        raise CatalogueError(f"{folder}: no file is in this folder; name the one with the spectra")


def undecodable(path: Path) -> str:
    """Why a name on disk cannot be kept as text, or nothing: POSIX names are bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return "its name is not UTF-8; rename it"
    return ""


def readable(path: Path) -> str:
    """The name as text that can be stored and shown: bytes that are not UTF-8 as escapes."""
    return str(path).encode(errors="backslashreplace").decode()


def _is_folder(entry: Path) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a folder that may be listed and not entered
        return False


def _walk(folder: Path, folders: set[str], files: dict[str, Path]) -> Iterator[Found]:
    folders.add(os.path.realpath(folder))
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise CatalogueError(f"{folder}: cannot be listed: {error.strerror}") from error
    for entry in entries:
        yield from _entry(entry, folders, files)


def _entry(entry: Path, folders: set[str], files: dict[str, Path]) -> Iterator[Found]:
    real = os.path.realpath(entry)
    if entry.name.startswith("."):
        yield Found(entry, "hidden, passed over")
    elif _is_folder(entry):
        if real in folders:
            return
        try:
            yield from _walk(entry, folders, files)
        except CatalogueError as error:
            yield Found(entry, str(error).partition(": ")[2])
    elif reason := undecodable(entry):
        yield Found(entry, reason)
    elif real in files:
        yield Found(entry, f"the same file as {files[real]}")
    else:
        files[real] = entry
        yield Found(entry)
