"""CSV, ECSV and plain text: wavelength and flux by column name, or the first two columns."""

import re

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, gaia, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.conventions import library_medium, library_with
from specreview.spectra.readers.medium import NOT_STATED, NOTE_NOT_STATED, Axis, placed
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import medium, role, unit_in_name
from specreview.spectra.readers.text_facts import header_cards, place, shown, snid_epochs
from specreview.spectra.readers.text_table import NotATable, TextTable, parse_table
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

name = "text"
version = 3
survey = "unknown"

STEADY = 0.99
"""Share of the steps of a wavelength axis that go one way; flux never comes near it."""

_CURE = 'name the columns in a first line, such as "wavelength,flux,error"'


def recognises(file: OpenedFile) -> bool:
    """Any text; whether it is a spectrum shows when it is read."""
    return file.kind == "text"


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (file.stem,)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    epochs = snid_epochs(file.text)
    if epochs is not None:
        raise NoSpectrum(
            f"is a SNID template of {epochs} epochs with the continuum taken out, not flux; "
            "use the spectra that it was made of"
        )
    try:
        table = parse_table(file.text)
    except NotATable as error:
        raise NoSpectrum(str(error)) from None
    notes = list(table.mended)
    places = _named(table, notes) if table.names else _unnamed(table, notes)
    wavelength, frame = _wavelength(table, places["wavelength"], notes)
    flux = table.column(places["flux"])
    units.check_flux(_stated_unit(table, places["flux"]), _called(table, places["flux"]), notes)
    warned = table.column(places["mask"]) != 0 if "mask" in places else None
    pixels = Pixels(wavelength, flux, _ivar(table, places, notes), None, warned)
    cards = header_cards(table.comments)
    ra, dec = place(cards)
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=_flux_unit(table, places["flux"]),
        notes=tuple(notes),
        details={"columns": ", ".join(table.names) or "no header"} | shown(cards),
    )
    return assemble(pixels, origin)


def _named(table: TextTable, notes: list[str]) -> dict[str, int]:
    """Column numbers by role; the first column of a role counts."""
    places: dict[str, int] = {}
    for index, column in enumerate(table.names):
        kind = role(column)
        places.setdefault("wavelength" if kind == "log_wavelength" else kind, index)
    listed = ", ".join(table.names)
    for wanted in ("wavelength", "flux"):
        if wanted not in places:
            raise NoSpectrum(f"no {wanted} column among {listed}; {_CURE}")
    used = {i for kind, i in places.items() if kind != "other"}
    unused = [n or f"number {i + 1}" for i, n in enumerate(table.names) if i not in used]
    if unused:
        notes.append(f"columns not used: {', '.join(unused)}")
    return places


def _unnamed(table: TextTable, notes: list[str]) -> dict[str, int]:
    """Two columns without a header; a third is never taken for an error, for nothing says so."""
    width = table.values.shape[1]
    if width < 2:
        raise NoSpectrum("only one column of numbers; wavelength and flux are needed")
    rising = [i for i in (0, 1) if _steady(table.column(i))]
    if not rising:
        raise NoSpectrum(f"no header, and neither column runs steadily; {_CURE}")
    wavelength = rising[0]
    order = "first is wavelength, second flux" if wavelength == 0 else "second is wavelength"
    notes.append(f"no header: {order}")
    if width > 2:
        columns = "third column has" if width == 3 else f"{width - 2} more columns have"
        notes.append(f"{columns} no name, not used as error")
    return {"wavelength": wavelength, "flux": 1 - wavelength}


def _steady(values: NDArray[np.float64]) -> bool:
    """Whether nearly every step goes one way: arms written one after the other break it once."""
    steps = np.diff(values[np.isfinite(values)])
    one_way = max(np.count_nonzero(steps > 0), np.count_nonzero(steps < 0))
    return bool(steps.size and one_way >= STEADY * steps.size)


def _wavelength(table: TextTable, index: int, notes: list[str]) -> tuple[Axis, str]:
    """(n,) Å in vacuum, and the sentence on the frame."""
    column = table.names[index] if table.names else ""
    values = _in_angstrom(table, index, notes)
    stated = medium(f"{column} {_stated_unit(table, index)}", table.comments)
    if stated is not None:
        return placed(values, stated, "as the file says")
    convention = _convention(table.comments)
    if convention is None and gaia.is_grid(values / 10.0):
        convention = gaia.CONVENTION
    if convention is not None:
        return placed(values, "vacuum", convention)
    notes.append(NOTE_NOT_STATED)
    return values, NOT_STATED


def _convention(comments: tuple[str, ...]) -> str | None:
    """The library or pipeline in vacuum that comments tell of.

    One in air is not enough: a remark on the templates of a fit would shift the axis.
    """
    known = library_with(header_cards(comments)) or library_medium(" ".join(comments))
    return f"{known[0]} convention" if known and known[1] == "vacuum" else None


def _in_angstrom(table: TextTable, index: int, notes: list[str]) -> Axis:
    """(n,) Å, by the unit in the header, the column's name or a comment."""
    values, column = table.column(index), table.names[index] if table.names else ""
    stated = _stated_unit(table, index) or (unit_in_name(column) if column else "")
    stated = stated or _unit_in_comments(table.comments)
    if column and role(column) == "log_wavelength":
        stated = units.logarithmic(stated)
    elif not stated and gaia.is_grid(values):
        stated = "nm"
    cure = "name the unit in the header, such as wavelength[nm]"
    return units.in_angstrom(values, stated, _called(table, index, "wavelengths"), cure, notes)


def _stated_unit(table: TextTable, index: int) -> str:
    return table.units[index] if table.names else ""


def _called(table: TextTable, index: int, without_name: str = "the flux") -> str:
    return f"column {table.names[index]}" if table.names else without_name


def _unit_in_comments(comments: tuple[str, ...]) -> str:
    for comment in comments:
        match = re.search(
            r"(?:wave\w*|lambda)\W{1,4}(?:in |unit\w*\W{1,3})?\W?"
            r"(nm|nanomet\w+|um|µm|microns?|angstroms?)\b",
            comment.lower(),
        )
        if match:
            return match.group(1)
    return ""


def _flux_unit(table: TextTable, index: int) -> str:
    """The unit in the header, else in brackets or quotes of a comment."""
    stated = [table.units[index]] if table.names else []
    for comment in table.comments:
        stated += re.findall(r"[\[(\"']([^\])\"']+)[\])\"']", comment)
    known = [u for u in map(facts.flux_unit, stated) if u != facts.RELATIVE]
    return known[0] if known else facts.RELATIVE


def _ivar(table: TextTable, places: dict[str, int], notes: list[str]) -> FloatArray | None:
    """Inverse variance from whichever the file has; None, never invented, where it has none."""
    if "ivar" in places:
        return table.column(places["ivar"])
    if "error" in places:
        ours, theirs = (_stated_unit(table, places[kind]) for kind in ("flux", "error"))
        if not units.is_error_of(ours, theirs, table.names[places["error"]], notes):
            return None
    for kind, power in (("error", 2), ("variance", 1)):
        if kind in places:
            return inverse_variance(table.column(places[kind]), power)
    return None
