"""`specreview verify` and `specreview backup`: is the log whole, and a copy of it."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line

if TYPE_CHECKING:
    from specreview.store.checks.replies import Parsed
    from specreview.store.verify import VerifyReport


def verify(
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="First make the derived tables anew from the logs.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check that the log is whole and that all that is shown follows from it."""
    from specreview.errors import StoreError
    from specreview.settings import database_url
    from specreview.store import open_store
    from specreview.store.opening import sqlite_path
    from specreview.store.rebuild import rebuild as rebuild_derived
    from specreview.store.verify import verify as check

    url = database_url(workspace, db)
    path = sqlite_path(url)
    if path is not None and not path.exists():
        raise StoreError(f"{path}: there is no database yet; nothing to verify")
    store = open_store(url)
    try:
        if rebuild:
            rebuild_derived(store.database)
        report = check(store, _reparse)
    finally:
        store.close()
    _print_report(report, as_json)
    if report.problems:
        raise typer.Exit(REFUSED)


def _reparse(text: str, labels: tuple[str, ...], truncated: bool) -> "Parsed":
    from specreview.agent.next_step import allowed_answers
    from specreview.agent.protocol import parse_reply

    return parse_reply(text, allowed_answers(labels), truncated)


def _print_report(report: "VerifyReport", as_json: bool) -> None:
    if as_json:
        print_json(asdict(report))
        return
    for problem in report.problems:
        print_line(f"problem: {problem}", err=True)
    for note in report.notes:
        print_line(f"note: {note}")
    checked = ", ".join(f"{count} {name}" for name, count in report.checked.items())
    outcome = "no problem found" if report.clean else f"{len(report.problems)} problems"
    typer.echo(f"{outcome}: {checked}" if checked else outcome)


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to write; must not exist.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Copy the database, also while it is in use."""
    from specreview.settings import database_url
    from specreview.store.backup import backup as copy

    size = copy(database_url(workspace, db), file)
    if as_json:
        print_json({"file": str(file), "bytes": size})
    else:
        print_line(f"{file}: {size} bytes")
