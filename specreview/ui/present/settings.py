"""Words of the Settings page."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from specreview import __version__
from specreview.tasks.task import VettingTask
from specreview.ui.present.markup import Fact
from specreview.ui.present.quantities import count, size


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
