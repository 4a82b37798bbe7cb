"""What must not support a claim, and what does: hand-made features of known place and strength."""

import numpy as np
import pytest

from specreview.measure.claims.checking import Checker
from specreview.measure.prepared import prepare
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
C = 299_792.458
AGREES = ("supported", "weakly supported")


@pytest.fixture(scope="module")
def task():
    return load_tasks()["cv"]


def spectrum(flux, snr=60.0, seed=3):
    noise = np.random.default_rng(seed).normal(size=flux.size) * flux / snr
    good = np.ones(flux.size, bool)
    return Spectrum(
        WAVELENGTH, flux + noise, (snr / flux) ** 2, good, ~good, Origin("x", "test")
    )  # fmt: skip


def line(rest, ew, fwhm_kms):
    sigma = fwhm_kms / 2.354820 * rest / C
    return ew / (sigma * np.sqrt(2 * np.pi)) * np.exp(-0.5 * ((WAVELENGTH - rest) / sigma) ** 2)


def fading(heads, depth=0.5, *, blue):
    """Bands that fade to the blue of their heads, like C2, or to the red, like TiO."""
    flux = np.ones(WAVELENGTH.size)
    for head in heads:
        away = (head - WAVELENGTH) if blue else (WAVELENGTH - head)
        flux -= np.where(away > 0.0, depth * np.exp(-np.maximum(away, 0.0) / 80.0), 0.0)
    return flux


def claim(text, made, task):
    (found,) = Checker(prepare(made, None), task).check(text, "thought")
    return found


def standing(text, made, task):
    return claim(text, made, task).standing


@pytest.mark.parametrize("text", ["[O III] 5007 is strong.", "[O III] 5007 is seen."])
def test_a_forbidden_line_is_never_there_in_absorption(text, task):
    assert standing(text, spectrum(1.0 + line(5008.24, -4.0, 500.0)), task) == "contradicted"


def test_no_forbidden_line_is_denied_beside_absorption(task):
    made = spectrum(1.0 + line(5008.24, -4.0, 500.0))
    assert standing("There is no [O III] 5007.", made, task) == "supported"


def test_the_wing_of_helium_5017_is_no_oxygen(task):
    # 525 km/s redward of [O III]: a disc's line of 1200 km/s fills the window of the other.
    helium = spectrum(1.0 + line(5017.08, 12.0, 1200.0))
    nebula = spectrum(1.0 + line(5008.24, 12.0, 300.0))

    for text in ("[O III] 5007 is strong.", "[O III] 5007 is in emission."):
        assert standing(text, helium, task) not in AGREES
        assert standing(text, nebula, task) == "supported"


def test_a_line_of_one_angstrom_is_not_strong(task):
    made = spectrum(1.0 + line(5008.24, 1.2, 300.0), snr=100.0)

    assert standing("[O III] 5007 is strong.", made, task) == "not measurable"
    assert standing("[O III] 5007 is in emission.", made, task) == "supported"


def test_where_the_task_asks_for_emission_absorption_is_no_support(task):
    made = spectrum(1.0 + line(4687.02, -6.0, 800.0))

    assert standing("He II 4686 is strong.", made, task) == "not checked"
    assert standing("He II 4686 is in absorption.", made, task) == "supported"


def test_iron_emission_at_5169_is_no_carbon(task):
    # It fills the reference window of the edge at 5166 Å; 4738 and 5637 Å stay flat.
    iron = spectrum(1.0 + 0.4 * np.exp(-0.5 * ((WAVELENGTH - 5182.0) / 9.0) ** 2))
    carbon = spectrum(fading((4738.4, 5166.6, 5637.1), blue=True))

    for text in ("C2 Swan bands are present.", "The strong C2 Swan band at 5165 Å is present."):
        assert standing(text, iron, task) not in AGREES
        assert standing(text, carbon, task) == "supported"


def test_titanium_oxide_at_4737_is_no_carbon(task):
    # A trough below 4738 Å alone: M giants have it, without the edge at 5166 Å.
    made = spectrum(fading((4738.4,), blue=True))
    assert standing("The C2 band at 4737 Å is present.", made, task) == "not measurable"


def test_one_faint_head_is_no_titanium_oxide(task):
    for text in ("TiO bands are present.", "TiO at 6158 Å is present."):
        lone = spectrum(fading((6160.7,), 0.12, blue=False), snr=150.0)
        assert standing(text, lone, task) not in AGREES
    all_five = spectrum(
        fading((4956.4, 5449.5, 6160.7, 7056.1, 8434.3), 0.2, blue=False), snr=150.0
    )
    assert standing("TiO bands are present.", all_five, task) in AGREES


def test_helium_7067_is_no_calcium_hydride(task):
    # It lifts the reference window of CaH2 and CaH3; CaH 6385 and TiO stay flat.
    made = spectrum(1.0 + line(7045.0, 12.0, 900.0))
    assert standing("CaH bands are present.", made, task) not in AGREES


def test_what_is_given_as_a_limit_supports_nothing(task):
    # The error of an EW within ±1500 km/s at S/N 60 is about 0.4 Å: lines from 0.6 to 1.6 Å pass
    # through every significance up to 4.
    for ew in np.arange(0.6, 1.6, 0.1):
        found = claim(
            "He I 6678 is in emission.", spectrum(1.0 + line(6679.99, ew, 700.0), 40.0), task
        )
        assert not (found.standing in AGREES and found.numbers.startswith("EW <"))


@pytest.mark.parametrize(
    ("slope", "snr", "word", "agrees"),
    [(-0.53, 1.0, "blue", False), (0.57, 40.0, "blue", False), (1.95, 40.0, "flat", False),
     (-2.0, 40.0, "blue", True), (2.0, 40.0, "red", True), (0.0, 40.0, "flat", True)],
)  # fmt: skip
def test_a_colour_needs_two_errors(slope, snr, word, agrees, task):
    made = spectrum((WAVELENGTH / 5500.0) ** slope, snr)
    assert (standing(f"The continuum is {word}.", made, task) in AGREES) is agrees


def test_the_reason_does_not_deny_the_number_beside_it(task):
    noisy = spectrum(1.0 + line(6564.61, 60.0, 1600.0), snr=1.2)
    found = claim("There is no Hα emission.", noisy, task)

    assert found.standing in ("not measurable", "contradicted")
    assert "less than" not in found.numbers or "may be" in found.numbers


def test_a_figure_five_times_too_large_is_not_supported(task):
    # A neighbour within the wide window would excuse it, but the numbers shown do not.
    made = spectrum(1.0 + line(6564.61, 12.0, 260.0) + line(6530.0, 20.0, 900.0))
    found = claim("Hα is in emission with EW 60 Å.", made, task)
    assert found.standing not in AGREES


def test_a_line_of_200_km_s_is_not_broad(task):
    made = spectrum(1.0 + line(6564.61, 12.0, float(np.hypot(230.0, 167.0))), snr=25.0)
    assert standing("Hα shows broad emission.", made, task) not in AGREES


def test_a_dip_between_two_peaks_is_no_absorption(task):
    peaks = sum(line(6564.61 * (1.0 + side / C), 20.0, 500.0) for side in (-450.0, 450.0))
    made = spectrum(1.0 + peaks)

    assert standing("Hα is in absorption.", made, task) not in AGREES
    assert standing("Hα is in emission.", made, task) == "supported"


def test_a_faint_peak_keeps_a_claim_from_being_contradicted(task):
    # 0.5 Å high above the noise, and near 2σ of what the continuum leaves sure.
    faint = spectrum(1.0 + line(6680.0, 0.5, 450.0), snr=120.0)
    smooth = spectrum(np.ones(WAVELENGTH.size), snr=120.0)

    assert standing("He I 6678 is in emission.", faint, task) != "contradicted"
    assert standing("He I 6678 is in emission.", smooth, task) == "contradicted"


def test_signal_to_noise_is_named_once(task):
    found = claim("The S/N is 40.", spectrum(np.ones(WAVELENGTH.size), 40.0), task)
    assert found.label == "S/N 40"


REAL = (
    ("miles_m0838_G156-031.fits", "[O III] 5007 is strong."),
    ("miles_m0590_HD146051.fits", "[O III] 5007 is strong."),
    ("linetools_UM184.dat.gz", "The continuum is blue."),
    ("sdss_cv_spec-0513-51989-0562-catB.dat", "The strong C2 Swan band at 5165 Å is present."),
    ("sdss_cv_spec-0483-51902-0332-catB.dat", "[O III] 5007 is strong."),
    ("stelib_HD092809.fits", "TiO is present."),
    ("stelib_HD092809.fits", "Hβ absorption is seen."),
    ("sdss_cv_spec-0518-52282-0285-catB.dat", "He II 4686 shows strong emission."),
    ("sdss_cv_spec-0729-52468-0363-catB.dat", "The continuum is blue."),
    ("miles_m0816_HD207076.fits", "The C2 band at 4737 Å is present."),
)
"""Real spectra and what is false of each."""


def real(reference, name, text, task):
    made = prepare(read_spectrum(reference / "spectra" / name), None)
    (found,) = Checker(made, task).check(text, "thought")
    return found


@pytest.mark.parametrize(("name", "text"), REAL)
def test_what_is_false_of_a_real_spectrum_is_not_supported(name, text, reference, task):
    assert real(reference, name, text, task).standing not in AGREES


def test_a_peak_of_four_sigma_in_a_real_spectrum_is_not_contradicted(reference, task):
    name = "sdss_cv_spec-0861-52318-0352-catB.dat"
    assert real(reference, name, "He I 6678 is in emission.", task).standing == "not measurable"


def test_a_limit_names_the_window_that_it_holds_for(task):
    found = claim("No emission at Hβ.", spectrum(np.ones(WAVELENGTH.size)), task)
    within = float(found.numbers.split("3σ within ±")[1].split(" km/s")[0])
    assert 450.0 - C * 1e-4 * np.log(10.0) <= within <= 450.0, "to the last whole pixel"
