"""From flux ratios to measurements: band heads and indices."""

from collections.abc import Mapping
from dataclasses import replace

from specreview.measure.bands import Ratio, flux_ratio
from specreview.measure.measurement import Measurement, blank_measurement
from specreview.measure.prepared import Prepared
from specreview.tasks.diagnostics import BandheadDiagnostic, IndexDiagnostic

_TELLURIC = ((6864.0, 6945.0), (7160.0, 7340.0), (7590.0, 7700.0), (8125.0, 8350.0))
"""O2 B, H2O, O2 A, H2O in observed vacuum Å; LAMOST pipelines do not correct them
(Xiang et al. 2015)."""

TELLURIC_CAUTION = "a telluric band in the window"


def _from_ratio(
    prepared: Prepared, diagnostic: BandheadDiagnostic | IndexDiagnostic
) -> tuple[Measurement, Ratio | None]:
    feature, reference = diagnostic.feature, diagnostic.reference
    window = (min(feature[0], reference[0]), max(feature[1], reference[1]))
    blank = replace(blank_measurement(diagnostic, ""), window=window)
    ratio = flux_ratio(prepared, feature, reference)
    if isinstance(ratio, str):
        return replace(blank, reason=ratio, covered=prepared.covered(*window)), None
    measured = replace(
        blank,
        value=ratio.value,
        error=ratio.error,
        random_error=ratio.random_error,
        covered=ratio.covered,
        snr=ratio.snr,
        unit="index" if diagnostic.kind == "index" else "ratio",
        continuum=prepared.in_file_unit(*ratio.points),
        caution=_telluric(prepared, window),
    )
    return measured, ratio


def _telluric(prepared: Prepared, window: tuple[float, float]) -> str:
    lower, upper = (edge * prepared.factor for edge in window)
    if any(low < upper and lower < high for low, high in _TELLURIC):
        return TELLURIC_CAUTION
    return ""


def measure_bandhead(prepared: Prepared, diagnostic: BandheadDiagnostic) -> Measurement:
    """The band's depth across its head; absent where it is not significant."""
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


def measure_index(
    prepared: Prepared, diagnostic: IndexDiagnostic, others: Mapping[str, Measurement]
) -> Measurement:
    """The index, less its locus in another index; their errors added in quadrature."""
    measured, ratio = _from_ratio(prepared, diagnostic)
    if ratio is None:
        return measured
    value, error, random = ratio.value, ratio.error, ratio.random_error
    if diagnostic.minus is not None:
        start, factor, name = diagnostic.minus
        other = others.get(name)
        if other is None or other.value is None or other.error is None:
            return measured.unmeasured(f"{name} is not measured")
        value -= start + factor * other.value
        error = (error**2 + (factor * other.error) ** 2) ** 0.5
        random = (random**2 + (factor * (other.random_error or other.error)) ** 2) ** 0.5
    ramp = diagnostic.value
    significance = abs(value - ramp.none) / error
    measured = replace(
        measured, value=value, error=error, random_error=random, significance=significance
    )
    most = diagnostic.max_error or 1.5 * abs(ramp.full - ramp.none)
    if error > most:
        return measured.unmeasured(f"too noisy, index ± {error:.2f}")
    presence = ramp.presence(value) if significance >= diagnostic.significance else 0.0
    return replace(measured, presence=presence)
