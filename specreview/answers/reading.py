"""Which program wrote a file of answers, and what it says."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from specreview.answers import marz, prospect, pyhammer, zooniverse
from specreview.answers.foreign import NOTHING_ASKED, AnswersFile, Asked
from specreview.catalogues.places import check_place
from specreview.errors import AnswersError, CatalogueError


@dataclass(frozen=True)
class Format:
    """One program's files: what people call it, whether a file is one, and how it is read."""

    label: str
    recognised: Callable[[bytes], bool]
    read: Callable[[Path, bytes, Asked], AnswersFile]


FORMATS = {
    module.NAME: Format(module.LABEL, module.recognised, module.read)
    for module in (prospect, marz, pyhammer, zooniverse)
}
"""By the name that `--format` takes."""


def read_answers(
    path: Path,
    format_name: str | None = None,
    asked: Asked = NOTHING_ASKED,
    content: bytes | None = None,
) -> AnswersFile:
    """The answers in the file at `path` (in `content`, where it was uploaded).

    Raises
    ------
    AnswersError
        When it cannot be read, no format recognises it, or it is not of the format that was said.
    """
    held = _content(path) if content is None else content
    if not held.strip():
        raise AnswersError(f"{path}: is empty")
    if format_name is not None:
        return _chosen(format_name).read(path, held, asked)
    for one in FORMATS.values():
        if one.recognised(held):
            return one.read(path, held, asked)
    known = ", ".join(f"{name} ({one.label})" for name, one in FORMATS.items())
    raise AnswersError(
        f"{path}: is of no known program: {known}; say which with --format, or put the answers "
        "into a catalogue with a label column for scoring"
    )


def _content(path: Path) -> bytes:
    try:
        check_place(path)
        return path.read_bytes()
    except CatalogueError as error:
        raise AnswersError(str(error)) from error
    except OSError as error:
        raise AnswersError(f"{path}: cannot be read: {error.strerror}") from error


def _chosen(name: str) -> Format:
    if name not in FORMATS:
        raise AnswersError(f"--format {name}: no such format; there are {', '.join(FORMATS)}")
    return FORMATS[name]
