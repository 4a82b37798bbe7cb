"""A line in words: there, absent by its limit, or not what was asked for, and why."""

import math

from specreview.inspectors.rules.words import Phrase, short_name, strength
from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import LineDiagnostic
from specreview.tasks.task import VettingTask


def line_phrase(measurement: Measurement, diagnostic: LineDiagnostic, task: VettingTask) -> Phrase:
    """How one line, or one of several, came out."""
    name = short_name(measurement.label)
    sense = "" if name.endswith(("lines", "core")) else f" {measurement.kind}"
    presence = measurement.presence or 0.0
    value, width = [strength(measurement)], [measurement.width()]
    if measurement.lines and presence > 0:
        form = f"{name}{sense} in {measurement.count()}"
        place = f"at {0.5 * sum(measurement.window or (0.0, 0.0)):.0f} Å"
        return Phrase(form, "and", [], [f"{value[0]} {place}"])
    if presence > 0:
        lead = (
            "weak " if presence < 0.5 else "broad " if sense and _broad(measurement, task) else ""
        )
        return Phrase(f"{lead}{{}}{sense}", "and", [name], value, width if presence >= 0.5 else [])
    if measurement.lines:
        return Phrase(f"{name}{sense} in only {measurement.count()}", "or", [], value)
    return _absent_line(measurement, diagnostic, name, sense)


def _absent_line(
    measurement: Measurement, diagnostic: LineDiagnostic, name: str, sense: str
) -> Phrase:
    value = [strength(measurement)]
    if not measurement.significant():
        return Phrase(f"no {{}}{sense}", "or", [name], value, unit="3σ")
    if (measurement.significance or 0.0) < 0:
        other = "absorption" if measurement.kind == "emission" else "emission"
        plain = name.removeprefix("broad ")
        return Phrase(f"{{}} in {other}", "and", [plain], value)
    return _shapeless(measurement, diagnostic, name, sense)


def _shapeless(
    measurement: Measurement, diagnostic: LineDiagnostic, name: str, sense: str
) -> Phrase:
    """A signal that the diagnostic does not take for its line, and why, as far as is known."""
    value = [strength(measurement)]
    plain = name.removeprefix("broad ")
    fault = _fault(measurement, diagnostic)
    if fault:
        width = measurement.width()
        if diagnostic.fwhm_angstrom is not None and measurement.fwhm_angstrom is not None:
            width = f"FWHM {number(measurement.fwhm_angstrom, 0)} Å"
        return Phrase(f"{{}}{sense} {fault}", "and", [plain], value, [width])
    if diagnostic.ew is not None and diagnostic.ew.presence(measurement.value or 0.0) == 0.0:
        return Phrase(f"only weak {{}}{sense}", "or", [name], value)
    return Phrase(f"no clear {{}}{sense}", "or", [name], value)


def _fault(measurement: Measurement, diagnostic: LineDiagnostic) -> str:
    """What is wrong with a line that was measured: its width or its place; "" for neither."""
    ramps = (
        (diagnostic.fwhm_kms, measurement.fwhm_kms),
        (diagnostic.fwhm_angstrom, measurement.fwhm_angstrom),
    )
    for ramp, width in ramps:
        if ramp is not None and width is not None and ramp.presence(width) == 0.0:
            return "not broad" if ramp.full > ramp.none else "too broad"
    if (measurement.fwhm_kms or 0.0) > (diagnostic.fwhm_max_kms or math.inf):
        return "too broad"
    velocity = measurement.velocity_kms or 0.0
    if abs(velocity) > diagnostic.max_offset_kms:
        text = number(velocity, -1)
        return f"off by {text if velocity < 0 else '+' + text} km/s"
    return ""


def _broad(measurement: Measurement, task: VettingTask) -> bool:
    """Whether the line is one that the task wants broad, and is by that measure."""
    centre = 0.5 * sum(measurement.window or (0.0, 0.0))
    for wanted in task.diagnostics:
        if not isinstance(wanted, LineDiagnostic) or not wanted.label.startswith("Broad "):
            continue
        known = wanted.kind == measurement.kind and wanted.combine != "stack"
        if known and any(abs(rest - centre) < 1.0 for rest in wanted.rest):
            width = measurement.fwhm_kms or 0.0
            most = wanted.fwhm_max_kms or math.inf
            return wanted.fwhm_kms is not None and (
                wanted.fwhm_kms.presence(width) >= 0.5 and width <= most
            )
    return False
