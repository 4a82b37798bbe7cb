"""The practice spectra hold what they say, and overviews that cannot tell."""

import numpy as np
import pytest

from specreview.inspectors.rules import RulesInspector
from specreview.spectra.window import Window
from specreview.tiny.practice_spectra import (
    H_ALPHA,
    H_BETA,
    practice_spectra,
    practice_spectrum,
    practice_task,
    twin,
)
from specreview.views.rendered import render_view
from tests.builders import begun, played

NUMBER = 16


def peak_above(spectrum, at):
    """Highest flux within 6 Å of `at`, in units of the median within 60 Å."""
    distance = np.abs(spectrum.wavelength - at)
    return spectrum.flux[distance < 6].max() / np.median(spectrum.flux[distance < 60])


def test_half_of_them_are_yes():
    assert sum(each.label == "YES" for each in practice_spectra(3, 40)) == 20


@pytest.mark.parametrize("each", practice_spectra(3, NUMBER), ids=lambda each: each.kind)
def test_lines_stand_where_the_label_says(each):
    assert (peak_above(each.spectrum, H_ALPHA) > 1.5) == (each.lines != "none")
    assert (peak_above(each.spectrum, H_BETA) > 1.5) == (each.lines == "both")
    assert (each.label == "YES") == (each.lines == "both")


@pytest.mark.parametrize("number", range(4))
def test_a_swamped_overview_is_the_same_picture_whatever_the_lines(number):
    yes = practice_spectrum((9, number), "swamped", "both")
    no = twin(yes, "none")
    assert render_view(yes.spectrum, None, None) == render_view(no.spectrum, None, None)
    window = Window(6490, 6640)
    assert render_view(yes.spectrum, window, None) != render_view(no.spectrum, window, None)


def test_the_rules_vet_them_too():
    task, rules = practice_task(), RulesInspector()
    right = 0
    for each in practice_spectra(4, NUMBER):
        trace = played(begun(each.spectrum, task, rules), each.spectrum, task, rules)
        right += trace.events[-1].verdict == each.label
    assert right >= NUMBER - 1
