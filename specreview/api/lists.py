"""The lists of a queue, as the command and the Export page make them."""

from typing import TYPE_CHECKING

from specreview.api import arguments
from specreview.listing import list_of, whose
from specreview.review.lists import ListKind

if TYPE_CHECKING:
    from specreview.export.job import ReadyList
    from specreview.review.rows import Queue
    from specreview.services import Workspace


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
    arguments.word(kind, "kind")
    arguments.text(reviewer, "reviewer")
    return list_of(
        workspace,
        queue,
        kind,
        whose(workspace.store, queue, kind, reviewer),
        reviewer_names=names,
        only_reviewer=reviewer is not None,
    )
