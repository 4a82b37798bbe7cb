"""The built-in inspector: plain rules over measurements, no neural network.

It answers in the same text protocol as a model. Each turn it measures only what the overview
and the windows drawn so far show, says the numbers, asks for the look that is expected to tell
most about the verdict, and answers when that is settled or the turns are spent. It reads flux,
errors and masks; never file names, headers or the pipeline's class.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from specreview.agent.inspector import InspectorIdentity, Reply, Turn
from specreview.agent.next_step import UNSURE
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.rules.answer import justification
from specreview.inspectors.rules.plan import (
    Looked,
    looked,
    names_in_window,
    never_shown,
    next_look,
    overview_names,
    seen_names,
)
from specreview.inspectors.rules.suggested import last_suggestion, suggested_words
from specreview.inspectors.rules.wording import (
    call_words,
    closing_words,
    overview_thought,
    unseen_words,
    window_thought,
)
from specreview.measure.assessment import assess
from specreview.measure.diagnose import measure_all
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import Prepared, prepare
from specreview.tasks.task import VettingTask

_IDENTITY = InspectorIdentity(name="rules", label="rules: no neural network", version="4")


@dataclass(frozen=True)
class _Case:
    """One spectrum under one task, measured once; `key` tells whether it is still the same."""

    key: tuple[str, str, float | None]
    task: VettingTask
    prepared: Prepared
    measured: dict[str, Measurement]

    @cached_property
    def covered(self) -> dict[tuple[float, float], float]:
        """Share of good pixels in the window of each look."""
        return {look.window: self.prepared.covered(*look.window) for look in self.task.looks}

    def seen(self, drawn: tuple[tuple[float, float], ...]) -> dict[str, Measurement]:
        names = seen_names(self.task, drawn) | never_shown(self.task, self.measured, self.covered)
        return {name: m for name, m in self.measured.items() if name in names}


@dataclass
class RulesInspector:
    """Deterministic, transparent, fast; keeps the last spectrum's measurements as a cache only."""

    _last: _Case | None = field(default=None, repr=False)

    @property
    def identity(self) -> InspectorIdentity:
        return _IDENTITY

    def reply(
        self, turn: Turn, on_text: Callable[[str], None], cancelled: Callable[[], bool]
    ) -> Reply:
        """A call for the next window, or the answer; never raises."""
        started = time.perf_counter()
        if cancelled():
            return Reply("", finish_reason="cancelled")
        case, asked = self._case(turn), last_suggestion(turn.events)
        lead = suggested_words(case.prepared, asked) if asked is not None else ""
        text, score = _respond(case, looked(turn), lead)
        on_text(text)
        return Reply(text, seconds=time.perf_counter() - started, score=score)

    def _case(self, turn: Turn) -> _Case:
        key = (turn.spectrum.content_hash, turn.task.hash, turn.redshift)
        case = self._last
        if case is None or case.key != key:
            prepared = prepare(turn.spectrum, turn.redshift)
            case = _Case(key, turn.task, prepared, measure_all(prepared, turn.task))
            self._last = case
        return case


def _respond(case: _Case, state: Looked, lead: str = "") -> tuple[str, float | None]:
    """The reply's text, and the score when it is an answer; `lead` answers an astronomer."""
    task, seen = case.task, case.seen(state.drawn)
    look = next_look(task, seen, state.asked, case.covered)
    thought = f"{lead} {_thought(case, state)}".strip()
    if look is not None and state.turns_left > 1:
        words = f"{thought} {call_words(task, look, frozenset(seen))}"
        return format_call(words, look.window, look.label), None
    closing = closing_words(state.turns_left, look is not None)
    return _answer(case, seen, f"{thought} {closing}")


def _thought(case: _Case, state: Looked) -> str:
    task = case.task
    if state.last is None:
        shown = [case.measured[name] for name in overview_names(task)]
        wavelength = case.prepared.wavelength
        span = (float(wavelength[0]), float(wavelength[-1])) if wavelength.size else None
        return overview_thought(task, span, _signal(case.prepared), shown)
    names = names_in_window(task, state.last)
    return window_thought(task, state.last, [case.measured[n] for n in names if n in case.measured])


def _signal(prepared: Prepared) -> float | None:
    if not prepared.wavelength.size:
        return None
    return float(np.median(prepared.flux / prepared.sigma))


def _answer(case: _Case, seen: dict[str, Measurement], thought: str) -> tuple[str, float]:
    assessment = assess(case.task, seen)
    unseen = unseen_words(case.task, seen)
    words = justification(case.task, assessment, seen, _signal(case.prepared), unseen)
    text = format_answer(thought, assessment.verdict or UNSURE, words)
    return text, round(assessment.score, 3)
