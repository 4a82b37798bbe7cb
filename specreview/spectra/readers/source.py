"""A file opened once: what its content is, whatever its name says."""

import gzip
import io
import os
import re
import stat
import tempfile
import zlib
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal

from specreview.errors import SpectrumReadError
from specreview.spectra.readers.layout import BrokenFits, Hdu, read_layout

Kind = Literal["fits", "text", "parquet", "votable", "json"]

_IN_MEMORY = 32 * 2**20
"""Compressed bytes up to which a .gz is unpacked in memory; larger ones go to a temporary file."""

_LARGEST_TEXT = 200 * 2**20
_JSON = re.compile(rb"\[?\s*\{\s*[\"}]")
_SNIFFED = 4096
_FOREIGN = (
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"BZh", "a bzip2 file; unpack it first"),
    (b"\xfd7zXZ", "an xz file; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd file; unpack it first"),
    (b"\x7fELF", "a program, not a spectrum"),
    (b"MZ", "a program, not a spectrum"),
    (b"%PDF", "a PDF document, not a spectrum"),
    (b"\x89PNG", "a PNG picture, not a spectrum"),
    (b"\xff\xd8\xff", "a JPEG picture, not a spectrum"),
    (b"GIF8", "a GIF picture, not a spectrum"),
    (b"\x89HDF", "an HDF5 file, which is not read here"),
    (b"\x93NUMPY", "a numpy array file, which is not read here"),
    (b"SQLite format 3", "an SQLite database, not a spectrum"),
    (b"version https://git-lfs", "a Git LFS pointer: the file itself was not downloaded"),
)


def _is_stream(path: str) -> bool:
    """Neither a file nor a folder, and there: a pipe, a device, a socket."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


class FileContent:
    """Random access to a file on disk; one open handle until closed."""

    def __init__(self, handle: IO[bytes], size: int) -> None:
        self._handle = handle
        self.size = size

    def read_at(self, offset: int, length: int) -> bytes:
        self._handle.seek(offset)
        return self._handle.read(length)

    def close(self) -> None:
        self._handle.close()


class OpenedFile:
    """A spectrum file, opened once and handed on from reader to reader.

    Use as a context manager.  `kind` is "fits", "text", "parquet", "votable" or "json"; `hdus` are
    there for the first, `text` for the second and the last; Parquet is read by its path.  `kept` is
    for what a reader works out of a file of many objects.

    Raises
    ------
    SpectrumReadError
        The file is missing, empty, a folder, truncated, or something else altogether.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = os.fspath(path)
        self.name = os.path.basename(self.path)  # noqa: PTH119
        self.content = self._open()
        self.kept: dict[str, Any] = {}
        try:
            self.kind: Kind = self._sniff()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "OpenedFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.content.close()

    @property
    def stem(self) -> str:
        """File name without .gz and without its format's ending."""
        name = self.name[:-3] if self.name.lower().endswith(".gz") else self.name
        return name.rsplit(".", 1)[0] if "." in name[1:] else name

    def refuse(self, cause: str) -> SpectrumReadError:
        """The error to raise for this file: its name and the cause, on one line."""
        return SpectrumReadError(f"{self.path}: {' '.join(cause.split())}")

    @cached_property
    def hdus(self) -> list[Hdu]:
        """The HDUs of a FITS file; an empty list for text."""
        if self.kind != "fits":
            return []
        try:
            return read_layout(self.content)
        except BrokenFits as error:
            raise self.refuse(f"{error}; download the file again") from None

    def hdu(self, *names: str) -> Hdu | None:
        """The first HDU that has one of the (upper-case) names, in the order of the names."""
        for name in names:
            for hdu in self.hdus:
                if hdu.name == name:
                    return hdu
        return None

    @cached_property
    def text(self) -> str:
        """The whole content of a text file, byte order mark removed."""
        if self.content.size > _LARGEST_TEXT:
            raise self.refuse("is a text file of over 200 MB, which is no single spectrum")
        raw = self.content.read_at(0, self.content.size)
        for encoding in ("utf-8-sig", "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ""):
            try:
                return raw.decode(encoding) if encoding else raw.decode("latin-1")
            except UnicodeDecodeError:
                continue
        return raw.decode("latin-1")

    def _open(self) -> FileContent:
        if _is_stream(self.path):  # opening a pipe would wait for whoever writes into it
            raise self.refuse("is a pipe or a device; copy what it gives to a file")
        try:
            handle = open(self.path, "rb")  # noqa: SIM115, PTH123
        except IsADirectoryError:
            raise self.refuse("is a folder; name the files in it") from None
        except FileNotFoundError:
            raise self.refuse("no such file; check the path") from None
        except OSError as error:
            raise self.refuse(f"cannot be opened ({error.strerror})") from None
        content = FileContent(handle, os.fstat(handle.fileno()).st_size)
        if content.size and content.read_at(0, 2) == b"\x1f\x8b":
            return self._unpack(content)
        return content

    def _unpack(self, packed: FileContent) -> FileContent:
        try:
            if packed.size <= _IN_MEMORY:
                raw = gzip.decompress(packed.read_at(0, packed.size))
                return FileContent(io.BytesIO(raw), len(raw))
            return self._unpack_to_disk(packed)
        except (EOFError, zlib.error):
            raise self.refuse("truncated gzip file; download it again") from None
        except gzip.BadGzipFile as error:
            raise self.refuse(f"damaged gzip file ({error}); download it again") from None
        finally:
            packed.close()

    def _unpack_to_disk(self, packed: FileContent) -> FileContent:
        spool = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            packed.read_at(0, 0)
            with gzip.open(self.path, "rb") as stream:
                while part := stream.read(2**22):
                    spool.write(part)
            return FileContent(spool, spool.tell())
        except BaseException:
            spool.close()
            raise

    def _sniff(self) -> Kind:
        if self.content.size == 0:
            raise self.refuse("is empty")
        head = self.content.read_at(0, _SNIFFED)
        if head.startswith(b"SIMPLE  ="):
            return "fits"
        if head.startswith(b"PAR1"):
            return "parquet"
        for magic, cause in _FOREIGN:
            if head.startswith(magic):
                raise self.refuse(f"is {cause}")
        if head[257:262] == b"ustar":
            raise self.refuse("is a tar archive; unpack it first")
        if head.startswith(b"\x1f\x8b"):
            raise self.refuse("is a gzip file inside a gzip file; unpack it once")
        markup = self._markup(head)
        if markup is not None:
            return markup
        if b"\0" in head and head[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            raise self.refuse("is a binary file of unknown format, neither FITS nor text")
        return "text"

    def _markup(self, head: bytes) -> Kind | None:
        """The kind of a file of tags or of JSON; None where it is neither."""
        start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:400].lower()
        if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
            raise self.refuse("is an HTML page, probably a failed download; download it again")
        if start.startswith(b"<") and b"votable" in head.lower():
            return "votable"
        if start.startswith(b"<"):
            raise self.refuse("is an XML document, not a spectrum")
        return "json" if _JSON.match(start) else None
