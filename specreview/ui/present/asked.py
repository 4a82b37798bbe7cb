"""The window that an astronomer types: read, put into one frame, and said back in words."""

import math
import re
from dataclasses import dataclass

import numpy as np

from specreview.spectra.spectrum import Spectrum
from specreview.ui.present.quantities import signed
from specreview.views.options import Axis, Unit

Interval = tuple[float, float]

_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
_UNIT = r"(nm|å|aa|a|angstroms?|ångstr[oö]ms?|[µμu]m|microns?)?"
_WINDOW = re.compile(
    rf"(?:(rest|obs|observed)\s*:?\s*)?{_NUMBER}\s*{_UNIT}\s*(?:-|–|—|−|to|,|;|\s|\.\.\.?|…)\s*"
    rf"{_NUMBER}\s*{_UNIT}\s*(?:,?\s*(rest|obs|observed)(?:[ -]?frame)?)?",
    re.IGNORECASE,
)
_ANGSTROM = {"nm": 10.0, "m": 1e4}
FORM = "two wavelengths, as in 6500–6600, 650–660 nm or rest 6500–6600"


@dataclass(frozen=True)
class Asked:
    """A window as typed: `observed` in vacuum Å, None where only a note is meant.

    `problem` says why it cannot be used, "" where it can; `remark` what was read otherwise than it
    was written.
    """

    observed: Interval | None
    problem: str = ""
    remark: str = ""


def read_window(text: str, axis: Axis, unit: Unit, charted: float | None) -> Asked:
    """What was typed; without a word on frame or unit it is as on the chart's axis."""
    plain = " ".join(text.split())
    if not plain:
        return Asked(None)
    match = _WINDOW.fullmatch(plain)
    if match is None:
        return Asked(None, f"not read: write {FORM}")
    before, first, first_unit, second, second_unit, after = match.groups()
    scale = _scale(second_unit or first_unit, unit)
    limits = float(first) * _scale(first_unit or second_unit, unit), float(second) * scale
    if not all(0 < limit < math.inf for limit in limits) or limits[0] == limits[1]:
        return Asked(None, "the two wavelengths must differ and lie above 0")
    frame = (before or after or axis)[:3].lower()
    stretch = 1.0 + (charted or 0.0) if frame == "res" else 1.0
    remark = "" if limits[0] < limits[1] else "the lower limit is taken first"
    low, high = sorted(limits)
    return Asked((low * stretch, high * stretch), "", remark)


def _scale(written: str | None, unit: Unit) -> float:
    """Å a unit."""
    name = (written or unit).lower()
    return _ANGSTROM.get("m" if name[0] in "µμum" else name, 1.0)


def in_data(asked: Asked, spectrum: Spectrum) -> Asked:
    """The same, or why an inspector would see nothing there."""
    if asked.observed is None:
        return asked
    low, high = asked.observed
    wavelength = spectrum.wavelength[np.isfinite(spectrum.flux)]
    inside = int(np.count_nonzero((wavelength >= low) & (wavelength <= high)))
    if inside > 1:
        return asked
    if wavelength.size and low < wavelength[-1] and high > wavelength[0]:
        pixels = f"hold {('no pixel', 'one pixel')[inside]} with flux"
        return Asked(None, f"{_span(low, high, 1)} {pixels}; ask for a wider window")
    ends = f"{wavelength[0]:.0f}–{wavelength[-1]:.0f} Å" if wavelength.size else "nothing"
    hint = ""
    for unit, scale in (("nm", 10.0), ("µm", 1e4)):
        if wavelength.size and scale * low < wavelength[-1] and scale * high > wavelength[0]:
            hint = f"; if {unit} is meant, write {low:g}–{high:g} {unit}"
    return Asked(None, f"observed {_span(low, high)} lie outside the data ({ends}){hint}")


def frames(asked: Asked, viewed: float | None, without: str) -> str:
    """The window in both frames: as the spectrum has it, and as the inspector counts; `without`
    says what no window means.
    """
    if asked.problem:
        return asked.problem
    if asked.observed is None:
        return without
    low, high = asked.observed
    words = f"observed {_span(low, high, 1)}, vacuum"
    if viewed:
        rest = rest_window(asked.observed, viewed)
        words += f" = rest {_span(*rest, 1)} at z = {signed(viewed, 5)}, as the inspector counts"
    else:
        words += "; the inspector's pictures are not shifted"
    return f"{words}; {asked.remark}" if asked.remark else words


def rest_window(observed: Interval, redshift: float | None) -> Interval:
    """Rest-frame vacuum Å of observed limits."""
    stretch = 1.0 + (redshift or 0.0)
    return observed[0] / stretch, observed[1] / stretch


def on_axis(observed: Interval, axis: Axis, unit: Unit, charted: float | None) -> str:
    """Observed limits as one would type them for the chart that is shown."""
    scale = (1.0 + (charted or 0.0) if axis == "rest" else 1.0) * (10.0 if unit == "nm" else 1.0)
    digits = 2 if unit == "nm" else 1
    return f"{observed[0] / scale:.{digits}f}–{observed[1] / scale:.{digits}f}"


def _span(low: float, high: float, digits: int = 0) -> str:
    return f"{low:.{digits}f}–{high:.{digits}f} Å"
