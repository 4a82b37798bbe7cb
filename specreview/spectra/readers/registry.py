"""The one way to a spectrum: opens a file once, asks each reader, hands the open file on."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from astropy.io import fits

from specreview.spectra.readers import (
    aaomega,
    by_specutils,
    calspec,
    desi,
    eso,
    gaia_fits,
    hst_x1d,
    iraf,
    lamost,
    lamost_mrs,
    mastar,
    mwm,
    sdss,
    sparcl,
    specvi,
    spplate,
    spspec,
    stacked,
    tables,
    text,
    text_vectors,
    votable,
    wcs1d,
)
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.foreign import what_it_is
from specreview.spectra.readers.layout import BrokenFits
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Spectrum

_SHOWN_IDS = 5
_DAMAGE = (LookupError, ValueError, TypeError, ArithmeticError, OSError, fits.VerifyError)


class Reader(Protocol):
    """What a reader module offers."""

    name: str
    survey: str

    def recognises(self, file: OpenedFile) -> bool: ...

    def object_ids(self, file: OpenedFile) -> tuple[str, ...]: ...

    def read(self, file: OpenedFile, object_id: str) -> Spectrum: ...


@runtime_checkable
class JoiningReader(Reader, Protocol):
    """A reader that can put several objects of a file on one axis, when it is asked for."""

    def joined_ids(self, file: OpenedFile) -> tuple[str, ...]: ...


READERS: tuple[Reader, ...] = (
    lamost_mrs,
    lamost,
    mwm,
    sdss,
    spspec,
    spplate,
    desi,
    mastar,
    aaomega,
    eso,
    calspec,
    hst_x1d,
    gaia_fits,
    iraf,
    wcs1d,
    stacked,
    tables,
    by_specutils,
)
"""FITS readers in order of preference: surveys by their own structure, then the general form."""

OTHER_READERS: tuple[Reader, ...] = (specvi, votable, sparcl, text_vectors, text)
"""Readers of all that is not FITS; each kind of file has one that takes what is left of it."""


@dataclass(frozen=True)
class Listing:
    """What a file holds: which reader takes it, and the ids of its objects as text.

    `joined_ids` can be read too, and hold several of the objects on one axis (echelle orders).
    """

    file: str
    reader: str
    survey: str
    object_ids: tuple[str, ...]
    joined_ids: tuple[str, ...] = ()


def read_spectrum(path: str | Path, object_id: str | None = None) -> Spectrum:
    """The spectrum of `object_id` in the file at `path`; None where it holds only one.

    Raises
    ------
    SpectrumReadError
        The file is not a spectrum that any reader takes, or has no such object.
    """
    with OpenedFile(path) as file, _refusals(file):
        reader = _reader(file)
        ids = reader.object_ids(file)
        return reader.read(file, _choose(file, ids, _joined_ids(reader, file), object_id))


def list_objects(path: str | Path) -> Listing:
    """The objects in the file at `path`, in file order.

    Raises
    ------
    SpectrumReadError
        As for `read_spectrum`.
    """
    with OpenedFile(path) as file, _refusals(file):
        reader = _reader(file)
        ids = reader.object_ids(file)
        joined = _joined_ids(reader, file)
        return Listing(file.path, reader.name, reader.survey, ids, joined)


def read_all(path: str | Path) -> Iterator[Spectrum]:
    """Each object's spectrum in the file at `path`, one after the other, the file opened once.

    Raises
    ------
    SpectrumReadError
        As for `read_spectrum`.
    """
    with OpenedFile(path) as file:
        with _refusals(file):
            reader = _reader(file)
            ids = reader.object_ids(file)
        for object_id in ids:
            with _refusals(file):
                spectrum = reader.read(file, object_id)
            yield spectrum


@contextmanager
def _refusals(file: OpenedFile) -> Iterator[None]:
    """Whatever goes wrong inside becomes a refusal that names the file.

    Damaged numbers may overflow on their way; they end as pixels that are not finite.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            yield
    except (NoSpectrum, BrokenFits) as error:
        raise file.refuse(str(error)) from None
    except _DAMAGE as error:
        raise file.refuse(f"damaged or of an unknown layout ({error})") from error


def _reader(file: OpenedFile) -> Reader:
    if file.kind != "fits":
        return next(reader for reader in OTHER_READERS if reader.recognises(file))
    for reader in READERS:
        if reader.recognises(file):
            return reader
    raise file.refuse(what_it_is(file))


def _joined_ids(reader: Reader, file: OpenedFile) -> tuple[str, ...]:
    return reader.joined_ids(file) if isinstance(reader, JoiningReader) else ()


def _choose(
    file: OpenedFile, ids: tuple[str, ...], joined: tuple[str, ...], wanted: str | None
) -> str:
    if wanted is None and len(ids) == 1:
        return ids[0]
    if wanted is not None and wanted in (*ids, *joined):
        return wanted
    shown = ", ".join(ids[:_SHOWN_IDS]) + (", ..." if len(ids) > _SHOWN_IDS else "")
    if joined:
        shown += f"; all on one axis: {', '.join(joined)}"
    if wanted is None:
        raise file.refuse(
            f"holds {len(ids)} objects ({shown}); name one by its id (a command: --id)"
        )
    raise file.refuse(f"has no object {wanted}; it holds {shown}")
