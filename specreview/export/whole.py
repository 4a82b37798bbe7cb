"""Whole files for people who name them: refusals in words."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from specreview.errors import SettingsError
from specreview.whole_files import drafted


def refuse_existing(paths: Sequence[Path], *, overwrite: bool) -> None:
    """Before the work is done: that nothing is in the way.

    Raises
    ------
    SettingsError
        When one of the files exists and may not be replaced.
    """
    for path in paths:
        if path.exists() and not overwrite:
            raise SettingsError(f"{path}: exists already; choose another name, or --overwrite")


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
        raise SettingsError(
            f"{targets[0]}: cannot be written: {error.strerror or error}; free space or choose "
            "another folder"
        ) from error
