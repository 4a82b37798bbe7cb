"""Time of measuring and of whole rules inspections on a LAMOST-like spectrum.

Run: python benchmarks/bench_measure.py
CPU time without drawing; medians over REPEATS; a median inspection above LIMIT_MS fails.
"""

import statistics
import sys
import time

import numpy as np
from judging.judge import inspect

from specreview.inspectors.rules import RulesInspector
from specreview.measure.diagnose import measure_task
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

REPEATS = 20
LIMIT_MS = 50.0


def example(seed: int) -> Spectrum:
    """3,909 pixels, S/N 20, Balmer emission on a blue continuum."""
    rng = np.random.default_rng(seed)
    wavelength = 10 ** (3.5682 + 1e-4 * np.arange(3909))
    flux = (wavelength / 5500.0) ** -1.5
    for rest, height in ((6564.61, 1.5), (4862.69, 1.0), (4341.69, 0.7)):
        velocity = 299_792.458 * (wavelength / rest - 1.0)
        flux = flux * (1.0 + height * np.exp(-0.5 * (velocity / 500.0) ** 2))
    flux = flux + rng.normal(0.0, 0.05, wavelength.size)
    everywhere = np.ones(wavelength.size, dtype=bool)
    ivar = np.full(wavelength.size, 400.0)
    return Spectrum(wavelength, flux, ivar, everywhere, ~everywhere, Origin("x", "bench"))


def median_ms(act, spectra) -> float:
    taken = []
    for spectrum in spectra:
        started = time.process_time()
        act(spectrum)
        taken.append(1e3 * (time.process_time() - started))
    return statistics.median(taken)


def main() -> int:
    spectra = [example(seed) for seed in range(REPEATS)]
    slow = False
    for key, task in load_tasks().items():
        measured = median_ms(lambda s, t=task: measure_task(s, t, None), spectra)
        whole = median_ms(lambda s, t=task: inspect(t, s, RulesInspector()), spectra)
        print(f"{key}: measure {measured:.1f} ms, whole inspection {whole:.1f} ms")
        slow |= whole > LIMIT_MS
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
