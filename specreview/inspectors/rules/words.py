"""Names and numbers inside a sentence, and phrases that take like measurements together."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from specreview.measure.measurement import Measurement, number

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


def strength(measurement: Measurement) -> str:
    """The EW with its error, or its 3σ limit."""
    if not measurement.significant() and measurement.ew_limit is not None:
        return f"EW < {number(measurement.ew_limit, 1)} Å"
    return f"EW {number(measurement.ew or 0.0, 1)} ± {number(measurement.ew_error or 0.0, 1)} Å"


def value_words(measurement: Measurement) -> str:
    """A ratio, index or slope with its error."""
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
