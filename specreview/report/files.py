"""Writes finished files: all of them whole, or none."""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from specreview.errors import SettingsError


def refuse_existing(paths: list[Path], *, overwrite: bool) -> None:
    """Before the work is done: that nothing is in the way.

    Raises
    ------
    SettingsError
        When one of the files exists and may not be replaced.
    """
    for path in paths:
        if path.exists() and not overwrite:
            raise SettingsError(f"{path}: exists already; choose another name, or --overwrite")


def write_files(files: Mapping[Path, bytes], *, overwrite: bool) -> None:
    """Every draft is on disk before the first of them takes its name.

    Raises
    ------
    SettingsError
        When a file exists and may not be replaced, or the folder cannot be written; an older file
        is then as it was.
    """
    refuse_existing(list(files), overwrite=overwrite)
    drafts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in files}
    try:
        for path, content in files.items():
            drafts[path].write_bytes(content)
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError as error:
        raise SettingsError(
            f"{next(iter(files))}: cannot be written: {error.strerror}; free space or choose "
            "another folder"
        ) from error
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
