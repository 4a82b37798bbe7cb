"""Whether a file came whole, where the service promised no length: by what the file says itself."""

import gzip
import warnings
import zlib
from pathlib import Path

from astropy.io import fits

_GZIP = b"\x1f\x8b"
_PIECE = 2**20
_LARGEST = 2**30
"""Bytes that a packed spectrum unpacks to, at most."""
_NO_FITS = (OSError, ValueError, TypeError, KeyError, IndexError, fits.VerifyError)


def fits_or_packed(part: Path) -> bool:
    """Whether a file begins as FITS does, or as a packed file."""
    with part.open("rb") as file:
        return file.read(6).startswith((b"SIMPLE", _GZIP))


def cut_short(part: Path) -> bool:
    """Whether the end is missing: of the packed stream, or of the last HDU that a header tells."""
    with part.open("rb") as file:
        packed = file.read(2) == _GZIP
    return (packed and not _unpacks(part)) or _ends_early(part)


def _unpacks(part: Path) -> bool:
    total = 0
    try:
        with gzip.open(part) as file:
            while piece := file.read(_PIECE):
                total += len(piece)
                if total > _LARGEST:
                    return False
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return False
    return True


def _ends_early(part: Path) -> bool:
    """Whether astropy finds an HDU that is longer than the rest of the file."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with fits.open(part, lazy_load_hdus=False) as hdus:
                len(hdus)
        except _NO_FITS:
            return False  # the reader says what is wrong with it
    return any("truncated" in str(warning.message) for warning in told)
