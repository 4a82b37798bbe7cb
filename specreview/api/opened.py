"""The workspace that a queue and its candidates share, until it is closed."""

import os
import weakref
from pathlib import Path

from specreview.api import arguments
from specreview.api.arguments import Place
from specreview.errors import NotFound, StoreError
from specreview.review.rows import Queue
from specreview.services import Workspace
from specreview.settings import database_url, open_folder
from specreview.store.opening import check_file, sqlite_path


class Opened:
    """An open workspace, and how it was named; it closes with the last that holds it."""

    def __init__(self, workspace: Workspace, db: str | None, tasks: Path | None) -> None:
        self.folder = workspace.folder
        self.db, self.tasks = db, tasks
        self._workspace = workspace
        self._close = weakref.finalize(self, workspace.close)

    @property
    def closed(self) -> bool:
        return not self._close.alive

    @property
    def workspace(self) -> Workspace:
        """The workspace.

        Raises
        ------
        StoreError
            When it was closed.
        """
        if self.closed:
            raise StoreError(
                f"the queue is closed, and its candidates with it; Queue.open(NAME, "
                f"{str(self.folder)!r}) opens it again"
            )
        return self._workspace

    def close(self) -> None:
        """End its threads and connections; a second call does nothing."""
        self._close()


def open_workspace(workspace: Place, db: Place | None, tasks: Place | None) -> Opened:
    """The workspace in a folder that is there, its database made where there is none."""
    place, database, own = _places(workspace, db, tasks)
    return Opened(Workspace.open(place, db=database, tasks_dir=own), database, own)


def open_existing(workspace: Place, db: Place | None, tasks: Place | None) -> Opened:
    """As `open_workspace`, and nothing is made.

    Raises
    ------
    NotFound
        When there is no database.
    """
    place, database, _ = _places(workspace, db, tasks)
    file = sqlite_path(database_url(open_folder(place), database))
    if file is not None:
        check_file(file)
    if file is not None and (not file.exists() or file.stat().st_size == 0):
        raise NotFound(
            f"{file}: there is no database, so there is no queue; name the folder that has it with "
            "workspace=FOLDER, or make a queue with Queue.from_table"
        )
    return open_workspace(workspace, db, tasks)


def stored_queue(opened: Opened, name: str) -> Queue:
    """The queue called `name`; NotFound, with the names that there are, when there is none."""
    queues = opened.workspace.store.queues
    try:
        return queues.get(name)
    except NotFound:
        known = ", ".join(repr(one.name) for one in queues.all()) or "none yet"
        raise NotFound(f"{opened.folder}: no queue {name!r}; there are: {known}") from None


def _places(
    workspace: Place, db: Place | None, tasks: Place | None
) -> tuple[Path, str | None, Path | None]:
    """Folder, database (a file or an URL) and tasks, each checked to be a path."""
    if db is not None and not (isinstance(db, str) and "://" in db):
        db = str(arguments.path(db, "db"))
    return (
        arguments.path(workspace, "workspace"),
        None if db is None else os.fspath(db),
        arguments.path_or_none(tasks, "tasks"),
    )
