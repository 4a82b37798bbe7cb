"""The small picture of a spectrum in the Candidates table, as an SVG data URI."""

from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.spectrum import Spectrum

WIDTH, HEIGHT, MARGIN = 120, 24, 2
COLUMNS = 100
INK = "#6B7683"
"""A mid grey that stands out from a white and from a dark ground: an image in an `img` element
cannot take the page's colour."""


def sparkline(spectrum: Spectrum) -> str:
    """Mean flux of the good pixels in 100 columns, 0.5 to 99.5 % of it high; gaps stay gaps."""
    heights = _heights(spectrum)
    path, pen = "", "M"
    for column, height in enumerate(heights):
        if np.isfinite(height):
            x = MARGIN + (WIDTH - 2 * MARGIN) * column / (COLUMNS - 1)
            path += f"{pen}{x:.0f} {height:.1f}"
            pen = "L"
        else:
            pen = "M"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><path d="{path}" fill="none" stroke="{INK}" '
        f'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
    return "data:image/svg+xml," + quote(svg, safe=" ='/:,.()")


def _heights(spectrum: Spectrum) -> NDArray[np.float64]:
    """(COLUMNS,) distance from the picture's top; NaN where a column has no good pixel."""
    good = spectrum.good
    if not good.any():
        return np.full(COLUMNS, np.nan)
    flux = spectrum.flux[good].astype(np.float64)
    # Clipped before the mean: one cosmic ray does not fill a column, a broad line does.
    low, high = np.percentile(flux, [0.5, 99.5])
    first, last = spectrum.wavelength[0], spectrum.wavelength[-1]
    share = (spectrum.wavelength[good] - first) / (last - first)
    column = np.minimum((share * COLUMNS).astype(np.intp), COLUMNS - 1)
    count = np.bincount(column, minlength=COLUMNS)
    total = np.bincount(column, np.clip(flux, low, high), minlength=COLUMNS)
    mean = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    lowest, highest = np.nanmin(mean), np.nanmax(mean)
    tall = (HEIGHT - 2 * MARGIN) * (mean - lowest) / ((highest - lowest) or 1.0)
    level: NDArray[np.float64] = HEIGHT - MARGIN - tall
    return level
