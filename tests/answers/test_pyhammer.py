"""PyHammer: found by file name; the guessed type never answers."""

from collections.abc import Callable

import pytest

from specreview.answers.importing import AnswersReport
from specreview.errors import AnswersError
from specreview.review.decision import Decision
from tests.answers.conftest import IDS, lines

Bring = Callable[..., AnswersReport]
Logged = Callable[[], list[Decision]]
HEAD = (
    "#Filename,File Type,Radial Velocity (km/s),Guessed Spectral Type,Guessed [Fe/H],"
    "User Spectral Type,User [Fe/H]"
)
OLD = (
    "#Filename,Radial Velocity (km/s),Guessed Spectral Type,Guessed Metallicity,"
    "User Spectral Type,User Metallicity"
)


def test_columns_become_a_decision(bring: Bring, logged: Logged) -> None:
    text = lines(
        HEAD,
        "/home/ann/spectra/spec-1.fits,sdssdr12,-45.2,M4,+0.0,M5,+0.5",
        r"C:\spectra\spec-2.fits.gz,sdssdr12,29.9792458,K7,-0.5,Wdm,nan",
        "spec-3.fits,sdssdr12,12.0,M2,+0.0,BAD,BAD",
        "spec-4.fits,sdssdr12,12.0,M2,+0.0,nan,nan",
        "spec-9.fits,sdssdr12,12.0,M2,+0.0,M0,nan",
    )
    report = bring(text, as_name="ann", yes=("M*",), no=("Wdm",), confidence=3)
    assert report.sentence() == "3 applied, 0 unchanged, 1 unknown: spec-9.fits"
    assert report.silent == {"not looked at by a person": 1}
    dwarf, pair, bad = logged()
    assert (dwarf.answer, dwarf.confidence, dwarf.comment) == ("YES", 3, "[Fe/H] +0.5; class M5")
    assert dwarf.redshift == pytest.approx(-45.2 / 299792.458, rel=1e-12)
    assert (pair.answer, pair.other_class, pair.redshift) == ("NO", "**", pytest.approx(1e-4))
    assert (bad.answer, bad.issues, bad.redshift) == ("UNSURE", ("S",), None)


def test_without_a_name_or_a_confidence(bring: Bring, logged: Logged) -> None:
    text = lines(OLD, "spec-1.fits,-45.2,M4,+0.0,M5,+0.5")
    with pytest.raises(AnswersError, match="does not say who answered; give --as NAME"):
        bring(text, yes=("M5",))
    bring(text, yes=("M5",), as_name="ann")
    assert logged()[0].confidence is None, "nothing is invented: such an answer approves nothing"


def test_values_written_out_win_over_stars_and_may_not_clash(bring: Bring, logged: Logged) -> None:
    text = lines(OLD, "spec-1.fits,1,M4,+0.0,M9,nan", "spec-2.fits,1,M4,+0.0,M4,nan")
    with pytest.raises(AnswersError, match="M9 is said to mean YES and NO"):
        bring(text, yes=("M*",), no=("*9",), as_name="ann")
    report = bring(text, yes=("M*", "L*"), no=("m9",), as_name="ann")
    assert [one.answer for one in logged()] == ["NO", "YES"]
    assert report.notes == ("no row says L*; the values are compared whole",)


def test_two_candidates_of_one_name_are_not_guessed(
    bring: Bring,
    logged: Logged,
    store,
    queue,  # type: ignore[no-untyped-def]
) -> None:
    from specreview.review.candidates import NewCandidate

    twin = NewCandidate("77", "S 77", "wd", "/elsewhere/spec-1.fits")
    store.queues.upsert(queue.id, [twin])
    text = lines(OLD, "spec-1.fits,1,M4,+0.0,M9,nan")
    report = bring(text, yes=("M9",), as_name="ann")
    assert [one.reason for one in report.unknown] == [
        "fits 2 candidates (tasks cv, wd); which one is not said"
    ]
    assert bring(text, yes=("M9",), as_name="ann", task="wd").applied == 1
    assert logged()[0].candidate_id == len(IDS) + 1
