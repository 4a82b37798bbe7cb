"""Words of the Settings page."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from specreview.tasks.task import VettingTask
from specreview.ui.present.markup import Fact
from specreview.ui.present.quantities import count, size
from specreview.version import __version__


def in_use(folder: Path, facts: Mapping[str, Any]) -> list[Fact]:
    """Version, paths and the database with its size and counts."""
    counts = facts["counts"]
    lines = [
        ("specreview", __version__),
        ("Workspace", str(folder)),
        ("Database", str(facts["url"])),
        ("Size", size(int(facts["bytes"]))),
        ("Journal", f"{facts['journal']}, schema {facts['schema']}"),
        ("Queues", count(counts["queues"])),
        ("Candidates", count(counts["candidates"])),
        ("Inspections", f"{count(counts['inspections'])}, {count(counts['images'])} pictures"),
        ("Decisions", count(counts["decisions"])),
    ]
    if facts["upgrade_copy"]:
        lines.append(("Copy", f"{facts['upgrade_copy']}, made before the upgrade"))
    return lines


def tasks_in_use(tasks: Mapping[str, VettingTask]) -> Iterable[str]:
    """One line a task, with version and hash."""
    for key, task in sorted(tasks.items()):
        yield f"task {key} version {task.version}: {task.name} (sha256 {task.hash[:8]}…)"


def state_line(works: bool, text: str) -> str:
    """A tick or a cross beside words."""
    return (
        f'<div class="line"><span class="{"ok" if works else "not-ok"}">{escape(text)}</span></div>'
    )


def inspector_line(label: str, in_use: bool) -> str:
    """One that can be chosen; whether it works is for the check to say."""
    text = f"{label}: in use, Check says whether it answers" if in_use else label
    return state_line(True, text) if in_use else f'<div class="line">{escape(text)}</div>'


def check_note(unsaved: bool) -> str:
    """What the button looks at; a form that is not saved is not looked at."""
    return "looks at what is saved: save first" if unsaved else "looks at what is set, as saved"


def check_title(label: str, running: bool) -> str:
    return f'<div class="line"><b>{escape(label)}</b>{" is being checked" if running else ""}</div>'


_MARKS = {"ok": "ok", "warning": "warned", "failure": "not-ok"}


def check_line(state: str, name: str, found: str, cure: str) -> str:
    """A mark, what was found, and the cure beneath."""
    text = f'<span class="{_MARKS[state]}"><b>{escape(name)}</b> {escape(found)}</span>'
    mended = f'<div class="line cure">{escape(cure)}</div>' if cure else ""
    return f'<div class="line">{text}</div>{mended}'
