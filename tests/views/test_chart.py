"""The astronomer's chart: breaks, frames, units, marks and zoom, down to the bytes sent."""

import base64
import itertools
import json
import re

import numpy as np
import pytest

from specreview.spectra.lines import sky_bands
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.views.chart import ChartOptions, spectrum_chart, y_range
from specreview.views.palette import DARK, LIGHT
from specreview.views.panels import panels_figure

HALPHA = 6564.61


@pytest.fixture(scope="module")
def tasks():
    return load_tasks()


@pytest.fixture(scope="module")
def cv(tasks):
    return tasks["cv"]


def spectrum_of(wavelength, flux, *, good=None, ivar=None, warned=None, **origin):
    wavelength = np.asarray(wavelength, dtype=np.float64)
    flux = np.asarray(flux, dtype=np.float64)
    return Spectrum(
        wavelength=wavelength,
        flux=flux,
        ivar=ivar,
        good=np.isfinite(flux) if good is None else good,
        warned=np.zeros(wavelength.size, bool) if warned is None else warned,
        origin=Origin(file="synthetic.fits", reader="test", **origin),
    )


@pytest.fixture
def plain():
    wavelength = 10 ** (3.5682 + 1e-4 * np.arange(3900))
    flux = 10 + np.random.default_rng(1).normal(0, 1, 3900)
    return spectrum_of(wavelength, flux, ivar=np.ones(3900), survey="LAMOST")


def sent(figure):
    """What goes over the wire, arrays decoded."""

    def decode(node):
        if isinstance(node, dict) and set(node) >= {"dtype", "bdata"}:
            array = np.frombuffer(base64.b64decode(node["bdata"]), dtype=node["dtype"])
            shape = [int(part) for part in node.get("shape", str(array.size)).split(",")]
            return array.reshape(shape)
        if isinstance(node, dict):
            return {key: decode(value) for key, value in node.items()}
        return [decode(value) for value in node] if isinstance(node, list) else node

    return decode(json.loads(figure.to_json()))


def trace(figure, name):
    found = [each for each in sent(figure)["data"] if each.get("name") == name]
    return found[0] if found else None


def xs(drawn):
    if "x" in drawn:
        return np.asarray(drawn["x"], dtype=np.float64)
    return drawn["x0"] + drawn["dx"] * np.arange(len(drawn["y"]))


def label_at(figure, text):
    return [a["x"] for a in sent(figure)["layout"]["annotations"] if a["text"] == text]


def test_case_43_missing_flux_stays_a_gap(cv):
    flux = np.ones(1000)
    flux[100:201] = np.nan
    spectrum = spectrum_of(np.arange(6000.0, 7000.0), flux)
    for smoothing in (0, 5):
        figure = spectrum_chart(spectrum, cv, ChartOptions(smoothing=smoothing), "1")
        drawn = trace(figure, "flux")
        assert np.isnan(drawn["y"][100:201]).all()
        assert not np.isnan(np.delete(drawn["y"], np.arange(100, 201))).any()
        assert drawn["connectgaps"] is False
        assert drawn["type"] == "scatter"
    smoothed = trace(figure, "smoothed")
    inside = (smoothed["x"] > 6100) & (smoothed["x"] < 6200)
    assert np.isnan(smoothed["y"][inside]).all()
    assert inside.any()


def test_case_43_bad_pixels_break_the_line_and_are_marked(cv):
    good = np.ones(1000, bool)
    good[[100, 500, 501, 502]] = False
    flux = np.ones(1000)
    flux[100] = 900.0
    spectrum = spectrum_of(np.arange(6000.0, 7000.0), flux, good=good)
    figure = spectrum_chart(spectrum, cv, ChartOptions(), "1")
    assert np.flatnonzero(np.isnan(trace(figure, "flux")["y"])).tolist() == [100, 500, 501, 502]
    rug = [s for s in sent(figure)["layout"]["shapes"] if s["line"].get("color") == LIGHT.marks]
    assert len(rug) == 1
    assert "M6099.5," in rug[0]["path"]
    assert "M6499.5," in rug[0]["path"]
    assert "H6502.5" in rug[0]["path"]
    assert rug[0]["path"].count("H") == 2


@pytest.mark.parametrize("frame", ["observed", "rest"])
def test_case_44_a_jump_in_wavelength_holds_exactly_one_break(cv, frame):
    wavelength = np.concatenate([np.arange(4000.0, 5001.0), np.arange(6000.0, 7001.0)])
    spectrum = spectrum_of(wavelength, np.ones(wavelength.size))
    drawn = trace(spectrum_chart(spectrum, cv, ChartOptions(axis=frame), "1"), "flux")
    between = (xs(drawn) > 5000) & (xs(drawn) < 6000)
    assert np.isnan(drawn["y"][between]).sum() == between.sum() == 1
    assert np.isnan(drawn["y"]).sum() == 1


def test_case_44_the_error_band_does_not_cross_a_gap(cv):
    wavelength = np.concatenate([np.arange(4000.0, 5001.0), np.arange(6000.0, 7001.0)])
    spectrum = spectrum_of(wavelength, np.ones(2002), ivar=np.ones(2002))
    band = trace(spectrum_chart(spectrum, cv, ChartOptions(), "1"), "1σ")
    breaks = np.flatnonzero(np.isnan(band["y"]))
    assert breaks.size == 1
    assert band["x"][: breaks[0]].max() <= 5000
    assert band["x"][breaks[0] + 1 :].min() >= 6000


def test_case_46_the_zoom_key_is_candidate_axis_unit_and_commanded_zoom(plain, cv):
    def key(candidate="7", **options):
        return spectrum_chart(plain, cv, ChartOptions(**options), candidate).layout.uirevision

    assert key() == key()
    assert key() == key(smoothing=5, lines=False, errors=False, dark=True)
    assert key() == key(windows=((1, "Hα", 6500, 6600, True),))
    different = {
        key(),
        key(candidate="8"),
        key(axis="rest"),
        key(unit="nm"),
        key(zoom=(6500, 6600), zoom_number=1),
        key(zoom=(6500, 6600), zoom_number=2),
    }
    assert len(different) == 6


def test_case_47_a_new_candidate_starts_at_its_full_range(plain, cv):
    first = spectrum_chart(plain, cv, ChartOptions(zoom=(6500, 6600), zoom_number=1), "1")
    assert list(first.layout.xaxis.range) == [6500, 6600]
    other = spectrum_of(np.arange(3600.0, 9800.0), np.ones(6200))
    low, high = spectrum_chart(other, cv, ChartOptions(), "2").layout.xaxis.range
    assert low <= 3600 < 3650
    assert 9750 < 9799 <= high
    assert (
        first.layout.uirevision != spectrum_chart(other, cv, ChartOptions(), "2").layout.uirevision
    )


def test_case_49_the_same_window_twice_is_two_numbered_marks_that_do_not_overlap(plain, cv):
    windows = ((1, "Hα", 6500, 6600, False), (2, "Hα", 6500, 6600, True))
    layout = sent(spectrum_chart(plain, cv, ChartOptions(windows=windows), "1"))["layout"]
    boxes = {a["text"]: a for a in layout["annotations"] if a["text"] in "12"}
    assert set(boxes) == {"1", "2"}
    apart = boxes["2"].get("xshift", 0) - boxes["1"].get("xshift", 0)
    assert apart >= 16
    assert boxes["2"]["bgcolor"] != boxes["1"]["bgcolor"]


def test_case_50_no_trace_needs_a_webgl_context(plain, cv):
    figures = [
        spectrum_chart(plain, cv, ChartOptions(smoothing=5), "1"),
        panels_figure(plain, cv, {}, ChartOptions()),
    ]
    kinds = [each["type"] for figure in figures for each in sent(figure)["data"]]
    assert set(kinds) == {"scatter"}


def test_case_56_everything_moves_to_nm(plain, cv):
    options = ChartOptions(windows=((1, "Hα", 6500, 6600, True),))
    in_nm = ChartOptions(windows=options.windows, unit="nm")
    old, new = (spectrum_chart(plain, cv, each, "1") for each in (options, in_nm))
    assert label_at(old, "Hα") == [pytest.approx(HALPHA, abs=0.01)]
    assert label_at(new, "Hα") == [pytest.approx(656.461, abs=0.001)]
    assert np.allclose(new.layout.xaxis.range, np.array(old.layout.xaxis.range) / 10)
    assert np.allclose(xs(trace(new, "flux")), xs(trace(old, "flux")) / 10)
    assert np.allclose(
        positions(sent(new)["layout"]["shapes"]),
        np.array(positions(sent(old)["layout"]["shapes"])) / 10,
        atol=0.06,
    )
    assert "(nm)" in new.layout.xaxis.title.text
    assert "nm" in trace(new, "flux")["hovertemplate"]
    # The inspector's windows, and the zooms that are commanded, stay in Å.
    zoomed = spectrum_chart(plain, cv, ChartOptions(unit="nm", zoom=(6500, 6600)), "1")
    assert np.allclose(zoomed.layout.xaxis.range, [650, 660])


def positions(shapes):
    """Every x in the shapes, in order."""
    found = []
    for shape in shapes:
        if shape["type"] == "path":
            found += [float(x) for x in re.findall(r"[MH]([-\d.]+)", shape["path"])]
        else:
            found += [shape["x0"], shape["x1"]]
    return found


def test_case_13_lines_stand_at_the_redshift_that_applies(cv):
    spectrum = spectrum_of(np.arange(3600.0, 9800.0), np.ones(6200))
    shifted = spectrum_chart(spectrum, cv, ChartOptions(redshift=0.1), "1")
    assert label_at(shifted, "Hα") == [pytest.approx(7221.07, abs=0.01)]
    assert label_at(spectrum_chart(spectrum, cv, ChartOptions(redshift=0.0), "2"), "Hα") == [
        pytest.approx(HALPHA, abs=0.01)
    ]
    rest = spectrum_chart(spectrum, cv, ChartOptions(redshift=0.1, axis="rest"), "1")
    assert label_at(rest, "Hα") == [pytest.approx(HALPHA, abs=0.01)]
    assert xs(trace(rest, "flux"))[0] == pytest.approx(3600 / 1.1)
    assert "z = 0.10000" in rest.layout.xaxis.title.text
    none = spectrum_chart(spectrum, cv, ChartOptions(axis="rest"), "1")
    assert "no shift applied" in none.layout.xaxis.title.text


def test_windows_are_rest_frame_and_the_sky_is_observed(cv):
    spectrum = spectrum_of(np.arange(3600.0, 9800.0), np.ones(6200), survey="SDSS")
    windows = ((1, "Hα", 6500, 6600, True),)
    for axis, window, sky in (("observed", 7150.0, 5570.0), ("rest", 6500.0, 5570 / 1.1)):
        options = ChartOptions(redshift=0.1, axis=axis, windows=windows)
        found = positions(sent(spectrum_chart(spectrum, cv, options, "1"))["layout"]["shapes"])
        assert min(abs(x - window) for x in found) < 0.01
        assert min(abs(x - sky) for x in found) < 0.01
    joins = [band for band in sky_bands("SDSS") if band.kind == "join"]
    shapes = sent(spectrum_chart(spectrum, cv, ChartOptions(), "1"))["layout"]["shapes"]
    dashed = [s for s in shapes if s["line"].get("dash") == "dashdot"]
    assert len(dashed) == 1
    assert dashed[0]["path"].count("M") == len(joins) == 1


def test_hover_gives_both_wavelengths_flux_and_sigma_with_units(cv):
    spectrum = spectrum_of(
        np.arange(6000.0, 7000.0),
        np.arange(1000.0),
        ivar=np.full(1000, 0.25),
        flux_unit="1e-17 erg / (Angstrom s cm2)",
    )
    drawn = trace(spectrum_chart(spectrum, cv, ChartOptions(redshift=0.1), "1"), "flux")
    text = drawn["hovertemplate"]
    assert "observed %{x:.2f} Å" in text
    assert "10⁻¹⁷ erg s⁻¹ cm⁻² Å⁻¹" in text
    sigma, rest = (re.search(rf"{name} %{{customdata\[(\d)]", text)[1] for name in ("σ", "rest"))
    assert drawn["customdata"][7, int(sigma)] == 2.0
    assert drawn["customdata"][7, int(rest)] == pytest.approx(6007 / 1.1)
    unshifted = trace(spectrum_chart(spectrum, cv, ChartOptions(), "1"), "flux")
    assert "rest = observed, no shift applied" in unshifted["hovertemplate"]


def test_hover_says_when_sigma_is_unknown(cv):
    spectrum = spectrum_of(np.arange(6000.0, 7000.0), np.ones(1000))
    figure = spectrum_chart(spectrum, cv, ChartOptions(), "1")
    assert "σ unknown" in trace(figure, "flux")["hovertemplate"]
    assert trace(figure, "1σ") is None


def test_the_y_range_is_that_of_good_pixels_and_holds_zero(cv):
    flux = np.full(1000, 100.0)
    flux[:20] = np.linspace(40, 60, 20)
    flux[990] = 1e9
    good = np.ones(1000, bool)
    good[990] = False
    low, high = spectrum_chart(
        spectrum_of(np.arange(6000.0, 7000.0), flux, good=good), cv, ChartOptions(), "1"
    ).layout.yaxis.range
    assert -10 < low <= 0
    assert 100 < high < 110


def test_the_y_range_leaves_out_a_percent_and_zoom_shows_all_of_it():
    position = np.arange(1000.0)
    flux = np.full(1000, 100.0)
    flux[500] = 9000.0
    assert y_range(position, flux)[1] < 200
    assert y_range(position, flux, (450.0, 550.0))[1] > 9000
    assert y_range(position, flux, (450.0, 550.0))[0] < 100
    assert y_range(position, np.full(1000, np.nan)) == (-1.0, 1.0)
    low, high = y_range(position, np.zeros(1000))
    assert low < 0 < high


def test_pixels_off_the_scale_are_marked_at_the_edge_with_their_value(cv):
    flux = np.full(1000, 100.0)
    flux[[300, 301, 302]] = [5000.0, 9000.0, 5000.0]
    flux[700] = -800.0
    figure = spectrum_chart(spectrum_of(np.arange(6000.0, 7000.0), flux), cv, ChartOptions(), "1")
    marks = trace(figure, "off scale")
    low, high = figure.layout.yaxis.range
    assert marks["x"].tolist() == [6301, 6700]
    assert marks["customdata"].tolist() == [9000, -800]
    assert marks["marker"]["symbol"] == ["triangle-up", "triangle-down"]
    # A point exactly on the edge would be hidden by rounding.
    assert low < marks["y"].min() < low + 0.02 * (high - low)
    assert high - 0.02 * (high - low) < marks["y"].max() < high


def test_smoothing_keeps_the_raw_flux_as_a_ghost(plain, cv):
    raw = trace(spectrum_chart(plain, cv, ChartOptions(), "1"), "flux")
    smooth = spectrum_chart(plain, cv, ChartOptions(smoothing=9), "1")
    ghost = trace(smooth, "flux")
    assert np.array_equal(ghost["y"], raw["y"])
    assert ghost["line"]["color"] == LIGHT.ghost
    mean = trace(smooth, "smoothed")["y"]
    # White noise averaged over 9 pixels has a third of its scatter.
    assert np.nanstd(mean) == pytest.approx(np.std(plain.flux) / 3, rel=0.1)


def test_a_single_good_pixel_between_bad_ones_is_shown(cv):
    good = np.zeros(100, bool)
    good[[10, 20, 21, 22, 40]] = True
    spectrum = spectrum_of(np.arange(6000.0, 6100.0), np.ones(100), good=good)
    points = [
        each
        for each in sent(spectrum_chart(spectrum, cv, ChartOptions(), "1"))["data"]
        if each["mode"] == "markers" and each.get("name") != "off scale"
    ]
    assert [each["x"].tolist() for each in points] == [[6010.0, 6040.0]]


def test_toggles_take_lines_and_errors_away(plain, cv):
    on = spectrum_chart(plain, cv, ChartOptions(), "1")
    off = spectrum_chart(plain, cv, ChartOptions(lines=False, errors=False), "1")
    assert label_at(on, "Hα")
    assert not label_at(off, "Hα")
    assert label_at(off, "sky")
    assert trace(on, "1σ") is not None
    assert trace(off, "1σ") is None


def test_foreign_text_is_never_markup(cv):
    spectrum = spectrum_of(
        np.arange(6000.0, 7000.0), np.ones(1000), flux_unit="<b>counts</b> %{x} <img src=x>"
    )
    windows = ((1, "<a href='javascript:1'>x</a>", 6500.0, 6600.0, True),)
    text = spectrum_chart(spectrum, cv, ChartOptions(windows=windows), "<i>1</i>")
    layout = sent(text)["layout"]
    shown = [layout["yaxis"]["title"]["text"], trace(text, "flux")["hovertemplate"]]
    shown += [a.get("hovertext", "") for a in layout["annotations"]]
    for each in shown:
        assert not re.search(r"<(b|img|a|i)\b", each), each
    assert "%{x} <" not in shown[0]
    assert "&lt;b&gt;counts" in shown[0]


def test_dark_and_light_differ_in_colour_alone(plain, cv):
    light = spectrum_chart(plain, cv, ChartOptions(), "1")
    dark = spectrum_chart(plain, cv, ChartOptions(dark=True), "1")
    assert dark.layout.paper_bgcolor == DARK.ground
    assert trace(dark, "flux")["line"]["color"] == DARK.ink
    assert np.array_equal(trace(dark, "flux")["y"], trace(light, "flux")["y"])


def test_labels_never_touch_at_the_narrowest_width(plain, tasks):
    from specreview.views.lanes import NARROWEST_PLOT, text_width

    for task in tasks.values():
        figure = spectrum_chart(plain, task, ChartOptions(), "1")
        low, high = figure.layout.xaxis.range
        lanes = {}
        for note in sent(figure)["layout"]["annotations"]:
            centre = NARROWEST_PLOT * (note["x"] - low) / (high - low) + note.get("xshift", 0)
            half = text_width(note["text"]) / 2
            lanes.setdefault(note["yshift"], []).append((centre - half, centre + half))
        assert lanes
        for spans in lanes.values():
            spans.sort()
            for (_, left), (right, _) in itertools.pairwise(spans):
                assert left <= right


@pytest.mark.reference
@pytest.mark.parametrize(
    ("file", "key", "redshift"),
    [
        ("sdss_cv_spec-0746-52238-0614_full.fits", "cv", 0.00008),
        ("lamost_dr7_spec-58575-HD103621N361936B01_sp03-046.fits", "gm", -0.0001),
        ("lamost_cmost_spec-55859-F5902_sp01-001.fits.gz", "wd", 0.0002),
        ("desi_cut_coadd-5-169_39633300968442591.fits", "cv", None),
        ("desi_cut_coadd-5-169_39633300968442591.fits", "cv", 0.0003),
    ],
)
def test_a_candidate_weighs_at_most_150_kb(reference, tasks, file, key, redshift):
    from specreview.measure.diagnose import measure_task

    spectrum = read_spectrum(reference / "spectra" / file)
    task = tasks[key]
    windows = tuple((i, "window", 4000.0 + 500 * i, 4300.0 + 500 * i, i == 3) for i in range(1, 8))
    options = ChartOptions(redshift=redshift, windows=windows)
    chart = spectrum_chart(spectrum, task, options, "1")
    panels = panels_figure(spectrum, task, measure_task(spectrum, task, redshift), options)
    assert len(chart.to_json().encode()) + len(panels.to_json().encode()) <= 150_000


@pytest.mark.parametrize(("count", "step"), [(3900, 1.4), (4650, 1.3), (7800, 0.8)])
def test_a_candidate_with_masks_all_over_weighs_at_most_150_kb(cv, count, step):
    random = np.random.default_rng(count)
    spectrum = spectrum_of(
        3600 + step * np.arange(count) + 1e-5 * np.arange(count) ** (2 if count < 7000 else 0),
        random.normal(10, 1, count),
        ivar=np.ones(count),
        good=random.random(count) > 0.002,
        warned=random.random(count) > 0.5,
        survey="SDSS",
    )
    options = ChartOptions(redshift=0.0002, windows=((1, "Hα", 6500.0, 6600.0, True),))
    chart = spectrum_chart(spectrum, cv, options, "1")
    panels = panels_figure(spectrum, cv, {}, options)
    assert len(chart.to_json().encode()) + len(panels.to_json().encode()) <= 150_000


@pytest.mark.reference
def test_warned_runs_are_marked_and_not_taken_out(reference, cv):
    spectrum = read_spectrum(reference / "spectra" / "sdss_cv_spec-0746-52238-0614_full.fits")
    assert spectrum.warned.sum() > 300
    figure = spectrum_chart(spectrum, cv, ChartOptions(), "1")
    assert np.isnan(trace(figure, "flux")["y"]).sum() == (~spectrum.good).sum()
    rug = [s for s in sent(figure)["layout"]["shapes"] if s.get("fillcolor") == LIGHT.warned]
    assert len(rug) == 1
    starts = [float(x) for x in re.findall(r"M([\d.]+),0", rug[0]["path"])]
    edges = np.flatnonzero(np.diff(spectrum.warned.astype(int), prepend=0) == 1)
    assert np.allclose(starts, spectrum.wavelength[edges], atol=1.0)
