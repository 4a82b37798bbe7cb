"""FITS files that no reader here knows, by the loaders of specutils where it is installed.

specutils (https://specutils.readthedocs.io) takes a second and a half to import, so it is asked
last.  Its loaders for any image or any table are left out: they guess what the readers here refuse
to guess (units, the meaning of rows), and so are those of cubes, which hold no single spectra.
"""

import importlib.util
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.medium import NOT_STATED, NOTE_NOT_STATED
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

name = "specutils"
version = 1
survey = "unknown"

_GUESSING = frozenset({"wcs1d-fits", "tabular-fits", "iraf", "ASCII", "ECSV", "IPAC"})
_WRONG = frozenset({"SDSS spPlate"})
"""Loaders that are known to err: this one's axis is one pixel (69 km/s) too red (2.4.0)."""
_CUBES = ("cube", "rss", "s2d", "s3d")


def recognises(file: OpenedFile) -> bool:
    """A file that one of specutils' loaders for a named product takes and reads."""
    if importlib.util.find_spec("specutils") is None:
        return False
    if name not in file.kept:
        file.kept[name] = _loaded(file)
    return file.kept[name] is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """The file's name, with -N where the loader gives several spectra."""
    many = len(_found(file).spectra)
    return (file.stem,) if many == 1 else tuple(f"{file.stem}-{n + 1}" for n in range(many))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    found = _found(file)
    pixels, unit = _pixels(*found.spectra[object_ids(file).index(object_id)])
    said = f"read by specutils {found.release} (loader {found.loader}), as no reader here knows it"
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        frame=NOT_STATED,
        flux_unit=facts.flux_unit(unit),
        notes=(said, NOTE_NOT_STATED),
        details={"loader": found.loader},
    )
    return assemble(pixels, origin)


@dataclass(frozen=True)
class _Found:
    """What a loader gave: its spectra, each with the row of its flux (None where it has one)."""

    loader: str
    release: str
    spectra: tuple[tuple[Any, int | None], ...]


def _found(file: OpenedFile) -> _Found:
    found: _Found = file.kept[name]
    return found


def _loaded(file: OpenedFile) -> _Found | None:
    """What the first loader that takes the file makes of it; None where none does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import specutils
        from specutils.io.registers import identify_spectrum_format

        for kind in (specutils.Spectrum, specutils.SpectrumList):
            try:
                taken = identify_spectrum_format(file.path, kind)
                for loader in [taken] if isinstance(taken, str) else taken:
                    if _is_wanted(loader):
                        spectra = _each(kind.read(file.path, format=loader))
                        return _Found(loader, specutils.__version__, spectra)
            except Exception:  # noqa: BLE001 - a loader may raise anything; the next is asked
                continue
    return None


def _is_wanted(loader: str) -> bool:
    known = loader in _GUESSING | _WRONG
    return not known and not any(cube in loader.lower() for cube in _CUBES)


def _each(given: Any) -> tuple[tuple[Any, int | None], ...]:
    """Spectra one by one: of a list, and of a spectrum whose flux has a row each."""
    found: list[tuple[Any, int | None]] = []
    for spectrum in given if isinstance(given, list) else [given]:
        if spectrum.flux.ndim == 1:
            found.append((spectrum, None))
        elif spectrum.flux.ndim == 2:
            found.extend((spectrum, row) for row in range(spectrum.flux.shape[0]))
    if not found:
        raise NoSpectrum("a cube")
    return tuple(found)


def _pixels(spectrum: Any, row: int | None) -> tuple[Pixels, str]:
    """The pixels of a row in Å, and the unit of its flux."""
    from astropy import units
    from astropy.nddata import InverseVariance

    def chosen(values: Any) -> Any:
        array = np.asarray(values)
        return array if row is None or array.ndim == 1 else array[row]

    axis = chosen(spectrum.spectral_axis.to_value(units.AA, units.spectral()))
    error, mask = spectrum.uncertainty, spectrum.mask
    ivar = None if error is None else chosen(error.represent_as(InverseVariance).array)
    fatal = None if mask is None else chosen(mask).astype(bool)
    flux = chosen(spectrum.flux.value)
    return Pixels(axis.astype(np.float64), flux, ivar, fatal), str(spectrum.flux.unit)
