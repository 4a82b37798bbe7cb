"""`specreview claims` and `specreview marks`: what is said of the flux, and of what was said."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.inspecting import by_cause
from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line, refuse, show_progress

if TYPE_CHECKING:
    from specreview.agent.traces import Trace
    from specreview.review.marks import StepMark
    from specreview.services import Workspace


def claims(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set the claims of a queue's inspections beside the flux, where that was not done yet.

    New inspections are counted as they end; this is for traces of before, for imported ones, and
    after a change of the rules or of a task. Ends with 2 when one could not be counted.
    """
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        queue = opened.store.queues.get(name)
        done = opened.checking.catch_up(queue, show_progress)
        table = list(_by_inspector(opened, queue.id))
    for trouble in by_cause(done.refused):
        refuse(trouble)
    if as_json:
        facts = {"queue": name, "counted": done.now, "before": done.before}
        print_json({**facts, "failed": list(done.refused), "inspectors": table})
    else:
        print_line(f"queue {name}: {done.now} inspections counted now, {done.before} before")
        _print_table(table)
    if done.refused:
        raise typer.Exit(REFUSED)


def _by_inspector(opened: "Workspace", queue_id: int) -> Iterator[dict[str, Any]]:
    """One row an inspector: inspections that were counted, and the sums of their claims."""
    from specreview.review.rows import COUNTS

    kept = opened.store.claims.of_queue(queue_id)
    finished = opened.store.traces.finished(queue_id)
    for inspector in dict.fromkeys(one.inspector for one in finished):
        mine = [kept[one.id] for one in finished if one.inspector == inspector and one.id in kept]
        sums = {count: sum(getattr(one, count) for one in mine) for count in COUNTS}
        some = sum(one.contradicted > 0 for one in mine)
        yield {"inspector": inspector, "inspections": len(mine), **sums, "with_contradicted": some}


def _print_table(table: list[dict[str, Any]]) -> None:
    from specreview.review.rows import COUNTS

    for row in table:
        counts = ", ".join(f"{row[count]} {count.replace('_', ' ')}" for count in COUNTS)
        print_line(
            f"  {row['inspector']}: {row['inspections']} inspections; claims {counts}; "
            f"{row['with_contradicted']} inspections with a contradicted claim"
        )


def marks(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    names: Annotated[
        bool, typer.Option("--reviewer-names", help="Say who marked; names are personal data.")
    ] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what people marked the steps of a queue's inspections as, each mark that stands."""
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db) as opened:
        listed = list(_marked(opened, name, names))
    if as_json:
        print_json({"queue": name, "marks": listed})
        return
    if not listed:
        print_line(f"queue {name}: no step is marked")
    for one in listed:
        who = f"  by {one['reviewer']}" if names else ""
        window = "".join(f" {edge:.0f}" for edge in one["window"] or ())
        print_line(f"{one['id']}  {one['called']}{window}  {one['mark']}{who}")


def _marked(opened: "Workspace", name: str, names: bool) -> Iterator[dict[str, Any]]:
    """The marks that stand, in the order of marking, each with what it is about."""
    store = opened.store
    queue = store.queues.get(name).id
    standing, objects = store.marks.of_queue(queue), store.marks.objects(queue)
    marked = store.traces.stream(list({made.inspection_id for made in standing}))
    traces = {trace.inspection_id: trace for trace in marked}
    for made in standing:
        trace = traces[made.inspection_id]
        who = {"reviewer": made.reviewer} if names else {}
        about = {"id": objects[made.inspection_id], **_about(trace, made)}
        yield {**about, **who, "marked_at": made.marked_at, "mark": made.mark}


def _about(trace: "Trace", made: "StepMark") -> dict[str, Any]:
    """The step that was marked: the reply, and the window that it is about."""
    said = trace.events[made.position]
    step = next((one for one in trace.steps if one.reply is said), None)
    view = step.view if step is not None else None
    return {
        "inspector": trace.started.inspector,
        "inspection": trace.inspection_id,
        "event": made.position,
        "step": step.number if step is not None else None,
        "called": trace.called(step) if step is not None else "no step",
        "window": view.window if view is not None else None,
        "label": view.label if view is not None else "",
        "thought": step.reply.thought if step is not None and step.reply is not None else "",
    }
