"""What the rules inspector says: measurements in numbers, for and against, and what is missing."""

from collections.abc import Iterable, Mapping, Sequence

from specreview.measure.assessment import Assessment
from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import Diagnostic
from specreview.tasks.task import Look, VettingTask

_MOST = 6
"""Measurements named in one sentence of the justification."""


def overview_thought(
    span: tuple[float, float] | None, snr: float | None, measured: Sequence[Measurement]
) -> str:
    """What the overview shows: range, S/N, continuum."""
    if span is None:
        return "Overview: there is nothing to measure."
    signal = "S/N unknown" if snr is None else f"median S/N {snr:.1f} a pixel"
    first = f"Overview: {span[0]:.0f}–{span[1]:.0f} Å (rest), {signal}."
    return " ".join([first, *(_sentence(m) for m in measured)])


def window_thought(window: tuple[float, float], measured: Sequence[Measurement]) -> str:
    """What a window shows, diagnostic by diagnostic."""
    place = f"{window[0]:.0f}–{window[1]:.0f} Å"
    if not measured:
        return f"In {place} the task names nothing to measure."
    return " ".join([f"In {place}:", *(_sentence(m) for m in measured)])


def _sentence(measurement: Measurement) -> str:
    words = [f"{measurement.label}: {measurement.sentence()}"]
    if measurement.measurable and measurement.fwhm_kms is not None:
        words.append(f"{number(measurement.significance or 0.0, 1)}σ")
        if measurement.velocity_kms is not None:
            words.append(f"velocity {_signed(measurement.velocity_kms)} km/s")
    if measurement.measurable:
        words.append(_state(measurement))
    elif measurement.ew_limit is not None:
        words.append("cannot tell")
    if measurement.caution:
        words.append(measurement.caution)
    return ", ".join(words) + "."


def _state(measurement: Measurement) -> str:
    presence = measurement.presence or 0.0
    if presence >= 0.5:
        return "present"
    return "weak" if presence > 0.0 else "absent"


def _signed(value: float) -> str:
    text = number(value, -1)
    return text if text.startswith("−") or text == "0" else f"+{text}"


def score_words(score: float) -> str:
    """The score so far."""
    return f"Score so far {score:.2f}."


def call_words(look: Look, gain: float) -> str:
    """Why this look comes next."""
    return f"Next {look.label}: it can still move the score by up to {min(gain, 1.0):.2f}."


def closing_words(turns_left: int, open_looks: bool) -> str:
    """Why the inspection ends here."""
    if turns_left <= 1 and open_looks:
        return "The turns are spent."
    return "What is left to look at cannot change the answer."


def justification(
    task: VettingTask,
    assessment: Assessment,
    not_looked: Sequence[str],
    measured: Mapping[str, Measurement],
) -> str:
    """Measurements for and against, rules that acted, what was not measured or looked at."""
    parts = []
    if assessment.verdict is None:
        parts.append(f"No verdict: {assessment.reason}.")
    parts.append(_cited("For", assessment.supports))
    parts.append(_cited("Against", assessment.against))
    labels = {d.name: d.label for d in task.diagnostics}
    fired = [d for d in task.diagnostics if d.name in assessment.rules_fired]
    for head, side in (("Rules for", "for"), ("Rules against", "against")):
        parts.append(_listed(head, [_rule_words(d) for d in fired if d.argues == side]))
    missing = [f"{m.label} ({m.reason})" for m in measured.values() if not m.measurable]
    parts.append(_listed("Not measurable", missing))
    parts.append(_listed("Not looked at", [labels[name] for name in not_looked]))
    parts.append(f"Score {assessment.score:.2f}.")
    return " ".join(part for part in parts if part)


def _rule_words(rule: Diagnostic) -> str:
    return f"{rule.label} ({rule.about})" if rule.about else rule.label


def _cited(head: str, measurements: Sequence[Measurement]) -> str:
    cited = [f"{m.label} {m.sentence()}" for m in measurements[:_MOST]]
    return _listed(head, cited, len(measurements) - len(cited))


def _listed(head: str, words: Iterable[str], more: int = 0) -> str:
    found = list(words)
    if not found:
        return ""
    left_out = len(found) - _MOST
    text = "; ".join(found[:_MOST])
    more = max(more, left_out, 0)
    return f"{head}: {text}" + (f"; and {more} more." if more else ".")
