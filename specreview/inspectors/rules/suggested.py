"""What the rules inspector says of a window that an astronomer suggested: whatever stands out.

Measured by `measure_window`, as `specreview measure --window` prints it.
"""

from collections.abc import Sequence

from specreview.agent.events import Event, InspectorReplied, WindowSuggested
from specreview.measure.feature import Feature
from specreview.measure.measurement import number
from specreview.measure.prepared import Prepared
from specreview.measure.window_facts import measure_window
from specreview.spectra.window import Window

Range = tuple[float, float]


def last_suggestion(events: Sequence[Event]) -> WindowSuggested | None:
    """What an astronomer suggested since the last reply."""
    for event in reversed(events):
        if isinstance(event, InspectorReplied):
            return None
        if isinstance(event, WindowSuggested):
            return event
    return None


def suggested_words(prepared: Prepared, suggestion: WindowSuggested) -> str:
    """What stands out in the suggested window; that notes are not read is said."""
    words = ""
    if suggestion.window is not None:
        words = f"Looked where {_plain(suggestion.reviewer)} asked: "
        words += f"{standing_out(prepared, suggestion.window)}."
    if suggestion.note:
        words += " These rules measure, and do not read the note."
    return words.strip()


def standing_out(prepared: Prepared, window: Range) -> str:
    """The strongest emission and absorption, or that there is none, or why it cannot be told."""
    facts = measure_window(prepared, Window(*window))
    if not facts.told:
        return f"it cannot be told what stands out there ({facts.reason})"
    said = [_words(feature) for feature in facts.features]
    least = f"{facts.limit or 0.0:.1f}σ"
    return " and ".join(said) if said else f"nothing stands out above {least}"


def _words(feature: Feature) -> str:
    """As in "emission at 6565 Å (EW 12.1 ± 0.4 Å, 25σ), Hα at +12 km/s"."""
    size = f"EW {number(feature.ew, 1)} ± {number(feature.ew_error, 1)} Å"
    words = f"{feature.sense} at {number(feature.vacuum, 0)} Å "
    words += f"({size}, {feature.significance:.0f}σ)"
    if feature.line is not None and feature.velocity is not None:
        words += f", nearest {feature.line.label} at {number(feature.velocity, -1)} km/s"
    return words


def _plain(name: str) -> str:
    """A person's name without what could pass for a tag of the protocol."""
    return "".join(" " if sign in "<>\\{}" else sign for sign in name)
