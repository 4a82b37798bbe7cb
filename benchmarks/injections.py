"""Bias and pull of every kind of measurement, on features of known strength in known noise.

Run: python benchmarks/injections.py [--draws 2000] [--ivar-only]

Pull = (measured - true) / error. The first table sets it against the error from noise alone, which
must hold by itself: mean within 0.1, width 0.8 to 1.25. Against the full error the pull of noise
alone is narrower, the more so the higher the S/N, because the systematic part (0.8 % of a local
continuum or of a flux ratio, 4 % of a slope window's level) is not in the injected spectra; so the
second table injects it and sets the pull against the full error. `n` counts draws where the
quantity was measured at all: the width and velocity of a line want a detected one.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from specreview.measure.continuum import FLOOR
from specreview.measure.diagnose import measure_diagnostic
from specreview.measure.line_profile import INSTRUMENT_KMS
from specreview.measure.noise import FloatArray
from specreview.measure.slope import CALIBRATION
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    Diagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    Ramp,
)

LEVELS = (5.0, 10.0, 30.0, 100.0)
"""S/N of the continuum per pixel of 69 km/s; the second and third table take two of them."""

MEAN, NARROW, WIDE = 0.1, 0.8, 1.25
HALPHA = 6564.61
OFFSET_KMS = 150.0

_QUANTITIES = {
    "EW": ("ew", "random_error", "ew_error"),
    "velocity": ("velocity_kms", "velocity_error_kms", None),
    "FWHM": ("fwhm_fit_kms", "fwhm_fit_error_kms", None),
    "FWHM half": ("fwhm_kms", "fwhm_error_kms", None),
    "value": ("value", "random_error", "error"),
}
"""Quantity to the fields of a Measurement: value, error from noise, full error."""


@dataclass(frozen=True, eq=False)
class Case:
    """One feature: its shape without noise, what is measured, and the true values.

    `windows` are stretches (Å) whose level a systematic error of `floor` moves.
    """

    name: str
    wavelength: FloatArray
    shape: FloatArray
    diagnostic: Diagnostic
    truth: dict[str, float]
    windows: tuple[tuple[float, float], ...]
    floor: float = FLOOR


@dataclass(frozen=True, eq=False)
class Draws:
    """Differences measured - true and their errors, (n,), in the quantity's unit."""

    difference: FloatArray
    error: FloatArray

    @property
    def pull(self) -> tuple[float, float]:
        """Mean and standard deviation of difference / error."""
        ratio = self.difference / self.error
        return float(np.mean(ratio)), float(np.std(ratio))

    @property
    def holds(self) -> bool:
        mean, width = self.pull
        return abs(mean) <= MEAN and NARROW <= width <= WIDE


def grid(lower: float, upper: float) -> FloatArray:
    """The 69 km/s grid of LAMOST and SDSS, Å."""
    return 10.0 ** np.arange(np.log10(lower), np.log10(upper), 1e-4)


def line(ew: float, fwhm: float) -> Case:
    """A Gaussian at Hα + 150 km/s; `fwhm` km/s before the instrument of R 1800 widens it."""
    wavelength = grid(6300.0, 6850.0)
    centre = HALPHA * (1.0 + OFFSET_KMS / SPEED_OF_LIGHT_KMS)
    sigma = np.hypot(fwhm, INSTRUMENT_KMS) / 2.354820 / SPEED_OF_LIGHT_KMS * HALPHA
    height = ew / (sigma * np.sqrt(2.0 * np.pi))
    shape = 1.0 + height * np.exp(-0.5 * ((wavelength - centre) / sigma) ** 2)
    kind = "emission" if ew > 0 else "absorption"
    wanted = LineDiagnostic(
        name="line", label="line", kind=kind, rest=(HALPHA,), ew=Ramp(none=1, full=8), source="x"
    )
    truth = {"EW": ew, "velocity": OFFSET_KMS, "FWHM": fwhm, "FWHM half": fwhm}
    half = 34.0 if fwhm < 1125.0 else 59.0  # between the side bands of the window that is used
    inside = ((HALPHA - half, HALPHA + half),)
    return Case(f"{kind} EW {ew:g} Å FWHM {fwhm:g}", wavelength, shape, wanted, truth, inside)


def band(depth: float) -> Case:
    """A C2-like band, sharp at its head and `depth` deep over the whole window."""
    wavelength = grid(5000.0, 5350.0)
    shape = np.where((wavelength > 5090.0) & (wavelength < 5166.6), 1.0 - depth, 1.0)
    wanted = BandheadDiagnostic(
        name="band", label="band", kind="bandhead", head=5166.6, feature=(5110, 5160),
        reference=(5192, 5235), fades="blue", ratio=Ramp(none=0.84, full=0.70), source="x",
    )  # fmt: skip
    return Case(
        f"band ratio {1 - depth:g}", wavelength, shape, wanted, {"value": 1 - depth},
        ((5090.0, 5170.0),),
    )  # fmt: skip


def index(level: float) -> Case:
    """TiO5 of PyHammer: mean over 7127.96 to 7136.97 Å by that over 7043.94 to 7047.94 Å."""
    wavelength = grid(6950.0, 7250.0)
    shape = np.where((wavelength > 7100.0) & (wavelength < 7160.0), level, 1.0)
    wanted = IndexDiagnostic(
        name="tio5", label="TiO5", kind="index", feature=(7127.9646, 7136.9670),
        reference=(7043.9419, 7047.9430), value=Ramp(none=0.9, full=0.75), source="x",
    )  # fmt: skip
    return Case(
        f"index {level:g}", wavelength, shape, wanted, {"value": level}, ((7100.0, 7160.0),)
    )


def slope(value: float) -> Case:
    """A power law through the windows that the shipped tasks use."""
    wavelength = grid(4100.0, 6250.0)
    windows = ((4180.0, 4260.0), (5080.0, 5150.0), (6050.0, 6150.0))
    wanted = ContinuumDiagnostic(
        name="slope", label="slope", kind="continuum", windows=windows,
        slope=Ramp(none=-0.9, full=-1.7), source="x",
    )  # fmt: skip
    shape = (wavelength / 5115.0) ** value
    return Case(
        f"slope {value:g}", wavelength, shape, wanted, {"value": value}, windows, CALIBRATION
    )


CASES = (
    partial(line, 20.0, 350.0),
    partial(line, 20.0, 800.0),
    partial(line, 60.0, 1500.0),
    partial(line, 60.0, 2000.0),
    partial(line, -5.0, 500.0),
    partial(line, -10.0, 1000.0),
    partial(line, -15.0, 1800.0),
    partial(band, 0.3),
    partial(index, 0.6),
    partial(slope, -1.5),
)


def draw(
    case: Case, snr: float, n: int, seed: int, *, ivar: bool = True, systematic: bool = False
) -> dict[str, Draws]:
    """`n` noisy spectra of the case, measured; with `systematic` set against the full error."""
    rng = np.random.default_rng(seed)
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in case.truth}
    for spectrum in _spectra(case, snr, n, rng, ivar, systematic):
        found = measure_diagnostic(spectrum, case.diagnostic, None, {})
        for name, true in case.truth.items():
            value, own, full = _QUANTITIES[name]
            error = full if systematic else own
            if error is not None and getattr(found, value) is not None:
                rows[name].append((getattr(found, value) - true, getattr(found, error)))
    return {name: Draws(*np.array(pairs).T) for name, pairs in rows.items() if len(pairs) > 1}


def _spectra(
    case: Case, snr: float, n: int, rng: np.random.Generator, ivar: bool, systematic: bool
) -> Iterator[Spectrum]:
    size = case.wavelength.size
    inverse = np.full(size, snr**2) if ivar else None
    good, warned = np.ones(size, bool), np.zeros(size, bool)
    for _ in range(n):
        shape = _moved(case, rng) if systematic else case.shape
        flux = shape + rng.normal(0.0, 1.0 / snr, size)
        yield Spectrum(case.wavelength, flux, inverse, good, warned, Origin("x", "injected"))


def _moved(case: Case, rng: np.random.Generator) -> FloatArray:
    """The shape with the level of each of its windows off by a draw of the systematic error."""
    shape = case.shape.copy()
    for lower, upper in case.windows:
        inside = (case.wavelength > lower) & (case.wavelength < upper)
        shape[inside] *= 1.0 + rng.normal(0.0, case.floor)
    return shape


def table(n: int, levels: tuple[float, ...], *, ivar: bool, systematic: bool) -> int:
    """Print one row a case, quantity and S/N; the number of rows that do not hold."""
    failed = 0
    for number, build in enumerate(CASES):
        case = build()
        for snr in levels:
            seed = 10 * number + LEVELS.index(snr)
            found = draw(case, snr, n, seed, ivar=ivar, systematic=systematic)
            for name, draws in found.items():
                failed += not draws.holds
                print(_row(case.name, name, snr, draws), flush=True)
    return failed


def _row(case: str, name: str, snr: float, draws: Draws) -> str:
    mean, width = draws.pull
    bias, scatter = float(np.mean(draws.difference)), float(np.std(draws.difference))
    mark = "" if draws.holds else "  <- outside"
    return (
        f"{case:32s} {name:9s} {snr:5.0f} {draws.error.size:6d} {bias:+9.3f} {scatter:9.3f} "
        f"{mean:+6.2f} {width:5.2f}{mark}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--ivar-only", action="store_true")
    chosen = parser.parse_args()
    started, failed = time.process_time(), 0
    head = f"{'injected':32s} {'quantity':9s} {'S/N':>5s} {'n':>6s} {'bias':>9s} {'scatter':>9s}"
    for title, levels, ivar, systematic in (
        ("Against the error from noise, errors stated", LEVELS, True, False),
        ("Against the error from noise, no errors stated", LEVELS[1::2], False, False),
        ("Against the full error, systematic part injected", LEVELS[1::2], True, True),
    ):
        if chosen.ivar_only and not ivar:
            continue
        print(f"\n{title}\n{head}   pull width")
        failed += table(chosen.draws, levels, ivar=ivar, systematic=systematic)
    print(f"\n{failed} rows outside; {time.process_time() - started:.0f} s CPU")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
