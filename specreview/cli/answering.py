"""`specreview answers`: other people's work from other programs, as decisions in the log."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line, show_progress

if TYPE_CHECKING:
    from specreview.answers.report import AnswersReport


def answers(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="VI file, .mz, PyHammer or Zooniverse CSV."),
    ],
    yes: Annotated[
        list[str] | None,
        typer.Option(metavar="VALUE", help="A value that means yes; * for any letters; repeat."),
    ] = None,
    no: Annotated[
        list[str] | None,
        typer.Option(metavar="VALUE", help="A value that means no; * for any letters; repeat."),
    ] = None,
    unsure: Annotated[
        list[str] | None,
        typer.Option(metavar="VALUE", help="A value that means unsure; repeat for more."),
    ] = None,
    as_name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Whose work it is.")
    ] = None,
    confidence: Annotated[
        int | None,
        typer.Option(min=0, max=4, help="Confidence of answers whose file has none."),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option("--format", help="prospect, marz, pyhammer or zooniverse; else recognised."),
    ] = None,
    id_column: Annotated[
        str | None,
        typer.Option("--id", metavar="COLUMN", help="Column (subject key) with the id."),
    ] = None,
    question: Annotated[
        str | None, typer.Option(metavar="KEY", help="Zooniverse: the question that decides.")
    ] = None,
    task: Annotated[
        str | None, typer.Option(help="Only candidates of this task, in a queue of several.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done, and log nothing.")
    ] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Log other people's answers, each once; what they mean is said, see docs/other-work.md."""
    from specreview.answers.foreign import Asked
    from specreview.answers.importing import AnswersRequest, import_answers
    from specreview.answers.meaning import Meaning
    from specreview.services import Workspace

    request = AnswersRequest(
        file,
        format_name,
        as_name,
        Meaning(tuple(yes or ()), tuple(no or ()), tuple(unsure or ())),
        Asked(id_column, question),
        confidence,
        task,
        dry_run,
    )
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        queue = opened.store.queues.get(name)
        report = import_answers(opened.store, opened.tasks, queue, request, show_progress)
    _print(report, as_json)
    if report.nothing_known:
        raise typer.Exit(REFUSED)


def _print(report: "AnswersReport", as_json: bool) -> None:
    if as_json:
        print_json(report.as_json())
        return
    dry = " (dry run, nothing logged)" if report.dry_run else ""
    print_line(f"queue {report.queue}: {report.sentence()}{dry}")
    for line in report.lines():
        print_line(f"  {line}")
    if report.nothing_known:
        print_line(f"specreview: {report.no_match()}", err=True)
