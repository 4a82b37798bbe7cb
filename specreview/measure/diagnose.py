"""What a task names, measured in one spectrum."""

from collections.abc import Mapping
from dataclasses import replace

from specreview.measure.band_diagnostic import measure_bandhead, measure_index
from specreview.measure.line_diagnostic import measure_lines
from specreview.measure.measurement import Measurement, blank_measurement
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
            return measure_bandhead(prepared, diagnostic)
        case IndexDiagnostic():
            return measure_index(prepared, diagnostic, others)
        case ContinuumDiagnostic():
            return _continuum(prepared, diagnostic)
        case UnlistedEmissionDiagnostic():
            return _unlisted(prepared, diagnostic)
        case RuleDiagnostic():
            return blank_measurement(diagnostic, "a rule is not measured")


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


def _continuum(prepared: Prepared, diagnostic: ContinuumDiagnostic) -> Measurement:
    window = (diagnostic.windows[0][0], diagnostic.windows[-1][1])
    blank = replace(blank_measurement(diagnostic, ""), window=window, unit="slope")
    slope = continuum_slope(prepared, diagnostic.windows)
    if isinstance(slope, str):
        return replace(blank, reason=slope, covered=prepared.covered(*window))
    return replace(
        blank,
        presence=diagnostic.slope.presence(slope.value),
        value=slope.value,
        error=slope.error,
        random_error=slope.random_error,
        significance=abs(slope.value - diagnostic.slope.none) / slope.error,
        covered=slope.covered,
        snr=slope.snr,
        continuum=prepared.in_file_unit(*slope.points),
    )


def _unlisted(prepared: Prepared, diagnostic: UnlistedEmissionDiagnostic) -> Measurement:
    blank = replace(blank_measurement(diagnostic, ""), window=diagnostic.search, unit="Å")
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
