"""The four small panels: the measured value, or why there is none, and what it was measured on."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

from specreview.measure.diagnose import measure_task
from specreview.measure.measurement import Measurement
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.tasks.task import Panel
from specreview.tiny.practice_spectra import practice_task
from specreview.views.chart import ChartOptions
from specreview.views.palette import LIGHT
from specreview.views.panel import HEADROOM, panel_window
from specreview.views.panel_text import value_rows
from specreview.views.panels import panels_figure


@pytest.fixture(scope="module")
def tasks():
    return load_tasks()


def line_spectrum(rest=6564.61, sigma=12.0, peak=30.0, noise=0.1, last=9200.0):
    wavelength = np.arange(3800.0, last)
    profile = peak * np.exp(-0.5 * ((wavelength - rest) / sigma) ** 2)
    scatter = np.random.default_rng(3).normal(0, noise, wavelength.size)
    return Spectrum(
        wavelength=wavelength,
        flux=10 + profile + scatter,
        ivar=np.full(wavelength.size, noise**-2),
        good=np.ones(wavelength.size, bool),
        warned=np.zeros(wavelength.size, bool),
        origin=Origin(file="synthetic.fits", reader="test"),
    )


def sent(figure):
    def decode(node):
        if isinstance(node, dict) and set(node) >= {"dtype", "bdata"}:
            return np.frombuffer(base64.b64decode(node["bdata"]), dtype=node["dtype"])
        if isinstance(node, dict):
            return {key: decode(value) for key, value in node.items()}
        return [decode(value) for value in node] if isinstance(node, list) else node

    return decode(json.loads(figure.to_json()))


def xs(drawn):
    if "x" in drawn:
        return drawn["x"].astype(float)
    return drawn["x0"] + drawn["dx"] * np.arange(drawn["y"].size)


def header_of(figure, label):
    texts = [a["text"] for a in sent(figure)["layout"]["annotations"]]
    return next(text for text in texts if text.startswith(f"<b>{label}</b>"))


def traces_of(figure, axis, **wanted):
    return [
        each
        for each in sent(figure)["data"]
        if each["xaxis"] == axis and all(each.get(k) == v for k, v in wanted.items())
    ]


def test_a_gaussian_line_has_its_width_and_strength_written_in(tasks):
    spectrum = line_spectrum()
    measured = measure_task(spectrum, tasks["cv"], None)
    figure = panels_figure(spectrum, tasks["cv"], measured, ChartOptions())
    text = header_of(figure, "Hα")
    # EW = peak sigma sqrt(2 pi) / continuum = 90.2 Å; FWHM = 2.355 sigma c / lambda = 1290 km/s.
    ew = float(text.split("EW ")[1].split(" ")[0])
    fwhm = float(text.split("FWHM ")[1].split(" ")[0])
    assert ew == pytest.approx(30 * 12 * np.sqrt(2 * np.pi) / 10, rel=0.03)
    assert fwhm == pytest.approx(2.355 * 12 / 6564.61 * SPEED_OF_LIGHT_KMS, rel=0.05)


def test_the_velocity_axis_is_that_of_the_panels_line(tasks):
    spectrum = line_spectrum()
    figure = panels_figure(spectrum, tasks["cv"], {}, ChartOptions())
    flux = next(t for t in traces_of(figure, "x") if "hovertemplate" in t)
    assert xs(flux)[np.argmax(flux["y"])] == pytest.approx(0, abs=60)
    assert list(figure.layout.xaxis.tickvals) == [-2000, 0, 2000]
    wide = panels_figure(spectrum, tasks["wd"], {}, ChartOptions())
    assert list(wide.layout.xaxis.tickvals) == [-4000, 0, 4000], "7000 km/s to either side"
    shifted = panels_figure(spectrum, tasks["cv"], {}, ChartOptions(redshift=0.002))
    moved = next(t for t in traces_of(shifted, "x") if "hovertemplate" in t)
    expected = SPEED_OF_LIGHT_KMS * (1 / 1.002 - 1)
    assert xs(moved)[np.argmax(moved["y"])] == pytest.approx(expected, abs=60)


def test_what_was_measured_in_the_observed_frame_is_drawn_where_the_panel_has_it(tasks):
    spectrum = line_spectrum()
    measured = measure_task(spectrum, tasks["cv"], None)
    figure = panels_figure(spectrum, tasks["cv"], measured, ChartOptions(redshift=0.002), 0.0)
    area = traces_of(figure, "x", fill="toself", fillcolor=LIGHT.supported_tint)[0]
    middle = 0.5 * (area["x"].min() + area["x"].max())
    assert middle == pytest.approx(SPEED_OF_LIGHT_KMS * (1 / 1.002 - 1), abs=60)
    titles = " ".join(a["text"] for a in sent(figure)["layout"]["annotations"])
    assert "z = 0.00200 applied; figures at z = 0" in titles
    same = panels_figure(spectrum, tasks["cv"], measured, ChartOptions(redshift=0.002), 0.002)
    assert "figures at" not in str(sent(same)["layout"])


def test_the_measured_area_lies_between_flux_and_continuum(tasks):
    spectrum = line_spectrum()
    measured = measure_task(spectrum, tasks["cv"], None)
    figure = panels_figure(spectrum, tasks["cv"], measured, ChartOptions())
    area = traces_of(figure, "x", fill="toself", fillcolor=LIGHT.supported_tint)[0]
    x, y = area["x"].astype(float), area["y"].astype(float)
    half = x.size // 2
    up, down = y[:half], y[half:][::-1]
    summed = np.trapezoid((up - down) / down, x[:half] / SPEED_OF_LIGHT_KMS * 6564.61)
    ew = next(m.ew for m in measured.values() if m.name == tasks["cv"].panels[0].diagnostic)
    assert summed == pytest.approx(ew, rel=0.05)
    assert traces_of(figure, "x", fill="toself", fillcolor=LIGHT.sigma_fill)


def test_without_coverage_the_panel_says_so_and_shows_no_number(tasks):
    spectrum = line_spectrum(rest=4862.7, last=5400.0)
    measured = measure_task(spectrum, tasks["cv"], None)
    figure = panels_figure(spectrum, tasks["cv"], measured, ChartOptions())
    text = header_of(figure, "Hα")
    assert "not measured" in text
    assert "EW" not in text
    assert traces_of(figure, "x") == []
    assert LIGHT.muted in text


def test_text_has_headroom_and_no_flux_reaches_into_it(tasks):
    figure = panels_figure(line_spectrum(), tasks["cv"], {}, ChartOptions())
    low, high = figure.layout.yaxis.range
    flux = next(t for t in traces_of(figure, "x") if "hovertemplate" in t)["y"]
    assert (flux.max() - low) / (high - low) <= 1 - HEADROOM


def test_every_task_draws_four_panels_in_both_units(tasks):
    for task in tasks.values():
        for unit in ("Å", "nm"):
            figure = panels_figure(line_spectrum(), task, {}, ChartOptions(unit=unit))
            assert {each["xaxis"] for each in sent(figure)["data"]} == {"x", "x2", "x3", "x4"}
            for panel, axis in zip(task.panels, ("", "2", "3", "4"), strict=True):
                ends = figure.layout[f"xaxis{axis}"].range
                if panel.axis == "wavelength":
                    per = 10 if unit == "nm" else 1
                    assert np.allclose(np.array(ends) * per, panel_window(panel), atol=0.01)


def measurement(**fields):
    given = {"name": "x", "label": "x", "kind": "emission", "presence": 1.0, **fields}
    return Measurement(**given)


LINE = Panel(label="Hα", axis="velocity", rest=6564.61)


def test_rows_put_strength_and_width_before_the_count():
    counted = measurement(
        ew=12.3,
        ew_error=0.4,
        ew_limit=1.2,
        fwhm_kms=1234.0,
        lines=3,
        lines_measured=5,
        significance=30.0,
    )
    rows = value_rows(LINE, counted, None, empty=False)
    assert rows == ["EW 12.3 ± 0.4 Å", "FWHM 1230 km/s", "3 of 5 lines"]
    away = replace(counted, window=(6660.0, 6700.0))
    rows = value_rows(LINE, away, None, empty=False)
    assert rows == ["EW 12.3 ± 0.4 Å", "FWHM 1230 km/s", "at 6680 Å, 3 of 5 lines"]


def test_a_value_of_another_line_names_it():
    away = measurement(ew=-2.9, ew_error=0.3, significance=9.0, window=(8590.0, 8620.0))
    rows = value_rows(LINE, away, None, empty=False)
    assert rows[-1] == "at 8605 Å"
    here = measurement(ew=-2.9, ew_error=0.3, significance=9.0, window=(6550.0, 6580.0))
    assert len(value_rows(LINE, here, None, empty=False)) == 1


def test_long_reasons_are_cut_to_three_rows():
    failed = measurement(presence=None, reason="the window is covered by " + "bad pixels " * 9)
    rows = value_rows(LINE, failed, None, empty=False)
    assert len(rows) == 3
    assert rows[-1].endswith("…")
    assert all(len(row) <= 26 for row in rows)


def test_an_axis_title_stands_under_the_middle_of_its_panels():
    task = practice_task()
    assert [panel.axis for panel in task.panels] == ["velocity"] * 2 + ["wavelength"] * 2
    layout = sent(panels_figure(line_spectrum(), task, {}, ChartOptions()))["layout"]
    titles = [one for one in layout["annotations"] if "rest wavelength" in one["text"]]
    ends = [layout[f"xaxis{n}"]["domain"] for n in ("", 2, 3, 4)]
    middles = [0.5 * (ends[0][0] + ends[1][1]), 0.5 * (ends[2][0] + ends[3][1])]
    assert [one["x"] for one in titles] == pytest.approx(middles, abs=1e-3)
    assert [one["xanchor"] for one in titles] == ["center", "center"]
