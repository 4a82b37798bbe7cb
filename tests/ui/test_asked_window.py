"""A window as an astronomer types it: units, frames, order, and what cannot be used."""

import numpy as np
import pytest

from specreview.spectra.spectrum import Origin, Spectrum
from specreview.ui.present.asked import Asked, frames, in_data, on_axis, read_window, rest_window


@pytest.mark.parametrize(
    ("text", "axis", "unit", "z", "observed"),
    [
        ("6500–6600", "observed", "Å", 0.1, (6500.0, 6600.0)),
        ("6500 6600", "observed", "Å", None, (6500.0, 6600.0)),
        (" 6500.5 - 6600 Å ", "observed", "Å", None, (6500.5, 6600.0)),
        ("6600, 6500", "observed", "Å", None, (6500.0, 6600.0)),
        ("650–660 nm", "observed", "Å", None, (6500.0, 6600.0)),
        ("650 nm to 660 nm", "rest", "Å", 0.1, (7150.0, 7260.0)),
        ("650–660", "observed", "nm", None, (6500.0, 6600.0)),
        ("6500–6600 Å", "observed", "nm", None, (6500.0, 6600.0)),
        ("0.65–0.66 µm", "observed", "Å", None, (6500.0, 6600.0)),
        ("rest 6000–6100", "observed", "Å", 0.5, (9000.0, 9150.0)),
        ("6000–6100 observed", "rest", "Å", 0.5, (6000.0, 6100.0)),
        ("6000–6100", "rest", "Å", 0.5, (9000.0, 9150.0)),
    ],
)
def test_a_window_is_read_as_the_chart_shows_it_unless_it_says_otherwise(
    text, axis, unit, z, observed
) -> None:
    read = read_window(text, axis, unit, z)
    assert read.problem == ""
    assert read.observed == pytest.approx(observed)


def test_the_wrong_order_is_put_right_and_said() -> None:
    read = read_window("6600–6500", "observed", "Å", None)
    assert "lower limit is taken first" in frames(read, None, "")


NO_WINDOWS = ["Hα", "6563", "6500–6600–6700", "6500–6500", "0–0", "-5–9 km/s", "nan–6600"]
STRANGE = ["6500–inf", "1e3–2e3", "6500–66\ud83d00", "6500\x00–6600", f"1–{'9' * 400}"]


@pytest.mark.parametrize("text", NO_WINDOWS + STRANGE)
def test_what_is_no_window_is_said_with_the_form(text: str) -> None:
    read = read_window(text, "observed", "Å", None)
    assert read.observed is None
    assert read.problem


def test_nothing_typed_is_no_window_and_no_problem() -> None:
    assert read_window("  ", "observed", "Å", None) == Asked(None)
    assert frames(Asked(None), None, "a note only") == "a note only"


def seen() -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 2.0)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, wavelength, None, good, ~good, Origin("1", "text", 1))


def test_a_window_outside_the_data_is_refused_with_what_there_is() -> None:
    far = in_data(read_window("650–660", "observed", "Å", None), seen())
    assert far.observed is None
    assert "outside the data (3700–9098 Å)" in far.problem
    assert "write 650–660 nm" in far.problem
    narrow = in_data(read_window("6500.1–6500.9", "observed", "Å", None), seen())
    assert "hold no pixel with flux" in narrow.problem
    partly = read_window("9000–9900", "observed", "Å", None)
    assert in_data(partly, seen()) == partly


def test_both_frames_are_said_and_one_is_what_was_typed() -> None:
    read = read_window("6500–6600", "observed", "Å", None)
    assert frames(read, None, "").endswith("pictures are not shifted")
    assert "rest 5909.1–6000.0 Å at z = +0.10000" in frames(read, 0.1, "")
    for axis, unit, z in (("rest", "nm", 0.3), ("observed", "Å", 0.3), ("rest", "Å", None)):
        typed = on_axis((6500.0, 6600.0), axis, unit, z)
        back = read_window(typed, axis, unit, z)
        assert back.observed == pytest.approx((6500.0, 6600.0), abs=0.1)
    assert rest_window((6500.0, 6600.0), 0.3) == pytest.approx((5000.0, 5076.9), abs=0.1)
