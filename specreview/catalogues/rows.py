"""From a catalogue row and its spectrum's facts to a candidate, or to a reject with a reason."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from specreview.catalogues import cells as read
from specreview.catalogues.columns import Columns
from specreview.catalogues.label_column import UNLABELLED, LabelColumn
from specreview.catalogues.quantities import (
    Misplaced,
    impossible_position,
    position_of,
    redshift_of,
)
from specreview.catalogues.reading import SpectrumFacts
from specreview.catalogues.sources import MATCH_ARCSEC, SourceMatcher, separation_arcsec
from specreview.catalogues.tables import CatalogueRow
from specreview.errors import SpecreviewError
from specreview.review.candidates import NewCandidate, Reject


class Spot(NamedTuple):
    """What is kept of each row of a list until all are located: id, task and file."""

    object_id: str | None
    task_key: str
    path: Path


@dataclass(frozen=True)
class Located:
    """A row with its id (None: the file's own), task and file."""

    row: CatalogueRow
    object_id: str | None
    task_key: str
    path: Path


class CandidateMaker:
    """Makes candidates and remembers them, so that repeats and shared sources are seen."""

    def __init__(
        self, columns: Columns, sources: SourceMatcher, labels: LabelColumn = UNLABELLED
    ) -> None:
        self._columns = columns
        self._labels = labels
        self._sources = sources
        self._first: dict[tuple[str, str, str, str], int] = {}
        self._resolved: dict[Path, str] = {}
        self._places: dict[tuple[str, str], tuple[int, float, float]] = {}
        self.misplaced = Misplaced()

    def make(self, located: Located, facts: SpectrumFacts) -> NewCandidate | Reject:
        """The candidate, or a reject when an earlier row has the same spectrum or id."""
        row, columns = located.row, self._columns
        object_id = located.object_id or facts.object_id
        ra, dec = self._position(row, facts)
        repeat = self._repeat(located, facts, object_id, ra, dec)
        if repeat:
            return Reject(row.number, object_id, repeat)
        survey = columns.value(row.cells, "survey") or facts.survey
        redshift = redshift_of(columns, row.cells)
        column = columns.name("redshift")
        return NewCandidate(
            object_id=object_id,
            source_id=self._sources.source_id(survey, object_id, ra, dec),
            task_key=located.task_key,
            path=self._absolute(located.path),
            file_object=facts.object_id if facts.several else None,
            content_hash=facts.content_hash,
            survey=survey,
            release=columns.value(row.cells, "release") or facts.release,
            ra=ra,
            dec=dec,
            snr=facts.snr,
            redshift=redshift,
            redshift_source=None if redshift is None else f"catalogue column {column}",
            catalogue_score=read.number(columns.value(row.cells, "score")),
            catalogue=columns.remaining(row.cells),
            hidden=columns.hidden(row.cells),
            sparkline=facts.sparkline,
            label=self._labels.label(located.task_key, row.cells),
        )

    def _absolute(self, path: Path) -> str:
        """The path without links, asked of the disk once a file."""
        if path not in self._resolved:
            self._resolved[path] = str(path.resolve())
        return self._resolved[path]

    def _position(
        self, row: CatalogueRow, facts: SpectrumFacts
    ) -> tuple[float | None, float | None]:
        """The catalogue's position where it has both coordinates, else the file's."""
        stated = impossible_position(self._columns, row.cells)
        if stated:
            self.misplaced.add(row.number, stated)
        return position_of(self._columns, row.cells) or (facts.ra, facts.dec)

    def _repeat(
        self,
        located: Located,
        facts: SpectrumFacts,
        object_id: str,
        ra: float | None,
        dec: float | None,
    ) -> str:
        """Why this row is refused as a repeat, "" when it is none."""
        number, path = located.row.number, self._absolute(located.path)
        key = (object_id, located.task_key, path, facts.object_id if facts.several else "")
        if ra is not None and dec is not None:
            seen = self._places.setdefault((object_id, located.task_key), (number, ra, dec))
            away = separation_arcsec(ra, dec, seen[1], seen[2])
            if away > MATCH_ARCSEC:
                return (
                    f"id {object_id} stands in row {seen[0]} too, {away:.0f} arcsec away: two "
                    "objects with one id; correct the catalogue"
                )
        first = self._first.setdefault(key, number)
        return "" if first == number else f"repeats row {first}: same id, spectrum and task"


def without_path(error: SpecreviewError, path: Path) -> str:
    """The reason alone: the file stands in the reject already."""
    return str(error).removeprefix(f"{path}: ")
