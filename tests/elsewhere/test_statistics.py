"""Chance and likeness against an independent implementation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.elsewhere.chance import at_least
from specreview.elsewhere.likeness import _rank_sum

scipy = pytest.importorskip("scipy.stats")


@given(st.integers(0, 400), st.integers(0, 400), st.floats(0.0, 1.0))
def test_the_binomial_tail(count, trials, rate):
    expected = scipy.binom.sf(count - 1, trials, rate)
    assert at_least(count, trials, rate) == pytest.approx(expected, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_rank_sum(seed):
    draws = np.random.default_rng(seed)
    inside, outside = draws.poisson(4.0, 12), draws.poisson(3.0, 47)
    ranks = scipy.rankdata(np.concatenate([inside, outside]))[:12].sum()
    tested = scipy.mannwhitneyu(
        inside, outside, use_continuity=False, alternative="greater", method="asymptotic"
    )
    score = _rank_sum(inside, outside)
    assert np.sign(score) == np.sign(ranks - 12 * 60 / 2)
    assert scipy.norm.sf(score) == pytest.approx(tested.pvalue, rel=1e-6)


def test_nobody_differs():
    assert _rank_sum(np.ones(3, np.int32), np.ones(9, np.int32)) == 0.0
