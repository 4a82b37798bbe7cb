"""The doctor behind the Settings page: one examination at a time, in a thread. No `st.*` here."""

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Lock, Thread

from specreview.doctor.check import Check, failure, guarded
from specreview.doctor.examining import Patient, examine
from specreview.services import Workspace
from specreview.settings import database_url, own_tasks

logger = logging.getLogger(__name__)


class Examination:
    """The latest examination of a workspace, line by line as it goes on; safe for threads.

    `of` is the label of the inspector that is, or was, examined.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._lines: list[Check] = []
        self.running = False
        self.of = ""

    @property
    def lines(self) -> list[Check]:
        with self._lock:
            return list(self._lines)

    def begin(self, workspace: Workspace, db: str | None, tasks: str | None) -> None:
        """Examine what is set now; does nothing while an examination is under way."""
        with self._lock:
            if self.running:
                return
            self.running, self._lines = True, []
            name = workspace.settings.inspector
            self.of = workspace.inspector_labels().get(name, name)
        work = partial(self._work, workspace, db, tasks)
        Thread(target=work, name="specreview-doctor", daemon=True).start()

    def _work(self, workspace: Workspace, db: str | None, tasks: str | None) -> None:
        try:
            for check in guarded("inspector", partial(_examined, workspace, db, tasks)):
                with self._lock:
                    self._lines.append(check)
        except Exception:
            logger.exception("an examination failed")
            with self._lock:
                self._lines.append(failure("doctor", "it failed itself", "see the server's log"))
        finally:
            self.running = False


def _examined(workspace: Workspace, db: str | None, tasks: str | None) -> Iterator[Check]:
    """The app's own inspector is asked, so that a model is not loaded a second time."""
    name, runner = workspace.settings.inspector, workspace.runner
    patient = Patient(
        folder=workspace.folder,
        settings=workspace.settings,
        url=database_url(workspace.folder, db),
        own_tasks=own_tasks(workspace.folder, Path(tasks) if tasks else None),
        build=partial(runner.inspector, name),
        keep=True,
    )
    with runner.in_use(name):
        yield from examine(patient)
