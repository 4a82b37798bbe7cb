"""Files that appear whole or not at all, several of them together."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from specreview.errors import SettingsError


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
    drafts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in targets}
    try:
        yield drafts
        for draft in drafts.values():
            _to_disk(draft)
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError as error:
        raise SettingsError(
            f"{targets[0]}: cannot be written: {error.strerror or error}; free space or choose "
            "another folder"
        ) from error
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
