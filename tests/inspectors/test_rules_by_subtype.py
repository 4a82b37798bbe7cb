"""White dwarfs, giants, carbon and S stars by subtype, as synthetic and shifted spectra."""

import pytest

from benchmarks.judging.cases import Case
from benchmarks.judging.judge import judge
from benchmarks.judging.ladders import shifted
from benchmarks.judging.synthetic import synthetic_cases
from specreview.spectra.readers import read_spectrum
from specreview.tasks.load import load_tasks

TASKS = load_tasks()


@pytest.fixture(scope="module")
def cases():
    """Every synthetic object at S/N 40, by its label."""
    return {case.label: case for case in synthetic_cases((40.0,))}


@pytest.mark.parametrize(
    ("task", "labels", "answer"),
    [
        ("wd", ("DA, hot", "DA", "DA, cool", "DB", "DO", "DZ", "DQ"), "YES"),
        ("wd", ("F5 V", "A1 V", "A5 V", "sdB", "Be star", "M3 V"), "NO"),
        ("wd", ("DC", "dwarf nova in outburst", "outburst, weak core"), None),
        ("gm", ("M1 III", "M3 III", "M5 III", "M6 III"), "YES"),
        ("gm", ("M1 V", "M3 V", "M4 Ve in a flare", "K7 V", "C-N", "DA"), "NO"),
        ("cc", ("C-N, cool", "C-N", "C-R", "CH", "C-N, arm step 0.12"), "YES"),
        ("cc", ("DQ", "K3 III", "M3 III", "M3 V", "young supernova, +1500 km/s"), "NO"),
        ("ss", ("S4", "S5, pure ZrO", "S6"), "YES"),
        ("ss", ("M1 III", "M3 III", "M5 III", "C-N", "K3 III", "M3 V"), "NO"),
    ],
)
def test_answer_by_subtype(cases, task, labels, answer):
    found = {label: judge(TASKS[task], cases[label]).answer for label in labels}
    assert found == dict.fromkeys(labels, answer)


@pytest.mark.parametrize("label", ["WC6", "WN6"])
def test_wolf_rayet_gaps_are_no_white_dwarf(cases, label):
    """The continuum between its emission lines reads as broad He II absorption."""
    assert judge(TASKS["wd"], cases[label]).answer != "YES"


@pytest.mark.parametrize("velocity", [-300.0, 0.0, 300.0])
@pytest.mark.parametrize("label", ["M3 V", "M6 V", "M5 Ve, strong", "detached pair"])
def test_dwarfs_are_no_giants_at_any_velocity(cases, label, velocity):
    moved = shifted(cases[label], velocity, 0)
    assert judge(TASKS["gm"], moved).answer != "YES"


@pytest.mark.parametrize("velocity", [-300.0, 300.0])
def test_a_giant_off_rest_is_never_a_no(cases, velocity):
    moved = shifted(cases["M3 III"], velocity, 0)
    assert judge(TASKS["gm"], moved).answer != "NO"


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("file", "task", "answer"),
    [
        ("miles_m0099_HD017491.fits", "gm", "YES"),
        ("stelib_HD048682B.fits", "gm", None),
        ("miles_m0177_HD035155.fits", "ss", "YES"),
        ("kast_oke_fg193_74.dat", "wd", None),
        ("stromlo_l745-46amsb.tab", "wd", "YES"),
        ("kast_oke_fg138_31.dat", "wd", "YES"),
    ],
)
def test_real_spectra_by_subtype(reference, file, task, answer):
    """M4 III; a K5 to M0 border case; S4,1; DC; DZ6; a cool DA."""
    spectrum = read_spectrum(reference / "spectra" / file)
    case = Case(file, "", "", spectrum)
    assert judge(TASKS[task], case).answer == answer
