"""Orders and arms on one axis: what is kept where they overlap, by hand and against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.spectra.readers.assembly import NoSpectrum, Pixels
from specreview.spectra.readers.merging import merged


def _order(start, stop, step, level, ivar=None, fatal=None):
    wave = np.arange(start, stop, step)
    weight = None if ivar is None else np.full(wave.size, float(ivar))
    return Pixels(wave, np.full(wave.size, float(level)), weight, fatal)


def test_an_overlap_is_cut_where_the_weights_cross():
    """Weights fall from 10 to 0 along the first and rise along the second: they meet half way."""
    first, second = _order(5000, 5100, 1.0, 1, 1), _order(5050.5, 5150, 1.0, 2, 1)
    first.ivar = np.clip((5100 - first.wavelength) / 5, 0, None)
    second.ivar = np.clip((second.wavelength - 5050) / 5, 0, None)
    pixels, note = merged([second, first], "orders")
    border = pixels.wavelength[np.flatnonzero(pixels.flux == 2)[0]]
    assert border == pytest.approx(5075, abs=1.5)
    assert np.all(np.diff(pixels.wavelength) > 0)
    assert note == "orders overlap at 5050-5099 Å, cut where most weight is kept"


def test_without_errors_it_is_cut_in_the_middle():
    pixels, note = merged([_order(5000, 5100, 1.0, 1), _order(5050.5, 5150, 1.0, 2)], "orders")
    assert pixels.wavelength[pixels.flux == 1][-1] == 5074
    assert pixels.wavelength[pixels.flux == 2][0] == 5075.5
    assert pixels.ivar is None
    assert "in the middle" in note


def test_masked_pixels_have_no_weight():
    """The second order is better, but masked below 5080."""
    second = _order(5050.5, 5150, 1.0, 2, 9)
    second.fatal = second.wavelength < 5080
    first = _order(5000, 5100, 1.0, 1, 1)
    first.fatal = np.zeros(first.flux.size, dtype=bool)
    pixels, _ = merged([first, second], "orders")
    assert pixels.wavelength[pixels.flux == 2][0] == 5080.5
    assert not pixels.fatal.any()


def test_arms_on_one_grid_keep_both_for_a_mean():
    pixels, note = merged([_order(5000, 5101, 1.0, 1, 1), _order(5090, 5150, 1.0, 2, 1)], "arms")
    assert np.count_nonzero((pixels.wavelength >= 5090) & (pixels.wavelength <= 5100)) == 22
    assert note == "arms overlap at 5090-5100 Å, combined by inverse variance"


def test_parts_that_do_not_meet_are_set_end_to_end_without_a_note():
    pixels, note = merged([_order(6000, 6010, 1.0, 2), _order(5000, 5010, 1.0, 1)], "arms")
    assert pixels.wavelength.tolist() == [*range(5000, 5010), *range(6000, 6010)]
    assert note is None


def test_falling_orders_and_pixels_without_a_wavelength_are_taken_in_order():
    falling = _order(5000, 5010, 1.0, 1).take(np.arange(9, -1, -1))
    falling.wavelength[0] = np.nan
    pixels, _ = merged([falling], "orders")
    assert pixels.wavelength.tolist() == list(range(5000, 5009))
    with pytest.raises(NoSpectrum, match="no pixel has a wavelength"):
        merged([Pixels(np.array([np.nan]), np.array([1.0]))], "orders")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(0, 10), min_size=12, max_size=12),
    st.lists(st.floats(0, 10), min_size=12, max_size=12),
    st.integers(1, 11),
)
def test_no_other_cut_keeps_more_weight(ours, theirs, shift):
    """Every way to part two orders of twelve pixels is tried."""
    left = Pixels(np.arange(12.0) + 5000, np.ones(12), np.array(ours))
    right = Pixels(np.arange(12.0) + 5000.5 + shift, np.full(12, 2.0), np.array(theirs))
    pixels, _ = merged([left, right], "orders")
    kept = float(pixels.ivar.sum())
    borders = np.arange(5000 + shift, 5013, 0.5)
    ways = [
        left.ivar[left.wavelength < b].sum() + right.ivar[right.wavelength >= b].sum()
        for b in borders
        if b > 5000 + shift
    ]
    assert np.all(np.diff(pixels.wavelength) > 0)
    assert kept >= max(ways) - 1e-9
