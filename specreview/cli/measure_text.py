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


def diagnostic_lines(found: Iterable[Measurement]) -> list[str]:
    """A line a diagnostic: label, whether it is there, the numbers, and what to bear in mind."""
    measured = list(found)
    wide = max((len(each.label) for each in measured), default=0)
    return [f"  {each.label:<{wide}}  {each.state:<11}  {_numbers(each)}" for each in measured]


def _numbers(measurement: Measurement) -> str:
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
    return ", ".join(parts) + _beside(measurement)


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
    if feature.cut:
        yield "runs over an end of the window"


def _heads(facts: "WindowFacts") -> Iterator[str]:
    """The drops that are sure, and how many listed heads were looked at."""
    measured = [head for head in facts.heads if head.drop is not None]
    sure = [head for head in measured if (head.significance or 0.0) >= SURE]
    for head in sure:
        drop, error = number(head.drop or 0.0, 3), number(head.drop_error or 0.0, 3)
        yield f"{head.label} ({head.head:.1f} Å): flux drops by {drop} ± {error}"
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
