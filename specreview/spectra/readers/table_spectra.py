"""Spectra in the columns of a FITS table: one row of vectors each, or one row a pixel.

Which column is what follows from its name (`text_columns.role`) or, for archives that label their
columns by data model, from the caller.  Units come from TUNITn (FITS Standard 4.0, section 7.3.2),
the medium from the column's name or comment, its UCD or the header.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import NOT_STATED, Medium, in_vacuum, placed
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import medium, role, unit_in_name
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import BoolArray, FloatArray

IVAR, VARIANCE, ERROR = -1, 1, 2
"""What an error column holds: its values to the power -2, -1 or 1 are inverse variances."""

_POWERS = {"ivar": IVAR, "variance": VARIANCE, "error": ERROR}


@dataclass(frozen=True)
class Columns:
    """The columns of a spectrum by name; `power` says what `error` holds."""

    wavelength: str
    flux: str
    error: str | None = None
    power: int = ERROR
    mask: str | None = None
    logarithmic: bool = False


def columns_by_name(hdu: Hdu) -> Columns | None:
    """The columns that make a spectrum by their names; None where one of the two axes lacks."""
    found: dict[str, list[str]] = {}
    for name in hdu.columns:
        found.setdefault(role(name), []).append(name)
    axis = found.get("wavelength") or found.get("log_wavelength")
    if not axis or "flux" not in found:
        return None
    kind = next((k for k in _POWERS if k in found), None)
    return Columns(
        axis[0],
        "FLUX" if "FLUX" in found["flux"] else found["flux"][0],
        None if kind is None else found[kind][0],
        ERROR if kind is None else _POWERS[kind],
        found["mask"][0] if "mask" in found else None,
        logarithmic="wavelength" not in found,
    )


def holds_vectors(hdu: Hdu, columns: Columns) -> bool:
    """Whether each row is a spectrum; else each row is a pixel, also one written as text."""
    flux = hdu.columns[columns.flux]
    return (flux.repeat > 1 and flux.letter != "A") or flux.letter in "PQ"


def unit_of(hdu: Hdu, column: str) -> str:
    """TUNIT of a column, "" where there is none."""
    return hdu.cards.text(f"TUNIT{hdu.columns[column].number}") or ""


def pixels_of(
    hdu: Hdu, columns: Columns, row: int | None, axis: NDArray[np.float64], notes: list[str]
) -> Pixels:
    """Flux, errors and mask beside their (n,) wavelengths; `row` None where rows are pixels."""
    units.check_flux(unit_of(hdu, columns.flux), f"{hdu.label}: column {columns.flux}", notes)
    flux = numbers(hdu, columns.flux, row)
    ivar = None if columns.error is None else _ivar(hdu, columns, row, notes)
    warned = None if columns.mask is None else _warned(hdu, columns.mask, row, axis.size, notes)
    for name, values in ((columns.flux, flux), (columns.error, ivar)):
        if values is not None and values.size != axis.size:
            raise NoSpectrum(
                f"{hdu.label}: column {name} has {values.size} values, "
                f"{columns.wavelength} has {axis.size}; write one value for each wavelength"
            )
    return Pixels(axis, flux, ivar, None, warned, notes)


def _warned(
    hdu: Hdu, column: str, row: int | None, size: int, notes: list[str]
) -> BoolArray | None:
    """(size,) true where the mask is not zero: shown, not excluded, its meaning is the maker's.

    Where most of it is not zero, it may as well mark the good pixels, and is not used.
    """
    flags = is_set(cell(hdu, column, row))
    if flags.size % size:
        notes.append(f"column {column} has {flags.size} values for {size} pixels, not used")
        return None
    marked = np.asarray(flags.reshape(size, -1).any(axis=1))  # several bits a pixel: any of them
    if np.count_nonzero(marked) > marked.size / 2:
        notes.append(f"column {column} is mostly not 0, its meaning is not known, not used")
        return None
    if marked.any():
        notes.append(f"pixels with a non-zero {column} are marked, not left out")
    return marked


def cell(hdu: Hdu, column: str, row: int | None) -> NDArray[Any]:
    """(n,) values of a column (`row` None) or of one row's vector."""
    return np.ravel(np.asarray(hdu.column(column, row)))


def numbers(hdu: Hdu, column: str, row: int | None) -> NDArray[Any]:
    """(n,) numbers of a column or of one row's vector; NaN where TNULL calls an integer missing.

    Raises
    ------
    NoSpectrum
        It holds complex numbers, or text that is no number.
    """
    values = cell(hdu, column, row)
    if values.dtype.kind == "c":
        raise NoSpectrum(f"{hdu.label}: column {column} holds complex numbers")
    if values.dtype.kind == "S":
        try:
            return values.astype(np.float64)
        except ValueError:
            raise NoSpectrum(f"{hdu.label}: column {column} holds text, not numbers") from None
    null = hdu.cards.get(f"TNULL{hdu.columns[column].number}")
    if values.dtype.kind not in "iu" or not isinstance(null, int):
        return values
    return np.where(values == null, np.nan, values.astype(np.float64))


def is_set(values: NDArray[Any]) -> BoolArray:
    """(n,) true where a mask or flag is not zero; logical columns hold T and F."""
    if values.dtype.kind == "S":
        return np.asarray(values == b"T")
    return np.asarray(np.nan_to_num(values.astype(np.float64)) != 0)


def _ivar(hdu: Hdu, columns: Columns, row: int | None, notes: list[str]) -> FloatArray | None:
    column = str(columns.error)
    ours, theirs = unit_of(hdu, columns.flux), unit_of(hdu, column)
    if columns.power == ERROR and not units.is_error_of(ours, theirs, column, notes):
        return None
    stated = numbers(hdu, column, row).astype(np.float64)
    if not np.isfinite(stated).any() or not stated.any():
        notes.append(f"column {column} holds no errors, not used")
        return None
    if columns.power == IVAR:
        return np.where(np.isfinite(stated) & (stated > 0), stated, 0.0)
    return inverse_variance(stated, columns.power)


def wavelengths(
    hdu: Hdu, columns: Columns, row: int | None, notes: list[str]
) -> NDArray[np.float64]:
    """(n,) Å, in the file's own medium.

    Raises
    ------
    NoSpectrum
        The unit is unknown or no wavelength, or there is none and the numbers cannot be Å.
    """
    column = columns.wavelength
    where = f"{hdu.label}: column {column}"
    values = numbers(hdu, column, row).astype(np.float64)
    unit = unit_of(hdu, column) or unit_in_name(column)
    if columns.logarithmic:
        unit = units.logarithmic(unit)
    cure = f"set TUNIT{hdu.columns[column].number}"
    return units.in_angstrom(values, unit, where, cure, notes)


def column_in_vacuum(
    file: OpenedFile,
    hdu: Hdu,
    column: str,
    axis: NDArray[np.float64],
    notes: list[str],
    usual: tuple[Medium, str] | None = None,
) -> tuple[NDArray[np.float64], str]:
    """The axis (Å) in vacuum and the sentence on its frame: column, HDU, primary header, `usual`.

    `usual` is what the survey's documents say where the file says nothing.
    """
    number = hdu.columns[column].number
    comment = hdu.cards.text(f"TCOMM{number}") or ""
    if "obs.atmos" in (hdu.cards.text(f"TUCD{number}") or ""):
        return placed(axis, "air", "by the column's UCD")
    said = medium(f"{column} {unit_of(hdu, column)}", (f"wave: {comment}",))
    if said is not None:
        return placed(axis, said, "as the column says")
    for cards in (hdu.cards, file.hdus[0].cards):
        seen, frame = in_vacuum(cards, axis, [])
        if frame != NOT_STATED:
            return seen, frame
    return in_vacuum(hdu.cards, axis, notes, usual)
