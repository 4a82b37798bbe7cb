"""Measured values as a vector that two spectra can be compared by."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Diagnostic, LineDiagnostic, RuleDiagnostic
from specreview.tasks.task import VettingTask

Array = NDArray[np.float64]

_WIDTH_UNIT = 200.0
"""km/s: widths below it are hardly told apart at the surveys' resolution."""


@dataclass(frozen=True, eq=False)
class Vector:
    """Values and 1σ errors, each (d,), NaN where not measured; the axes are the task's."""

    values: Array
    errors: Array

    def packed(self) -> bytes:
        """As float32, values first."""
        return np.concatenate([self.values, self.errors]).astype("<f4").tobytes()

    @classmethod
    def unpacked(cls, packed: bytes) -> "Vector":
        both = np.frombuffer(packed, dtype="<f4").astype(np.float64)
        return cls(*np.split(both, 2))


def vector(task: VettingTask, measured: Mapping[str, Measurement]) -> Vector:
    """Two axes a line (strength and width), one for anything else, in the order of the task.

    Strengths are signed logarithms of 1 + |EW| / Å: lines of 20 and 22 Å are as alike as of 1 and
    1.2. A width has a value only where its line is significant.
    """
    pairs: list[tuple[float, float]] = []
    for diagnostic in task.diagnostics:
        if not isinstance(diagnostic, RuleDiagnostic):
            pairs += _axes(diagnostic, measured.get(diagnostic.name))
    values, errors = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    return Vector(values, errors)


def weights(task: VettingTask) -> Array:
    """(d,) of each axis: what counts for the score counts here; nothing counts for nothing."""
    found: list[float] = []
    top = max((abs(d.weight) for d in task.diagnostics), default=0.0) or 1.0
    for diagnostic in task.diagnostics:
        if not isinstance(diagnostic, RuleDiagnostic):
            share = 0.25 + abs(diagnostic.weight) / top
            found += [share, 0.5 * share] if isinstance(diagnostic, LineDiagnostic) else [share]
    return np.array(found)


def _axes(diagnostic: Diagnostic, measured: Measurement | None) -> list[tuple[float, float]]:
    missing = (np.nan, np.nan)
    line = isinstance(diagnostic, LineDiagnostic)
    if measured is None or not measured.measurable:
        return [missing, missing] if line else [missing]
    if not line:
        return [missing if measured.value is None else (measured.value, measured.error or 0.0)]
    return [_strength(measured) or missing, _width(measured) or missing]


def _strength(measured: Measurement) -> tuple[float, float] | None:
    if measured.ew is None:
        return None
    size = abs(measured.ew)
    return float(np.sign(measured.ew) * np.log1p(size)), (measured.ew_error or 0.0) / (1.0 + size)


def _width(measured: Measurement) -> tuple[float, float] | None:
    if measured.fwhm_kms is None or not measured.significant():
        return None
    significance = max(abs(measured.significance or 0.0), 1.0)
    return float(np.log1p(measured.fwhm_kms / _WIDTH_UNIT)), 1.0 / significance
