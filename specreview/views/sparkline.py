"""The small picture of a spectrum in the Candidates table, as an SVG data URI."""

from urllib.parse import quote

import numpy as np

from specreview.spectra.spectrum import Spectrum

WIDTH, HEIGHT, MARGIN = 120, 24, 2
COLUMNS = 60
INK = "#6B7683"
"""A mid grey that stands out from a white and from a dark ground."""


def sparkline(spectrum: Spectrum) -> str:
    """Median flux of the good pixels in 60 columns, 1 to 99 % of the flux high; gaps stay gaps."""
    levels = _levels(spectrum)
    parts, broken = [], True
    for column, level in enumerate(levels):
        if not np.isfinite(level):
            broken = True
            continue
        x = MARGIN + (WIDTH - 2 * MARGIN) * column / (COLUMNS - 1)
        parts.append(f"{'M' if broken else 'L'}{x:.0f} {level:.1f}")
        broken = False
    path = "".join(parts)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><path d="{path}" fill="none" stroke="{INK}" '
        f'stroke-width="1.2" stroke-linejoin="round"/></svg>'
    )
    return "data:image/svg+xml," + quote(svg, safe=" ='/:,.()")


def _levels(spectrum: Spectrum) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """(60,) heights in the picture from its top; NaN where a column has no good pixel."""
    levels = np.full(COLUMNS, np.nan)
    good = spectrum.good
    if not good.any():
        return levels
    wavelength, flux = spectrum.wavelength[good], spectrum.flux[good].astype(np.float64)
    first, last = spectrum.wavelength[0], spectrum.wavelength[-1]
    column = ((wavelength - first) / (last - first) * (COLUMNS - 1e-9)).astype(np.intp)
    for index in np.unique(column):
        levels[index] = np.median(flux[column == index])
    low, high = np.nanpercentile(levels, [1, 99])
    share = (np.clip(levels, low, high) - low) / ((high - low) or 1.0)
    return MARGIN + (HEIGHT - 2 * MARGIN) * (1.0 - share)
