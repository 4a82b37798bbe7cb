"""A catalogue from its bytes: what it is, is told by content, never by its name alone."""

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from specreview.catalogues.ecsv_table import MARK as ECSV
from specreview.catalogues.fits_table import read_fits
from specreview.catalogues.long_text import LONG, first_rows, head_of, read_long_text
from specreview.catalogues.parquet_table import MAGIC, read_parquet
from specreview.catalogues.quantities import reading_notes
from specreview.catalogues.tables import CatalogueTable, refuse_foreign, refuse_spectrum
from specreview.catalogues.text_table import read_text
from specreview.catalogues.votable_table import is_votable, read_votable
from specreview.errors import CatalogueError

UPLOAD_ENDINGS = (
    ".csv", ".tsv", ".txt", ".dat", ".ecsv", ".fits", ".fit", ".vot", ".votable", ".xml",
    ".parquet", ".pqt", ".gz",
)  # fmt: skip
UPLOAD_LIMIT = 200 * 2**20
"""Bytes of an uploaded catalogue; a larger one is better given by its path."""

_BLANK = b"\xef\xbb\xbf \t\r\n"
_FITS = b"SIMPLE  ="
_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def import_bytes(
    content: bytes, name: str, mapping: Mapping[str, str] | None = None
) -> CatalogueTable:
    """The catalogue in an uploaded file, checked here because a browser's filter can be passed by.

    Raises
    ------
    CatalogueError
        Another ending than a catalogue's, too many bytes, or content that is none.
    """
    check_upload(content, name)
    return parse_catalogue(Path(name), content, mapping)


def check_upload(content: bytes, name: str) -> None:
    """Refuse what is no list by its ending, its size or its first bytes.

    Raises
    ------
    CatalogueError
        Says what is uploaded instead.
    """
    path = Path(name)
    if path.suffix.lower() not in UPLOAD_ENDINGS:
        raise CatalogueError(f"{name}: a catalogue ends in one of {', '.join(UPLOAD_ENDINGS)}")
    if len(content) > UPLOAD_LIMIT:
        raise CatalogueError(
            f"{name}: {len(content) >> 20} MiB, more than the {UPLOAD_LIMIT >> 20} MiB of an "
            "upload; give its path instead"
        )
    refuse_foreign(path, content[:64])


def parse_catalogue(
    path: Path, content: bytes, mapping: Mapping[str, str] | None
) -> CatalogueTable:
    """The table in `content`; `path` is for messages.

    Raises
    ------
    CatalogueError
        When `content` is no table of the five formats, or `mapping` does not fit it.
    """
    plain = _unpacked(path, content)
    refuse_foreign(path, plain[:64])
    return _finished(_read(path, plain, mapping))


def parse_file(path: Path, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """As `parse_catalogue`, with no more of a long text in memory than a row, and of a binary table
    no more than its columns.

    Raises
    ------
    CatalogueError
        As `parse_catalogue`; OSError where the file cannot be read.
    """
    if is_long_text(path):
        refuse_foreign(path, head_of(path)[:64])
        return _finished(read_long_text(path, mapping))
    with path.open("rb") as stream:
        head = stream.read(len(_FITS))
    if head == _FITS:
        return _finished(read_fits(path, None, mapping))
    if head.startswith(MAGIC):
        return _finished(read_parquet(path, None, mapping))
    return parse_catalogue(path, path.read_bytes(), mapping)


def parse_beginning(path: Path, mapping: Mapping[str, str] | None) -> tuple[CatalogueTable, int]:
    """The first rows of a long text, and how many lines follow them."""
    refuse_foreign(path, head_of(path)[:64])
    table, more = first_rows(path, mapping)
    return _finished(table), more


def is_long_text(path: Path) -> bool:
    """Whether this is a long table of text whose rows need not be in memory."""
    if path.stat().st_size < LONG:
        return False
    with path.open("rb") as stream:
        head = stream.read(4096)
    if head.startswith((_FITS, MAGIC, _GZIP, *_UTF16, ECSV.encode())):
        return False
    return b"\0" not in head and not head.lstrip(_BLANK).startswith(b"<")


def _finished(table: CatalogueTable) -> CatalogueTable:
    refuse_spectrum(table)
    return replace(table, notes=(*table.notes, *reading_notes(table.columns)))


def _read(path: Path, plain: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    if plain.startswith(_FITS):
        return read_fits(path, plain, mapping)
    if plain.startswith(MAGIC):
        return read_parquet(path, plain, mapping)
    if plain[:64].lstrip(_BLANK).startswith(b"<"):
        return _read_xml(path, plain, mapping)
    plain = _marked_utf16(plain)
    if b"\0" in plain[:4096] and not plain.startswith(_UTF16):
        raise CatalogueError(
            f"{path}: is no table that is read; save it as CSV, ECSV, FITS, VOTable or Parquet"
        )
    return read_text(path, plain, mapping)


def _read_xml(path: Path, content: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    if is_votable(content):
        return read_votable(path, content, mapping)
    raise CatalogueError(
        f"{path}: is XML or HTML and no VOTable, so the download may have failed; get it again"
    )


def _marked_utf16(plain: bytes) -> bytes:
    """UTF-16 without its mark, told by the NUL of each Latin letter, with it."""
    head = plain[:256]
    if not head.startswith(_UTF16) and len(head) > 3:
        for mark, letters, nuls in (
            (_UTF16[0], head[::2], head[1::2]),
            (_UTF16[1], head[1::2], head[::2]),
        ):
            if not any(nuls) and all(letters):
                return mark + plain
    return plain


def _unpacked(path: Path, content: bytes) -> bytes:
    if not content.startswith(_GZIP):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise CatalogueError(f"{path}: truncated gzip file ({error}); copy it again") from error
