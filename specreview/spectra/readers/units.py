"""Units of wavelength and flux in the dialects that files have, and what is neither.

Frequencies, wavenumbers and energies are told and refused: a spectrum over them may be per Hz, per
Å or neither, which its file seldom says.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.assembly import LONGEST, NoSpectrum
from specreview.spectra.readers.facts import RELATIVE, flux_unit

Axis = NDArray[np.float64]

LYMAN_LIMIT = 912.0
"""Å: a spectrum that begins below it without a stated unit is in nm or µm, not in Å."""

_SIZES = {
    1.0: "a aa ang angstrom angstroms å ångström ångstrom",
    10.0: "nm nanometer nanometers nanometre nanometres",
    1e4: "um µm μm micron microns micrometer micrometers micrometre micrometres",
    1e7: "mm millimeter millimetre",
    1e8: "cm centimeter centimetre",
    1e10: "m meter metre meters metres",
}
_ANGSTROM_PER = {name: size for size, names in _SIZES.items() for name in names.split()}
_LOGARITHM = re.compile(r"(log10|log|dex|ln)\W*(.*?)\W*")
_REMARK = re.compile(r"\W*\b(?:in )?(?:air|vac|vacuum)\b\W*")
_SCALED = re.compile(r"(?:(\d*\.?\d+(?:e[-+]?\d+)?)|10\W*?([-+]?\d+)\W*?)\s*\*?\s*([a-zåöµμ]+)")
_OTHERS = (
    (re.compile(r"[kmgt]?hz|hertz"), "frequencies"),
    (re.compile(r"(?:1?/|per)?(?:[cmnuµ]?m|micron|k|kayser|kaysers)-?1?"), "wavenumbers"),
    (re.compile(r"[kmg]?ev|ergs?|j|joules?"), "energies"),
    (re.compile(r"[kc]?m(?:/s|s-1|/sec)"), "velocities"),
    (re.compile(r"pix\w*|channels?|bins?"), "pixel numbers"),
    (re.compile(r"s|sec|seconds?|d|days?|yr"), "times"),
)
_MAGNITUDES = re.compile(r"\b(?:ab|st|vega|m)?_?mag(?:nitude)?s?(?![a-z])", re.IGNORECASE)
_PER_FREQUENCY = re.compile(r"\b[munµμ]?jy\b|\bfnu\b|\bhz(?=\b|[-^*\d])", re.IGNORECASE)

NOTE_PER_FREQUENCY = "the flux is per unit of frequency, kept as it is"


@dataclass(frozen=True)
class WavelengthUnit:
    """Å in one of it; `base` of its logarithm, which the numbers then are."""

    angstrom: float
    base: float | None = None


def wavelength_unit(stated: str) -> WavelengthUnit | None:
    """What a string says of wavelengths: "nm", "0.1nm", "10^-10 m", "log10(Angstrom)"; else None.

    A remark on the medium ("Angstrom (vacuum)") says nothing of the unit.
    """
    text = _REMARK.sub("", stated.strip().lower()).strip("[]() ")
    logarithm = _LOGARITHM.fullmatch(text)
    if logarithm:
        inner = _angstrom_per(logarithm[2]) if logarithm[2] else 1.0
        base = float(np.e) if logarithm[1] == "ln" else 10.0
        return None if inner is None else WavelengthUnit(inner, base)
    size = _angstrom_per(text)
    return None if size is None else WavelengthUnit(size)


def named(stated: str, where: str) -> WavelengthUnit:
    """The unit that `where` states.

    Raises
    ------
    NoSpectrum
        It is no unit of wavelength.
    """
    found = wavelength_unit(stated)
    if found is None:
        raise NoSpectrum(
            f'{where}: the unit "{stated}" {_meaning(stated)}; '
            "write wavelengths in Angstrom, nm or um"
        )
    return found


def in_angstrom(values: Axis, stated: str, where: str, cure: str, notes: list[str]) -> Axis:
    """(n,) Å of values in the unit stated ("" for none), and notes on what was done.

    Raises
    ------
    NoSpectrum
        The unit is not one of wavelength, or there is none and the values cannot be Å; `where`
        names the axis, `cure` says how to state its unit.
    """
    if not stated:
        must_be_angstrom(values, where, cure)
        return values
    unit = named(stated, where)
    if unit.base is not None:
        values = raised(values, unit.base)
        notes.append(f"{where} holds {'ln' if unit.base < 10 else 'log10'} of the wavelength")
    return scaled(values, unit.angstrom, notes)


def logarithmic(stated: str) -> str:
    """The unit of logarithms whose own unit is `stated`, "" for Å; as it is where it says so."""
    said = _LOGARITHM.fullmatch(stated.strip().lower().strip("[]() "))
    return stated if said else f"log10({stated or 'Angstrom'})"


def raised(values: Axis, base: float = 10.0) -> Axis:
    """(n,) wavelengths of their logarithms; NaN where a number is no logarithm of one."""
    usable = np.abs(values) < 10 * np.log(10.0) / np.log(base)
    return np.asarray(base ** np.where(usable, values, np.nan), dtype=np.float64)


def scaled(values: Axis, angstrom: float, notes: list[str]) -> Axis:
    """(n,) Å of values in a unit of so many Å, noted where it is not 1."""
    if angstrom == 1.0:
        return values
    notes.append(f"wavelengths multiplied by {angstrom:g} to give Å")
    return values * angstrom


def must_be_angstrom(values: Axis, where: str, cure: str) -> None:
    """Refuses an axis without a unit whose numbers cannot be Å."""
    placed = values[np.isfinite(values) & (values > 0)]
    if placed.size == 0:
        raise NoSpectrum(f"{where}: no wavelength is positive; check it")
    low, high = float(placed.min()), float(placed.max())
    if low < LYMAN_LIMIT or high > LONGEST:
        raise NoSpectrum(f"{where} from {low:g} to {high:g} without a unit cannot be Å; {cure}")


def check_flux(stated: str | None, where: str, notes: list[str]) -> None:
    """Refuses magnitudes, which no line can be measured in; notes a flux per Hz.

    Raises
    ------
    NoSpectrum
        `where` holds magnitudes.
    """
    if stated and _MAGNITUDES.search(stated):
        raise NoSpectrum(
            f"{where} holds magnitudes ({stated.strip()}), not a flux; write flux per Angstrom"
        )
    if stated and _PER_FREQUENCY.search(stated):
        notes.append(NOTE_PER_FREQUENCY)


def is_error_of(flux: str, error: str, column: str, notes: list[str]) -> bool:
    """Whether an error's unit may be that of its flux; a note where both say that it is not.

    Percent and magnitudes are none, nor is another power of ten.
    """
    if not error or error.lower() == flux.lower() or _comparable(flux, error):
        return True
    notes.append(f"column {column} is in {error}, unlike the flux, not used")
    return False


def _comparable(flux: str, error: str) -> bool:
    if re.fullmatch(r"\W*(?:percent|%|dex)\W*", error.lower()) or _MAGNITUDES.search(error):
        return False
    if _PER_FREQUENCY.search(flux) and _PER_FREQUENCY.search(error):
        return re.sub(r"\W", "", flux.lower()) == re.sub(r"\W", "", error.lower())
    return len({flux_unit(flux), flux_unit(error)} - {RELATIVE}) < 2


def of_other_kind(name: str) -> Literal["frequencies", "wavenumbers", "energies"] | None:
    """What a column holds by its name instead of wavelengths."""
    text = name.strip().lower()
    if re.match(r"(?:log_?)?(?:freq|nu\b|hz\b)", text):
        return "frequencies"
    if re.match(r"(?:wave_?num|wavn\b)", text):
        return "wavenumbers"
    return "energies" if re.match(r"(?:photon_?)?(?:energy|ener\b|ev\b|kev\b)", text) else None


def refuse_other_kinds(names: Iterable[str]) -> None:
    """Refuses columns without wavelengths where one holds what wavelengths can be made of."""
    for name in names:
        if other := of_other_kind(name):
            raise NoSpectrum(f"column {name} holds {other}; write wavelengths")


def _angstrom_per(text: str) -> float | None:
    if text in _ANGSTROM_PER:
        return _ANGSTROM_PER[text]
    match = _SCALED.fullmatch(text)
    if match is None or match[3] not in _ANGSTROM_PER:
        return None
    factor = float(match[1]) if match[1] else 10.0 ** int(match[2])
    size = factor * _ANGSTROM_PER[match[3]]
    return 1.0 if abs(size - 1.0) < 1e-9 else size


def _meaning(stated: str) -> str:
    plain = re.sub(r"[\s*^()\[\]]", "", stated.lower())
    kind = next((what for pattern, what in _OTHERS if pattern.fullmatch(plain)), None)
    return f"is one for {kind}" if kind else "is no unit of wavelength that is known"
