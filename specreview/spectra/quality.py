"""How good a spectrum is: signal to noise, and what the model's picture is filled with."""

import numpy as np

from specreview.spectra.spectrum import Spectrum

_DER_CONSTANT = 1.482602 / np.sqrt(6.0)
"""1.482602 turns a median absolute deviation into σ; √6 = √(2² + 1² + 1²) is the filter's gain."""

_DER_LEAST = 5


def snr(spectrum: Spectrum) -> float | None:
    """Median of flux · √ivar over good pixels; None without errors or good pixels."""
    if spectrum.ivar is None or not spectrum.good.any():
        return None
    flux = spectrum.flux[spectrum.good].astype(np.float64)
    return float(np.median(flux * np.sqrt(spectrum.ivar[spectrum.good])))


def der_snr(spectrum: Spectrum) -> float | None:
    """S/N estimated from the flux alone: DER_SNR.

    Signal: median flux.  Noise: 1.482602/√6 · median |2 f_i - f_{i-2} - f_{i+2}|
    (Stoehr et al. 2008, ASP Conf. 394, 505).  Good pixels, zeros left out as in the original.
    An estimate: real features count as noise.  None with fewer than 5 pixels or no scatter.
    """
    flux = spectrum.flux[spectrum.good & (spectrum.flux != 0)].astype(np.float64)
    if flux.size < _DER_LEAST:
        return None
    curvature = np.abs(2.0 * flux[2:-2] - flux[:-4] - flux[4:])
    noise = float(_DER_CONSTANT * np.median(curvature))
    return float(np.median(flux)) / noise if noise > 0 else None


def snr_or_estimate(spectrum: Spectrum) -> float | None:
    """The S/N of a candidate: by the stated errors, by DER_SNR where there are none."""
    stated = snr(spectrum)
    return der_snr(spectrum) if stated is None else stated


def masked_spike_share(spectrum: Spectrum) -> float | None:
    """Share (0 to 1) of the flux range of the model's picture that only bad pixels need.

    The picture is scaled to all finite flux; with the good pixels alone it would need less.
    None where no pixel is good or the flux has no range.
    """
    flux, good = spectrum.flux, spectrum.good
    if not good.any() or good.all():
        return None
    finite = flux[np.isfinite(flux)]
    whole = float(finite.max()) - float(finite.min())
    kept = flux[good]
    needed = float(kept.max()) - float(kept.min())
    return 1.0 - needed / whole if whole > 0 else None
