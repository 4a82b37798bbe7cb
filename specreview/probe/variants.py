"""What is changed about a known object's spectrum, and why a verdict should not follow it."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.spectrum import Spectrum

Change = Callable[[Spectrum, np.random.Generator], Spectrum]

PLAIN_FILE = "probe.fits"
"""A name that no picture shows: the title is then `Spectrum`."""
LAMOST_FILE = "spec-60310-PROBE001B1_sp07-123.fits.gz"
"""A name of LAMOST's form, which a picture carries in its title, as in training."""
LAMOST_RANGE = (3700.0, 9100.0)
"""Vacuum Å: the range of LAMOST's low-resolution spectra."""
SHIFT_KMS = 300.0
"""Within what the Galaxy's stars have; a picture of the whole range hardly changes."""
GIVEN_REDSHIFT = 0.02
SPIKE = 4.0
"""Height of the added spike, in units of the median flux."""


@dataclass(frozen=True)
class Variant:
    """One change. `redshift` is told to the inspector; `file` gives the picture its title."""

    key: str
    label: str
    why: str
    change: Change
    file: str = PLAIN_FILE
    redshift: float | None = None


def _unchanged(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
    del draws
    return spectrum


def _without_masked(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
    del draws
    return _cut(spectrum, spectrum.good)


def _with_spike(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
    """One more masked run of five pixels with a spike in its middle, clear of either end."""
    place = int(draws.integers(len(spectrum) // 5, 4 * len(spectrum) // 5))
    flux, good = spectrum.flux.copy(), spectrum.good.copy()
    good[place - 2 : place + 3] = False
    flux[place] += SPIKE * float(np.median(flux[spectrum.good]))
    ivar = None if spectrum.ivar is None else np.where(good, spectrum.ivar, 0.0)
    return replace(spectrum, flux=flux, good=good, ivar=ivar)


def _shifted(redshift: float) -> Change:
    """Shifted as a whole, and cut to the wavelengths that the spectrograph has."""

    def change(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
        del draws
        lower, upper = spectrum.wavelength[0], spectrum.wavelength[-1]
        moved = replace(spectrum, wavelength=spectrum.wavelength * (1.0 + redshift))
        return _cut(moved, (moved.wavelength >= lower) & (moved.wavelength <= upper))

    return change


def _at_half_the_snr(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
    """Gaussian noise of √3 σ added, so that the whole is 2 σ; the stated errors follow."""
    if spectrum.sigma is None:
        spread = np.full(len(spectrum), float(np.std(np.diff(spectrum.flux))) / np.sqrt(2.0))
    else:
        spread = np.nan_to_num(np.asarray(spectrum.sigma, dtype=float))
    noise = np.sqrt(3.0) * spread * draws.standard_normal(len(spectrum))
    ivar = None if spectrum.ivar is None else spectrum.ivar / 4.0
    return replace(spectrum, flux=spectrum.flux + noise, ivar=ivar)


def _cropped(spectrum: Spectrum, draws: np.random.Generator) -> Spectrum:
    del draws
    lower, upper = LAMOST_RANGE
    return _cut(spectrum, (spectrum.wavelength >= lower) & (spectrum.wavelength <= upper))


def _cut(spectrum: Spectrum, kept: NDArray[np.bool_]) -> Spectrum:
    return replace(
        spectrum,
        wavelength=spectrum.wavelength[kept],
        flux=spectrum.flux[kept],
        ivar=None if spectrum.ivar is None else spectrum.ivar[kept],
        good=spectrum.good[kept],
        warned=spectrum.warned[kept],
    )


AS_IT_IS = Variant("base", "as it is", "", _unchanged)
_SMALL = SHIFT_KMS / SPEED_OF_LIGHT_KMS

VARIANTS = (
    Variant("again", "the same once more",
            "the same input gave another verdict: this inspector's verdicts cannot be repeated, "
            "and every other flip below may be chance (expected at a temperature above 0)",
            _unchanged),
    Variant("named", "under a LAMOST file name",
            "the verdict hangs on the picture's title: lists whose files are named otherwise will "
            "be judged otherwise", _unchanged, LAMOST_FILE),
    Variant("fainter", "at half the S/N",
            "the verdict does not survive noise: expect more such errors among faint candidates, "
            "and judge those below this S/N by hand", _at_half_the_snr),
    Variant("clean", "masked pixels removed",
            "pixels that the survey itself calls bad decide: look at the masks before believing "
            "such a verdict", _without_masked),
    Variant("spiked", "a masked spike added",
            "one cosmic ray that compresses the picture changes the verdict: spiked spectra need "
            "a person's look", _with_spike),
    Variant("redder", "shifted by +300 km/s",
            "a star's own velocity changes the verdict: a line that lies a few Å aside in the same "
            "window must not count for another", _shifted(_SMALL)),
    Variant("bluer", "shifted by -300 km/s",
            "a star's own velocity changes the verdict: a line that lies a few Å aside in the same "
            "window must not count for another", _shifted(-_SMALL)),
    Variant("told", "at z = 0.02, redshift given",
            "the same lines at the same rest wavelengths give another verdict: the range that "
            "is covered counts, or the shift is not understood", _shifted(GIVEN_REDSHIFT),
            redshift=GIVEN_REDSHIFT),
    Variant("cropped", "cropped to 3700-9100 Å",
            "the verdict needs wavelengths that LAMOST does not have: rates measured on one "
            "survey do not hold on another", _cropped),
)  # fmt: skip

FEW = ("again", "named", "fainter")
"""What is left for a slow model."""


def apply(variant: Variant, spectrum: Spectrum, name: str, seed: int) -> Spectrum:
    """The changed spectrum; the same name, variant and seed give the same noise."""
    own = zlib.crc32(f"{name}:{variant.key}".encode())
    return variant.change(spectrum, np.random.default_rng([seed, own]))
