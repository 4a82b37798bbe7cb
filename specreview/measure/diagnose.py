"""What a task names, measured in one spectrum."""

from collections.abc import Mapping
from dataclasses import replace

from specreview.measure.bands import Ratio, flux_ratio
from specreview.measure.line_diagnostic import measure_lines
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import Prepared, prepare
from specreview.measure.slope import continuum_slope
from specreview.measure.unlisted import unlisted_emission
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    Diagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    RuleDiagnostic,
    UnlistedEmissionDiagnostic,
)
from specreview.tasks.task import VettingTask

_TELLURIC = ((6864.0, 6945.0), (7160.0, 7340.0), (7590.0, 7700.0), (8125.0, 8350.0))
"""O2 B, H2O, O2 A, H2O in observed vacuum Å; LAMOST pipelines do not correct them
(Xiang et al. 2015)."""


def measure_diagnostic(
    spectrum: Spectrum,
    diagnostic: Diagnostic,
    redshift: float | None,
    others: Mapping[str, Measurement],
) -> Measurement:
    """One diagnostic, measured; never raises.

    `others` holds what was measured before, for an index that subtracts a locus. A rule is no
    measurement: its presence is None with a reason.
    """
    return measure_prepared(prepare(spectrum, redshift), diagnostic, others)


def measure_task(
    spectrum: Spectrum, task: VettingTask, redshift: float | None
) -> dict[str, Measurement]:
    """All diagnostics of the task but its rules, in the order of the file; never raises."""
    return measure_all(prepare(spectrum, redshift), task)


def measure_all(prepared: Prepared, task: VettingTask) -> dict[str, Measurement]:
    """`measure_task` for a spectrum that is already prepared."""
    measured: dict[str, Measurement] = {}
    for diagnostic in task.diagnostics:
        if not isinstance(diagnostic, RuleDiagnostic):
            measured[diagnostic.name] = measure_prepared(prepared, diagnostic, measured)
    return measured


def measure_prepared(
    prepared: Prepared, diagnostic: Diagnostic, others: Mapping[str, Measurement]
) -> Measurement:
    """One diagnostic in a spectrum that is already prepared."""
    match diagnostic:
        case LineDiagnostic():
            return measure_lines(prepared, diagnostic)
        case BandheadDiagnostic():
            return _bandhead(prepared, diagnostic)
        case IndexDiagnostic():
            return _index(prepared, diagnostic, others)
        case ContinuumDiagnostic():
            return _continuum(prepared, diagnostic)
        case UnlistedEmissionDiagnostic():
            return _unlisted(prepared, diagnostic)
        case RuleDiagnostic():
            return _blank(diagnostic, "a rule is not measured")


def extent(diagnostic: Diagnostic) -> tuple[float, float]:
    """Rest-frame vacuum Å that a window must show for the diagnostic to be seen in it.

    Raises
    ------
    ValueError
        For a rule, which has no place in the spectrum.
    """
    match diagnostic:
        case LineDiagnostic():
            half = diagnostic.window_kms / SPEED_OF_LIGHT_KMS
            return min(diagnostic.rest) * (1.0 - half), max(diagnostic.rest) * (1.0 + half)
        case BandheadDiagnostic() | IndexDiagnostic():
            edges = (*diagnostic.feature, *diagnostic.reference)
            return min(edges), max(edges)
        case ContinuumDiagnostic():
            ends = [edge for window in diagnostic.windows for edge in window]
            return min(ends), max(ends)
        case UnlistedEmissionDiagnostic():
            return diagnostic.search
        case RuleDiagnostic():
            raise ValueError(f"{diagnostic.name} is a rule and has no window")


def _blank(diagnostic: Diagnostic, reason: str) -> Measurement:
    return Measurement(diagnostic.name, diagnostic.label, diagnostic.kind, None, reason=reason)


def _from_ratio(
    prepared: Prepared, diagnostic: BandheadDiagnostic | IndexDiagnostic
) -> tuple[Measurement, Ratio | None]:
    feature, reference = diagnostic.feature, diagnostic.reference
    window = (min(feature[0], reference[0]), max(feature[1], reference[1]))
    blank = replace(_blank(diagnostic, ""), window=window)
    ratio = flux_ratio(prepared, feature, reference)
    if isinstance(ratio, str):
        return replace(blank, reason=ratio, covered=prepared.covered(*window)), None
    (x0, y0), (x1, y1) = ratio.points
    measured = replace(
        blank,
        value=ratio.value,
        error=ratio.error,
        covered=ratio.covered,
        snr=ratio.snr,
        unit="index" if diagnostic.kind == "index" else "ratio",
        continuum=((x0, y0 * prepared.scale), (x1, y1 * prepared.scale)),
        caution=_telluric(prepared, window),
    )
    return measured, ratio


def _telluric(prepared: Prepared, window: tuple[float, float]) -> str:
    lower, upper = (edge * prepared.factor for edge in window)
    if any(low < upper and lower < high for low, high in _TELLURIC):
        return "a telluric band in the window"
    return ""


def _bandhead(prepared: Prepared, diagnostic: BandheadDiagnostic) -> Measurement:
    measured, ratio = _from_ratio(prepared, diagnostic)
    if ratio is None:
        return measured
    depth, ramp = 1.0 - ratio.value, diagnostic.ratio
    significance = depth / ratio.error
    measured = replace(measured, significance=significance, contrast=depth)
    if ramp.none > ramp.full and significance < diagnostic.significance:
        ordinary = 1.0 - 0.5 * (ramp.none + ramp.full)
        if diagnostic.significance * ratio.error > max(ordinary, 0.1):
            return measured.unmeasured(f"too noisy, ratio ± {ratio.error:.2f}")
        return replace(measured, presence=0.0)
    return replace(measured, presence=ramp.presence(ratio.value))


def _index(
    prepared: Prepared, diagnostic: IndexDiagnostic, others: Mapping[str, Measurement]
) -> Measurement:
    measured, ratio = _from_ratio(prepared, diagnostic)
    if ratio is None:
        return measured
    value, error = ratio.value, ratio.error
    if diagnostic.minus is not None:
        start, factor, name = diagnostic.minus
        other = others.get(name)
        if other is None or other.value is None or other.error is None:
            return measured.unmeasured(f"{name} is not measured")
        value -= start + factor * other.value
        error = (error**2 + (factor * other.error) ** 2) ** 0.5
    ramp = diagnostic.value
    significance = abs(value - ramp.none) / error
    measured = replace(measured, value=value, error=error, significance=significance)
    most = diagnostic.max_error or 1.5 * abs(ramp.full - ramp.none)
    if error > most:
        return measured.unmeasured(f"too noisy, index ± {error:.2f}")
    presence = ramp.presence(value) if significance >= diagnostic.significance else 0.0
    return replace(measured, presence=presence)


def _continuum(prepared: Prepared, diagnostic: ContinuumDiagnostic) -> Measurement:
    window = (diagnostic.windows[0][0], diagnostic.windows[-1][1])
    blank = replace(_blank(diagnostic, ""), window=window, unit="slope")
    slope = continuum_slope(prepared, diagnostic.windows)
    if isinstance(slope, str):
        return replace(blank, reason=slope, covered=prepared.covered(*window))
    (x0, y0), (x1, y1) = slope.points
    return replace(
        blank,
        presence=diagnostic.slope.presence(slope.value),
        value=slope.value,
        error=slope.error,
        significance=abs(slope.value - diagnostic.slope.none) / slope.error,
        covered=slope.covered,
        snr=slope.snr,
        continuum=((x0, y0 * prepared.scale), (x1, y1 * prepared.scale)),
    )


def _unlisted(prepared: Prepared, diagnostic: UnlistedEmissionDiagnostic) -> Measurement:
    blank = replace(_blank(diagnostic, ""), window=diagnostic.search, unit="Å")
    found = unlisted_emission(prepared, diagnostic)
    if isinstance(found, str):
        return replace(blank, reason=found)
    present = found.wavelength is not None
    where = f"strongest at {found.wavelength:.0f} Å" if found.wavelength is not None else ""
    return replace(
        blank,
        presence=diagnostic.ew.presence(found.ew) if present else 0.0,
        value=found.ew,
        error=found.ew_error,
        significance=found.significance,
        ew=found.ew,
        ew_error=found.ew_error,
        ew_limit=3.0 * found.ew_error,
        contrast=found.contrast,
        covered=found.covered,
        snr=found.snr,
        caution=where,
    )
