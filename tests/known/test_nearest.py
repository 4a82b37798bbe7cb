"""Known beside unknown: eleven candidates, none of the library's, meet their own kind first."""

from functools import partial

import numpy as np
import pytest

from specreview.demo.beyond import emission_galaxy, quasar
from specreview.demo.cool import carbon_star, k_giant, m_dwarf, m_giant, s_star
from specreview.demo.hot import a_star, cataclysmic_variable, da
from specreview.known.distance import distance, scales
from specreview.known.known import nearest
from specreview.known.vectors import Vector, vector, weights
from specreview.measure.diagnose import measure_task

from .conftest import observed

TEN = [
    ("cv", partial(cataclysmic_variable, halpha=60.0, outer_kms=600.0), 12.0, 0.0, "positive",
     "nova"),
    ("cv", partial(m_dwarf, bands=1.2, activity=5.0), 18.0, 0.0, "look-alike", "M4 Ve"),
    ("cv", partial(emission_galaxy, halpha=45.0), 15.0, 0.06, "look-alike", "galaxy"),
    ("cv", partial(quasar, fwhm_kms=5000.0), 20.0, 0.33, "look-alike", "quasar"),
    ("cc", partial(carbon_star, strength=1.1, temperature=3500.0), 20.0, 0.0, "positive", "C-N"),
    ("cc", partial(m_giant, bands=1.3), 25.0, 0.0, "look-alike", "M"),
    ("ss", partial(s_star, zirconium=1.1), 30.0, 0.0, "positive", "S"),
    ("gm", partial(m_giant, bands=1.4), 25.0, 0.0, "positive", "M"),
    ("gm", k_giant, 30.0, 0.0, "look-alike", "K3 III"),
    ("wd", partial(da, temperature=15_000.0, depth=0.55, fwhm=46.0), 20.0, 0.0, "positive", "DA"),
    ("wd", partial(a_star, temperature=8_600.0, fwhm=14.0), 35.0, 0.0, "look-alike", "A"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "source", "snr", "z", "side", "kind"), TEN)
def test_its_own_kind_comes_first(tasks, library, key, source, snr, z, side, kind):
    task = tasks[key]
    own = vector(task, measure_task(observed(source, snr, 77, z), task, None))
    found = nearest(task, own, library(key))
    assert [one.known.side for one in found] == ["positive"] * 3 + ["look-alike"] * 3
    mine = [one for one in found if one.known.side == side]
    others = [one for one in found if one.known.side != side]
    assert mine[0].distance < others[0].distance
    # A redshifted object's lines lie between the task's windows: it may be second or third.
    near = mine[:1] if z == 0.0 else mine
    assert any(kind in one.known.what for one in near)
    for group in (mine, others):
        assert [one.distance for one in group] == sorted(one.distance for one in group)


def test_a_distance_is_one():
    draws = np.random.default_rng(1)
    pool = [Vector(draws.normal(size=8), np.full(8, 0.1)) for _ in range(9)]
    scale, weight = scales(pool), np.ones(8)
    assert distance(pool[0], pool[0], scale, weight) == 0.0
    there, back = (distance(*pair, scale, weight) for pair in ((pool[0], pool[1]), pool[1::-1]))
    assert there == pytest.approx(back)


def test_what_only_one_has_counts_and_what_neither_has_does_not():
    full = Vector(np.zeros(4), np.zeros(4))
    half = Vector(np.array([0.0, 0.0, np.nan, np.nan]), np.zeros(4))
    scale, weight = np.ones(4), np.ones(4)
    assert distance(half, half, scale, weight) == 0.0
    assert distance(full, half, scale, weight) > 1.0
    none = Vector(np.full(4, np.nan), np.full(4, np.nan))
    assert distance(full, none, scale, weight) == float("inf")


def test_errors_bring_uncertain_values_closer():
    one = Vector(np.zeros(2), np.zeros(2))
    sure, unsure = (Vector(np.ones(2), np.full(2, error)) for error in (0.0, 2.0))
    scale = np.ones(2)
    assert distance(one, unsure, scale, scale) == pytest.approx(1.0 / np.sqrt(5.0))
    assert distance(one, sure, scale, scale) == pytest.approx(1.0)


@pytest.mark.parametrize("key", ["cv", "cc", "ss", "gm", "wd"])
def test_each_axis_has_a_weight_and_survives_packing(tasks, library, key):
    for known in library(key):
        back = Vector.unpacked(known.vector.packed())
        assert np.allclose(back.values, known.vector.values, rtol=1e-6, equal_nan=True)
        assert weights(tasks[key]).shape == back.values.shape
