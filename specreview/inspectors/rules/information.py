"""How much a look is expected to tell: bits by which it makes the verdict less uncertain."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specreview.inspectors.rules.outcomes import (
    Bools,
    Floats,
    Unit,
    belief,
    fired_rules,
    open_units,
    rule_truths,
    verdicts,
)
from specreview.measure.measurement import Measurement
from specreview.tasks.task import VettingTask

_OUTCOMES = 48
"""Drawn outcomes of the look itself."""

_RESTS = 16
"""Drawn outcomes of all that would stay open after it, for each of these and each class."""


def expected_bits(
    task: VettingTask,
    seen: Mapping[str, Measurement],
    unseen: Collection[str],
    looks: Sequence[Collection[str]],
) -> list[float]:
    """Expected information (bits, >= 0) about the final verdict of each look.

    Parameters
    ----------
    task
        What is asked, and how its score is made.
    seen
        What was measured in the windows drawn so far.
    unseen
        All diagnostics that a look could still show.
    looks
        For each look the unseen diagnostics that it would show.

    Notes
    -----
    I = H(V) - E[H(V | outcome of the look)], where V is YES, NO or no verdict after everything
    has been looked at (Lindley 1956, Ann. Math. Stat. 27, 986). Outcomes are drawn with a fixed
    seed, so that the same state always gives the same order.
    """
    truths = rule_truths(task, seen)
    units = open_units(task, truths, unseen)
    if not units:
        return [0.0 for _ in looks]
    drawn = _Drawn(task, seen, units, fired_rules(truths), belief(task, seen, truths))
    return [_bits(drawn, frozenset(names)) for names in looks]


@dataclass(frozen=True)
class _Drawn:
    """What all looks are weighed by: the state, the open units, the belief in a positive."""

    task: VettingTask
    seen: Mapping[str, Measurement]
    units: tuple[Unit, ...]
    fired: frozenset[str]
    ours: float


def _bits(state: _Drawn, names: frozenset[str]) -> float:
    units = state.units
    inside = np.array([bool(unit.names & names) for unit in units])
    if not inside.any():
        return 0.0
    chance = np.array([unit.chance for unit in units])
    draws = np.random.default_rng(1956)
    shown = _look_outcomes(chance, state.ours, draws)
    later = _even(_RESTS, len(units), draws)[None] < chance.T[:, None]
    whole = np.where(inside, shown[None, :, None], later[:, None])
    present = _by_name(units, whole.reshape(-1, len(units)))
    found = verdicts(state.task, state.seen, state.fired, present)
    shares = np.stack([np.mean(found.reshape(2, _OUTCOMES, _RESTS) == v, axis=2) for v in range(3)])
    posterior = _posterior(shown[:, inside], chance[inside], state.ours)
    told = (shares[:, 0] * posterior + shares[:, 1] * (1.0 - posterior)).T
    return float(_entropy(told.mean(axis=0)) - np.mean(_entropy(told)))


def _look_outcomes(chance: Floats, ours: float, draws: np.random.Generator) -> Bools:
    """(outcomes, units) drawn from the mixture of positives and others."""
    positive = (np.arange(_OUTCOMES) + 0.5) / _OUTCOMES < ours
    given = np.where(positive[:, None], chance[:, 0], chance[:, 1])
    return np.asarray(_even(given.shape[0], given.shape[1], draws) < given)


def _even(rows: int, columns: int, draws: np.random.Generator) -> Floats:
    """(rows, columns) of numbers in (0, 1), each column spread evenly over it in random order.

    Independent draws miss a unit of 8 % in one of seven looks, which then seems to tell nothing.
    """
    ladder = np.broadcast_to((np.arange(rows)[:, None] + 0.5) / rows, (rows, columns))
    return draws.permuted(ladder, axis=0)


def _posterior(shown: Bools, chance: Floats, ours: float) -> Floats:
    """(outcomes,) chance of a positive once the look has come out so."""
    odds = np.full(shown.shape[0], np.log(ours / (1.0 - ours)))
    odds += np.where(shown, np.log(chance[:, 0] / chance[:, 1]), 0.0).sum(axis=1)
    absent = np.log((1.0 - chance[:, 0]) / (1.0 - chance[:, 1]))
    odds += np.where(shown, 0.0, absent).sum(axis=1)
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


def _by_name(units: tuple[Unit, ...], whole: Bools) -> dict[str, Bools]:
    columns = np.ascontiguousarray(whole.T)
    return {unit.name: columns[place] for place, unit in enumerate(units)}


def _entropy(shares: Floats) -> Floats:
    safe = np.where(shares > 0, shares, 1.0)
    return np.asarray(-np.sum(shares * np.log2(safe), axis=-1))
