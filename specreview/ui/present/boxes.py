"""Messages that name a command's options, said of the boxes on the page: here is no command."""

import re
from collections.abc import Mapping

_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?: [A-Z]{2,}\b)?")


def of_boxes(message: str, boxes: Mapping[str, str], word: str = "the box ") -> str:
    """`message` with each option named as its box, `boxes` by option; others stay as they are."""

    def box(found: re.Match[str]) -> str:
        return box_named(boxes[found[1]], word) if found[1] in boxes else found[0]

    return _OPTION.sub(box, message)


def box_named(name: str, word: str = "the box ") -> str:
    """As in: the box “Task”."""
    return f"{word}\u201c{name}\u201d"
