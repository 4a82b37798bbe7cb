"""The look-alikes of a cataclysmic variable, as synthetic spectra, through whole inspections."""

import pytest

from benchmarks.judging.judge import judge
from benchmarks.judging.synthetic import synthetic_cases
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


@pytest.fixture(scope="module", params=[12.0])
def findings(request):
    cases = [c for c in synthetic_cases((request.param,)) if not c.tasks or "cv" in c.tasks]
    return [judge(CV, case) for case in cases]


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


def test_nothing_else_is_called_one(findings):
    yes = {f.case.kind for f in findings if f.answer == "YES"}
    assert yes <= {"CV", "CV outburst", "nova"}
