"""Files that appear whole or not at all, several of them together."""

import contextlib
import os
from collections.abc import Iterator, Sequence
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
        for draft in drafts.values():
            with draft.open("rb+") as stream:
                os.fsync(stream.fileno())
        for path, draft in drafts.items():
            draft.replace(path)
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """One file; OSError as for `drafted`."""
    with drafted([path]) as drafts:
        drafts[path].write_bytes(content)
