"""The picture that the model sees: pixel for pixel as in training, always the same bytes."""

import ast
import io
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib
import numpy as np
import psutil
import pytest
from PIL import Image

import specreview.views.rendered as rendered
from specreview.errors import CallError
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window
from specreview.views.rendered import RENDERER_VERSION, render_view, view_title


def spectrum_of(wavelength, flux, **kwargs):
    wavelength = np.asarray(wavelength, dtype=np.float64)
    return Spectrum(
        wavelength=wavelength,
        flux=np.asarray(flux),
        ivar=kwargs.get("ivar"),
        good=kwargs.get("good", np.isfinite(flux)),
        warned=np.zeros(wavelength.size, dtype=bool),
        origin=Origin(file="synthetic", reader="test"),
    )


def pixels(png):
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGBA"))


def size(png):
    with Image.open(io.BytesIO(png)) as image:
        return image.size


@pytest.fixture(scope="module")
def noisy():
    wavelength = 10 ** (3.5682 + 1e-4 * np.arange(3900))
    flux = 50 + 20 * np.sin(wavelength / 300) + np.random.default_rng(5).normal(0, 4, 3900)
    return spectrum_of(wavelength, flux)


@pytest.mark.reference
def test_all_reference_views_have_identical_pixels(reference):
    folder = reference / "render_reference"
    views = json.loads((folder / "views.json").read_text())["views"]
    assert len(views) == 42
    differing = []
    for view in views:
        with np.load(folder / view["spectrum"]) as arrays:
            spectrum = spectrum_of(arrays["wavelength"], arrays["flux"])
        window = Window(*view["window"]) if view["window"] else None
        drawn = pixels(render_view(spectrum, window, None, view["title"]))
        expected = pixels((folder / view["image"]).read_bytes())
        if drawn.shape != expected.shape or not np.array_equal(drawn, expected):
            differing.append(view["image"])
    assert differing == []


@pytest.mark.slow
def test_case_52_threads_draw_what_one_thread_draws():
    wavelength = np.linspace(6500, 6600, 80)
    spectra = [spectrum_of(wavelength, np.full(80, float(level))) for level in range(8)]
    serial = [render_view(spectrum, Window(6500, 6600), None) for spectrum in spectra]
    assert len(set(serial)) == 8
    barrier = threading.Barrier(8)

    def ten(number):
        barrier.wait()
        return [render_view(spectra[number], Window(6500, 6600), None) for _ in range(10)]

    with ThreadPoolExecutor(8) as pool:
        for number, drawn in enumerate(pool.map(ten, range(8))):
            assert set(drawn) == {serial[number]}


def test_case_52_nothing_on_the_way_to_the_picture_imports_pyplot():
    folder = Path(rendered.__file__).parent
    for module in folder.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert not [name for name in names if "pyplot" in name], module


@pytest.mark.slow
def test_case_53_drawing_keeps_no_figure_and_no_memory():
    import gc

    from matplotlib._pylab_helpers import Gcf
    from matplotlib.figure import Figure

    wavelength = np.linspace(6500, 6600, 80)
    spectrum = spectrum_of(wavelength, np.sin(wavelength))
    render_view(spectrum, None, None)
    gc.collect()
    before = psutil.Process().memory_info().rss
    for number in range(40):
        render_view(spectrum, Window(6500, 6550 + number / 10), None)
    gc.collect()
    assert Gcf.get_num_fig_managers() == 0
    assert sum(type(thing) is Figure for thing in gc.get_objects()) <= 1
    assert psutil.Process().memory_info().rss - before < 30e6, "40 pictures take 60 MB"


@pytest.mark.parametrize(
    "style",
    [
        {"font.size": 22, "font.family": ["serif"], "axes.facecolor": "black"},
        {"axes.linewidth": 5, "lines.antialiased": False, "path.simplify": False},
        {"savefig.dpi": 300, "savefig.pad_inches": 1.0, "savefig.facecolor": "red"},
        {"axes.unicode_minus": False, "axes.xmargin": 0.3, "text.hinting": "none"},
        {"xtick.top": True, "ytick.major.size": 12, "grid.color": "red", "axes.axisbelow": False},
        {"axes.formatter.limits": [-1, 1], "axes.titlelocation": "left", "axes.grid": True},
    ],
)
def test_same_bytes_whatever_the_style_in_force(noisy, style):
    plain = render_view(noisy, Window(6400, 6700), None)
    with matplotlib.rc_context(style):
        kept = dict(matplotlib.rcParams)
        assert render_view(noisy, Window(6400, 6700), None) == plain
        assert dict(matplotlib.rcParams) == kept


def test_same_bytes_whatever_was_drawn_before(noisy):
    windows = [None, Window(6400, 6700), Window(4800, 4920), Window(6562, 6566)]
    first = [render_view(noisy, window, None) for window in windows]
    backwards = [render_view(noisy, window, None) for window in reversed(windows)]
    assert backwards[::-1] == first


def test_picture_holds_no_text_that_differs_by_version(noisy):
    with Image.open(io.BytesIO(render_view(noisy, None, None))) as image:
        assert "Software" not in image.info
    assert matplotlib.__version__ in RENDERER_VERSION


def test_bad_pixels_are_drawn_and_missing_ones_are_not(noisy):
    everything = render_view(noisy, None, None)
    masked = spectrum_of(noisy.wavelength, noisy.flux, good=np.zeros(len(noisy), dtype=bool))
    assert render_view(masked, None, None) == everything
    holes = noisy.flux.copy()
    holes[100:200] = np.nan
    holes[300] = np.inf
    keep = np.isfinite(holes)
    without = spectrum_of(noisy.wavelength[keep], noisy.flux[keep])
    assert render_view(spectrum_of(noisy.wavelength, holes), None, None) == render_view(
        without, None, None
    )


def test_the_window_is_in_the_rest_frame(noisy):
    z = 0.1
    moved = spectrum_of(noisy.wavelength * (1 + z), noisy.flux)
    window = Window(6500, 6600)
    # Dividing by 1.1 leaves rounding noise of 1e-12 Å: the pixels agree, not the arithmetic.
    assert np.array_equal(
        pixels(render_view(moved, window, z)), pixels(render_view(noisy, window, None))
    )
    assert render_view(moved, window, z) != render_view(moved, window, None)
    assert render_view(noisy, window, float("nan")) == render_view(noisy, window, None)
    assert render_view(noisy, window, 0.0) == render_view(noisy, window, None)


def test_float32_big_endian_flux_draws_as_its_values(noisy):
    single = noisy.flux.astype(">f4")
    swapped = spectrum_of(noisy.wavelength, single)
    native = spectrum_of(noisy.wavelength, single.astype(np.float64))
    assert render_view(swapped, None, None) == render_view(native, None, None)


def test_case_58_extreme_windows_give_sane_pictures():
    wavelength = np.linspace(3500, 9600, 20_000)
    spectrum = spectrum_of(wavelength, np.cos(wavelength))
    for window in (Window(6500, 6501), Window(3550, 9550), Window(6500, 6500.4), None):
        width, height = size(render_view(spectrum, window, None))
        assert min(width, height) >= 28
        assert max(width, height) / min(width, height) < 20


def test_a_single_pixel_and_constant_flux_can_be_drawn():
    spectrum = spectrum_of(np.arange(1200.0, 1300.0), np.ones(100))
    for window in (Window(1209.5, 1210.5), Window(1200, 1250), None):
        width, _ = size(render_view(spectrum, window, None))
        assert width > 300


@pytest.mark.parametrize("window", [Window(100, 200), Window(9700, 9900), Window(3000, 3999.9)])
def test_a_window_outside_names_the_available_range(window):
    spectrum = spectrum_of(np.linspace(4000, 9000, 500), np.ones(500))
    with pytest.raises(CallError, match=r"4000\.0 to 9000\.0 Å \(rest frame\)") as refusal:
        render_view(spectrum, window, None)
    assert f"[{window.lower:g}, {window.upper:g}]" in str(refusal.value)
    assert "outside" in str(refusal.value)


def test_the_available_range_is_the_rest_frame_of_finite_flux():
    flux = np.ones(500)
    flux[-100:] = np.nan
    spectrum = spectrum_of(np.linspace(4000, 8990, 500), flux)
    with pytest.raises(CallError, match=re.escape("2000.0 to 3995.0 Å")):
        render_view(spectrum, Window(4100, 4200), 1.0)


def test_a_window_in_a_gap_says_so():
    wavelength = np.concatenate([np.arange(4000.0, 5000.0), np.arange(6000.0, 7000.0)])
    spectrum = spectrum_of(wavelength, np.ones(2000))
    with pytest.raises(CallError, match="holds no data point"):
        render_view(spectrum, Window(5200, 5600), None)
    assert render_view(spectrum, Window(4900, 5600), None)


def test_no_finite_flux_is_refused():
    spectrum = spectrum_of(np.arange(4000.0, 4100.0), np.full(100, np.nan))
    with pytest.raises(CallError, match="no finite flux"):
        render_view(spectrum, None, None)


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("spec-55859-F5902_sp01-001.fits.gz", "Spectrum: spec-55859-F5902_sp01-001.fits.gz"),
        ("/a/b/med-58575-HD103621_sp03-046.fits", "Spectrum: med-58575-HD103621_sp03-046.fits"),
        ("carbonstar1.fits", "Spectrum"),
        ("spec-55859-F5902_sp01-001_carbon.fits", "Spectrum"),
        ("carbon_spec-55859-F5902_sp01-001.fits", "Spectrum"),
        ("spec-0459-51924-0222.fits", "Spectrum"),
    ],
)
def test_only_genuine_lamost_names_become_titles(file, title):
    assert view_title(file) == title


def test_a_title_is_drawn_as_it_stands(noisy):
    assert size(render_view(noisy, None, None, r"$\frac{1}{$ unbalanced_math"))[0] > 300
