"""The model's picture against the plain recipe; build time and bytes of a candidate's figures.

Run as `python benchmarks/bench_views.py`; exits 1 when a limit is missed. Times are processor
time, so that a busy machine does not change them much. Spectra are made here; with
SPECREVIEW_REFERENCE_DIR set, real ones of three surveys are weighed too.
"""

import io
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import AutoMinorLocator, MultipleLocator

from specreview.measure.diagnose import measure_task
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window
from specreview.tasks.load import load_tasks
from specreview.views.chart import ChartOptions, spectrum_chart
from specreview.views.panels import panels_figure
from specreview.views.recipe import emptiest_corner, figure_size, summary
from specreview.views.rendered import render_view
from specreview.views.ticks import tick_steps

WINDOWS = (None, Window(6400, 6700), Window(4800, 4920), Window(8400, 8700))
REAL = {
    "sdss_cv_spec-0746-52238-0614_full.fits": 0.00008,
    "lamost_cmost_spec-55859-F5902_sp01-001.fits.gz": -0.0001,
    "desi_cut_coadd-5-169_39633300968442591.fits": None,
}
missed: list[str] = []


def report(name: str, value: float, unit: str, limit: float) -> None:
    if value > limit:
        missed.append(name)
    print(f"{name:<56} {value:8.1f} {unit:<4} (at most {limit:g})")


def milliseconds(act: Callable[[], object], rounds: int) -> float:
    """Best processor time of `rounds`: the rest is the machine's doing."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        act()
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def made(count: int, step: float) -> Spectrum:
    wavelength = 3700 + step * np.arange(count)
    flux = 30 + 40 * np.exp(-0.5 * ((wavelength - 6564.6) / 12) ** 2)
    flux += np.random.default_rng(1).normal(0, 1, count)
    return Spectrum(
        wavelength=wavelength,
        flux=flux,
        ivar=np.ones(count),
        good=np.random.default_rng(2).random(count) > 0.002,
        warned=np.random.default_rng(3).random(count) > 0.95,
        origin=Origin(file="made.fits", reader="made", survey="SDSS"),
    )


def plain_recipe(spectrum: Spectrum, window: Window | None) -> bytes:
    """The recipe as published: every tick an artist, a tight box found by drawing twice."""
    wavelength, flux = spectrum.wavelength, spectrum.flux
    if window is not None:
        inside = (wavelength >= window.lower) & (wavelength <= window.upper)
        wavelength, flux = wavelength[inside], flux[inside]
    span = wavelength[-1] - wavelength[0]
    with rc_context(matplotlib.rcParamsDefault):
        zoomed = window is not None
        figure = Figure(figsize=figure_size(span, wavelength.size, zoomed=zoomed), dpi=80)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot(111)
        axes.plot(wavelength, flux, color="blue", linewidth=1.0, alpha=0.8)
        axes.set_title("Spectrum", fontsize=14, fontweight="bold", pad=20)
        axes.set_xlabel("Wavelength (Å)", fontsize=12, fontweight="bold")
        axes.set_ylabel("Flux", fontsize=12, fontweight="bold")
        major, minor = tick_steps(span)
        axes.xaxis.set_major_locator(MultipleLocator(major))
        axes.xaxis.set_minor_locator(MultipleLocator(minor))
        axes.yaxis.set_minor_locator(AutoMinorLocator())
        axes.grid(True, which="major", alpha=0.3, linewidth=0.5)
        axes.grid(True, which="minor", alpha=0.1, linewidth=0.3)
        axes.tick_params(which="both", labelsize=10, direction="in")
        figure.tight_layout()
        x, y = ((0.02, 0.98), (0.98, 0.98), (0.02, 0.02), (0.98, 0.02))[
            emptiest_corner(wavelength, flux)
        ]
        box = {"boxstyle": "round", "facecolor": "white", "alpha": 0.8}
        axes.text(x, y, summary(wavelength, flux), transform=axes.transAxes, fontsize=9, bbox=box)
        png = io.BytesIO()
        figure.savefig(png, format="png", dpi=80, bbox_inches="tight")
    return png.getvalue()


def pictures() -> None:
    spectrum = made(3900, 1.4)
    ours = milliseconds(lambda: [render_view(spectrum, w, None) for w in WINDOWS], 5) / len(WINDOWS)
    plain = milliseconds(lambda: [plain_recipe(spectrum, w) for w in WINDOWS], 5) / len(WINDOWS)
    print(f"picture, plain recipe {plain:.0f} ms, ours {ours:.0f} ms")
    report("picture, share of the plain recipe's time", 100 * ours / plain, "%", 65)


def charts() -> None:
    task = load_tasks()["cv"]
    for count, step in ((3900, 1.4), (7800, 0.8)):
        spectrum = made(count, step)
        options = ChartOptions(redshift=0.0001, windows=((1, "Hα", 6400.0, 6730.0, True),))
        measured = measure_task(spectrum, task, options.redshift)
        chart = milliseconds(partial(spectrum_chart, spectrum, task, options, "1"), 15)
        panels = milliseconds(partial(panels_figure, spectrum, task, measured, options), 15)
        report(f"chart of {count} pixels, built", chart, "ms", 30)
        report(f"panels of {count} pixels, built", panels, "ms", 30)
        weigh(f"made, {count} pixels", spectrum, options.redshift)
    folder = os.environ.get("SPECREVIEW_REFERENCE_DIR")
    for file, redshift in REAL.items() if folder else ():
        weigh(file, read_spectrum(Path(folder or "") / "spectra" / file), redshift)


def weigh(name: str, spectrum: Spectrum, redshift: float | None) -> None:
    task = load_tasks()["cv"]
    windows = tuple((i, "window", 4000.0 + 500 * i, 4300.0 + 500 * i, i == 3) for i in range(1, 5))
    options = ChartOptions(redshift=redshift, windows=windows)
    measured = measure_task(spectrum, task, redshift)
    chart = len(spectrum_chart(spectrum, task, options, "1").to_json().encode())
    panels = len(panels_figure(spectrum, task, measured, options).to_json().encode())
    report(f"{name}: chart {chart / 1000:.0f} + panels", (chart + panels) / 1000, "kB", 150)


if __name__ == "__main__":
    pictures()
    charts()
    sys.exit(1 if missed else 0)
