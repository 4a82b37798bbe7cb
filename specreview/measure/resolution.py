"""The width that each survey's spectrograph gives to a line without any.

Only for what is shown: the numbers that verdicts rest on keep R 1800 for all (see decision 0131).
"""

import numpy as np

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

NOMINAL = 1800.0
"""R of LAMOST low resolution at 5500 Å (documentation of DR6 and DR8); taken where the survey is
not known."""

_RESOLVING_POWER: dict[str, tuple[tuple[float, float], ...]] = {
    "LAMOST": ((5500.0, 1800.0),),
    "SDSS": ((5500.0, 2000.0),),
    "DESI": (
        (3600.0, 2000.0),
        (5550.0, 3200.0),
        (6560.0, 4100.0),
        (9800.0, 5000.0),
    ),
}
"""(observed Å, R = λ / FWHM), linear between. SDSS and BOSS: R about 2000 over the whole range (Smee
et al. 2013, AJ 146, 32). DESI: ranges of each arm (desi.lbl.gov, spectrograph)."""


def instrument_kms(survey: str, observed: float) -> float:
    """FWHM in km/s of an unresolved line at `observed` Å in the `survey`'s spectra."""
    for name, points in _RESOLVING_POWER.items():
        if survey.upper().startswith(name):
            places, powers = zip(*points, strict=True)
            return SPEED_OF_LIGHT_KMS / float(np.interp(observed, places, powers))
    return SPEED_OF_LIGHT_KMS / NOMINAL
