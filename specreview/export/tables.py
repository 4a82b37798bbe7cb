"""Writes a list to a file, whole or not at all."""

import contextlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.canonical import sha256_hex
from specreview.errors import SettingsError
from specreview.export.columns import Column
from specreview.export.csv_file import csv_bytes
from specreview.export.fits_file import fits_bytes
from specreview.export.provenance import Provenance
from specreview.review.rows import CandidateRow

ENDINGS = (".csv", ".fits")


@dataclass(frozen=True)
class Exported:
    """A written list; `sidecar` is the file beside a CSV that holds its provenance."""

    path: Path
    rows: int
    sha256: str
    sidecar: Path | None


def list_bytes(
    ending: str, rows: Sequence[CandidateRow], columns: Sequence[Column], made: Provenance
) -> bytes:
    """The list as the bytes of a .csv or .fits file, for a download as for a file.

    Raises
    ------
    SettingsError
        When `ending` is neither.
    """
    writers: dict[str, Callable[[], bytes]] = {
        ".csv": lambda: csv_bytes(rows, columns),
        ".fits": lambda: fits_bytes(rows, columns, made),
    }
    if ending not in writers:
        raise SettingsError(f"{ending or 'no ending'}: lists are written as {', '.join(ENDINGS)}")
    return writers[ending]()


def sidecar_path(path: Path) -> Path:
    """Where the provenance of a CSV goes: list.csv.meta.json beside list.csv."""
    return path.with_name(path.name + ".meta.json")


def sidecar_bytes(columns: Sequence[Column], made: Provenance, content: bytes) -> bytes:
    """Provenance, columns and the SHA-256 of the CSV as JSON."""
    described = [
        {"name": c.name, "kind": c.kind, "unit": c.unit, "description": c.description}
        for c in columns
    ]
    facts = {"sha256": sha256_hex(content), "provenance": made.as_json(), "columns": described}
    return (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode()


def write_list(
    path: Path,
    rows: Sequence[CandidateRow],
    columns: Sequence[Column],
    made: Provenance,
    *,
    overwrite: bool = False,
) -> Exported:
    """Write the list to `path`, .csv or .fits by its ending; a CSV gets a sidecar.

    Raises
    ------
    SettingsError
        When the ending is another, the file exists and `overwrite` is false, or the folder
        cannot be written; then nothing is left behind, and an older file is as it was.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise SettingsError(f"{path}: lists are written as {', '.join(ENDINGS)}; end it so")
    content = list_bytes(ending, rows, columns, made)
    sidecar = sidecar_path(path) if ending == ".csv" else None
    files = {path: content}
    if sidecar is not None:
        files[sidecar] = sidecar_bytes(columns, made, content)
    for target in files:
        if target.exists() and not overwrite:
            raise SettingsError(f"{target}: exists already; choose another name, or --overwrite")
    _write_whole(files)
    return Exported(path, len(rows), sha256_hex(content), sidecar)


def _write_whole(files: Mapping[Path, bytes]) -> None:
    """All drafts are on disk before the first of them takes its name."""
    drafts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in files}
    try:
        for path, content in files.items():
            _write_through(drafts[path], content)
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError as error:
        first = next(iter(files))
        raise SettingsError(
            f"{first}: cannot be written: {error.strerror}; free space or choose another folder"
        ) from error
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
