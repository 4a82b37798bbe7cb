"""What in a window is not the object's: masked and warned pixels, atmosphere, sky, arm joins."""

from dataclasses import dataclass, replace

import numpy as np

from specreview.measure.measurement import Measurement
from specreview.measure.prepared import Prepared
from specreview.spectra.lines import SkyBand, sky_bands


@dataclass(frozen=True)
class Surroundings:
    """Shares of a window's pixels, 0 to 1, and the bands that it overlaps.

    `pixels` counts all that the file has there, `masked_share` those that are not good.
    """

    pixels: int
    masked_share: float
    warned_share: float
    bands: tuple[SkyBand, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """As in "telluric O2 B", "sky 5579", "arm join", each once."""
        return tuple(dict.fromkeys(_name(band) for band in self.bands))


def surroundings(prepared: Prepared, lower: float, upper: float) -> Surroundings:
    """Of the window from `lower` to `upper` rest Å; shares are 0 where the file has no pixel."""
    inside = prepared.all_pixels.between(lower, upper)
    masked = prepared.all_pixels.masked[inside]
    warned = prepared.all_pixels.warned[inside]
    low, high = lower * prepared.factor, upper * prepared.factor
    bands = tuple(band for band in sky_bands(prepared.survey) if band.overlaps(low, high))
    n = masked.size
    shares = (float(np.mean(masked)), float(np.mean(warned))) if n else (0.0, 0.0)
    return Surroundings(n, *shares, bands)


def with_surroundings(prepared: Prepared, measurement: Measurement) -> Measurement:
    """The measurement with what surrounds its window; as it is where it has none."""
    if measurement.window is None:
        return measurement
    found = surroundings(prepared, *measurement.window)
    return replace(
        measurement,
        masked_share=found.masked_share,
        warned_share=found.warned_share,
        overlaps=found.names,
    )


def _name(band: SkyBand) -> str:
    return f"telluric {band.label}" if band.kind == "telluric" else band.label
