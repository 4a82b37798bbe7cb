"""The quick drawing gives, pixel for pixel, what the plain recipe gives on any spectrum."""

import io

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import AutoMinorLocator, MultipleLocator
from PIL import Image

from specreview.views.recipe import draw_png, emptiest_corner, figure_size, summary
from specreview.views.ticks import tick_steps

CORNERS = {
    0: (0.02, 0.98, "left", "top"),
    1: (0.98, 0.98, "right", "top"),
    2: (0.02, 0.02, "left", "bottom"),
    3: (0.98, 0.02, "right", "bottom"),
}


def plainly(wavelength, flux, title, *, zoomed):
    """The recipe as published: every tick an artist of its own, a tight box by savefig."""
    with matplotlib.rc_context(matplotlib.rcParamsDefault):
        span = wavelength[-1] - wavelength[0]
        figure = Figure(figsize=figure_size(span, wavelength.size, zoomed=zoomed), dpi=80)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot(111)
        axes.plot(wavelength, flux, color="blue", linewidth=1.0, alpha=0.8)
        axes.set_title(title, fontsize=14, fontweight="bold", pad=20)
        axes.set_xlabel("Wavelength (Å)", fontsize=12, fontweight="bold")
        axes.set_ylabel("Flux", fontsize=12, fontweight="bold")
        major, minor = tick_steps(span)
        axes.xaxis.set_major_locator(MultipleLocator(major))
        axes.xaxis.set_minor_locator(MultipleLocator(minor))
        axes.yaxis.set_minor_locator(AutoMinorLocator())
        axes.grid(True, which="major", alpha=0.3, linewidth=0.5)
        axes.grid(True, which="minor", alpha=0.1, linewidth=0.3)
        axes.tick_params(which="major", labelsize=10, direction="in")
        axes.tick_params(which="minor", direction="in")
        figure.tight_layout()
        x, y, horizontal, vertical = CORNERS[emptiest_corner(wavelength, flux)]
        box = {"boxstyle": "round", "facecolor": "white", "alpha": 0.8}
        place = {"ha": horizontal, "va": vertical, "fontsize": 9, "bbox": box}
        axes.text(x, y, summary(wavelength, flux), transform=axes.transAxes, **place)
        png = io.BytesIO()
        figure.savefig(png, format="png", dpi=80, bbox_inches="tight")
        return png.getvalue()


def pixels(png):
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGBA"))


CASES = [
    # first Å, step, pixels, level, scatter, zoomed
    (3700.0, 1.4, 3900, 50.0, 5.0, False),
    (3700.0, 1.4, 3900, 3e-17, 1e-17, False),
    (3600.0, 0.8, 7781, 0.2, 1.0, False),
    (1200.0, 0.9, 12_000, 1e6, 1e5, False),
    (6500.0, 1.5, 64, -4e-16, 1e-17, True),
    (6562.1, 1.5, 3, 1.0, 0.1, True),
    (940.0, 1.5, 1, 12.0, 0.0, True),  # 94 Å wide: a tick every 0.2 Å
    (4000.0, 1.0, 900, 1e5, 3.0, True),
    (4000.0, 1.3, 240, 1234.5678, 1e-3, True),
    (9000.0, 2.0, 500, -1e9, 1e8, True),
    (5000.0, 0.05, 100, 0.0, 0.0, True),
    (4321.0, 1.1, 330, 7.0, 2.0, False),
]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    "title", ["Spectrum", "Spectrum: spec-58575-HD103621N361936B01_sp03-046.fits.gz"]
)
def test_pixels_are_those_of_the_plain_recipe(case, title):
    first, step, count, level, scatter, zoomed = case
    wavelength = first + step * np.arange(count)
    flux = level + scatter * np.random.default_rng(count).normal(size=count)
    quick = pixels(draw_png(wavelength, flux, title, zoomed=zoomed))
    slow = pixels(plainly(wavelength, flux, title, zoomed=zoomed))
    assert quick.shape == slow.shape
    assert np.array_equal(quick, slow)


@pytest.mark.parametrize(
    ("span", "pixels", "zoomed", "size"),
    [
        (49.9, 100, True, (6.0, 4.0)),
        (50.0, 100, True, (7.0, 4.5)),
        (200.0, 100, True, (8.0, 5.0)),
        (1000.0, 800, True, (9.0, 5.5)),
        (3000.0, 2000, False, (8.0, 5.0)),
        (3000.1, 2000, False, (10.0, 6.0)),
        (200.0, 100, False, (6.0, 4.0)),
        (5400.0, 10_001, False, (10.5, 6.0)),
        (5400.0, 10_000, False, (10.0, 6.0)),
        (30.0, 49, True, (5.7, 4.0)),
    ],
)
def test_sizes_follow_the_span_of_the_pixels_drawn(span, pixels, zoomed, size):
    assert figure_size(span, pixels, zoomed=zoomed) == pytest.approx(size)


@pytest.mark.parametrize(
    ("span", "steps"),
    [
        (5000.0, (1000, 200)),
        (4999.0, (200, 50)),
        (500.0, (100, 20)),
        (300.0, (100, 25)),
        (150.0, (50, 25)),
        (100.0, (25, 5)),
        (50.0, (10, 2)),
        (20.0, (5, 1)),
        (5.0, (2, 0.5)),
        (0.0, (1, 0.2)),
    ],
)
def test_tick_steps_follow_the_span(span, steps):
    assert tick_steps(span) == steps


def test_ties_go_to_the_top_left_first():
    wavelength = np.array([1.0, 2.0, 3.0, 4.0])
    assert emptiest_corner(wavelength, np.array([1.0, 0.0, 1.0, 0.0])) == 0
    assert emptiest_corner(wavelength, np.array([1.0, 1.0, 0.0, 0.0])) == 1
    assert emptiest_corner(wavelength, np.array([0.0, 0.0, 1.0, 1.0])) == 0
