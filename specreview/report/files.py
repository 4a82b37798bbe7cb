"""Writes finished files: all of them whole, or none."""

from collections.abc import Mapping
from pathlib import Path

from specreview.export.whole import check_targets, whole_or_not

__all__ = ["check_targets", "write_files"]


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
