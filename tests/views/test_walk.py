"""The walk through the windows: what was measured is drawn, and no badge covers data."""

import numpy as np
import pytest

from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.views.chart import spectrum_chart
from specreview.views.options import ChartOptions, MarkedClaim
from specreview.views.palette import palette
from specreview.views.walk import MOST

HALPHA = 6564.61
PLOT = 246
"""Pixels of height of the plot on a window of 768 px, the lowest that is served."""


@pytest.fixture(scope="module")
def spectrum() -> Spectrum:
    wavelength = np.arange(6000.0, 7000.0, 1.0)
    flux = 10.0 + 30.0 * np.exp(-0.5 * ((wavelength - HALPHA) / 10.0) ** 2)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin("1", "text", 1))


def mark(text: str = "Hα broad emission", standing: str = "supported") -> MarkedClaim:
    ends = ((6500.0, 10.0), (6630.0, 10.0))
    return MarkedClaim(text, standing, "EW 75 ± 2 Å", 6530.0, 6600.0, ends)


def chart(spectrum: Spectrum, *marks: MarkedClaim, **more):
    options = ChartOptions(zoom=(6480.0, 6650.0), marks=marks, **more)
    return spectrum_chart(spectrum, load_tasks()["cv"], options, "1")


@pytest.mark.parametrize("axis", ["observed", "rest"])
def test_area_and_continuum_are_where_they_were_measured(spectrum, axis) -> None:
    z = 0.01
    figure = chart(spectrum, mark(), axis=axis, redshift=z)
    stretch = 1.0 + z if axis == "observed" else 1.0
    (dashes,) = [one for one in figure.data if one.name == "continuum"]
    assert list(dashes.x) == pytest.approx([6500.0 * stretch, 6630.0 * stretch], abs=0.01)
    area = next(one for one in figure.data if one.name == "measured" and one.fill == "toself")
    assert min(area.x) >= 6530.0 * stretch - 0.01
    assert max(area.x) <= 6600.0 * stretch + 0.01
    assert min(area.y) >= 10.0 - 1e-3, "from the continuum up to the flux"


@pytest.mark.parametrize("count", [1, 2, MOST, MOST + 3])
def test_badges_stand_above_all_data_in_sight(spectrum, count) -> None:
    figure = chart(spectrum, *(mark(f"claim {n}") for n in range(count)))
    low, high = figure.layout.yaxis.range
    top = max(spectrum.flux[(spectrum.wavelength > 6480) & (spectrum.wavelength < 6650)])
    free = (high - top) / (high - low) * PLOT
    badges = [one for one in figure.layout.annotations if one.yanchor == "top"]
    assert len(badges) == min(count, MOST + 1)
    assert max(-one.yshift + 18 for one in badges) <= free


def test_word_stands_beside_colour_and_foreign_text_is_no_markup(spectrum) -> None:
    colours = palette(dark=False)
    figure = chart(spectrum, mark("<b>evil</b> %{x}", "contradicted"), mark())
    first, second = [one for one in figure.layout.annotations if one.yanchor == "top"]
    assert "&lt;b&gt;evil" in first.text
    assert "%{" not in first.text
    assert first.text.startswith("<b>✕")
    assert "contradicted" in first.text
    assert (first.bgcolor, second.bgcolor) == (colours.contradicted_tint, colours.supported_tint)


def test_a_feature_is_drawn_once_and_nothing_without_a_walk(spectrum) -> None:
    twice = chart(spectrum, mark(), mark("Hα strong"))
    assert sum(one.name == "continuum" for one in twice.data) == 1
    still = chart(spectrum)
    assert not any(one.name in ("continuum", "measured") for one in still.data)
