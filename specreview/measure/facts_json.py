"""Measurements as plain values for programs: stable names with their units, and no NaN."""

import math
from collections.abc import Iterable
from typing import Any

from specreview.measure.feature import Feature
from specreview.measure.measurement import Measurement
from specreview.measure.window_facts import WindowFacts
from specreview.spectra.redshift import AppliedRedshift
from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window
from specreview.tasks.task import VettingTask

SCHEMA = 1
"""Rises when a name changes its meaning or goes; new names may come without."""


def whole(
    spectrum: Spectrum,
    task: VettingTask,
    applied: AppliedRedshift,
    notes: Iterable[str],
    body: dict[str, Any],
) -> dict[str, Any]:
    """The document that `specreview measure --json` prints."""
    origin = spectrum.origin
    document: dict[str, Any] = finite(
        {
            "schema": SCHEMA,
            "file": origin.file,
            "id": origin.object_id,
            "survey": origin.survey,
            "task": task.key,
            "frame": "rest, vacuum",
            "redshift_applied": applied.value,
            "redshift_sentence": applied.sentence,
            "notes": list(notes),
            **body,
        }
    )
    return document


def measurement_facts(measured: Measurement) -> dict[str, Any]:
    """One diagnostic; what was not measured is null, with the reason."""
    return {
        "name": measured.name,
        "label": measured.label,
        "kind": measured.kind,
        "state": measured.state,
        "reason": measured.reason,
        "presence": measured.presence,
        "value": measured.value,
        "value_error": measured.error,
        "value_random_error": measured.random_error,
        "value_unit": measured.unit,
        "significance_sigma": measured.significance,
        "ew_angstrom": measured.ew,
        "ew_error_angstrom": measured.ew_error,
        "ew_limit_3sigma_angstrom": measured.ew_limit,
        "fwhm_seen_kms": measured.fwhm_seen_kms,
        "fwhm_kms": measured.fwhm_kms,
        "fwhm_error_kms": measured.fwhm_error_kms,
        "fwhm_fit_kms": measured.fwhm_fit_kms,
        "fwhm_fit_error_kms": measured.fwhm_fit_error_kms,
        "velocity_kms": measured.velocity_kms,
        "velocity_error_kms": measured.velocity_error_kms,
        "contrast": measured.contrast,
        "asymmetry": measured.asymmetry,
        "asymmetry_error": measured.asymmetry_error,
        "peak_separation_kms": measured.peaks_kms,
        "lines": measured.lines,
        "lines_measured": measured.lines_measured,
        "window_angstrom": _pair(measured.window),
        "covered_share": measured.covered,
        "masked_share": measured.masked_share,
        "warned_share": measured.warned_share,
        "snr_per_pixel": measured.snr,
        "overlaps": list(measured.overlaps),
        "caution": measured.caution,
    }


def window_facts(facts: WindowFacts) -> dict[str, Any]:
    """One window."""
    around = facts.around
    return {
        "window_angstrom": [facts.window.lower, facts.window.upper],
        "state": "measured" if facts.told else "cannot tell",
        "reason": facts.reason,
        "covered_share": facts.covered,
        "masked_share": around.masked_share,
        "warned_share": around.warned_share,
        "pixels": around.pixels,
        "snr_per_pixel": facts.snr,
        "limit_sigma": facts.limit,
        "ew_limit_angstrom": facts.ew_limit,
        "emission": _feature(facts.emission, facts.window),
        "absorption": _feature(facts.absorption, facts.window),
        "continuum": [{"wavelength_angstrom": x, "flux": y} for x, y in facts.continuum],
        "continuum_scatter": facts.scatter,
        "step": facts.step,
        "step_at_angstrom": facts.step_at,
        "spikes_angstrom": list(facts.spikes),
        "band_heads": [
            {
                "label": head.label,
                "head_angstrom": head.head,
                "drop": head.drop,
                "drop_error": head.drop_error,
                "reason": head.reason,
            }
            for head in facts.heads
        ],
        "overlaps": [
            {
                "label": band.label,
                "kind": band.kind,
                "observed_lower_angstrom": band.lower,
                "observed_upper_angstrom": band.upper,
            }
            for band in around.bands
        ],
        "resolving_power": facts.resolution.power,
        "resolving_power_source": facts.resolution.source,
    }


def _feature(feature: Feature | None, window: Window) -> dict[str, Any] | None:
    if feature is None:
        return None
    line = feature.line
    return {
        "centre_vacuum_angstrom": feature.vacuum,
        "centre_air_angstrom": feature.air,
        "centre_in_window": window.lower <= feature.vacuum <= window.upper,
        "centre_error_angstrom": feature.centre_error,
        "significance_sigma": feature.significance,
        "peak_snr": feature.peak_snr,
        "contrast": feature.contrast,
        "ew_angstrom": feature.ew,
        "ew_error_angstrom": feature.ew_error,
        "fwhm_seen_kms": feature.fwhm_seen,
        "fwhm_kms": feature.fwhm,
        "fwhm_error_kms": feature.fwhm_error,
        "fwhm_angstrom": feature.fwhm_angstrom,
        "nearest_line": None if line is None else line.label,
        "nearest_line_angstrom": None if line is None else line.wavelength,
        "velocity_kms": feature.velocity,
        "velocity_error_kms": feature.velocity_error,
        "asymmetry": feature.asymmetry,
        "asymmetry_error": feature.asymmetry_error,
        "peak_separation_kms": feature.peaks,
        "overlaps": [band.label for band in feature.overlaps],
        "cut_by_window": feature.cut,
    }


def finite(value: Any) -> Any:
    """The value with null in the place of every NaN and infinity, at any depth."""
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value


def _pair(window: tuple[float, float] | None) -> list[float] | None:
    return None if window is None else list(window)
