"""The tables that were sent: which row of which table is which candidate."""

import secrets
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_KEPT = 50
"""Tables whose rows are still known; older ones are forgotten, and their files removed."""


@dataclass(frozen=True)
class SentTable:
    """A table as other programs know it: row numbers count from 0, as SAMP has them."""

    table_id: str
    url: str
    name: str
    queue_id: int
    candidates: tuple[int, ...]


class SentTables:
    """Files in a folder of their own, which goes when the workspace is closed."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tables: dict[str, SentTable] = {}
        self._lock = threading.Lock()

    def write(
        self, content: bytes, name: str, queue_id: int, candidates: Sequence[int]
    ) -> SentTable:
        """Write a VOTable whose rows are these candidates, for others to read.

        Raises
        ------
        OSError
            When there is no room for it.
        """
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="specreview-samp-")
            token = secrets.token_hex(6)
            file = Path(self._folder.name) / f"{token}.vot"
            file.write_bytes(content)
            table = SentTable(
                f"specreview-{token}", file.as_uri(), name, queue_id, tuple(candidates)
            )
            self._tables[table.table_id] = table
            self._forget_old()
        return table

    def candidate(self, table_id: str, url: str, row: int) -> tuple[int, int] | None:
        """(queue, candidate) of a row of a table that was sent from here; else None."""
        with self._lock:
            table = self._tables.get(table_id) or next(
                (one for one in self._tables.values() if url and one.url == _plain(url)), None
            )
        if table is None or not 0 <= row < len(table.candidates):
            return None
        return table.queue_id, table.candidates[row]

    def close(self) -> None:
        with self._lock:
            self._tables.clear()
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None

    def _forget_old(self) -> None:
        for old in list(self._tables)[:-_KEPT]:
            url = self._tables.pop(old).url
            Path(url.removeprefix("file://")).unlink(missing_ok=True)


def _plain(url: str) -> str:
    """Java writes file:/tmp/a where others write file:///tmp/a; both are RFC 8089."""
    path = url.removeprefix("file:").removeprefix("//localhost")
    return "file:///" + path.lstrip("/")
