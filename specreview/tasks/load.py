"""Task files: YAML in, `VettingTask` out; a broken file is refused with file, line and field."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from specreview.errors import TaskFileError
from specreview.resources import data
from specreview.tasks.checks import first_problem
from specreview.tasks.medium import to_vacuum
from specreview.tasks.positions import Located, dotted, parse_yaml
from specreview.tasks.refusals import refusal
from specreview.tasks.task import VettingTask

LARGEST_FILE = 262_144
"""Bytes; the tasks that ship have some 20,000."""

_SUFFIXES = (".yaml", ".yml")


def load_task(path: Path) -> VettingTask:
    """The task in the YAML file at `path`, all wavelengths as vacuum Å.

    Raises
    ------
    TaskFileError
        One line: file, line, field, what was found and what is allowed.
    """
    return _kept(_read(path), str(path))


@lru_cache(maxsize=64)
def _kept(text: str, file: str) -> VettingTask:
    """The same text under the same name is parsed once a process: a task never changes."""
    return task_from_text(text, file)


def task_from_text(text: str, file: str) -> VettingTask:
    """The task in `text`; `file` is the name for messages. Raises as `load_task`."""
    located = parse_yaml(text, file)
    if not isinstance(located.value, dict):
        raise TaskFileError(
            f"{file}:1: found {type(located.value).__name__}, expected the fields of a task "
            "(key, name, question, ...); docs/task-files.md shows one"
        )
    vacuum = to_vacuum(located, file)
    try:
        task = VettingTask.model_validate_json(json.dumps(vacuum), strict=True)
    except ValidationError as error:
        raise TaskFileError(refusal(error, located, file)) from None
    problem = first_problem(task)
    if problem is not None:
        raise TaskFileError(_message(file, located, *problem))
    return task


def load_tasks(own: Path | None = None) -> dict[str, VettingTask]:
    """The tasks that ship, then those in the folder `own`, which add or replace, by key.

    Raises
    ------
    TaskFileError
        A broken file, two files in one folder with the same key, or `own` is no folder.
    """
    tasks = _folder(data("tasks"))
    if own is not None:
        tasks |= _folder(own)
    return tasks


def _folder(folder: Path) -> dict[str, VettingTask]:
    tasks: dict[str, VettingTask] = {}
    files: dict[str, Path] = {}
    for path in _task_files(folder):
        task = load_task(path)
        if task.key in tasks:
            raise TaskFileError(
                f"{path}:1: field 'key': {task.key!r} is also the key of "
                f"{files[task.key].name}; give each task file of a folder its own key"
            )
        tasks[task.key], files[task.key] = task, path
    return tasks


def _task_files(folder: Path) -> Iterator[Path]:
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise TaskFileError(
            f"{folder}: task folder cannot be read ({reason}); give a folder of YAML files"
        ) from None
    for path in paths:
        if path.suffix.lower() in _SUFFIXES and not path.name.startswith("."):
            yield path


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise TaskFileError(
            f"{path}:1: cannot be read ({reason}); give a YAML file that exists and is readable"
        ) from None
    if len(raw) > LARGEST_FILE:
        raise TaskFileError(
            f"{path}:1: larger than {LARGEST_FILE} bytes; this is no task file (docs/task-files.md)"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TaskFileError(
            f"{path}:{line}: byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def _message(file: str, located: Located, path: tuple[str | int, ...], text: str) -> str:
    return f"{file}:{located.line(path)}: field '{dotted(path)}': {text}"
