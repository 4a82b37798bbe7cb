"""What the counts suggest, in careful words. Only a person decides what a feature is."""

from dataclasses import dataclass
from typing import Literal

from specreview.elsewhere.chance import at_least
from specreview.elsewhere.seen import Count, Seen

Suggests = Literal["expected", "sky", "artefact", "kind", "chance", "alone", "too_few"]

WORDS: dict[Suggests, str] = {
    "expected": "line expected here",
    "sky": "sky or instrument known here",
    "artefact": "suggests an artefact",
    "kind": "suggests a feature of its kind",
    "chance": "as often as near by",
    "alone": "not seen elsewhere",
    "too_few": "too few spectra to tell",
}

LEAST_OTHERS = 5
"""Other spectra that a count needs before it says anything."""

_LEAST_SEEN = 3
_EXCESS = 1e-3
_CONCENTRATED = 1e-3
_ALIKE = 2.0
_NARROW = 8.0
"""Pixels FWHM: what sky and detector leave is as narrow as the resolution; bands are wider."""


@dataclass(frozen=True)
class Judged:
    """A word for a badge, and the sentence with what it rests on."""

    suggests: Suggests
    sentence: str

    @property
    def word(self) -> str:
        return WORDS[self.suggests]


def judged(seen: Seen) -> Judged:
    """The suggestion: lists first, then counts against what wavelengths near by bring."""
    where = _concentrated(seen)
    crowd = f" Mostly on {where}: look at that before it is believed." if where else ""
    if seen.expected.sky:
        return Judged("sky", f"{_sky(seen)} lies here, so something is expected in many spectra.")
    if seen.expected.line:
        return Judged("expected", f"{_line(seen)}{crowd}")
    if seen.queue.could < LEAST_OTHERS:
        text = f"Only {seen.queue.could} other spectra reach this wavelength: no word on it."
        return Judged("too_few", text)
    if seen.queue.has == 0:
        return Judged("alone", "No listed line lies here, and no other spectrum shows it.")
    return _repeated(seen, where, crowd)


def _repeated(seen: Seen, where: str, crowd: str) -> Judged:
    """No list explains it and others have it: by chance, by their kind, or by the instrument."""
    if not where and not _in_excess(seen.queue):
        text = (
            f"{seen.queue.chance:.1f} are expected by chance, from wavelengths near by: "
            "the count says nothing."
        )
        return Judged("chance", text)
    like = seen.likeness
    if like.score >= _ALIKE:
        shared = f"{like.having:.0f} of {like.of} other features, the rest {like.lacking:.0f}"
        text = f"No listed line lies here, but those that show it share {shared}."
        return Judged("kind", f"{text}{crowd}")
    if seen.feature.fwhm > _NARROW and not where:
        return Judged("kind", "No listed line lies here; it is broad, as bands and continua are.")
    chance = f"{seen.queue.chance:.1f} expected by chance"
    place = f", mostly on {where}" if where else ""
    wide = f" Inside the band {seen.expected.wide}." if seen.expected.wide else ""
    return Judged(
        "artefact",
        f"No listed line lies here, and it repeats at one observed wavelength ({chance}){place}: "
        f"suggests sky subtraction, detector or fibre rather than the object.{wide}",
    )


def _in_excess(count: Count) -> bool:
    """More than chance brings, itself included: the feature in question is one of them."""
    rate = min(0.95, max(count.chance / max(count.could, 1), 0.5 / max(count.could, 1)))
    enough = count.has >= _LEAST_SEEN and count.has >= 2.0 * count.chance
    return enough and at_least(count.has, count.could, rate) < _EXCESS


def _concentrated(seen: Seen) -> str:
    """The part of the queue that has it far more often than the rest; "" if none has."""
    best, words = _CONCENTRATED, ""
    for count, (has, could) in zip(seen.counts, seen.rest, strict=True):
        if not count.part or count.has < _LEAST_SEEN or could < LEAST_OTHERS:
            continue
        elsewhere = (has + 0.5) / (could + 1.0)
        probability = at_least(count.has, count.could, elsewhere)
        if probability < best and count.has > 2.0 * elsewhere * count.could:
            best, words = probability, count.words
    return words


def _sky(seen: Seen) -> str:
    line = f" (as does {seen.expected.line})" if seen.expected.line else ""
    return f"{seen.expected.sky[:1].upper()}{seen.expected.sky[1:]}{line}"


def _line(seen: Seen) -> str:
    whose = "a line of the task" if seen.expected.of_task else "a listed line"
    return (
        f"{seen.expected.line} lies here, {whose}: stars show it at nearly one observed wavelength."
    )
