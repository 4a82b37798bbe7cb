"""The width that each survey's spectrograph gives to a line that has none of its own.

Only for what is shown of a window: the numbers that verdicts rest on keep R 1800 for all, so that
a stripped header changes no verdict.
"""

from dataclasses import dataclass

import numpy as np

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

NOMINAL = 1800.0
"""R taken where the survey is not known: that of LAMOST low resolution."""

_LAMOST = "LAMOST low resolution, R 1800 at 5500 Å (LAMOST data release documentation)"
_SDSS = "SDSS and BOSS spectrographs, R about 2000 (Smee et al. 2013, AJ 146, 32)"
_DESI = "DESI, R 2000 to 5000 by arm (DESI Collaboration 2022, AJ 164, 207)"

_POWERS: dict[str, tuple[str, tuple[tuple[float, float], ...]]] = {
    "LAMOST": (_LAMOST, ((5500.0, 1800.0),)),
    "SDSS": (_SDSS, ((5500.0, 2000.0),)),
    "DESI": (_DESI, ((3600.0, 2000.0), (5550.0, 3200.0), (6560.0, 4100.0), (9800.0, 5000.0))),
}
"""(observed Å, R = λ / FWHM), linear between."""


@dataclass(frozen=True)
class Resolution:
    """FWHM in km/s of an unresolved line, R, and where the number comes from.

    `nominal` where the survey's resolution is not known and R 1800 stands in for it.
    """

    fwhm_kms: float
    power: float
    source: str
    nominal: bool


def resolution(survey: str, observed: float) -> Resolution:
    """At `observed` vacuum Å in a spectrum of the `survey`, as the file states it."""
    for name, (source, points) in _POWERS.items():
        if survey.upper().startswith(name) and "MRS" not in survey.upper():
            places, powers = zip(*points, strict=True)
            power = float(np.interp(observed, places, powers))
            return Resolution(SPEED_OF_LIGHT_KMS / power, power, source, False)
    source = "nominal: the survey's resolution is not known"
    return Resolution(SPEED_OF_LIGHT_KMS / NOMINAL, NOMINAL, source, True)
