"""What the rules inspector says would change its mind does change it."""

import re

import pytest

from specreview.inspectors.rules.standing import Standing
from specreview.inspectors.rules.turning import turning, turning_words
from specreview.measure.assessment import assess
from specreview.measure.claims.reading import assertions
from specreview.measure.diagnose import measure_task
from specreview.tasks.load import load_tasks
from tests.inspectors.test_rules import BALMER, line
from tests.inspectors.test_rules import blue as continuum
from tests.inspectors.test_rules import spectrum as observed
from tests.inspectors.test_rules_wording import BOTH, measured_of, trace_of

TASKS = load_tasks()
HALPHA = BALMER[0]


def turn_of(task, spectrum):
    return turning(task, measure_task(spectrum, task, None))


def test_a_line_put_into_the_flux_beyond_the_value_said_changes_the_verdict():
    """A bare red star is no CV, and says how much Hα and Hβ would make it think again."""
    task, shape = TASKS["cv"], continuum(0.8)
    spectrum = observed(shape, snr=60.0)
    assert assess(task, measure_task(spectrum, task, None)).verdict == "NO"
    turn = turn_of(task, spectrum)
    assert (turn.diagnostic.name, turn.together.diagnostic.name) == ("ha_em", "hb_em")
    for share, no_longer in ((1.5, True), (0.3, False)):
        lines = line(HALPHA, share * turn.value, 900.0)
        lines = lines + line(BALMER[1], share * turn.together.value, 900.0)
        seen = measure_task(observed(shape * (1 + lines), snr=60.0), task, None)
        assert (assess(task, seen).verdict != "NO") is no_longer


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_the_last_sentence_says_it_in_numbers_or_says_that_nothing_would(key, case):
    text = trace_of(key, case).verdict.justification
    said = re.search(r"(Would change with|No one line would change this\.)(.*)$", text)
    if case in ("noise", "nothing"):
        return
    if said and said[1].startswith("Would"):
        assert re.search(r"[<>] −?\d+\.\d+( Å)?( and |\.$)", said[2]), text
    verdict = trace_of(key, case).verdict.verdict
    assert said or verdict is None, text


@pytest.mark.parametrize("case", ["noise", "nothing"])
def test_without_enough_measured_it_supposes_nothing(case):
    verdict = trace_of("cv", case).verdict
    assert verdict.verdict is None
    assert "Would change" not in verdict.justification


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_what_it_supposes_is_read_as_no_claim(key, case):
    """The badges check what is asserted of the flux, and this sentence asserts nothing."""
    text = trace_of(key, case).verdict.justification
    start = re.search(r"Would change with|No one line would change|$", text).start()
    claims = [claim for claim in assertions(text) if claim.end > start]
    assert claims == [], text


def test_the_standing_is_the_assessments_verdict():
    for key in TASKS:
        for case in ("cv", "a star", "white dwarf", "galaxy"):
            seen = measured_of(key, case)
            known = assess(TASKS[key], seen)
            if known.weighed:
                assert Standing(TASKS[key], seen).verdict == known.verdict


def test_words_of_emission_and_of_two_lines_together():
    seen = measure_task(observed(continuum(0.8), snr=60.0), TASKS["cv"], None)
    words = turning_words(turning(TASKS["cv"], seen))
    assert re.fullmatch(
        r"Would change with Hα emission EW > \d+\.\d Å and Hβ emission EW > \d+\.\d Å\.", words
    )
