"""What `specreview fetch` is asked for: ids, positions, a catalogue's rows, or a queue's."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from specreview.fetching.offers import Survey
    from specreview.fetching.wanted import Missing
    from specreview.review.rows import Queue
    from specreview.services import Workspace

_WITHOUT = ("no file", "none of ")
"""How the reasons begin of rows that an import rejected for want of a file."""


@dataclass(frozen=True)
class Asked:
    """What was typed; exactly one of ids or positions, a catalogue, and a queue counts."""

    ids: Sequence[str]
    at: Sequence[str]
    catalogue: Path | None
    mapping: Sequence[str]
    queue: str | None
    to: Path
    workspace: Path
    db: str | None

    def missing(self, survey: "Survey") -> "Missing":
        """The spectra that are wanted.

        Raises
        ------
        typer.BadParameter
            When nothing is asked for, or two things at once.
        FetchError, CatalogueError
            When a position, a list or a queue cannot be read.
        """
        from specreview.catalogues.columns import parse_mapping
        from specreview.fetching.wanted import Missing, by_ids, by_positions, without_file

        typed = (*by_ids(self.ids), *by_positions(self.at))
        if sum((bool(typed), self.catalogue is not None, self.queue is not None)) != 1:
            raise typer.BadParameter(
                "give ids or --at positions, or --from CATALOGUE, or --queue NAME"
            )
        roles = parse_mapping(self.mapping)
        if self.catalogue is not None:
            return without_file(self.catalogue, self.to, survey, roles)
        if self.queue is not None:
            return self._of_queue(self.queue, roles, survey)
        return Missing(typed)

    def _of_queue(self, name: str, roles: dict[str, str], survey: "Survey") -> "Missing":
        """Candidates whose file is gone, and rows that the last import found no file for."""
        from specreview.fetching.wanted import Missing, without_spectrum
        from specreview.services import Workspace

        with Workspace.open(self.workspace, db=self.db) as opened:
            queue = opened.store.queues.get(name)
            candidates = [row.candidate for row in opened.store.rows(queue.id, "")]
            rejected = self._rejected(opened, queue, roles, survey)
        gone = without_spectrum(candidates, survey)
        return Missing((*gone, *rejected.wanted), rejected.have_file, rejected.other_survey)

    def _rejected(
        self, opened: "Workspace", queue: "Queue", roles: dict[str, str], survey: "Survey"
    ) -> "Missing":
        from specreview.errors import FetchError
        from specreview.fetching.wanted import Missing, without_file

        rejects = opened.store.queues.rejects(queue.id)
        rows = {reject.row for reject in rejects if reject.reason.startswith(_WITHOUT)}
        source = Path(queue.source)
        if not rows:
            return Missing(())
        if not source.is_file():
            raise FetchError(
                f"queue {queue.name}: its list {source} is not there, or a folder; give the list "
                "with --from"
            )
        return without_file(source, self.to, survey, roles or queue.mapping, rows)
