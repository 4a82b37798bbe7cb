"""Measurements in few words, like ones joined: "Hα and Hβ emission (EW 49.0 ± 1.6 and …)"."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    Ramp,
)
from specreview.tasks.task import VettingTask

_NAMES = ("Balmer", "Bowen", "Swan")
"""First words that keep their capital inside a sentence."""

_HEADS = ("EW < ", "EW ", "FWHM ", "ratio ± ", "ratio ", "index ± ", "3σ limit ")
"""Words before a number that a row of numbers says once."""


@dataclass
class Phrase:
    """Measurements that are said together, because they are of one kind and came out alike.

    `form` is the words around the names, "{}" standing for them; `joint` joins the names.
    """

    form: str
    joint: str
    names: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    widths: list[str] = field(default_factory=list)
    unit: str = ""
    setting: bool = False
    """Whether it is the continuum on which the rest is seen."""
    tail: str = ""

    @property
    def positive(self) -> bool:
        """Whether it says that something is there."""
        return self.joint == "and"

    def text(self) -> str:
        """The phrase, numbers in parentheses."""
        words = self.form.format(series(self.names, self.joint))
        numbers = [part for part in (joined(self.values), joined(self.widths)) if part]
        if self.unit:
            numbers.append(self.unit)
        return f"{words} ({', '.join(numbers)}){self.tail}" if numbers else words + self.tail


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
        return f"slope {_value(measurement)}"
    if measurement.kind in ("emission", "absorption", "unlisted_emission"):
        parts = [measurement.count(), _strength(measurement), measurement.width()]
        return f"{name}{', '.join(part for part in parts if part)}"
    kind = "index " if " " in name.strip() and measurement.unit == "index" else ""
    return f"{name}{kind}{_value(measurement)}"


def lower_first(text: str) -> str:
    """`text` as it stands inside a sentence: names of lines, bands and people keep their case."""
    first = text.split(" ")[0]
    if first in ("No", "An") or (len(first) > 2 and first.isalpha() and first[1:].islower()):
        return text if first in _NAMES else text[0].lower() + text[1:]
    return text


def as_in(about: str) -> str:
    """What something points to, as the end of a sentence: a class of objects is a likeness."""
    if not about:
        return ""
    alike = about.startswith(("a ", "an ", "the ", "any "))
    return f", as in {about}" if alike else f": {about}"


def upper_first(text: str) -> str:
    """`text` as it opens a sentence; "[" and Greek letters stay."""
    return text[:1].upper() + text[1:] if text[:1].isascii() else text


def plain_name(label: str) -> str:
    """A label as a name inside a sentence: "Hα emission" is "Hα", what absorbs says so."""
    return lower_first(label.split(" (")[0].removesuffix(" emission"))


def short_name(label: str) -> str:
    """A label without its sense: "He I absorption" is "He I"."""
    return plain_name(label).removesuffix(" absorption")


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


def _phrase(measurement: Measurement, task: VettingTask) -> Phrase:
    diagnostic = task.diagnostic(measurement.name)
    match diagnostic:
        case LineDiagnostic():
            return _line(measurement, diagnostic, _broad(measurement, task))
        case ContinuumDiagnostic():
            return _continuum(measurement)
        case IndexDiagnostic():
            return _index(measurement, diagnostic.value)
        case BandheadDiagnostic():
            return _band(measurement)
        case _:
            return _foreign(measurement)


def _line(measurement: Measurement, diagnostic: LineDiagnostic, broad: bool) -> Phrase:
    name = short_name(measurement.label)
    sense = "" if name.endswith(("lines", "core")) else f" {measurement.kind}"
    presence = measurement.presence or 0.0
    value, width = [_strength(measurement)], [measurement.width()]
    if measurement.lines and presence > 0:
        form = f"{name}{sense} in {measurement.count()}"
        place = f"at {0.5 * sum(measurement.window or (0.0, 0.0)):.0f} Å"
        return Phrase(form, "and", [], [f"{value[0]} {place}"])
    if presence > 0:
        lead = "weak " if presence < 0.5 else "broad " if broad and sense else ""
        return Phrase(f"{lead}{{}}{sense}", "and", [name], value, width if presence >= 0.5 else [])
    if measurement.lines:
        return Phrase(f"{name}{sense} in only {measurement.count()}", "or", [], value)
    return _absent_line(measurement, diagnostic, name, sense)


def _absent_line(
    measurement: Measurement, diagnostic: LineDiagnostic, name: str, sense: str
) -> Phrase:
    value = [_strength(measurement)]
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
    value = [_strength(measurement)]
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


def _continuum(measurement: Measurement) -> Phrase:
    value = [f"slope {_value(measurement)}"]
    colour = measurement.label.split(" ")[0].lower()
    if not measurement.label.endswith(" continuum"):
        return Phrase(f"{lower_first(measurement.label)} {_value(measurement)}", "and")
    if measurement.present:
        return Phrase(f"{colour} continuum", "and", [], value, setting=True)
    degree = f"only slightly {colour}" if measurement.presence else f"not {colour}"
    return Phrase(f"continuum {degree}", "or", [], value)


def _index(measurement: Measurement, ramp: Ramp) -> Phrase:
    name = short_name(measurement.label)
    text = f"{name} index" if " " in name else name
    text += f" {_value(measurement)}"
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
    value = [f"ratio {_value(measurement)}"]
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
    value = [_strength(measurement)]
    if measurement.present or measurement.presence:
        lead = "" if measurement.present else "weak "
        return Phrase(f"{lead}{name}", "and", [], [f"{value[0]} {place}".strip()])
    return Phrase(f"no {name}", "or", [], [])


def _strength(measurement: Measurement) -> str:
    if not measurement.significant() and measurement.ew_limit is not None:
        return f"EW < {number(measurement.ew_limit, 1)} Å"
    return f"EW {number(measurement.ew or 0.0, 1)} ± {number(measurement.ew_error or 0.0, 1)} Å"


def _value(measurement: Measurement) -> str:
    return f"{number(measurement.value or 0.0, 2)} ± {number(measurement.error or 0.0, 2)}"


def joined(values: Sequence[str]) -> str:
    """Numbers in a row: the word before and the unit after them, where common, said once."""
    kept = [value for value in values if value]
    if len(kept) < 2:
        return "".join(kept)
    head = next((h for h in _HEADS if _all_start(kept, h)), "")
    tail = next((t for t in (" Å", " km/s") if all(v.endswith(t) for v in kept)), "")
    bare = [value[len(head) : len(value) - len(tail)] for value in kept]
    if len(set(bare)) == 1 and head == "FWHM ":
        return kept[0]
    return head.replace("limit ", "limits ") + series(bare, "and") + tail


def _all_start(values: Sequence[str], head: str) -> bool:
    return all(value.startswith(head) for value in values)


def series(words: Sequence[str], joint: str) -> str:
    """Words in a row, `joint` before the last one."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
