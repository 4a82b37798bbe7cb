"""The checks on sentences whose truth is known by how the spectra were made."""

import pytest

from benchmarks.labelled_claims import SETS, Judged, judge, labelled
from benchmarks.score_claims import contradicted


@pytest.fixture(scope="session")
def judged() -> dict[str, list[Judged]]:
    return {name: [one for each in labelled(name) for one in judge(each)] for name in SETS}


def _all(judged):
    return [one for name in SETS for one in judged[name]]


def test_the_sentences_are_many_and_half_of_them_are_hard(judged):
    sentences = [each for name in SETS for each in labelled(name)]
    hard = ("no ", "not", "without", "lack", "absen", "neither", "unlike", "n't", "missing")
    negative = [s for s in sentences if not s.truths or any(w in s.text.lower() for w in hard)]

    assert len({(s.spectrum, s.text) for s in sentences}) >= 500
    assert len(negative) >= 0.5 * len(sentences)


def test_nineteen_of_twenty_claims_called_contradicted_are_false(judged):
    called, right, _ = contradicted(_all(judged))

    assert called >= 150
    assert right >= 0.95 * called


def test_so_they_are_on_the_third_that_was_held_out_of_tuning(judged):
    called, right, _ = contradicted([one for one in judged["first"] if one.sentence.held_out])

    assert called >= 20
    assert right >= 0.95 * called


def test_most_false_claims_are_found(judged):
    _, right, false = contradicted(_all(judged))

    assert right >= 0.85 * false


def test_nothing_true_is_called_contradicted(judged):
    wrong = [one for one in _all(judged) if one.truth == "T" and one.standing == "contradicted"]

    assert wrong == []


def test_what_noise_or_coverage_hides_is_never_decided(judged):
    hidden = [one for one in _all(judged) if one.truth == "M"]

    assert len(hidden) >= 10
    assert {one.standing for one in hidden} <= {"not measurable", "not read"}


def test_what_nothing_measures_is_not_checked(judged):
    unmeasured = [one for one in _all(judged) if one.truth == "N"]

    assert unmeasured
    assert {one.standing for one in unmeasured} <= {"not checked", "not read"}
