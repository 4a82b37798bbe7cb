"""A queue, from Python."""

import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from astropy.table import QTable, Table

from specreview.api import arguments, markup, served
from specreview.api.candidate import Candidate
from specreview.api.inspecting import Inspected, Progress, inspect_queue
from specreview.api.lists import people_of, ready_list
from specreview.api.served import Served
from specreview.api.tables import Framed, catalogue_bytes
from specreview.catalogues.labels import Wording
from specreview.catalogues.report import ImportReport
from specreview.errors import CatalogueError, NotFound, SettingsError
from specreview.export import Exported, ListKind
from specreview.intake import ImportRequest
from specreview.review.rows import Queue as StoredQueue
from specreview.services import Workspace

if TYPE_CHECKING:
    from specreview.answers.report import AnswersReport

Place = str | os.PathLike[str]


@dataclass(frozen=True)
class Counts:
    """Candidates of a queue: all, inspected, with a person's answer, with people who differ."""

    total: int
    inspected: int
    answered: int
    conflicts: int


class Queue:
    """A named list of candidates in a workspace.

    Made by `Queue.from_table` or `Queue.open`, never by itself. It holds the workspace open until
    `close()`, the end of `with`, or the end of Python; an app that is served on the same
    workspace meanwhile is no trouble. All errors are `specreview.errors.SpecreviewError`.
    """

    def __init__(
        self,
        workspace: Workspace,
        stored: StoredQueue,
        *,
        report: ImportReport | None = None,
        db: str | None = None,
        tasks: Path | None = None,
    ) -> None:
        self._workspace = workspace
        self._stored = stored
        self._db, self._tasks = db, tasks
        self.report = report
        """What the import did, None where the queue was only opened."""
        self._close = weakref.finalize(self, workspace.close)

    @classmethod
    def from_table(
        cls,
        table: "Table | Framed | Place",
        task: str | None = "cv",
        spectra: Place | None = None,
        name: str | None = None,
        workspace: Place = ".",
        *,
        columns: Mapping[str, str] | None = None,
        positive: str | Sequence[str] = (),
        db: str | None = None,
        tasks: Place | None = None,
    ) -> "Queue":
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
            Role to column, where the names do not say: {"id": "OBSID", "label": "CLASS"}.
        positive
            The value of the label column that is positive, or a list of such.
        db, tasks
            Another database, a folder with task files of your own.

        Raises
        ------
        CatalogueError
            When nothing can be imported; the reasons of the first rows are in it.
        """
        opened = _opened(workspace, db, tasks)
        try:
            request = _request(opened, table, task, spectra, name, columns, positive)
            stored, report = opened.import_queue(request)
            _refuse_empty(opened, stored, report)
        except BaseException:
            opened.close()
            raise
        return cls(opened, stored, report=report, db=db, tasks=_path(tasks))

    @classmethod
    def open(
        cls,
        name: str,
        workspace: Place = ".",
        *,
        db: str | None = None,
        tasks: Place | None = None,
    ) -> "Queue":
        """The queue called `name`; NotFound when there is none."""
        opened = _opened(workspace, db, tasks)
        try:
            stored = opened.store.queues.get(name)
        except BaseException:
            opened.close()
            raise
        return cls(opened, stored, db=db, tasks=_path(tasks))

    def close(self) -> None:
        """Let go of the workspace; a second call does nothing."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        return self._workspace.folder

    @property
    def counts(self) -> Counts:
        """How far the queue is, all people together."""
        store, queue_id = self._workspace.store, self._stored.id
        counts = store.counts(queue_id, "")
        answered = {one.candidate_id for one in store.decisions.standing(queue_id)}
        return Counts(counts.total, counts.inspected, len(answered), counts.conflicts)

    @property
    def ids(self) -> tuple[str, ...]:
        """The candidates' ids, in queue order; one that is here under two tasks stands twice."""
        return tuple(candidate.id for candidate in self)

    @property
    def rejects(self) -> Table:
        """The rows of the last import that became no candidate: row, name, reason."""
        found = self._workspace.store.queues.rejects(self._stored.id)
        return Table(
            {
                "row": [one.row for one in found],
                "name": [one.name for one in found],
                "reason": [one.reason for one in found],
            },
            dtype=[int, str, str],
        )

    def __len__(self) -> int:
        return self._workspace.store.row_count(self._stored.id, "")

    def __iter__(self) -> Iterator[Candidate]:
        """The candidates, in queue order."""
        for row in self._workspace.store.rows(self._stored.id, ""):
            yield Candidate(self._workspace, row.candidate)

    def __contains__(self, candidate_id: object) -> bool:
        return isinstance(candidate_id, str | int) and bool(self.find(candidate_id))

    def find(self, candidate_id: str | int) -> list[Candidate]:
        """All candidates with this id, in queue order.

        Raises
        ------
        SettingsError
            For a float, which has lost digits of a survey's id.
        """
        found = self._workspace.store.queues.find(self._stored.id, _exact(candidate_id))
        return [Candidate(self._workspace, stored) for stored in found]

    def __getitem__(self, candidate_id: str | int) -> Candidate:
        """The candidate with this id.

        Raises
        ------
        NotFound
            When there is none.
        SettingsError
            When several have it: `find` gives them all.
        """
        found = self.find(candidate_id)
        if not found:
            raise NotFound(
                f"no candidate {candidate_id} in queue {self.name}; `queue.ids` has those there are"
            )
        if len(found) > 1:
            told = ", ".join(f"{one.task} {one.file.name}" for one in found)
            raise SettingsError(
                f"{len(found)} candidates have the id {candidate_id} ({told}); "
                f"queue.find({candidate_id!r}) gives them all"
            )
        return found[0]

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
            When `limit` or `progress` is none.
        InspectorError
            When there is no such inspector, or the run could not go on. An interrupt ends the
            steps under way; the next call goes on from there.
        """
        arguments.whole(limit, "limit", 0)
        if not (isinstance(progress, bool) or callable(progress)):
            raise SettingsError(f"progress={progress!r}: give True, False or a function")
        chosen = inspector or self._workspace.settings.inspector
        return inspect_queue(self._workspace, self._stored.id, chosen, limit, progress)

    def serve(self, port: int | None = None, *, open_browser: bool = False) -> Served:
        """Start the app on this workspace, in a process of its own, opened at this queue.

        Without a port a free one is taken. The app listens on this machine alone.

        Raises
        ------
        SettingsError
            When it cannot listen on the port, or does not start.
        """
        arguments.whole(port, "port", 1, 65535)
        app = served.serve(self.workspace, self.name, port, db=self._db, tasks=self._tasks)
        if open_browser:
            import webbrowser

            webbrowser.open(app.url)
        return app

    def import_answers(
        self,
        file: Place,
        *,
        yes: str | Sequence[str] = (),
        no: str | Sequence[str] = (),
        unsure: str | Sequence[str] = (),
        as_name: str | None = None,
        confidence: int | None = None,
        dry_run: bool = False,
        **asked: Any,
    ) -> "AnswersReport":
        """Log what people decided in prospect, Marz, PyHammer or Zooniverse; see other-work.md.

        `yes`, `no` and `unsure` are values of the file (several in a list), whose meaning they say.
        `asked` are `format`, `task`, and `id_column` and `question` as `specreview answers` has
        them with --format, --task, --id and --question.

        Raises
        ------
        AnswersError
            When the file cannot be read, or nothing says what its values mean.
        """
        from specreview.answers.foreign import Asked
        from specreview.answers.importing import AnswersRequest, import_answers
        from specreview.answers.meaning import Meaning

        told = Asked(asked.pop("id_column", None), asked.pop("question", None))
        request = AnswersRequest(
            Path(file),
            as_name=as_name,
            meaning=Meaning(
                arguments.values(yes, "yes"),
                arguments.values(no, "no"),
                arguments.values(unsure, "unsure"),
            ),
            asked=told,
            confidence=confidence,
            dry_run=dry_run,
            **asked,
        )
        opened = self._workspace
        return import_answers(opened.store, opened.tasks, self._stored, request)

    @property
    def people(self) -> tuple[str, ...]:
        """All who ever decided here, by name."""
        return people_of(self._workspace, self._stored)

    def decisions(
        self,
        kind: ListKind = "current",
        *,
        reviewer: str | None = None,
        names: bool = False,
    ) -> QTable:
        """A list of the queue with units, descriptions, and its provenance in `meta`.

        Parameters
        ----------
        kind
            "current" (answers that stand), "approved", "history" (all acts), "disagreements" or
            "traces"; docs/exports.md has their columns.
        reviewer
            Whose decisions; needed for the first two where several people decided.
        names
            Whether people are called by their names.

        Raises
        ------
        SettingsError
            When there is no such list, or it is not clear whose.
        """
        return ready_list(self._workspace, self._stored, kind, reviewer, names).table()

    def export(
        self,
        file: Place,
        kind: ListKind = "approved",
        *,
        reviewer: str | None = None,
        names: bool = False,
        overwrite: bool = False,
    ) -> Exported:
        """Write a list as .csv, .ecsv, .fits, .vot, .parquet or .jsonl, by the file's ending.

        Raises
        ------
        SettingsError
            As `decisions`; and when the file exists or cannot be written.
        """
        ready = ready_list(self._workspace, self._stored, kind, reviewer, names)
        return ready.write(Path(file), overwrite)

    def __repr__(self) -> str:
        counts = self.counts
        return (
            f"<Queue {self.name!r}, task {self.task or 'of each row'}: {counts.total} candidates, "
            f"{counts.inspected} inspected, {counts.answered} answered, "
            f"{len(self.rejects)} rejected>"
        )

    def _repr_html_(self) -> str:
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


def _opened(workspace: Place, db: str | None, tasks: Place | None) -> Workspace:
    return Workspace.open(Path(workspace), db=db, tasks_dir=_path(tasks))


def _path(place: Place | None) -> Path | None:
    return None if place is None else Path(place)


def _request(
    opened: Workspace,
    table: Any,
    task: str | None,
    spectra: Place | None,
    name: str | None,
    columns: Mapping[str, str] | None,
    positive: str | Sequence[str],
) -> ImportRequest:
    arguments.text(name, "name")
    arguments.roles(columns)
    if isinstance(table, str | os.PathLike):
        source, folder = Path(table), _path(spectra)
        default = source.name.split(".")[0] or source.resolve().name
    else:
        default = task or "queue"
        content = catalogue_bytes(table, columns)
        source = opened.keep_list(f"{name or default}.csv", content)
        folder = Path(spectra) if spectra is not None else Path()
    return ImportRequest(
        name or default,
        source,
        task=task,
        spectra=folder,
        mapping=columns,
        wording=Wording(positive=arguments.values(positive, "positive")),
    )


def _refuse_empty(opened: Workspace, stored: StoredQueue, report: ImportReport) -> None:
    """A queue without candidates helps nobody: say why all rows were rejected."""
    if opened.store.row_count(stored.id, "") or not report.rejected:
        return
    first = "; ".join(f"row {r.row}, {r.name}: {r.reason}" for r in report.rejected[:3])
    more = f"; and {len(report.rejected) - 3} more" if len(report.rejected) > 3 else ""
    raise CatalogueError(f"no row became a candidate: {first}{more}")


def _exact(candidate_id: object) -> str:
    """An id as text; whole numbers of any size are exact, others are not."""
    if isinstance(candidate_id, str):
        return candidate_id
    try:
        return str(candidate_id.__index__())  # type: ignore[attr-defined]
    except AttributeError:
        raise SettingsError(
            f"id {candidate_id!r}: give it as text or as a whole number; a float loses digits"
        ) from None
