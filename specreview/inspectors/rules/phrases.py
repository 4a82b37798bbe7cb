"""Measurements in few words, like ones joined: "Hα and Hβ emission (EW 49.0 ± 1.6 and …)"."""

from collections.abc import Sequence

from specreview.inspectors.rules.lines import line_phrase
from specreview.inspectors.rules.words import (
    Phrase,
    as_in,
    lower_first,
    plain_name,
    short_name,
    strength,
    value_words,
)
from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    Ramp,
)
from specreview.tasks.task import VettingTask


def phrases(
    measurements: Sequence[Measurement], task: VettingTask, alike: bool = False
) -> list[Phrase]:
    """One phrase for each way in which measurements came out, in the order of the first.

    `alike` adds to an index what its value is like, as its name does not say.
    """
    found: list[Phrase] = []
    for measurement in measurements:
        new = _phrase(measurement, task)
        diagnostic = task.diagnostic(measurement.name)
        if alike and measurement.present and diagnostic.kind == "index":
            likeness = as_in(diagnostic.about).removeprefix(", ")
            if likeness.startswith("as in"):
                new.names, new.form = [new.form], f"{{}} ({likeness})"
        same = [p for p in found if (p.form, p.unit) == (new.form, new.unit) and "{}" in p.form]
        if same:
            same[0].names += new.names
            same[0].values += new.values
            same[0].widths += new.widths
        else:
            found.append(new)
    return found


def brief(measurement: Measurement, named: bool = True) -> str:
    """Name and numbers alone, for the grounds of a rule: "Hα EW 4.0 ± 0.2 Å, FWHM 300 km/s"."""
    name = f"{plain_name(measurement.label)} " if named else ""
    if measurement.kind == "continuum":
        return f"slope {value_words(measurement)}"
    if measurement.kind in ("emission", "absorption", "unlisted_emission"):
        parts = [measurement.count(), strength(measurement), measurement.width()]
        return f"{name}{', '.join(part for part in parts if part)}"
    kind = "index " if " " in name.strip() and measurement.unit == "index" else ""
    return f"{name}{kind}{value_words(measurement)}"


def _phrase(measurement: Measurement, task: VettingTask) -> Phrase:
    diagnostic = task.diagnostic(measurement.name)
    match diagnostic:
        case LineDiagnostic():
            return line_phrase(measurement, diagnostic, task)
        case ContinuumDiagnostic():
            return _continuum(measurement)
        case IndexDiagnostic():
            return _index(measurement, diagnostic.value)
        case BandheadDiagnostic():
            return _band(measurement)
        case _:
            return _foreign(measurement)


def _continuum(measurement: Measurement) -> Phrase:
    value = [f"slope {value_words(measurement)}"]
    colour = measurement.label.split(" ")[0].lower()
    if not measurement.label.endswith(" continuum"):
        return Phrase(f"{lower_first(measurement.label)} {value_words(measurement)}", "and")
    if measurement.present:
        return Phrase(f"{colour} continuum", "and", [], value, setting=True)
    degree = f"only slightly {colour}" if measurement.presence else f"not {colour}"
    return Phrase(f"continuum {degree}", "or", [], value)


def _index(measurement: Measurement, ramp: Ramp) -> Phrase:
    name = short_name(measurement.label)
    text = f"{name} index" if " " in name else name
    text += f" {value_words(measurement)}"
    value, rising = measurement.value or 0.0, ramp.full > ramp.none
    if measurement.presence:
        return Phrase(text if measurement.present else f"weak {text}", "and")
    if (value > ramp.none) is rising:
        return Phrase(f"{text}, not significant", "or")
    limit = number(ramp.none, 2)
    return Phrase(f"{text}, not {'above' if rising else 'below'} {limit}", "or")


def _band(measurement: Measurement) -> Phrase:
    name = short_name(measurement.label)
    species, _, place = name.partition(" ")
    value = [f"ratio {value_words(measurement)}"]
    presence = measurement.presence or 0.0
    if not place:
        species, place = "", name
    lead = "no " if not presence else "weak " if presence < 0.5 else ""
    joint = "or" if lead == "no " else "and"
    return Phrase(f"{lead}{species} {{}}".replace("  ", " ").strip(), joint, [place], value)


def _foreign(measurement: Measurement) -> Phrase:
    """Emission where the task expects none; `caution` says where the strongest is."""
    name = lower_first(measurement.label)
    place = measurement.caution.removeprefix("strongest ")
    value = [strength(measurement)]
    if measurement.present or measurement.presence:
        lead = "" if measurement.present else "weak "
        return Phrase(f"{lead}{name}", "and", [], [f"{value[0]} {place}".strip()])
    return Phrase(f"no {name}", "or", [], [])
