"""How far the flux drops at the listed heads of molecular bands in a window."""

from dataclasses import dataclass

from specreview.measure.bands import flux_ratio
from specreview.measure.prepared import Prepared
from specreview.spectra.lines import Line, all_lines

_FADES = {"C2": "blue", "MgH": "blue", "CN": "blue", "TiO": "red", "ZrO": "red", "LaO": "red"}
"""The side of the head on which the band lies (Pearse & Gaydon 1976). VO, CaH and CH are left out:
what the list has of them is no sharp head."""

_LAST_VIOLET = 5000.0
"""The red system of CN has no head that is sharp at these resolutions."""

_NEAR, _FAR = 4.0, 34.0
"""Å from the head: both windows, one on either side."""

SURE = 4.0
"""σ from which a drop is called one: some ten heads are looked at in a wide window."""


@dataclass(frozen=True)
class HeadDrop:
    """One band head: 1 - mean flux on the band's side over that on the other; or a reason.

    `head` is rest vacuum Å. A line or a curved continuum beside the head counts too.
    """

    label: str
    head: float
    drop: float | None
    drop_error: float | None
    reason: str = ""

    @property
    def significance(self) -> float | None:
        if self.drop is None or not self.drop_error:
            return None
        return self.drop / self.drop_error


def is_band(line: Line) -> bool:
    """Whether an entry of the list is a molecule's: those of atoms name the ion, as in "He II"."""
    return " " not in line.species and not line.species.startswith("[")


def head_drops(prepared: Prepared, lower: float, upper: float) -> tuple[HeadDrop, ...]:
    """Of every listed head from `lower` to `upper` rest Å, by rising wavelength."""
    return tuple(
        _drop(prepared, line)
        for line in all_lines()
        if lower <= line.wavelength <= upper and _sharp(line)
    )


def _sharp(line: Line) -> bool:
    if line.species == "CN" and line.wavelength > _LAST_VIOLET:
        return False
    return line.species in _FADES


def _drop(prepared: Prepared, line: Line) -> HeadDrop:
    head = line.wavelength
    blue, red = (head - _FAR, head - _NEAR), (head + _NEAR, head + _FAR)
    feature, reference = (blue, red) if _FADES[line.species] == "blue" else (red, blue)
    ratio = flux_ratio(prepared, feature, reference)
    if isinstance(ratio, str):
        return HeadDrop(line.label, head, None, None, ratio)
    return HeadDrop(line.label, head, 1.0 - ratio.value, ratio.error)
