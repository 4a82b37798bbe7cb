"""The small picture in the table."""

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest

from specreview.spectra.spectrum import Origin, Spectrum
from specreview.views.sparkline import COLUMNS, HEIGHT, WIDTH, sparkline


def spectrum_of(flux, good=None):
    flux = np.asarray(flux, dtype=np.float64)
    return Spectrum(
        wavelength=np.linspace(3700, 9100, flux.size),
        flux=flux,
        ivar=None,
        good=np.isfinite(flux) if good is None else good,
        warned=np.zeros(flux.size, bool),
        origin=Origin(file="synthetic.fits", reader="test"),
    )


def path_of(uri):
    assert uri.startswith("data:image/svg+xml,")
    svg = unquote(uri.split(",", 1)[1])
    root = ElementTree.fromstring(svg)
    return root[0].attrib["d"]


def points(path):
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([-\d.]+)", path)]


def test_it_is_a_small_svg_inside_its_frame():
    noise = np.random.default_rng(2).normal(0, 1, 4000)
    uri = sparkline(spectrum_of(noise))
    assert len(uri) < 1500
    drawn = points(path_of(uri))
    assert len(drawn) == COLUMNS
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in drawn)
    assert path_of(uri).count("M") == 1


def test_gaps_stay_gaps():
    flux = np.ones(4000)
    flux[1000:1500] = np.nan
    good = np.isfinite(flux)
    good[3000:3400] = False
    drawn = path_of(sparkline(spectrum_of(flux, good)))
    assert drawn.count("M") == 3
    x = np.array([x for x, _ in points(drawn)])
    assert not ((x > 33) & (x < 43)).any()


def test_a_broad_line_shows_and_a_cosmic_ray_does_not():
    flux = np.ones(4000)
    flux[2000:2040] = 3.0
    flux[3000] = 1e6
    drawn = points(path_of(sparkline(spectrum_of(flux))))
    highest = min(drawn, key=lambda point: point[1])
    assert highest[0] == pytest.approx(WIDTH / 2, abs=3)


def test_no_good_pixel_and_constant_flux_are_no_error():
    assert path_of(sparkline(spectrum_of(np.full(100, np.nan)))) == ""
    assert len(points(path_of(sparkline(spectrum_of(np.ones(4000)))))) == COLUMNS
