"""The picture that the model sees: one PNG of a spectrum, drawn as in Spec-o3's training.

Overview and zooms come from one routine, over all finite flux, bad pixels included.  Always on
white: the picture is evidence, not decoration, so it does not follow the page's dark mode.
"""

import math
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import matplotlib
import numpy as np
from numpy.typing import NDArray

from specreview.errors import CallError
from specreview.spectra.file_names import LAMOST_NAME
from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window
from specreview.views.recipe import draw_png

RENDERER_VERSION = f"1 on matplotlib {matplotlib.__version__}"
"""Changes whenever the same spectrum and window would give other pixels."""

PLAIN_TITLE = "Spectrum"


def view_title(file: str) -> str:
    """The title of a file's pictures: `Spectrum: <name>` for genuine LAMOST names, as in training.

    Any other name becomes `Spectrum`: a file called carbonstar1 tells the answer.
    """
    name = PurePath(file).name
    return f"{PLAIN_TITLE}: {name}" if LAMOST_NAME.fullmatch(name) else PLAIN_TITLE


def render_view(
    spectrum: Spectrum,
    window: Window | None,
    redshift: float | None,
    title: str = PLAIN_TITLE,
) -> bytes:
    """PNG of the whole spectrum (`window` None) or of a window in the rest frame.

    The same arguments give the same bytes, in any thread and whatever was drawn before.

    Parameters
    ----------
    spectrum
        Non-finite flux is dropped; everything else is drawn, whatever the masks say.
    window
        Rest-frame vacuum Å, ends included; it may overlap the data in part.
    redshift
        Wavelengths are divided by 1 + z; None, NaN and 0 mean no shift.
    title
        Drawn as it stands.

    Raises
    ------
    CallError
        When no finite pixel lies in the window; the text tells the model the available range.
    """
    usable = None if redshift is None or math.isnan(redshift) else redshift
    drawn = _finite(spectrum.rest_wavelength(usable), spectrum.flux)
    if window is not None:
        drawn = drawn.cut(window)
    return draw_png(drawn.wavelength, drawn.flux, title, zoomed=window is not None)


@dataclass(frozen=True)
class _Pixels:
    """Finite pixels in rising wavelength: (n,) rest-frame vacuum Å and (n,) flux, n > 0."""

    wavelength: NDArray[np.float64]
    flux: NDArray[np.float64]

    def cut(self, window: Window) -> "_Pixels":
        first = int(np.searchsorted(self.wavelength, window.lower, side="left"))
        last = int(np.searchsorted(self.wavelength, window.upper, side="right"))
        if first == last:
            raise CallError(self._empty(window))
        return _Pixels(self.wavelength[first:last], self.flux[first:last])

    def _empty(self, window: Window) -> str:
        lower, upper = float(self.wavelength[0]), float(self.wavelength[-1])
        asked = f"[{window.lower:g}, {window.upper:g}]"
        outside = window.upper < lower or window.lower > upper
        what = "lies outside the spectrum" if outside else "holds no data point"
        return (
            f"wavelength_range {asked} {what}. The available range is "
            f"{lower:.1f} to {upper:.1f} Å (rest frame); ask for a window inside it."
        )


def _finite(wavelength: NDArray[np.float64], flux: NDArray[np.floating[Any]]) -> _Pixels:
    keep = np.isfinite(flux)
    if not keep.any():
        raise CallError("The spectrum holds no finite flux value, so no view can be drawn.")
    return _Pixels(wavelength[keep], flux[keep].astype(np.float64))
