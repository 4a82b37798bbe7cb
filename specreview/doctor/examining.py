"""All checks in their order, for the shell and for the Settings page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from specreview.agent.inspector import Inspector
from specreview.doctor import packages
from specreview.doctor.answering import check_facts, check_reply
from specreview.doctor.check import Check, guarded, of_error, well
from specreview.doctor.checkpoint_files import check_files, model_folder
from specreview.doctor.machine import check_clock, check_disk, check_port
from specreview.doctor.model_memory import check_memory
from specreview.doctor.records import check_database
from specreview.errors import SpecreviewError
from specreview.inspectors.choices import chosen
from specreview.runner.rack import at_once
from specreview.settings import Settings
from specreview.store.health import Health, health
from specreview.store.opening import sqlite_path
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class Patient:
    """What is examined.

    `url` is the database's, `own_tasks` the folder of own task files. `port` None leaves the
    port out, as in the app that listens there itself. `build` makes the inspector anew where it
    is not the app's own; `keep` says that somebody else closes it.
    """

    folder: Path
    settings: Settings
    url: str
    own_tasks: Path | None = None
    port: int | None = None
    build: Callable[[], Inspector] | None = None
    keep: bool = False


def examine(patient: Patient) -> Iterator[Check]:
    """Each check as soon as it is done; the slow ones (the model) last."""
    yield from guarded("python", packages.check_python)
    yield from guarded("packages", packages.check_packages)
    tasks: dict[str, VettingTask] = {}
    yield from guarded("tasks", partial(_tasks, patient, tasks))
    yield from _records(patient)
    if patient.port is not None:
        yield from guarded("port", partial(check_port, patient.port))
    yield from guarded("inspector", partial(_inspector, patient, tasks))


def failed(checks: list[Check]) -> bool:
    """Whether one of them is a failure."""
    return any(check.state == "failure" for check in checks)


def _tasks(patient: Patient, loaded: dict[str, VettingTask]) -> Iterator[Check]:
    loaded.update(load_tasks(patient.own_tasks))
    own = f", own ones from {patient.own_tasks}" if patient.own_tasks else ""
    yield well("tasks", f"{', '.join(loaded)} load{own}")


def _records(patient: Patient) -> Iterator[Check]:
    """Database, disk and clock: the latter two look at what is in the former."""
    found: list[Health] = []

    def look() -> Iterator[Check]:
        path = sqlite_path(patient.url)
        if path is not None:
            found.append(health(path))
            yield from check_database(found[0])

    yield from guarded("database", look)
    contents = found[0].contents if found else None
    folder = found[0].path.parent if found else patient.folder
    uninspected = contents.uninspected if contents else 0
    newest = contents.newest if contents else None
    yield from guarded("disk", partial(check_disk, folder, uninspected))
    yield from guarded("clock", partial(check_clock, newest))


def _inspector(patient: Patient, tasks: Mapping[str, VettingTask]) -> Iterator[Check]:
    """From what it needs to what it says; where a step fails the later ones are left out."""
    settings = patient.settings
    name = chosen(settings).name
    lacking = list(packages.check_extra(name))
    yield from lacking
    if failed(lacking):
        return
    if name == "local":
        files = list(guarded("model files", partial(check_files, settings.local)))
        yield from files
        if failed(files):
            return
    try:
        inspector = (patient.build or chosen(settings).build)()
    except SpecreviewError as error:
        yield of_error("inspector", error)
        return
    try:
        yield from _asked(name, inspector, settings, tasks)
    finally:
        close = getattr(inspector, "close", None)
        if callable(close) and not patient.keep:
            close()


def _asked(
    name: str, inspector: Inspector, settings: Settings, tasks: Mapping[str, VettingTask]
) -> Iterator[Check]:
    yield well("inspector", inspector.identity.label)
    if name == "local" and model_folder(settings.local) is None:
        return  # known at the hub; to fetch it is not the doctor's to decide
    checks: list[Callable[[], Iterator[Check]]] = []
    if name == "local":
        checks.append(partial(check_memory, settings.local, at_once(inspector)))
    checks.append(partial(check_facts, name, inspector))
    if tasks:
        checks.append(partial(check_reply, inspector, tasks, settings))
    for check in checks:
        lines = list(guarded("inspector", check))
        yield from lines
        if failed(lines):
            return
