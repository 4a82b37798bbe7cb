"""An artefact at one observed wavelength in 12 of 60 spectra is found; real lines are not."""

import pytest

from specreview.elsewhere.features import Feature, expected_at, features_in
from specreview.elsewhere.index import PeakIndex
from specreview.elsewhere.judging import judged
from specreview.elsewhere.packing import unpack
from specreview.elsewhere.seen import Subject, ground_of, seen_elsewhere
from specreview.elsewhere.whence import Whence
from specreview.tasks.load import load_tasks

from .conftest import ARTEFACT, PLANTED


def at_artefact(seen):
    return abs(seen.feature.wavelength - ARTEFACT) < 2.5 and seen.feature.sign > 0


@pytest.fixture(scope="session")
def asked(ask):
    return ask(PLANTED)


def test_it_is_found_with_its_count(asked):
    found = {number: seen for number, seen in asked if at_artefact(seen)}
    assert set(found) == PLANTED - missed(found)
    for seen in found.values():
        assert len(found) - 2 <= seen.queue.has <= len(PLANTED) - 1
        assert seen.queue.could >= 55
        others = {neighbour.candidate_id for neighbour in seen.neighbours}
        assert others <= PLANTED
    words = [judged(seen).suggests for seen in found.values()]
    assert words.count("artefact") >= 0.9 * len(words)


def missed(found):
    """6σ high in noise of 1σ: one of the twelve may lie below the limit of 4."""
    lost = PLANTED - set(found)
    assert len(lost) <= 2
    return lost


def test_no_line_of_the_lists_is_called_an_artefact(asked):
    listed = [seen for _, seen in asked if seen.expected.line or seen.expected.sky]
    assert len(listed) > 500
    assert {judged(seen).suggests for seen in listed} <= {"expected", "sky"}


def test_hardly_any_other_feature_is(asked):
    others = [seen for _, seen in asked if not at_artefact(seen)]
    called = [seen for seen in others if judged(seen).suggests == "artefact"]
    assert len(called) <= 0.01 * len(others)


def test_without_it_nothing_is_said_there(ask):
    assert not [seen for _, seen in ask(frozenset(), everywhere=False) if at_artefact(seen)]


def test_the_plate_that_has_it_is_named(ask):
    planted = frozenset(range(48, 60))  # all on plate 7, which holds 20
    found = [seen for _, seen in ask(planted, everywhere=False) if at_artefact(seen)]
    assert len(found) >= 10
    for seen in found:
        assert "plate 7" in judged(seen).sentence
        assert dict(zip([c.scope for c in seen.counts], seen.rest, strict=True))["plate"][0] == 0


def test_a_queue_of_three_says_nothing(entries, roles):
    few = [entries(PLANTED)[number] for number in (4, 16, 22)]
    found = features_in(unpack(few[0].peaks))
    peaks = tuple(one for one in found if 6790.0 <= one.wavelength <= 6810.0)
    task = load_tasks(None)[roles[4].task]
    index = PeakIndex.of(few)
    subject = Subject(4, "X", Whence(), task, None, peaks)
    seen = seen_elsewhere(index, subject, peaks[0], ground_of(index, subject))
    assert (seen.queue.has, seen.queue.could) == (2, 2)
    assert judged(seen).suggests == "too_few"


@pytest.mark.parametrize(
    ("wavelength", "snr", "name"),
    [
        (7283.36, 6.0, "He I 7283"),
        (7137.76, 40.0, "[Ar III] 7138"),
        (6585.27, 8.0, "[N II] 6585"),
        (6585.27, -8.0, ""),
        (8865.2, 12.0, "H I 8865"),
        (3971.2, 12.0, "Hε or Ca II H"),
        (3969.6, -12.0, "Ca II H or Hε"),
        (4862.69, 12.0, "Hβ"),
    ],
)
def test_a_real_line_has_its_name_and_a_forbidden_one_none_in_absorption(wavelength, snr, name):
    """Vacuum wavelengths of NIST; [N II] 6585 lies 940 km/s from Hα, beyond its reach."""
    found = expected_at(Feature(wavelength, snr, 3.0), load_tasks()["cv"], "SDSS", None)
    assert found.line == name
