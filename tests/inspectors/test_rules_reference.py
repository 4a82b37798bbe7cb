"""The soundness list on real spectra, through the whole loop, and speed."""

import csv
import functools
from dataclasses import replace

import pytest

from specreview.errors import SpectrumReadError
from specreview.evaluation.counts import count_answers
from specreview.evaluation.scores import rates
from specreview.measure.assessment import assess
from specreview.measure.diagnose import measure_task
from specreview.spectra.quality import der_snr, snr
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Origin
from specreview.tasks.load import load_tasks
from tests.builders import inspected

TASKS = load_tasks()
POSITIVE = {"cv": "CV", "cc": "C", "ss": "S", "gm": "M giant", "wd": "WD"}
UNSCORED = {"CV template", "M supergiant", "M giant?", "sdO", "sdB/sdO"}
NO_TRUTH = {"", "DESI target", "point-source target", "galaxy target", "unknown", "other"}


@pytest.fixture(scope="module")
def optical(reference):
    """(file, category, spectrum) of every readable optical reference spectrum."""
    folder = reference / "spectra"
    found = []
    with (folder / "MANIFEST.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    for row in rows:
        if row["category"] in NO_TRUTH | UNSCORED or not (folder / row["file"]).is_file():
            continue
        try:
            spectrum = read_spectrum(folder / row["file"])
        except SpectrumReadError:
            continue
        wavelength = spectrum.wavelength
        if wavelength[0] < 5000 and wavelength[-1] > 6800:
            found.append((row["file"], row["category"], spectrum))
    assert len(found) > 150
    return found


@functools.cache
def verdict(task, spectrum):
    return assess(TASKS[task], measure_task(spectrum, TASKS[task], None)).verdict


def signal(spectrum):
    return snr(spectrum) or der_snr(spectrum) or 0.0


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("task", "recall", "false_allowed"),
    [("cv", 0.85, 1), ("cc", 1.0, 0), ("ss", 0.5, 0), ("gm", 0.95, 2), ("wd", 0.8, 2)],
)
def test_judgement_on_spectra_with_signal(optical, task, recall, false_allowed):
    """Positives found of all positives; false positives by count, in spectra of S/N >= 10."""
    right, positives, false = 0, 0, []
    for file, category, spectrum in optical:
        is_positive = category == POSITIVE[task]
        if signal(spectrum) < 10 and not (is_positive and task == "cc"):
            continue
        positives += is_positive
        answer = verdict(task, spectrum)
        right += is_positive and answer == "YES"
        if answer == "YES" and not is_positive:
            false.append(file)
    assert right >= recall * positives
    assert len(false) <= false_allowed, false


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("least", "f1"), [(10.0, 0.95), (5.0, 0.92)])
def test_cataclysmic_variables_as_evaluate_counts_them(optical, least, f1):
    """A CV without a verdict is a miss; what `specreview evaluate` would tell."""
    triples = [
        ("YES" if category == "CV" else "NO", verdict("cv", spectrum), "YES")
        for _, category, spectrum in optical
        if signal(spectrum) >= least
    ]
    told = rates(count_answers(triples))
    assert told.f1.value >= f1
    assert told.precision.value >= 0.95


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("task", "never"),
    [
        ("cv", {"QSO", "galaxy", "SN", "PN/HII", "Be", "M dwarf", "BHB/A", "K giant", "M giant"}),
        ("wd", {"BHB/A", "Be", "OBAFGK star", "galaxy", "QSO", "M dwarf", "by pipeline"}),
        ("gm", {"galaxy", "QSO", "OBAFGK star", "SN", "BHB/A", "by pipeline", "PN/HII"}),
        ("cc", {"WD", "M dwarf", "K giant", "M giant", "SN", "galaxy", "by pipeline"}),
        ("ss", {"M giant", "M dwarf", "K giant", "C", "galaxy", "QSO", "SN", "by pipeline"}),
    ],
)
def test_look_alikes_are_never_yes(optical, task, never):
    wrong = [f for f, category, s in optical if category in never and verdict(task, s) == "YES"]
    assert wrong == []


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
def test_stripped_headers_and_names_change_no_verdict(optical):
    for _, _, spectrum in optical[::20]:
        stripped = replace(spectrum, origin=Origin("x", "text"))
        for task in TASKS:
            assert verdict(task, spectrum) == verdict(task, stripped)


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
def test_whole_inspections_agree_with_the_assessment(optical):
    """The inspector stops early, and its verdict is that of all measurements."""
    other = [
        (task.key, file)
        for file, _, spectrum in optical[5::24]
        for task in TASKS.values()
        if inspected(task, spectrum).verdict.verdict != verdict(task.key, spectrum)
    ]
    assert other == []
