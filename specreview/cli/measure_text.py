"""Measurements as a table for people."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from specreview.measure.band_diagnostic import TELLURIC_CAUTION
from specreview.measure.band_heads import SURE
from specreview.measure.measurement import Measurement, number

if TYPE_CHECKING:
    from specreview.measure.feature import Feature
    from specreview.measure.window_facts import WindowFacts
    from specreview.spectra.redshift import AppliedRedshift
    from specreview.spectra.spectrum import Spectrum
    from specreview.tasks.diagnostics import Diagnostic
    from specreview.tasks.task import VettingTask


def head_lines(
    spectrum: "Spectrum", task: "VettingTask", applied: "AppliedRedshift", notes: Iterable[str]
) -> list[str]:
    """What was measured: file, object, task, redshift; and what had to be put right."""
    origin = spectrum.origin
    first, last = spectrum.wavelength[0], spectrum.wavelength[-1]
    sentence = applied.sentence.replace(", press Z", "; --z applies one")
    return [
        f"{origin.file}: {origin.survey} {origin.object_id}, task {task.key} ({task.name})",
        f"  {first:.1f} to {last:.1f} Å observed vacuum; {sentence}",
        *(f"  note: {note}" for note in notes),
    ]


def diagnostic_lines(task: "VettingTask", found: Iterable[Measurement]) -> list[str]:
    """A line a diagnostic: label, whether it is there, the numbers, and what to bear in mind."""
    measured = list(found)
    limits = {each.name: _limits(each) for each in task.diagnostics}
    wide = max((len(each.label) for each in measured), default=0)
    lines = [
        f"  {each.label:<{wide}}  {_state(each):<16}  {_numbers(each, limits.get(each.name, ''))}"
        for each in measured
    ]
    return [*lines, *_LEGEND]


_LEGEND = (
    "  (0 to 1): how far towards present, where the limits of the task file leave it open",
    "  σ: of a line, or of a band's depth; of an index or a slope from where it counts as absent",
    "  [lower–upper]: the window, Å, rest-frame vacuum",
)


def _state(measurement: Measurement) -> str:
    """With how far towards present, where the limits leave it open."""
    presence = measurement.presence
    open_ = presence is not None and 0.05 < presence < 0.95
    return f"{measurement.state} ({presence:.2f})" if open_ else measurement.state


def _limits(diagnostic: "Diagnostic") -> str:
    """From where a ratio, an index or a slope counts as absent and as present."""
    for name in ("ratio", "value", "slope"):
        ramp = getattr(diagnostic, name, None)
        if ramp is not None:
            return f"absent at {number(ramp.none, 2)}, present at {number(ramp.full, 2)}"
    return ""


def _numbers(measurement: Measurement, limits: str) -> str:
    if measurement.presence is None:
        values = f"{measurement.sentence()}; " if measurement.ew_limit is not None else ""
        return f"{values}{measurement.reason}{_beside(measurement)}"
    parts = [measurement.sentence()]
    if measurement.fwhm_kms is not None and measurement.velocity_kms is not None:
        parts.append(f"at {number(measurement.velocity_kms, 0)} km/s")
    if measurement.peaks_kms is not None:
        parts.append(f"double peak {number(measurement.peaks_kms, -1)} km/s apart")
    if measurement.significance is not None:
        parts.append(f"{number(measurement.significance, 1)}σ")
    if limits:
        parts.append(limits)
    return f"{', '.join(parts)}{_where(measurement)}{_beside(measurement)}"


def _where(measurement: Measurement) -> str:
    """The window; several lines or windows of one diagnostic have no single one to name."""
    if measurement.window is None or measurement.lines is not None:
        return ""
    lower, upper = measurement.window
    return f" [{lower:.0f}–{upper:.0f}]"


def _beside(measurement: Measurement) -> str:
    said = []
    if measurement.caution and measurement.caution != TELLURIC_CAUTION:
        said.append(measurement.caution)
    if measurement.overlaps:
        said.append(f"in the window: {', '.join(measurement.overlaps)}")
    if measurement.masked_share >= 0.005:
        said.append(f"{100 * measurement.masked_share:.0f} % masked")
    if measurement.warned_share >= 0.005:
        said.append(f"{100 * measurement.warned_share:.0f} % warned")
    return f" ({'; '.join(said)})" if said else ""


def window_lines(facts: "WindowFacts") -> list[str]:
    """What one window shows."""
    window = facts.window
    span = f"{window.lower:g} to {window.upper:g} Å, rest-frame vacuum"
    lines = [f"  window      {span}; {100 * facts.covered:.0f} % covered by usable pixels"]
    if not facts.told:
        return [*lines, f"  cannot tell {facts.reason}", *_surrounding(facts)]
    lines.append(f"  continuum   {_continuum(facts)}")
    lines += _feature_lines("emission", facts.emission, facts)
    lines += _feature_lines("absorption", facts.absorption, facts)
    lines += [f"  band head   {line}" for line in _heads(facts)]
    return lines + _surrounding(facts)


def _continuum(facts: "WindowFacts") -> str:
    words = f"S/N {facts.snr or 0.0:.1f} a pixel"
    if facts.continuum:
        (x0, y0), (x1, y1) = facts.continuum
        words += f"; {y0:.4g} at {x0:.0f} Å to {y1:.4g} at {x1:.0f} Å"
    if facts.step is not None:
        words += f"; step of {number(100 * facts.step, 1)} % at {facts.step_at or 0.0:.0f} Å"
    if (facts.scatter or 0.0) > 2.0:
        words += f"; uneven, scatter {facts.scatter:.1f} times the noise (lines or bands close by)"
    return words


def _feature_lines(sense: str, feature: "Feature | None", facts: "WindowFacts") -> list[str]:
    if feature is None:
        limit = f"|EW| < {number(facts.ew_limit or 0.0, 1)} Å for a line of 480 km/s"
        return [f"  {sense:<10}  nothing above {facts.limit or 0.0:.1f}σ ({limit})"]
    place = f"{feature.vacuum:.2f} ± {feature.centre_error:.2f} Å (air {feature.air:.2f})"
    ew = f"EW {number(feature.ew, 2)} ± {number(feature.ew_error, 2)} Å"
    head = f"  {sense:<10}  {place}, {ew}, {feature.significance:.1f}σ"
    return [head, *(f"{'':14}{line}" for line in _details(feature, facts))]


def _details(feature: "Feature", facts: "WindowFacts") -> Iterator[str]:
    if feature.line is None or feature.velocity is None:
        yield "no listed line within 1500 km/s"
    else:
        shift = f"{number(feature.velocity, 0)} ± {number(feature.velocity_error, 0)} km/s"
        yield f"nearest listed line {feature.line.label} ({feature.line.wavelength:.2f} Å), {shift}"
    kind = "height" if feature.sense == "emission" else "depth"
    own = "nominal" if facts.resolution.nominal else facts.resolution.source.split(",")[0]
    width = (
        "not resolved"
        if feature.fwhm is None
        else f"{number(feature.fwhm, 0)} ± {number(feature.fwhm_error, 0)} corrected"
    )
    yield (
        f"FWHM {number(feature.fwhm_seen, 0)} km/s as seen, {width} "
        f"(R {facts.resolution.power:.0f}, {own})"
    )
    yield f"{kind} {100 * feature.contrast:.0f} % of the continuum, S/N {feature.peak_snr:.1f}"
    if feature.asymmetry is not None:
        error = number(feature.asymmetry_error or 0.0, 3)
        yield f"asymmetry {number(feature.asymmetry, 3)} ± {error} (red minus blue)"
    if feature.peaks is not None:
        yield f"double peak, {number(feature.peaks, -1)} km/s apart"
    if feature.overlaps:
        yield f"lies in {', '.join(dict.fromkeys(b.label for b in feature.overlaps))}"
    if not facts.window.lower <= feature.vacuum <= facts.window.upper:
        yield "its centre lies outside the window: a wing of it reaches in"
    elif feature.cut:
        yield "runs over an end of the window"


def _heads(facts: "WindowFacts") -> Iterator[str]:
    """The drops that are sure, and how many listed heads were looked at."""
    measured = [head for head in facts.heads if head.drop is not None]
    sure = [head for head in measured if (head.significance or 0.0) >= SURE]
    for head in sure:
        drop, error = number(head.drop or 0.0, 3), number(head.drop_error or 0.0, 3)
        yield f"at {head.label} ({head.head:.1f} Å) the flux drops by {drop} ± {error}"
    if measured and len(measured) > len(sure):
        yield f"no drop above {SURE:.0f}σ at {len(measured) - len(sure)} listed heads"
    for head in facts.heads:
        if head.drop is None:
            yield f"{head.label}: cannot tell, {head.reason}"


def _surrounding(facts: "WindowFacts") -> list[str]:
    around = facts.around
    shares = f"{100 * around.masked_share:.0f} % masked, {100 * around.warned_share:.0f} % warned"
    bands = [
        f"{name} {band.lower:g} to {band.upper:g} Å observed"
        for band in around.bands
        for name in (("telluric " if band.kind == "telluric" else "") + band.label,)
    ]
    lines = [f"  pixels      {around.pixels}, {shares}"]
    lines += [f"  overlaps    {band}" for band in bands]
    if facts.spikes:
        places = ", ".join(f"{place:.1f}" for place in facts.spikes[:8])
        lines.append(f"  left out    spikes too narrow for a line at {places} Å")
    return lines
