"""Gaps, runs, running means and envelopes."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from specreview.views.segments import envelope, few_runs, gaps_after, isolated, running_mean, runs

MASKS = arrays(bool, st.integers(0, 60))


@given(MASKS)
def test_runs_rebuild_the_mask(mask):
    rebuilt = np.zeros_like(mask)
    found = runs(mask)
    for first, last in found:
        rebuilt[first : last + 1] = True
    assert np.array_equal(rebuilt, mask)
    assert all(b[0] - a[1] >= 2 for a, b in itertools.pairwise(found))


def test_a_gap_is_a_jump_and_not_a_coarser_sampling():
    assert gaps_after(np.array([1.0, 2, 3, 9, 10, 11])).tolist() == [2]
    assert gaps_after(np.array([1.0, 2, 3, 7.9, 9, 10])).tolist() == []
    coarser = np.concatenate([np.arange(1000, 2000, 0.1), np.arange(2000, 20_000, 2.0)])
    assert gaps_after(coarser).size == 0
    assert gaps_after(np.array([1.0, 2.0])).size == 0
    log_linear = 10 ** np.arange(3.0, 4.0, 1e-3)
    assert gaps_after(log_linear).size == 0


@given(
    arrays(float, st.integers(1, 80), elements=st.floats(-100, 100)),
    st.lists(st.integers(0, 79), max_size=8),
    st.sampled_from([1, 3, 5, 9]),
)
def test_a_running_mean_stays_in_the_range_of_its_run(flux, holes, width):
    flux = flux.copy()
    flux[[hole for hole in holes if hole < flux.size]] = np.nan
    smooth = running_mean(flux, width)
    assert np.array_equal(np.isnan(smooth), np.isnan(flux))
    for first, last in runs(np.isfinite(flux)):
        run = slice(first, last + 1)
        assert smooth[run].min() >= flux[run].min() - 1e-9
        assert smooth[run].max() <= flux[run].max() + 1e-9


def test_a_running_mean_is_the_mean_of_its_neighbours():
    flux = np.array([1.0, 2, 3, 4, 100, np.nan, 7, 9])
    assert running_mean(flux, 3).tolist()[1:4] == [2, 3, pytest.approx(107 / 3)]
    assert running_mean(flux, 3)[6:].tolist() == [8, 8]


def test_isolated_values():
    flux = np.array([1, np.nan, 2, 3, np.nan, np.nan, 4])
    assert isolated(flux).tolist() == [0, 6]


@given(
    arrays(float, st.integers(2, 200), elements=st.floats(-50, 50)),
    st.lists(st.integers(0, 199), max_size=6),
    st.integers(1, 60),
)
def test_the_envelope_holds_every_value_and_few_points(flux, holes, bins):
    flux = flux.copy()
    flux[[hole for hole in holes if hole < flux.size]] = np.nan
    x, y = envelope(np.arange(flux.size, dtype=float), flux - 1, flux + 1, bins)
    finite = np.isfinite(flux)
    if not finite.any():
        assert x.size == 0
        return
    assert np.nanmax(y) == np.nanmax(flux) + 1
    assert np.nanmin(y) == np.nanmin(flux) - 1
    pieces = runs(np.isfinite(y))
    assert len(pieces) == len(runs(finite))
    for (first, last), (start, stop) in zip(pieces, runs(finite), strict=True):
        assert x[first : last + 1].min() == start
        assert x[first : last + 1].max() == stop
    assert np.isfinite(y).sum() <= 2 * (bins + 2 * len(pieces))


@given(MASKS, st.integers(1, 12))
def test_few_runs_cover_all_and_join_the_nearest(mask, most):
    found = runs(mask)
    few = few_runs(found, most)
    assert len(few) <= most or len(found) == 0
    covered = np.zeros_like(mask)
    for first, last in few:
        covered[first : last + 1] = True
    assert np.array_equal(covered & mask, mask)
    left = [b[0] - a[1] for a, b in itertools.pairwise(few)]
    between = [b[0] - a[1] for a, b in itertools.pairwise(found)]
    assert sorted(left) == sorted(between)[len(between) - len(left) :]
