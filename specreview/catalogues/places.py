"""Paths as people type them, looked at before anything is read from them."""

import os
import stat
from pathlib import Path

from specreview.errors import CatalogueError

_READ_FOLDER = os.R_OK | os.X_OK


def typed_path(text: str) -> Path:
    """The path that was typed, `~` as the home folder that it names.

    Raises
    ------
    CatalogueError
        When it names a home that nobody has here.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        home = text.partition("/")[0]
        raise CatalogueError(
            f"{text}: no home folder {home} on this machine; write the path in full"
        ) from error


def check_place(path: Path, missing: str = "") -> None:
    """Refuse what is neither a file nor a folder that can be read.

    A pipe or a device would be waited for without an end; a path that no disk can hold raises
    errors of many kinds wherever it is used. `missing` is what is told of one that is not there.

    Raises
    ------
    CatalogueError
        Says what is wrong with the path.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        raise CatalogueError(
            f"{_short(path)}: {missing or f'cannot be read: {error.strerror}'}"
        ) from error
    except OSError as error:
        raise CatalogueError(f"{_short(path)}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a NUL, or a letter that is none
        raise CatalogueError(
            f"{_short(path)}: no file can have this name; type the path again"
        ) from error
    if stat.S_ISDIR(mode):
        if not os.access(path, _READ_FOLDER):
            raise CatalogueError(
                f"{path}: cannot be listed: Permission denied; let the server's account read it"
            )
    elif not stat.S_ISREG(mode):
        raise CatalogueError(
            f"{path}: is neither a file nor a folder; give a list or a folder of spectra"
        )


def check_folder(path: Path) -> None:
    """As `check_place`, and refuse what is no folder.

    Raises
    ------
    CatalogueError
        Says what is wrong with the path.
    """
    check_place(path, "no such folder; name the one that holds the spectra")
    if not path.is_dir():
        raise CatalogueError(f"{path}: is no folder; name the one that holds the spectra")


def _short(path: Path) -> str:
    """As it can be shown: what is no letter as escapes, a very long one without its middle."""
    text = str(path).encode(errors="backslashreplace").decode().replace("\0", "\\0")
    return text if len(text) <= 200 else f"{text[:150]} … {text[-40:]}"
