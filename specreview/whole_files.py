"""Files that appear whole or not at all, several of them together."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path


@contextlib.contextmanager
def drafted(targets: Sequence[Path]) -> Iterator[dict[Path, Path]]:
    """A draft a target, to be written; all are on disk before the first of them takes its name.

    Raises
    ------
    OSError
        When the folder cannot be written; an older file is then as it was.
    """
    drafts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in targets}
    try:
        yield drafts
        settle(drafts)
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


def settle(drafts: Mapping[Path, Path]) -> None:
    """Give whole drafts their names: all are on disk first, then renamed, then the names on disk.

    Raises
    ------
    OSError
        When the folder cannot be written.
    """
    for draft in drafts.values():
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
    for path, draft in drafts.items():
        draft.replace(path)
    for folder in {path.parent for path in drafts}:
        _keep_names(folder)


def _keep_names(folder: Path) -> None:
    """The folder's own list of names on disk, where the system can: Windows and shares cannot."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_whole(path: Path, content: bytes) -> None:
    """One file; OSError as for `drafted`."""
    with drafted([path]) as drafts:
        drafts[path].write_bytes(content)
