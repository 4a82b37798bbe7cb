"""Puts the answers of a file into a queue's log, each once."""

from collections.abc import Callable, Mapping

from specreview.answers.acts import Acts
from specreview.answers.reading import read_answers
from specreview.answers.report import AnswersReport
from specreview.answers.request import AnswersRequest
from specreview.answers.sorting import Sorter
from specreview.catalogues.plan import unwatched
from specreview.review.rows import Queue
from specreview.store import Store
from specreview.tasks.task import VettingTask

__all__ = ["AnswersReport", "AnswersRequest", "import_answers"]


def import_answers(
    store: Store,
    tasks: Mapping[str, VettingTask],
    queue: Queue,
    request: AnswersRequest,
    progress: Callable[[int, int], None] = unwatched,
) -> AnswersReport:
    """Log what the file says and the log does not have; see `AnswersReport` for the counts.

    Raises
    ------
    AnswersError
        When the file cannot be read, does not say who answered, or holds no value that means
        anything under the task. Nothing is logged then.
    """
    read = read_answers(request.path, request.format, request.asked, request.content)
    sorter = Sorter(store, tasks, queue, request, read)
    placed = sorter.placed()
    acts = Acts(store, queue)
    applied = unchanged = 0
    waiting: list[str] = []
    for done, one in enumerate(placed, start=1):
        made = acts.decision(one, read, request.confidence)
        logged = made if made is None or request.dry_run else store.decisions.append(made)
        if logged is None:
            unchanged += 1
        elif logged.pending:
            waiting.append(one.candidate.object_id)
        else:
            acts.applied(logged)
            applied += 1
        progress(done, len(placed))
    return sorter.report(applied, unchanged, tuple(waiting), placed)
