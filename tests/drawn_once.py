"""Real views, each drawn once a process: for tests that ask what is done with pictures."""

from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window
from specreview.views.rendered import render_view

_known: dict[tuple[object, ...], bytes] = {}


def draw_once(
    spectrum: Spectrum, window: Window | None, redshift: float | None, title: str
) -> bytes:
    """What `render_view` draws of a spectrum of this content."""
    key = (spectrum.content_hash, window, redshift, title)
    if key not in _known:
        _known[key] = render_view(spectrum, window, redshift, title)
    return _known[key]
