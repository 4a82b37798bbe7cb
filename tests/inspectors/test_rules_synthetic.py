"""The look-alikes of a cataclysmic variable, as synthetic spectra, through whole inspections."""

from dataclasses import replace

import pytest

from benchmarks.judging.judge import judge
from benchmarks.judging.ladders import noisy, stepped
from benchmarks.judging.synthetic import synthetic_cases
from specreview.measure.assessment import assess
from specreview.measure.diagnose import measure_task
from specreview.tasks.load import load_tasks

CV = load_tasks()["cv"]
NEVER_CV = {
    "PN/HII",
    "Be",
    "Wolf-Rayet",
    "dMe",
    "SN",
    "QSO",
    "galaxy",
    "symbiotic",
    "sky residual",
    "WD and M dwarf",
}
MAYBE_CV = {"CV", "CV outburst", "CV low state", "nova"}


@pytest.fixture(scope="module", params=[12.0])
def findings(request):
    return [judge(CV, c) for c in synthetic_cases((request.param,), kinds=NEVER_CV | MAYBE_CV)]


def wrong(findings, kinds, right):
    return [(f.case.name, f.answer) for f in findings if f.case.kind in kinds and f.answer != right]


def test_look_alikes_are_no(findings):
    assert {f.case.kind for f in findings} >= NEVER_CV
    assert wrong(findings, NEVER_CV, "NO") == []


def test_cataclysmic_variables_are_found(findings):
    assert sum(f.case.kind == "CV" for f in findings) == 6
    assert wrong(findings, {"CV"}, "YES") == []


def test_an_outburst_is_never_a_no(findings):
    """No verdict where absorption alone is seen; YES where cores of Hα and He II are clear."""
    answers = [f.answer for f in findings if f.case.kind == "CV outburst"]
    assert len(answers) == 2
    assert "NO" not in answers


def test_a_polar_in_a_low_state_is_no_no(findings):
    """Its humps stand where TiO should dim the star: no line decides, so TiO is looked at."""
    (found,) = [f for f in findings if f.case.kind == "CV low state"]
    assert (found.answer, found.words.startswith("Humps beside TiO")) == (None, True)


def test_an_inspection_ends_with_the_verdict_of_all_measurements(findings):
    other = [
        f.case.name
        for f in findings
        if f.answer != assess(CV, measure_task(f.case.spectrum, CV, None)).verdict
    ]
    assert other == []


@pytest.mark.parametrize(("make", "rung"), [(stepped, -0.3), (stepped, 0.3), (noisy, 5.0)])
def test_a_flare_that_is_spoilt_is_never_called_one(findings, make, rung):
    flares = [f.case for f in findings if f.case.label.startswith("M4 Ve in a")]
    assert len(flares) == 2
    answers = [judge(CV, make(case, rung, 900 + i)).answer for i, case in enumerate(flares)]
    assert "YES" not in answers


def test_one_line_in_noise_is_hardly_ever_called_one(findings):
    """Quasars with one line at Hα (border case "One broad emission line only").

    At S/N 5 one of 24 slips through: the wing of a wide Mg II line passes for He I 6680.
    """
    quasars = [f.case for f in findings if f.case.kind == "QSO"]
    assert len(quasars) == 4
    drawn = [noisy(case, 5.0, seed) for case in quasars for seed in (900, 901, 902)]
    assert sum(judge(CV, case).answer == "YES" for case in drawn) <= 1


def test_a_nitrogen_star_with_he_ii_masked_is_never_called_one(findings):
    """Without He II 4687 and Hα its other strong lines are still at no CV wavelength."""
    case = next(f.case for f in findings if f.case.label == "WN6")
    wavelength = case.spectrum.wavelength
    near = (abs(wavelength - 4687.0) < 60.0) | (abs(wavelength - 6564.6) < 60.0)
    blind = replace(case.spectrum, good=case.spectrum.good & ~near)
    assert judge(CV, replace(case, spectrum=blind)).answer != "YES"


def test_what_was_not_observed_is_no_no(findings):
    """A look-alike beyond doubt, without a pixel at Hα or Hβ."""
    case = next(f.case for f in findings if f.case.kind == "WD and M dwarf")
    wavelength = case.spectrum.wavelength
    near = [abs(wavelength - rest) < 150.0 for rest in (4862.69, 6564.61)]
    blind = replace(case.spectrum, good=case.spectrum.good & ~near[0] & ~near[1])
    found = judge(CV, replace(case, spectrum=blind))
    assert (found.covered, found.answer) == (False, None)


def test_nothing_else_is_called_one(findings):
    yes = {f.case.kind for f in findings if f.answer == "YES"}
    assert yes <= {"CV", "CV outburst", "nova"}
