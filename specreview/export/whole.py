"""Whole files for people who name them: refusals in words."""

import contextlib
import errno
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from specreview.errors import SettingsError
from specreview.whole_files import drafted

_FULL = (errno.ENOSPC, errno.EDQUOT)


def check_targets(paths: Sequence[Path], *, overwrite: bool) -> None:
    """Before the work is done: that there is a folder for the files, and nothing in the way.

    Raises
    ------
    SettingsError
        When a file cannot have this name, or one is there and may not be replaced.
    """
    for path in paths:
        if reason := _in_the_way(path, overwrite=overwrite):
            raise SettingsError(f"{path}: {reason}")


def _in_the_way(path: Path, *, overwrite: bool) -> str:
    """Why nothing can be written there, as far as it can be seen; "" for no reason."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return "" if path.parent.is_dir() else f"there is no folder {path.parent}; make it first"
    except (OSError, ValueError) as error:  # a name too long, a NUL, a folder that is closed to us
        reason = getattr(error, "strerror", None) or error
        return f"cannot be written: {reason}; choose another name"
    if stat.S_ISDIR(mode):
        return "is a folder; name a file in it"
    return "" if overwrite else "exists already; choose another name, or --overwrite"


@contextlib.contextmanager
def whole_or_not(targets: Sequence[Path]) -> Iterator[dict[Path, Path]]:
    """A draft a target; all are on disk before the first of them takes its name.

    Raises
    ------
    SettingsError
        When the folder cannot be written; an older file is then as it was.
    """
    try:
        with drafted(targets) as drafts:
            yield drafts
    except OSError as error:
        cure = "free space or choose" if error.errno in _FULL else "choose"
        raise SettingsError(
            f"{targets[0]}: cannot be written: {error.strerror or error}; {cure} another folder"
        ) from error


def write_files(files: Mapping[Path, bytes], *, overwrite: bool) -> None:
    """Every draft is on disk before the first of them takes its name.

    Raises
    ------
    SettingsError
        When a file exists and may not be replaced, or the folder cannot be written; an older file
        is then as it was.
    """
    check_targets(list(files), overwrite=overwrite)
    with whole_or_not(list(files)) as drafts:
        for path, content in files.items():
            drafts[path].write_bytes(content)
