"""What a reader made of a file, as plain values for JSON and for the page."""

import math
from typing import Any

from specreview.spectra.quality import der_snr, snr
from specreview.spectra.redshift import marker_redshift
from specreview.spectra.spectrum import Spectrum

DER_LABEL = "estimate from the flux alone (DER_SNR)"


def describe(spectrum: Spectrum) -> dict[str, Any]:
    """Keys and values for JSON; wavelengths in Å (vacuum, observed), ids as text, no NaN.

    `redshift_applied` answers for a stellar task: whether the chart's markers use the redshift.
    """
    origin = spectrum.origin
    applied = marker_redshift(origin, "stellar")
    return {
        "file": origin.file,
        "reader": origin.reader,
        "reader_version": origin.reader_version,
        "survey": origin.survey,
        "release": origin.release,
        "id": origin.object_id,
        "ra": origin.ra,
        "dec": origin.dec,
        "n_pixels": len(spectrum),
        "n_good": int(spectrum.good.sum()),
        "n_warned": int(spectrum.warned.sum()),
        "wavelength_min": round(float(spectrum.wavelength[0]), 4),
        "wavelength_max": round(float(spectrum.wavelength[-1]), 4),
        "frame": origin.frame,
        "flux_unit": origin.flux_unit,
        "snr": _rounded(snr(spectrum)),
        "der_snr": _rounded(der_snr(spectrum)),
        "der_snr_is": DER_LABEL,
        "redshift": origin.redshift,
        "redshift_source": origin.redshift_source,
        "redshift_warning": origin.redshift_warning,
        "redshift_applied": applied.applied,
        "redshift_sentence": applied.sentence,
        "pipeline_class": origin.pipeline_class,
        "pipeline_subclass": origin.pipeline_subclass,
        "notes": list(origin.notes),
        "details": dict(origin.details),
    }


def _rounded(value: float | None) -> float | None:
    """Four digits; None for what JSON cannot carry."""
    return None if value is None or not math.isfinite(value) else float(f"{value:.4g}")
