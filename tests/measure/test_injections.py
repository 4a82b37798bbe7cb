"""Measurements of injected features have no bias, and errors that hold.

The pull's mean must lie within 0.1 and its width within 0.8 to 1.25. With 1600 draws 0.1 is four
times the sampling error of the mean, so a quantity without bias fails once in 16,000 seeds. The
whole table, with weaker and broader lines, is printed by `benchmarks/injections.py`.
"""

import pytest

from benchmarks.injections import MEAN, NARROW, WIDE, band, draw, index, line, slope

DRAWS = 1600


@pytest.mark.parametrize(
    ("case", "snr", "ivar"),
    [
        (line(20.0, 350.0), 10.0, True),
        (line(60.0, 1500.0), 30.0, True),
        (line(-5.0, 500.0), 100.0, False),
        (band(0.3), 5.0, True),
        (index(0.6), 30.0, False),
        (slope(-1.5), 10.0, True),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_pull_against_the_noise(case, snr, ivar):
    found = draw(case, snr, DRAWS, 7, ivar=ivar)
    found.pop("FWHM half", None)
    for name, draws in found.items():
        mean, width = draws.pull
        assert draws.error.size > 0.99 * DRAWS
        assert abs(mean) < MEAN, name
        assert NARROW < width < WIDE, name


def test_full_error_holds_where_the_systematic_part_is_there():
    case = band(0.3)
    draws = draw(case, 100.0, DRAWS, 7, systematic=True)["value"]
    mean, width = draws.pull
    assert abs(mean) < MEAN
    assert NARROW < width < WIDE
    alone = draw(case, 100.0, 200, 7, systematic=False)["value"]
    assert draws.error.mean() > 1.5 * alone.error.mean()
