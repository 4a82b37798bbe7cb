"""Conditions over measurements, in three values: holds, does not hold, unknown (Kleene)."""

import math
from collections.abc import Iterable, Mapping

from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Condition

Truth = bool | None


def holds(condition: Condition, measured: Mapping[str, Measurement]) -> Truth:
    """True, False, or None where something that decides it is not measurable.

    Every part that is given must hold: the leaf, all of `all`, at least `at_least` of `any`,
    and not any of `none`. A diagnostic that `measured` lacks was not looked at: all about it is
    unknown, even whether it can be measured. `ew`, `value` and `contrast` of a line count in
    the sense of its kind.
    """
    parts: list[Truth] = []
    if condition.diagnostic is not None:
        parts.append(_leaf(condition, measured))
    parts.extend(holds(part, measured) for part in condition.all)
    if condition.any:
        truths = [holds(part, measured) for part in condition.any]
        parts.append(_at_least(truths, condition.at_least))
    if condition.none:
        truths = [holds(part, measured) for part in condition.none]
        found = _at_least(truths, 1)
        parts.append(None if found is None else not found)
    return _every(parts)


def names_in(condition: Condition) -> set[str]:
    """All diagnostics that a condition reads."""
    names = {name for name in (condition.diagnostic, condition.relative_to) if name}
    for part in (*condition.all, *condition.any, *condition.none):
        names |= names_in(part)
    return names


def _every(parts: Iterable[Truth]) -> Truth:
    truths = list(parts)
    if any(truth is False for truth in truths):
        return False
    return None if any(truth is None for truth in truths) else True


def _at_least(truths: list[Truth], least: int) -> Truth:
    sure = sum(1 for truth in truths if truth is True)
    if sure >= least:
        return True
    possible = sure + sum(1 for truth in truths if truth is None)
    return None if possible >= least else False


def _leaf(condition: Condition, measured: Mapping[str, Measurement]) -> Truth:
    measurement = measured.get(condition.diagnostic or "")
    parts: list[Truth] = []
    if condition.measured is not None:
        known = None if measurement is None else measurement.measurable
        parts.append(None if known is None else known is condition.measured)
    if condition.above is not None or condition.below is not None:
        value, margin = _value(condition, measurement, measured), _margin(condition, measurement)
        if value is None or margin is None:
            parts.append(None)
        else:
            parts.append(_within(condition, value, margin))
    return _every(parts)


def _value(
    condition: Condition, measurement: Measurement | None, measured: Mapping[str, Measurement]
) -> float | None:
    value = quantity(measurement, condition.quantity)
    if value is None or condition.relative_to is None:
        return value
    base = quantity(measured.get(condition.relative_to), condition.quantity)
    if base is None:
        return None
    return value / base if base > 0 else math.inf


def quantity(measurement: Measurement | None, name: str) -> float | None:
    """One quantity of a measurable diagnostic, None where it has none or is not measurable."""
    if measurement is None or not measurement.measurable:
        return None
    if name == "ew":
        name = "value"
    value = getattr(measurement, name)
    return None if value is None else float(value)


def _margin(condition: Condition, measurement: Measurement | None) -> float | None:
    """How far the value must clear its limits; None where it needs an error and has none."""
    if condition.sigmas == 0:
        return 0.0
    error = quantity(measurement, "error")
    return None if error is None else condition.sigmas * error


def _within(condition: Condition, value: float, margin: float) -> bool:
    if condition.above is not None and not value - margin > condition.above:
        return False
    return condition.below is None or value + margin < condition.below
