"""A queue, from Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from astropy.table import Table

from specreview.api import arguments, markup, served
from specreview.api.arguments import Place
from specreview.api.decided import Decided
from specreview.api.importing import Given, asked_of, import_asked
from specreview.api.inspecting import Inspected, Progress, inspect_queue
from specreview.api.opened import Opened, open_existing, open_workspace, stored_queue
from specreview.api.served import Served
from specreview.api.wording import in_python, of_arguments
from specreview.catalogues.report import ImportReport
from specreview.errors import SettingsError
from specreview.review.rows import Queue as StoredQueue


@dataclass(frozen=True)
class Counts:
    """Candidates of a queue: all, inspected, with a person's answer, with people who differ."""

    total: int
    inspected: int
    answered: int
    conflicts: int


class Queue(Decided):
    """A named list of candidates in a workspace.

    Made by `Queue.from_table` or `Queue.open`, never by itself. It holds the workspace open until
    `close()`, the end of `with`, or until neither it nor a candidate of it is used any more; an
    app that is served on the same workspace meanwhile is no trouble. All errors are
    `specreview.errors.SpecreviewError`.
    """

    def __init__(
        self, opened: Opened, stored: StoredQueue, report: ImportReport | None = None
    ) -> None:
        super().__init__(opened, stored)
        self.report = report
        """What the import did, None where the queue was only opened."""

    @classmethod
    @in_python()
    def from_table(
        cls,
        table: Given,
        task: str | None = "cv",
        spectra: Place | None = None,
        name: str | None = None,
        workspace: Place = ".",
        *,
        columns: Mapping[str, str] | None = None,
        positive: str | Sequence[str] = (),
        negative: str | Sequence[str] = (),
        db: Place | None = None,
        tasks: Place | None = None,
    ) -> Self:
        """Import a table; importing it again adds what is new and keeps all decisions.

        Parameters
        ----------
        table
            An astropy Table or QTable, a pandas DataFrame, or the path of a catalogue or folder.
        task
            The vetting task's key; None where the table has a column `task`.
        spectra
            Folder in which the spectra are found, by path, by id or by the survey's file name.
            Of a table in memory None is the current folder.
        name
            The queue's; None for the file's name, or the task's key.
        workspace
            Folder with database and settings; it must exist.
        columns
            Role to column, where the names do not say: {"id": "OBSID", "label": "CLASS"}. None
            for those that the queue remembers, {} to go by the names alone.
        positive, negative
            The value of the label column that is positive, or a list of such; where negative ones
            are named too, the others say nothing.
        db, tasks
            Another database, a folder with task files of your own.

        Raises
        ------
        CatalogueError
            When nothing can be imported; the reasons of the first rows are in it.
        SettingsError
            When an argument is of another kind.
        """
        asked = asked_of(table, task, spectra, name, columns, positive, negative)
        opened = open_workspace(workspace, db, tasks)
        try:
            return cls(opened, *import_asked(opened.workspace, asked))
        except BaseException:
            opened.close()
            raise

    @classmethod
    @in_python()
    def open(
        cls,
        name: str,
        workspace: Place = ".",
        *,
        db: Place | None = None,
        tasks: Place | None = None,
    ) -> Self:
        """The queue called `name`; NotFound when there is none. Nothing is made for it."""
        arguments.word(name, "name")
        opened = open_existing(workspace, db, tasks)
        try:
            return cls(opened, stored_queue(opened, name))
        except BaseException:
            opened.close()
            raise

    def close(self) -> None:
        """Let go of the workspace; a second call does nothing, any other is refused from then on.

        What is said of the queue by itself (`name`, `task`, `workspace`, `report`) stays.
        """
        self._opened.close()

    def __enter__(self) -> Self:
        _ = self._opened.workspace  # a closed one is refused here
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return self._stored.name

    @property
    def task(self) -> str | None:
        """The task's key; None where each candidate has its own."""
        return self._stored.task_key

    @property
    def workspace(self) -> Path:
        """The folder with the database."""
        return self._opened.folder

    @property
    @in_python()
    def counts(self) -> Counts:
        """How far the queue is, all people together."""
        store, queue_id = self._opened.workspace.store, self._stored.id
        counts = store.counts(queue_id, "")
        answered = {one.candidate_id for one in store.decisions.standing(queue_id)}
        return Counts(counts.total, counts.inspected, len(answered), counts.conflicts)

    @property
    @in_python()
    def rejects(self) -> Table:
        """The rows of the last import that became no candidate: row, name, reason."""
        found = self._opened.workspace.store.queues.rejects(self._stored.id)
        return Table(
            {
                "row": [one.row for one in found],
                "name": [one.name for one in found],
                "reason": [of_arguments(one.reason) for one in found],
            },
            dtype=[int, str, str],
        )

    @in_python()
    def inspect(
        self,
        inspector: str | None = None,
        *,
        limit: int | None = None,
        progress: Progress = False,
    ) -> Inspected:
        """Let an inspector go through what it has not inspected yet.

        Parameters
        ----------
        inspector
            "rules", "local" or "server"; None for the workspace's choice.
        limit
            Inspect this many at most.
        progress
            True draws a bar on stderr; a function is called with (done, total).

        Raises
        ------
        SettingsError
            When an argument is of another kind.
        InspectorError
            When there is no such inspector, or the run could not go on. An interrupt ends the
            steps under way; the next call goes on from there.
        """
        arguments.text(inspector, "inspector")
        arguments.whole(limit, "limit", 0)
        if not (isinstance(progress, bool) or callable(progress)):
            raise SettingsError(f"progress={progress!r}: give True, False or a function")
        workspace = self._opened.workspace
        chosen = inspector or workspace.settings.inspector
        return inspect_queue(workspace, self._stored.id, chosen, limit, progress)

    @in_python()
    def serve(self, port: int | None = None, *, open_browser: bool = False) -> Served:
        """Start the app on this workspace, in a process of its own, opened at this queue.

        Without a port a free one is taken. The app listens on this machine alone.

        Raises
        ------
        SettingsError
            When it cannot listen on the port, or does not start.
        """
        arguments.whole(port, "port", 1, 65535)
        folder = self._opened.workspace.folder
        app = served.serve(folder, self.name, port, db=self._opened.db, tasks=self._opened.tasks)
        if open_browser:
            import webbrowser

            webbrowser.open(app.url)
        return app

    def __repr__(self) -> str:
        if self._opened.closed:
            return f"<Queue {self.name!r}, closed>"
        counts = self.counts
        return (
            f"<Queue {self.name!r}, task {self.task or 'of each row'}: {counts.total} candidates, "
            f"{counts.inspected} inspected, {counts.answered} answered, "
            f"{len(self.rejects)} rejected>"
        )

    def _repr_html_(self) -> str:
        if self._opened.closed:
            return markup.facts(f"Queue {self.name}, closed", ())
        counts, rejected = self.counts, len(self.rejects)
        return markup.facts(
            f"Queue {self.name}",
            [
                ("task", self.task or "of each row"),
                ("candidates", counts.total),
                ("inspected", counts.inspected),
                ("answered", counts.answered),
                ("conflicts", counts.conflicts or None),
                ("rejected rows", rejected or None),
            ],
        )
