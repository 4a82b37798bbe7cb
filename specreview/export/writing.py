"""Writes a list to a file, whole or not at all."""

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from specreview.canonical import sha256_hex
from specreview.errors import SettingsError
from specreview.export.column import Column
from specreview.export.csv_file import write_csv
from specreview.export.formats import Format, format_of
from specreview.export.jsonl_file import write_jsonl, write_whole
from specreview.export.provenance import Provenance
from specreview.export.sheet import Reach, Sheet
from specreview.export.whole import check_targets, whole_or_not


class Ready(Protocol):
    """What is written of a list; see `job.ReadyList`."""

    @property
    def rows(self) -> Sequence[Any]: ...
    @property
    def columns(self) -> tuple[Column, ...]: ...
    @property
    def made(self) -> Provenance: ...
    @property
    def whole(self) -> Callable[[], Iterator[Mapping[str, Any]]] | None: ...


@dataclass(frozen=True)
class Exported:
    """A written list; `sidecar` is the file beside it that holds its provenance, if it has none.

    `sha256` is the file's own, `checksum` that of the rows, the same in every format.
    """

    path: Path
    rows: int
    sha256: str
    sidecar: Path | None
    checksum: str = ""


def list_bytes(ready: Ready, ending: str) -> bytes:
    """The list as the bytes of a file with this ending, for a download as for a file.

    Raises
    ------
    SettingsError
        When there is no such format.
    """
    form = format_of(ending)
    with tempfile.TemporaryDirectory(prefix="specreview-") as folder:
        draft = Path(folder) / f"list{form.ending}"
        _draft(ready, form, draft)
        return draft.read_bytes()


def sidecar_of(ready: Ready, ending: str, content: bytes) -> bytes | None:
    """The provenance, columns and SHA-256 of a file that has no room for them, as JSON."""
    if not format_of(ending).sidecar:
        return None
    sheet, _ = Sheet(ready.rows, ready.columns, ready.made).reached()
    return _sidecar(sheet, sha256_hex(content))


def sidecar_path(path: Path) -> Path:
    """Where the provenance of a CSV goes: list.csv.meta.json beside list.csv."""
    return path.with_name(path.name + ".meta.json")


def _sidecar(sheet: Sheet, sha256: str) -> bytes:
    described = [
        {"name": c.name, "kind": c.kind, "unit": c.unit, "ucd": c.ucd, "description": c.description}
        for c in sheet.columns
    ]
    facts = {"sha256": sha256, "provenance": sheet.made.as_json(), "columns": described}
    return (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def write_list(ready: Ready, path: Path, *, overwrite: bool = False) -> Exported:
    """Write the list to `path` in the format of its ending, with a sidecar where it needs one.

    Raises
    ------
    SettingsError
        When the ending is another, the file exists and `overwrite` is false, or the folder
        cannot be written; then nothing is left behind, and an older file is as it was.
    """
    form = format_of(path)
    sidecar = sidecar_path(path) if form.sidecar else None
    targets = [path] if sidecar is None else [path, sidecar]
    check_targets(targets, overwrite=overwrite)
    with whole_or_not(targets) as drafts:
        sheet = _draft(ready, form, drafts[path])
        sha256 = _sha256(drafts[path])
        if sidecar is not None:
            drafts[sidecar].write_bytes(_sidecar(sheet, sha256))
    return Exported(path, sheet.made.rows, sha256, sidecar, sheet.made.checksum)


def _draft(ready: Ready, form: Format, draft: Path) -> Sheet:
    """Write the list to a file; returns it as it was written, counted."""
    if form.most_columns is not None and len(ready.columns) > form.most_columns:
        raise SettingsError(
            f"{len(ready.columns)} columns, and {form.label} holds {form.most_columns} at most: "
            "choose columns, or another format"
        )
    sheet, reaches = Sheet(ready.rows, ready.columns, ready.made).reached()
    if form.ending == ".fits":
        from specreview.export.fits_file import write_fits

        write_fits(draft, sheet, reaches)
        return sheet
    with draft.open("wb") as stream:
        if form.ending == ".jsonl" and ready.whole is not None:
            write_whole(stream, ready.whole())
        else:
            _writer(form)(stream, sheet, reaches)
    return sheet


def _writer(form: Format) -> Callable[[Any, Sheet, tuple[Reach, ...]], None]:
    """Heavy libraries are imported for their own formats alone."""
    if form.ending == ".ecsv":
        from specreview.export.ecsv_file import write_ecsv

        return lambda stream, sheet, _: write_ecsv(stream, sheet)
    if form.ending == ".vot":
        from specreview.export.votable_file import write_votable

        return write_votable
    if form.ending == ".parquet":
        from specreview.export.parquet_file import write_parquet

        return write_parquet
    write = write_csv if form.ending == ".csv" else write_jsonl
    return lambda stream, sheet, _: write(stream, sheet)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
