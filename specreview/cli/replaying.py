"""`specreview replay`: play the stored traces of a queue again."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.options import DatabaseOption, JsonOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line

if TYPE_CHECKING:
    from specreview.services import Workspace


def replay(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    object_id: Annotated[
        str | None, typer.Option("--id", help="Only this object's traces.")
    ] = None,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play stored traces again, replies and pictures as kept: are they read the same today?

    Every inspector's traces and all demonstrations of the queue go through today's parser and
    loop, without a drawing or a model. Ends with 2 when one comes out otherwise.
    """
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db) as opened:
        played = list(_played(opened, name, object_id))
    different = [one for one in played if one["difference"]]
    if as_json:
        print_json({"queue": name, "same": len(played) - len(different), "traces": played})
    else:
        _print(name, played, different)
    if different:
        raise typer.Exit(REFUSED)


def _played(opened: "Workspace", name: str, object_id: str | None) -> Iterator[dict[str, Any]]:
    """One replayed trace after the other, in the order of the queue."""
    from specreview.errors import NotFound
    from specreview.runner.replaying import replay as play_again

    store = opened.store
    rows = [row.candidate for row in store.rows(store.queues.get(name).id, "")]
    wanted = [one for one in rows if object_id in (None, one.object_id)]
    if object_id is not None and not wanted:
        raise NotFound(f"no object {object_id} in queue {name}; `specreview queue show` lists them")
    for candidate in wanted:
        for summary in reversed(store.traces.of_candidate(candidate.id)):
            trace = store.traces.load(summary.id)
            difference = play_again(trace, store.traces.images(trace))
            yield {
                "id": candidate.object_id,
                "inspection": summary.id,
                "inspector": summary.inspector,
                "turns": trace.turns,
                "difference": difference.sentence() if difference else None,
            }


def _print(name: str, played: list[dict[str, Any]], different: list[dict[str, Any]]) -> None:
    if not played:
        print_line(f"queue {name}: nothing was inspected yet")
        return
    same = len(played) - len(different)
    print_line(f"queue {name}: {same} of {len(played)} traces come out the same")
    for one in different:
        print_line(f"  {one['id']}  {one['inspector']} {one['inspection']}: {one['difference']}")
