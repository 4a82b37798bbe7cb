"""How likely a count is by chance alone."""

import math

import numpy as np

_AT_A_TIME = 1024


def at_least(count: int, trials: int, rate: float) -> float:
    """P(X >= count) for X binomial in `trials` with `rate` each."""
    if count <= 0:
        return 1.0
    if rate <= 0.0 or trials < count:
        return 0.0
    if rate >= 1.0:
        return 1.0
    if count <= trials * rate:  # the terms rise at first: sum those that are missing
        return 1.0 - at_least(trials - count + 1, trials, 1.0 - rate)
    odds = rate / (1.0 - rate)
    log_term = (
        math.lgamma(trials + 1)
        - math.lgamma(count + 1)
        - math.lgamma(trials - count + 1)
        + count * math.log(rate)
        + (trials - count) * math.log1p(-rate)
    )
    return min(1.0, _upper_tail(math.exp(log_term), count, trials, odds))


def _upper_tail(term: float, count: int, trials: int, odds: float) -> float:
    """Sum of the falling terms from `count` on, each from the one before, while they count."""
    total = 0.0
    for first in range(count, trials + 1, _AT_A_TIME):
        k = np.arange(first, min(first + _AT_A_TIME, trials + 1))
        terms = term * np.cumprod((trials - k) / (k + 1) * odds)  # each is the one after k's
        total += term + float(terms[:-1].sum())
        term = float(terms[-1])
        if term < 1e-12 * total:
            break
    return total
