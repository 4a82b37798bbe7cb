"""The lists of a queue, as the command and the Export page make them."""

from typing import TYPE_CHECKING

from specreview.errors import SettingsError
from specreview.listing import list_of
from specreview.review.lists import ListKind

if TYPE_CHECKING:
    from specreview.export.job import ReadyList
    from specreview.review.rows import Queue
    from specreview.services import Workspace

_OF_ONE: tuple[ListKind, ...] = ("approved", "current")
"""Lists of one person's answers."""


def people_of(workspace: "Workspace", queue: "Queue") -> tuple[str, ...]:
    """All who ever decided on a candidate of the queue, in the order of the log."""
    acts = workspace.store.decisions.history(queue.id)
    return tuple(dict.fromkeys(act.reviewer for act in acts))


def ready_list(
    workspace: "Workspace",
    queue: "Queue",
    kind: ListKind,
    reviewer: str | None,
    names: bool,
) -> "ReadyList":
    """The list, of `reviewer` where one is named.

    Raises
    ------
    SettingsError
        When there is no such list, the reviewer decided nothing here, or several people did and
        the list is of one's answers.
    """
    known = people_of(workspace, queue)
    if reviewer is not None and reviewer not in known:
        raise SettingsError(f"no decisions by {reviewer} in queue {queue.name}; {_who(known)}")
    if reviewer is None and kind in _OF_ONE and len(known) > 1:
        raise SettingsError(f"whose answers? {_who(known)}; say reviewer=NAME")
    chosen = reviewer or (known[0] if len(known) == 1 else "")
    return list_of(
        workspace,
        queue,
        kind,
        chosen,
        reviewer_names=names,
        only_reviewer=reviewer is not None,
    )


def _who(known: tuple[str, ...]) -> str:
    return f"there are {', '.join(known)}" if known else "nobody has decided yet"
