"""Where a wavelength stands on the chart's axis: every mark goes through here."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from specreview.views.options import Axis, ChartOptions, Unit

Wavelength = TypeVar("Wavelength", float, NDArray[np.float64])

_ANGSTROM_PER: dict[Unit, float] = {"Å": 1.0, "nm": 10.0}


@dataclass(frozen=True)
class Scale:
    """An axis in the rest or the observed frame, in Å or nm."""

    axis: Axis
    unit: Unit
    redshift: float | None

    @classmethod
    def of(cls, options: ChartOptions) -> "Scale":
        return cls(options.axis, options.unit, options.redshift)

    @property
    def stretch(self) -> float:
        """1 + z of the redshift that is applied."""
        return 1.0 + (self.redshift or 0.0)

    def observed(self, wavelength: Wavelength) -> Wavelength:
        """Axis position of observed wavelengths (vacuum Å)."""
        shift = self.stretch if self.axis == "rest" else 1.0
        return wavelength / (shift * _ANGSTROM_PER[self.unit])

    def rest(self, wavelength: Wavelength) -> Wavelength:
        """Axis position of rest-frame wavelengths (vacuum Å)."""
        shift = self.stretch if self.axis == "observed" else 1.0
        return wavelength * (shift / _ANGSTROM_PER[self.unit])

    @property
    def other_frame(self) -> float:
        """Factor from axis position to the wavelength in the frame that is not on the axis."""
        return self.stretch if self.axis == "rest" else 1.0 / self.stretch

    @property
    def title(self) -> str:
        """Frame, medium and unit in words, and the shift where one is applied."""
        if self.axis == "observed":
            return f"observed wavelength, vacuum ({self.unit})"
        if self.redshift is None:
            return f"rest wavelength, vacuum, no shift applied ({self.unit})"
        z = f"{self.redshift:.5f}".replace("-", "−")
        return f"rest wavelength, vacuum, z = {z} ({self.unit})"
