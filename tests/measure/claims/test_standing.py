"""How claims stand on hand-made spectra with one known line, band or slope."""

import numpy as np
import pytest

from specreview.measure.claims.checking import Checker
from specreview.measure.claims.diagnosed import diagnosed
from specreview.measure.claims.reading import assertions
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
C = 299_792.458


@pytest.fixture(scope="module")
def task():
    return load_tasks()["cv"]


def spectrum(flux, snr=40.0, seed=1):
    noise = np.random.default_rng(seed).normal(size=flux.size) * flux / snr
    n = flux.size
    good, ivar = np.ones(n, bool), (snr / flux) ** 2
    return Spectrum(WAVELENGTH, flux + noise, ivar, good, np.zeros(n, bool), Origin("x", "test"))


def gaussian(rest, ew, fwhm_kms):
    sigma = fwhm_kms / 2.354820 * rest / C
    return ew / (sigma * np.sqrt(2 * np.pi)) * np.exp(-0.5 * ((WAVELENGTH - rest) / sigma) ** 2)


def standings(text, made, task):
    claims = Checker(prepare(made, None), task).check(text, "thought")
    return {claim.claim.feature: claim.standing for claim in claims}


def one(text, made, task):
    (standing,) = standings(text, made, task).values()
    return standing


@pytest.fixture(scope="module")
def emission():
    return spectrum(1.0 + gaussian(6564.61, 40.0, 1000.0))


@pytest.fixture(scope="module")
def smooth():
    return spectrum(np.ones(WAVELENGTH.size))


@pytest.mark.parametrize("said", [6561.6, 6562.8, 6563, 6564.6, 6566, 6567.6])
def test_nothing_is_contradicted_for_three_angstrom(said, emission, task):
    assert one(f"Strong emission at {said} Å.", emission, task) == "supported"


def test_a_line_of_the_other_sign_contradicts(emission, task):
    assert one("Hα is in absorption.", emission, task) == "contradicted"
    assert one("Hα is in emission.", emission, task) == "supported"
    assert one("There is no Hα emission.", emission, task) == "contradicted"


def test_a_line_that_would_have_been_seen_and_is_not_contradicts(smooth, task):
    assert one("Hα is in emission.", smooth, task) == "contradicted"
    assert one("There is no Hα emission.", smooth, task) == "supported"


def test_below_the_sensitivity_nothing_is_said(task):
    noisy = spectrum(np.ones(WAVELENGTH.size), snr=1.5)

    assert one("Hα is in emission.", noisy, task) == "not measurable"
    assert one("There is no Hα emission.", noisy, task) == "not measurable"
    assert one("C2 Swan bands are strong.", noisy, task) == "not measurable"


def test_outside_the_spectrum_nothing_is_said(emission, task):
    prepared = prepare(emission, None)
    emission_cut = Spectrum(
        emission.wavelength, emission.flux, emission.ivar, emission.wavelength < 6000.0,
        np.zeros(WAVELENGTH.size, bool), Origin("x", "test"),
    )  # fmt: skip

    assert prepared.problem == ""
    assert one("Hα is in absorption.", emission_cut, task) == "not measurable"


@pytest.mark.parametrize(
    ("fwhm", "word", "standing"),
    [(1000, "broad", "supported"), (1000, "narrow", "contradicted"),
     (150, "narrow", "supported"), (150, "broad", "contradicted")],
)  # fmt: skip
def test_widths_are_held_against_280_and_550_km_s(fwhm, word, standing, task):
    # 167 km/s of instrument (R 1800) are added, as the measured width is corrected by them.
    made = spectrum(1.0 + gaussian(6564.61, 40.0, np.hypot(fwhm, 167.0)), snr=80.0)
    assert one(f"Hα shows {word} emission.", made, task) == standing


def test_the_numbers_are_those_of_the_line_that_is_there(task):
    # Narrower windows hold a trough between two peaks; the line is all of them.
    w = WAVELENGTH
    peaks = [20.0 * np.exp(-0.5 * ((w - 6564.61 - side) / 5.0) ** 2) for side in (-14.0, 14.0)]
    (claim,) = Checker(prepare(spectrum(1.0 + 0.1 * sum(peaks)), None), task).check(
        "Hα is in absorption.", "thought"
    )

    assert claim.standing == "contradicted"
    assert float(claim.numbers.split()[1]) == pytest.approx(2 * 2.0 * 5.0 * 2.5066, rel=0.1)


def test_a_strong_line_is_not_called_weak(emission, task):
    faint = spectrum(1.0 + gaussian(6564.61, 6.0, 300.0), snr=80.0)

    assert one("Hα is weakly in emission.", emission, task) == "contradicted"
    assert one("Hα is weakly in emission.", faint, task) == "supported"


def test_tio_at_7056_needs_its_head_at_6161(task):
    # He I 7067 in emission lifts the reference window at 7036 to 7050 Å, and TiO5 falls.
    helium = spectrum(1.0 + gaussian(7067.14, 12.0, 1800.0), snr=80.0)
    bands = np.ones(WAVELENGTH.size)
    for head in (6161.0, 7056.0):
        inside = head < WAVELENGTH
        bands[inside] -= 0.5 * np.exp((head - WAVELENGTH[inside]) / 90.0)

    assert one("TiO at 7054 Å is present.", helium, task) == "not measurable"
    assert one("TiO at 7054 Å is present.", spectrum(bands, snr=80.0), task) == "supported"


@pytest.mark.parametrize(
    ("said", "standing"),
    [("EW below 5 Å", "contradicted"), ("EW of 5–10 Å", "contradicted"),
     ("EW above 25 Å", "supported"), ("EW of 30 to 50 Å", "supported"),
     ("FWHM below 150 km/s", "contradicted"), ("FWHM above 600 km/s", "supported")],
)  # fmt: skip
def test_limits_and_ranges_are_held_against_40_angstrom_and_1000_km_s(
    said, standing, emission, task
):
    assert one(f"Hα is in emission with an {said}.", emission, task) == standing


@pytest.mark.parametrize(
    ("figure", "standing"),
    [("38", "supported"), ("−45", "supported"), ("4", "contradicted"), ("300", "contradicted")],
)
def test_an_equivalent_width_is_held_against_the_injected_40(figure, standing, emission, task):
    assert one(f"Hα is in emission with EW {figure} Å.", emission, task) == standing


def test_a_band_needs_the_right_direction(task):
    # C2 fades to the blue of its heads, TiO to the red: a fall to the red at 5168 Å is TiO.
    blue_fading = np.ones(WAVELENGTH.size)
    for head in (4738.4, 5166.6):
        inside = head > WAVELENGTH
        blue_fading[inside] -= 0.5 * np.exp((WAVELENGTH[inside] - head) / 75)
    red_fading = np.where(WAVELENGTH > 5168.0, 1 - 0.5 * np.exp((5168.0 - WAVELENGTH) / 90), 1.0)

    assert one("C2 at 5165 Å is strong.", spectrum(blue_fading), task) == "supported"
    assert one("The C2 Swan bands are strong.", spectrum(red_fading), task) == "contradicted"


@pytest.mark.parametrize(
    ("slope", "word", "standing"),
    [(-2.0, "blue", "supported"), (-2.0, "red", "contradicted"), (2.0, "red", "supported"),
     (2.0, "blue", "contradicted"), (0.2, "blue", "not measurable")],
)  # fmt: skip
def test_a_colour_is_held_against_the_slope(slope, word, standing, task):
    made = spectrum((WAVELENGTH / 5500.0) ** slope)
    assert one(f"The continuum is {word}.", made, task) == standing


def test_what_nothing_measures_is_not_checked(emission, task):
    assert one("Cyclotron humps are visible.", emission, task) == "not checked"
    assert one("VO bands are strong.", emission, task) == "not checked"
    assert one("[N II] 6583 is in emission.", emission, task) == "not checked"


def test_a_finding_brings_the_window_and_the_continuum_to_draw(emission, task):
    (claim,) = Checker(prepare(emission, None), task).check("Hα is in emission.", "thought")

    assert claim.window is not None
    assert claim.window[0] < 6564.61 < claim.window[1]
    assert claim.continuum is not None
    (blue, level), (red, other) = claim.continuum
    assert blue < 6564.61 < red
    assert level == pytest.approx(1.0, abs=0.02)
    assert other == pytest.approx(1.0, abs=0.02)
    assert "EW" in claim.numbers


@pytest.mark.parametrize(
    ("edge", "head", "standing"), [(1.0, 0.0, "not measurable"), (1.0, 1.0, None)]
)
def test_a_head_that_is_denied_is_its_own_diagnostic_s_not_its_edge_s(edge, head, standing):
    task = load_tasks()["cc"]
    given = {"edge_4737": edge, "c2_4737": head}
    measured = {
        name: Measurement(name=name, label="", kind="bandhead", presence=presence)
        for name, presence in given.items()
    }
    (claim,) = assertions("No C2 4738 band is seen.")

    assert diagnosed(claim, task, measured) == standing
