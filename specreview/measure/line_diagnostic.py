"""From lines to one measurement: which line counts, and whether it is present."""

from dataclasses import replace

from specreview.measure.line_profile import Profile, without_instrument
from specreview.measure.lines import Line, LineWindow, measure_line, stack_lines
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import Prepared
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.tasks.diagnostics import LineDiagnostic

_BROAD_KMS = 900.0
"""Beyond this width a line's centre may lie half as far again off its rest wavelength."""

_FITS = 0.75
"""A Gaussian of this share of the window's half-width has 0.05 % of its flux outside."""

_WEAKEST = 4.0
"""A line that is not seen is absent where its 3σ limit lies below 4 Å, or below the EW that
counts as fully present; above both the spectrum cannot tell."""

_SPIKE = 0.6
"""More than this share of an emission line's flux in one pixel: a cosmic ray, no line."""


def measure_lines(prepared: Prepared, diagnostic: LineDiagnostic) -> Measurement:
    """The diagnostic's lines as one measurement."""
    sense = 1 if diagnostic.kind == "emission" else -1
    if diagnostic.combine == "stack":
        wide = _wide(diagnostic, sum(diagnostic.rest) / len(diagnostic.rest))
        found = [stack_lines(prepared, diagnostic.rest, sense, wide)]
    else:
        found = [_best_window(prepared, diagnostic, rest, sense) for rest in diagnostic.rest]
    lines = [line for line in found if isinstance(line, Line)]
    if not lines:
        reasons = [line for line in found if isinstance(line, str)]
        return _nothing(prepared, diagnostic, reasons[0])
    best = max(lines, key=lambda line: line.significance)
    described = _describe(prepared, diagnostic, best)
    if diagnostic.combine == "count":
        return _counted(diagnostic, described, lines)
    return described


def _wide(diagnostic: LineDiagnostic, rest: float) -> LineWindow:
    scale = rest / SPEED_OF_LIGHT_KMS
    half = diagnostic.window_angstrom or diagnostic.window_kms * scale
    if diagnostic.sides_angstrom is not None:
        return LineWindow(half, *diagnostic.sides_angstrom)
    return LineWindow(half, diagnostic.sides_kms[0] * scale, diagnostic.sides_kms[1] * scale)


def _best_window(
    prepared: Prepared, diagnostic: LineDiagnostic, rest: float, sense: int
) -> Line | str:
    """The core window, unless a line in the wide one is too broad for it.

    A core inside a trough so counts as emission. Taking the more significant window, or the
    larger EW, would choose by noise and bias the EW (by 0.13σ to 0.23σ on injected lines); a
    line broader than three quarters of the core window's half loses its wings there (1.2σ for
    a line of 1500 km/s in ±1500 km/s).
    """
    wide = measure_line(prepared, rest, sense, _wide(diagnostic, rest))
    if diagnostic.core_kms is None:
        return wide
    half = diagnostic.core_kms * rest / SPEED_OF_LIGHT_KMS
    core = measure_line(prepared, rest, sense, LineWindow(half, 1.07 * half, 2.0 * half))
    if isinstance(core, str):
        return wide
    if isinstance(wide, str):
        return core
    widest = _FITS * diagnostic.core_kms
    broad = wide.profile is not None and wide.profile.fwhm_kms > widest
    return wide if broad and wide.significance >= diagnostic.significance else core


def _nothing(prepared: Prepared, diagnostic: LineDiagnostic, reason: str) -> Measurement:
    rest = diagnostic.rest[0]
    wide = _wide(diagnostic, rest)
    return Measurement(
        name=diagnostic.name,
        label=diagnostic.label,
        kind=diagnostic.kind,
        presence=None,
        reason=reason,
        unit="Å",
        window=(rest - wide.half, rest + wide.half),
        covered=prepared.covered(rest - wide.half, rest + wide.half),
    )


def _describe(prepared: Prepared, diagnostic: LineDiagnostic, line: Line) -> Measurement:
    detected = line.significance >= diagnostic.significance
    shape = line.profile if detected else None
    width = None if shape is None else shape.fwhm_kms
    fit = _fitted(shape)
    limit = 3.0 * line.ew_error
    opposite = line.significance <= -max(diagnostic.significance, 3.0)
    reason = "" if detected or opposite else _too_noisy(diagnostic, limit)
    sky = prepared.sky_in(*line.window)
    stacked, sides = diagnostic.combine == "stack", line.continuum
    return Measurement(
        name=diagnostic.name,
        label=diagnostic.label,
        kind=diagnostic.kind,
        presence=None if reason else _presence(diagnostic, line),
        value=line.strength,
        error=line.ew_error,
        significance=line.significance,
        ew=line.ew,
        ew_error=line.ew_error,
        ew_limit=limit,
        fwhm_kms=width,
        fwhm_angstrom=None if width is None else width / SPEED_OF_LIGHT_KMS * line.rest,
        velocity_kms=None if shape is None else shape.velocity_kms,
        contrast=0.0 if line.profile is None else line.profile.contrast,
        covered=line.covered,
        reason=reason,
        window=line.window,
        continuum=None if stacked else prepared.in_file_unit(sides.blue, sides.red),
        unit="Å",
        snr=line.snr,
        caution=f"{sky} left out of the window" if sky else "",
        random_error=line.random_error,
        fwhm_error_kms=None if shape is None else shape.fwhm_error_kms,
        fwhm_seen_kms=None if shape is None else shape.fwhm_seen_kms,
        fwhm_fit_kms=fit[0],
        fwhm_fit_error_kms=fit[1],
        velocity_error_kms=None if shape is None else shape.velocity_error_kms,
        asymmetry=None if shape is None else shape.asymmetry,
        asymmetry_error=None if shape is None else shape.asymmetry_error,
        peaks_kms=None if shape is None else shape.peaks_kms,
    )


def _fitted(shape: Profile | None) -> tuple[float | None, float | None]:
    """The fitted width less the instrument's, and its error."""
    if shape is None:
        return None, None
    width = without_instrument(shape.fit_kms)
    return width, shape.fit_error_kms * shape.fit_kms / max(width, 0.5 * shape.fit_kms, 1.0)


def _too_noisy(diagnostic: LineDiagnostic, limit: float) -> str:
    """Not detected, and a line of ordinary strength would not have been: no say."""
    if diagnostic.ew is None:
        return ""
    if limit <= max(diagnostic.ew.full, _WEAKEST):
        return ""
    return f"too noisy, 3σ limit {limit:.1f} Å"


def _presence(diagnostic: LineDiagnostic, line: Line) -> float:
    if not _is_line(diagnostic, line) or line.profile is None:
        return 0.0
    shape = line.profile
    presence = 1.0 if diagnostic.ew is None else diagnostic.ew.presence(line.strength)
    if diagnostic.fwhm_kms is not None:
        presence *= diagnostic.fwhm_kms.presence(shape.fwhm_kms)
    if diagnostic.fwhm_angstrom is not None:
        presence *= diagnostic.fwhm_angstrom.presence(
            shape.fwhm_kms / SPEED_OF_LIGHT_KMS * line.rest
        )
    if diagnostic.fwhm_max_kms is not None and shape.fwhm_kms > diagnostic.fwhm_max_kms:
        return 0.0
    return presence


def _is_line(diagnostic: LineDiagnostic, line: Line) -> bool:
    shape = line.profile
    if shape is None or line.significance < diagnostic.significance:
        return False
    if shape.contrast < diagnostic.min_contrast:
        return False
    if diagnostic.kind == "emission" and shape.pixel_share > _SPIKE:
        return False
    offset = diagnostic.max_offset_kms * (1.5 if shape.fwhm_kms > _BROAD_KMS else 1.0)
    return abs(shape.velocity_kms) <= offset


def _counted(diagnostic: LineDiagnostic, best: Measurement, lines: list[Line]) -> Measurement:
    strong = [line for line in lines if _presence(diagnostic, line) > 0]
    best = replace(best, lines=len(strong), lines_measured=len(lines))
    if len(strong) >= diagnostic.min_lines:
        share = sum(_presence(diagnostic, line) for line in strong) / len(strong)
        return replace(best, presence=share, reason="")
    open_lines = [
        line
        for line in lines
        if line.significance < diagnostic.significance
        and _too_noisy(diagnostic, 3.0 * line.ew_error)
    ]
    missing = len(diagnostic.rest) - len(lines) + len(open_lines)
    if len(strong) + missing >= diagnostic.min_lines and missing > 0.5 * len(diagnostic.rest):
        reason = f"only {len(lines) - len(open_lines)} of {len(diagnostic.rest)} lines measurable"
        return replace(best, presence=None, reason=reason)
    return replace(best, presence=0.0, reason="")
