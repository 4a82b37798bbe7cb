"""fetched.csv: what lies in a folder of fetched spectra, and where each came from.

It is a catalogue that `queue create` reads.  A line is added once its file is there whole; a line
that was cut off by a crash is dropped at the next run, and its file is recognised by its content.
"""

import csv
import hashlib
import io
import os
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import IO

from specreview.catalogues.sources import separation_arcsec
from specreview.errors import FetchError

NAME = "fetched.csv"


@dataclass(frozen=True)
class Entry:
    """One fetched file; `ra` and `dec` in degrees as text, blank where nobody said."""

    id: str
    path: str
    survey: str
    release: str
    ra: str
    dec: str
    bytes: str
    sha256: str
    fetched_at: str
    address: str

    @property
    def key(self) -> tuple[str, str]:
        return self.survey, self.id

    @property
    def place(self) -> tuple[float, float] | None:
        """RA and Dec in degrees, None where the list says none or somebody wrote something else."""
        try:
            return float(self.ra), float(self.dec)
        except ValueError:
            return None


COLUMNS = tuple(field.name for field in fields(Entry))


class Ledger:
    """The list in `folder`, held by one run at a time.

    Raises
    ------
    FetchError
        When the folder cannot be written, or another run fills it now.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = self._held(folder)
        except OSError as error:
            raise FetchError(f"{folder}: cannot be written: {error.strerror}") from None
        try:
            self._known = {entry.key: entry for entry in self._mended()}
        except FetchError:
            self._file.close()
            raise

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def find(self, survey: str, object_id: str) -> Entry | None:
        return self._known.get((survey, object_id))

    def near(self, survey: str, ra: float, dec: float, radius: float) -> list[Entry]:
        """Files of a survey within `radius` arcsec of a position in degrees, nearest first."""
        found = []
        for entry in self._known.values():
            place = entry.place if entry.survey == survey else None
            if place is not None and (away := separation_arcsec(ra, dec, *place)) <= radius:
                found.append((away, entry))
        return [entry for _, entry in sorted(found, key=lambda one: one[0])]

    def add(self, entry: Entry) -> None:
        """Keep an entry; on disk when this returns."""
        if self._known.get(entry.key) == entry:
            return
        self._known[entry.key] = entry
        try:
            self._file.seek(0, os.SEEK_END)
            self._file.write(_lines([entry]))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FetchError(f"{self.path}: cannot be written: {error.strerror}") from None

    def _held(self, folder: Path) -> IO[str]:
        """The list opened and locked: the lock ends with this process, however it ends."""
        file = self.path.open("a+", encoding="utf-8", newline="")
        try:
            import fcntl
        except ImportError:  # Windows has no such lock; two runs there are the user's care
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise FetchError(
                f"{folder}: another fetch is writing into this folder; wait for it, or name another"
            ) from None
        return file

    def _mended(self) -> list[Entry]:
        """The entries; the list is written anew where one was cut off or took another's place."""
        rows = list(csv.reader(io.StringIO(text := self._text())))
        if rows and tuple(rows[0]) != COLUMNS:
            raise FetchError(
                f"{self.path}: is no list of fetched spectra (its header is another one); rename "
                "it, or name another folder"
            )
        whole = [Entry(*row) for row in rows[1:] if len(row) == len(COLUMNS)]
        last = {entry.key: entry for entry in whole}
        wanted = _lines(last.values(), header=True)
        if text != wanted:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(wanted)
            self._file.flush()
        return list(last.values())

    def _text(self) -> str:
        """What is in the list; spreadsheets put a byte order mark before it."""
        self._file.seek(0)
        try:
            return self._file.read().removeprefix("\ufeff")
        except UnicodeDecodeError:
            raise FetchError(
                f"{self.path}: is no text in UTF-8; rename it, or name another folder"
            ) from None


def _lines(entries: Iterable[Entry], header: bool = False) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if header:
        writer.writerow(COLUMNS)
    writer.writerows(astuple(entry) for entry in entries)
    return text.getvalue()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
