"""The synthetic library: the demo's objects of a task, well exposed and without defects."""

from dataclasses import replace
from functools import cache, partial

from specreview.demo.cast import CAST
from specreview.demo.instrument import fine_grid, observe
from specreview.demo.roles import Role
from specreview.demo.specimens import LEVEL, axis, synthetic
from specreview.demo.tour import TOUR
from specreview.known.known import Known
from specreview.known.vectors import vector
from specreview.measure.diagnose import measure_task
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.redshift import STELLAR_LIMIT_KMS
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

_SNR = 60.0
_LEAST_SNR = 8.0
"""A role made to be too faint to judge is no example of its class."""


def synthetic_library(task: VettingTask) -> list[Known]:
    """What the demo knows for a task; empty for a task of the user's own."""
    found = []
    for number, role in enumerate((*CAST, *TOUR)):
        if role.task == task.key and role.exposure.snr >= _LEAST_SNR:
            found.append(_known(number, role, task))
    return found


def _known(number: int, role: Role, task: VettingTask) -> Known:
    spectrum = _spectrum(number)
    # A galaxy stays where it would lie in a queue of stars: no shift makes it one.
    star = abs(role.true_redshift) * SPEED_OF_LIGHT_KMS < STELLAR_LIMIT_KMS
    measured = measure_task(spectrum, task, None)
    return Known(
        key=f"synthetic {number}",
        side="positive" if role.truth == task.positive else "look-alike",
        what=role.truth_class,
        source="synthetic",
        vector=vector(task, measured),
        redshift=role.true_redshift if star else None,
        load=partial(_spectrum, number),
    )


@cache
def _spectrum(number: int) -> Spectrum:
    """The role's object at S/N 60 with no sky residual, arm join or masked run."""
    role = (*CAST, *TOUR)[number]
    exposure = replace(
        role.exposure, snr=_SNR, sky_residual=0.0, join_step=0.0, masked=0, telluric=False
    )
    pixels = observe(role.source(fine_grid()), role.true_redshift, axis(), exposure, number)
    scaled = pixels.scaled(LEVEL)
    return synthetic(scaled.wavelength, scaled.flux, scaled.ivar)
