"""Flux of any size is drawn in short numbers; the power of ten stands in the unit."""

import numpy as np
import pytest

from specreview.measure.diagnose import measure_all
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.views.chart import spectrum_chart
from specreview.views.magnitude import power_for
from specreview.views.options import ChartOptions, MarkedClaim
from specreview.views.panels import panels_figure

WAVELENGTH = np.arange(3800.0, 9000.0, 2.0)
SHAPE = 1.0 + 4.0 * np.exp(-0.5 * ((WAVELENGTH - 6564.61) / 12.0) ** 2)


def spectrum(level: float, unit: str) -> Spectrum:
    good = np.ones(WAVELENGTH.size, bool)
    noise = 1.0 + np.random.default_rng(1).normal(size=good.size) / 50.0
    ivar = (50.0 / (level * SHAPE)) ** 2
    return Spectrum(
        WAVELENGTH, level * SHAPE * noise, ivar, good, ~good, Origin("x", "text", flux_unit=unit)
    )


def chart(made: Spectrum, level: float):
    claim = MarkedClaim("Hα", "supported", "", 6520.0, 6610.0, ((6480.0, level), (6650.0, level)))
    options = ChartOptions(zoom=(6400.0, 6700.0), marks=(claim,))
    return spectrum_chart(made, load_tasks()["cv"], options, "1", overlay=made.flux)


@pytest.mark.parametrize(
    ("level", "unit", "title"),
    [
        (4e-15, "erg/s/cm2/Angstrom", "flux (10⁻¹⁵ erg s⁻¹ cm⁻² Å⁻¹)"),
        (2e-15, "relative", "flux (10⁻¹⁵ relative)"),
        (7e6, "relative", "flux (10⁶ relative)"),
        (2e-5, "1e-17 erg/s/cm2/Angstrom", "flux (10⁻⁶ × 10⁻¹⁷ erg s⁻¹ cm⁻² Å⁻¹)"),
        (30.0, "1e-17 erg/s/cm2/Angstrom", "flux (10⁻¹⁷ erg s⁻¹ cm⁻² Å⁻¹)"),
    ],
)
def test_numbers_are_short_and_times_the_unit_they_are_the_file_s(level, unit, title) -> None:
    made = spectrum(level, unit)
    figure = chart(made, level)
    assert figure.layout.yaxis.title.text == title
    (flux,) = [one for one in figure.data if one.name == "flux"]
    (over,) = [one for one in figure.data if one.name == "overlay"]
    (dashes,) = [one for one in figure.data if one.name == "continuum"]
    factor = float(np.median(flux.y)) / float(np.median(made.flux))
    assert 1e-2 < np.max(flux.y) < 1e5
    assert np.asarray(over.y) == pytest.approx(factor * made.flux, rel=1e-5)
    assert list(dashes.y) == pytest.approx([factor * level] * 2, rel=1e-5)
    assert figure.layout.yaxis.range[1] > np.max(flux.y)


@pytest.mark.parametrize("level", [0.0, np.nan, 5e-324, 1e-309, 1e300])
def test_no_flux_is_too_small_or_too_large_to_be_drawn(level) -> None:
    assert np.isfinite(10.0 ** -power_for(np.full(9, level)))


def test_the_panels_have_the_numbers_of_the_chart() -> None:
    made, task = spectrum(4e-15, "relative"), load_tasks()["cv"]
    measured = measure_all(prepare(made, None), task)
    figure = panels_figure(made, task, measured, ChartOptions())
    dashed = [one for one in figure.data if one.line.dash]
    assert dashed, "the continuum of what was measured"
    tops = [np.nanmax(np.asarray(one.y)) for one in figure.data]
    assert 1.0 < max(tops) < 100.0
    for one in dashed:
        assert np.asarray(one.y) == pytest.approx(4.0, rel=0.1)
