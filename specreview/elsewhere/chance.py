"""How likely a count is by chance alone."""

import math


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
    for k in range(count, trials + 1):
        total += term
        term *= (trials - k) / (k + 1) * odds
        if term < 1e-12 * total:
            break
    return total
