"""`specreview evaluate`: how good the inspectors were on a queue with labels."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from specreview.evaluation.groups import By
    from specreview.evaluation.report import Report
    from specreview.review.rows import CandidateRow


class Cut(StrEnum):
    """By what the table is cut; the values are those of `evaluation.groups.By`."""

    task = "task"
    survey = "survey"
    snr = "snr"


def evaluate(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    by: Annotated[
        list[Cut] | None,
        typer.Option("--by", help="A line for each of these; given twice, crossed."),
    ] = None,
    inspector: Annotated[
        str | None, typer.Option("--inspector", help="This inspector alone; else all.")
    ] = None,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a queue's inspections against its labels, with the published figures beside them.

    Only the latest inspection of each inspector and prompt counts. Ranges are 95 %: Wilson's for
    shares, bootstrap for F1. No answer is wrong for accuracy, a miss where the label is positive,
    and no false alarm where it is not.
    """
    from specreview.cli.evaluation_text import report_lines
    from specreview.evaluation.ledger import Ledger
    from specreview.evaluation.report import report
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        store = opened.store
        queue = store.queues.get(name)
        labels = store.queues.labels(queue.id)
        rows = store.rows(queue.id, "")
        found = report(
            queue.name,
            rows,
            labels,
            Ledger().of_queue(store.traces, queue.id) if labels else {},
            names={key: task.name for key, task in opened.tasks.items()},
            by=[cut.value for cut in dict.fromkeys(by or ())] or _usual(rows),
            inspector=inspector,
        )
    if as_json:
        print_json(_facts(found))
        return
    for line in report_lines(found):
        print_line(line)


def _usual(rows: "list[CandidateRow]") -> "list[By]":
    """By task, where there are several."""
    return ["task"] if len({row.candidate.task_key for row in rows}) > 1 else []


def _facts(found: "Report") -> dict[str, Any]:
    from specreview.evaluation.published import CROSS_SURVEY, NOTE, TABLE, UNSEEN_TASKS
    from specreview.evaluation.sheet import estimate, rows

    published = {
        "note": NOTE,
        "f1_percent": {line.name: {**line.f1, "mean": line.mean} for line in TABLE},
        "spec_o3_3b_by_survey": dict(CROSS_SURVEY),
        "spec_o3_3b_unseen_tasks": UNSEEN_TASKS,
    }
    blocks = [
        {"inspector": block.key.judge.name, "prompts": list(block.prompts),
         "labelled_without_inspection": block.missing,
         "macro_strict": estimate("f1", block.macro_strict),
         "macro_lenient": estimate("f1", block.macro_lenient)}
        for block in found.blocks
    ]  # fmt: skip
    return {"queue": found.queue, "candidates": found.candidates, "labelled": found.labelled,
            "not_inspected": found.not_inspected, "left_out": dict(found.left_out),
            "by": list(found.by), "blocks": blocks, "rows": rows(found),
            "published": published}  # fmt: skip
