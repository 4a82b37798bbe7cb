"""The shipped tasks, and candidates that are not those of the library."""

from collections.abc import Callable

import numpy as np
import pytest

from specreview.demo.instrument import Exposure, fine_grid, observe
from specreview.demo.specimens import axis, synthetic
from specreview.known.known import Known
from specreview.known.synthetic import synthetic_library
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask


@pytest.fixture(scope="session")
def tasks() -> dict[str, VettingTask]:
    return load_tasks(None)


@pytest.fixture(scope="session")
def library(tasks) -> Callable[[str], list[Known]]:
    kept: dict[str, list[Known]] = {}

    def of(key: str) -> list[Known]:
        if key not in kept:
            kept[key] = synthetic_library(tasks[key])
        return kept[key]

    return of


def observed(source: Callable[..., np.ndarray], snr: float, seed: int, z: float = 0.0) -> Spectrum:
    """A source of the demo as a survey would see it, with masked runs and sky residuals."""
    pixels = observe(source(fine_grid()), z, axis(), Exposure(snr, masked=2), seed).scaled(100.0)
    return synthetic(pixels.wavelength, pixels.flux, pixels.ivar, ~pixels.bad)
