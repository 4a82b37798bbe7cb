"""One candidate of a queue, as the log has it when it is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from astropy.coordinates import SkyCoord

from specreview.api import arguments, markup
from specreview.api.opened import Opened
from specreview.api.spectrum import Spectrum
from specreview.api.traces import Trace, trace_of
from specreview.api.wording import in_python
from specreview.review.consensus import adjudication
from specreview.review.decision import OriginOfAnswer, Role
from specreview.review.history import History, Standing, replay
from specreview.review.rows import Candidate as StoredCandidate
from specreview.review.rows import CandidateRow


@dataclass(frozen=True)
class Answer:
    """A person's answer that stands. `confidence` is 0 to 4 (DESI's VI_quality) or None."""

    answer: str
    reviewer: str
    role: Role
    confidence: int | None
    origin: OriginOfAnswer
    redshift: float | None
    other_class: str | None
    issues: tuple[str, ...]
    reason: str | None
    comment: str
    decided_at: str
    """UTC, ISO 8601."""


class Candidate:
    """One spectrum under one task. What can change is read anew each time."""

    def __init__(self, opened: Opened, stored: StoredCandidate) -> None:
        self._opened = opened
        self._stored = stored

    @property
    def id(self) -> str:
        """The survey's id, every digit kept."""
        return self._stored.object_id

    @property
    def source_id(self) -> str:
        """The object on the sky that the spectrum is of."""
        return self._stored.source_id

    @property
    def task(self) -> str:
        """The vetting task's key."""
        return self._stored.task_key

    @property
    def survey(self) -> str:
        return self._stored.survey

    @property
    def file(self) -> Path:
        """Where the spectrum lies."""
        return Path(self._stored.path)

    @property
    def coordinates(self) -> SkyCoord | None:
        """ICRS, None where neither catalogue nor file says."""
        ra, dec = self._stored.ra, self._stored.dec
        if ra is None or dec is None:
            return None
        return SkyCoord(ra, dec, unit="deg", frame="icrs")

    @property
    def snr(self) -> float | None:
        return self._stored.snr

    @property
    def redshift(self) -> float | None:
        """The catalogue's redshift or a reviewer's own."""
        return self._fresh().redshift

    @property
    def catalogue(self) -> Mapping[str, str]:
        """The catalogue row's other columns, verbatim, without those kept back for scoring."""
        return dict(self._stored.catalogue)

    @property
    @in_python()
    def spectrum(self) -> Spectrum:
        """The spectrum, read from its file; SpectrumReadError when it cannot be."""
        return Spectrum(self._opened.workspace.spectrum(self._stored))

    @in_python()
    def trace(self, inspection_id: str | None = None) -> Trace:
        """What the inspector did: the inspection that counts, or the one with this id."""
        arguments.text(inspection_id, "inspection_id")
        traces = self._opened.workspace.store.traces
        found = (
            traces.counting(self._stored.id) if not inspection_id else traces.load(inspection_id)
        )
        return trace_of(found, {} if found is None else traces.images(found))

    @property
    def state(self) -> str:
        """As in new, inspected, answered, deferred, conflict, adjudicated."""
        return self._row().state

    @property
    def verdict(self) -> str | None:
        """The inspector's verdict; None for no verdict, or where nothing was inspected."""
        return self._row().verdict

    @property
    def score(self) -> float | None:
        """The inspector's score for the positive label, in [0, 1]."""
        return self._row().score

    @property
    def decisions(self) -> tuple[Answer, ...]:
        """The answers that stand, one a person, in the order of the log."""
        standing = self._history().standing.values()
        return tuple(_answer(one) for one in standing if one.decision.action == "answer")

    @property
    def decision(self) -> Answer | None:
        """The answer that counts: an adjudicator's, else the last one; None without any.

        Where `state` is "conflict" people differ, and `decisions` has them all.
        """
        history = self._history()
        ruled = adjudication(history.answers)
        wanted = ruled or (history.answers[-1] if history.answers else None)
        return None if wanted is None else _answer(history.standing[wanted.reviewer])

    @in_python()
    def _fresh(self) -> StoredCandidate:
        return self._opened.workspace.store.queues.candidate(self._stored.id)

    @in_python()
    def _history(self) -> History:
        return replay(self._opened.workspace.store.decisions.of_candidate(self._stored.id))

    @in_python()
    def _row(self) -> CandidateRow:
        """The row as the last person to decide sees it: a state is somebody's."""
        last = next(reversed(tuple(self._history().standing)), "")
        return self._opened.workspace.store.row(self._stored.id, last)

    def __repr__(self) -> str:
        if self._opened.closed:
            return f"<Candidate {self.id!r} ({self.task}): of a closed queue>"
        row = self._row()
        verdict = f", verdict {row.verdict or 'none'}" if row.has_verdict else ""
        return f"<Candidate {self.id!r} ({self.task}): {row.state}{verdict}>"

    def _repr_html_(self) -> str:
        if self._opened.closed:
            return markup.facts(repr(self).strip("<>"), ())
        row, place, decided = self._row(), self.coordinates, self.decision
        told = None if decided is None else f"{decided.answer} by {decided.reviewer}"
        return markup.facts(
            f"Candidate {self.id}",
            [
                ("task", self.task),
                ("survey", self.survey),
                ("position", None if place is None else place.to_string("hmsdms", precision=2)),
                ("S/N", None if self.snr is None else f"{self.snr:.1f}"),
                ("redshift", self.redshift),
                ("state", row.state),
                ("verdict", (row.verdict or "no verdict") if row.has_verdict else None),
                ("decision", told),
            ],
        )


def _answer(standing: Standing) -> Answer:
    made = standing.decision
    return Answer(
        answer=str(made.answer),
        reviewer=made.reviewer,
        role=made.role,
        confidence=made.confidence,
        origin=made.origin,
        redshift=made.redshift,
        other_class=made.other_class,
        issues=made.issues,
        reason=standing.reason,
        comment=standing.comment,
        decided_at=made.decided_at,
    )
