"""What a person asks for when importing a file of answers."""

from dataclasses import dataclass, field
from pathlib import Path

from specreview.answers.foreign import Asked
from specreview.answers.meaning import Meaning


@dataclass(frozen=True)
class AnswersRequest:
    """What a person says of a file.

    `as_name` is who answered, where the file does not say it (or says initials); `confidence`
    goes to answers whose file has none; `task` keeps to the candidates of one task, in a queue
    of several; `content` are the bytes of an uploaded file.
    """

    path: Path
    format: str | None = None
    as_name: str | None = None
    meaning: Meaning = field(default_factory=Meaning)
    asked: Asked = field(default_factory=Asked)
    confidence: int | None = None
    task: str | None = None
    dry_run: bool = False
    content: bytes | None = None
