"""Files of answers from other programs, as `Queue.import_answers` asks for them."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from specreview.answers.foreign import Asked
from specreview.answers.importing import AnswersReport, AnswersRequest, import_answers
from specreview.answers.meaning import Meaning
from specreview.api import arguments
from specreview.api.arguments import Place
from specreview.api.wording import of_arguments

if TYPE_CHECKING:
    from specreview.review.rows import Queue
    from specreview.services import Workspace

Values = str | Sequence[str]


def request_of(
    file: Place,
    meaning: tuple[Values, Values, Values],
    as_name: str | None,
    confidence: int | None,
    dry_run: bool,
    form: str | None,
    task: str | None,
    id_column: str | None,
    question: str | None,
) -> AnswersRequest:
    """What is asked; `meaning` are the values of yes, no and unsure.

    Raises
    ------
    SettingsError
        When an argument is of another kind.
    """
    yes, no, unsure = (
        arguments.values(one, name)
        for one, name in zip(meaning, ("yes", "no", "unsure"), strict=True)
    )
    return AnswersRequest(
        arguments.path(file, "file"),
        format=arguments.text(form, "format"),
        as_name=arguments.text(as_name, "as_name"),
        meaning=Meaning(yes, no, unsure),
        asked=Asked(arguments.text(id_column, "id_column"), arguments.text(question, "question")),
        confidence=arguments.whole(confidence, "confidence", 0, 4),
        task=arguments.text(task, "task"),
        dry_run=dry_run,
    )


class Logged(AnswersReport):
    """A report whose sentences name Python's arguments."""

    def no_match(self) -> str:
        """What to do where nothing fits."""
        return of_arguments(super().no_match())

    def sums(self) -> list[str]:
        """What else a person should know, a sentence each, without the single rows."""
        return [of_arguments(line) for line in super().sums()]


def log_answers(workspace: "Workspace", queue: "Queue", request: AnswersRequest) -> Logged:
    """Log them."""
    report = import_answers(workspace.store, workspace.tasks, queue, request)
    return Logged(**{one.name: getattr(report, one.name) for one in fields(report)})
