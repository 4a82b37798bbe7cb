"""Messages that name a command's options, said of the boxes on the page: here is no command."""

from collections.abc import Mapping

from specreview.option_names import Option, reworded


def of_boxes(message: str, boxes: Mapping[str, str], word: str = "the box ") -> str:
    """`message` with each option named as its box, `boxes` by option; others stay as they are."""

    def box(option: Option) -> str | None:
        return box_named(boxes[option.name], word) if option.name in boxes else None

    return reworded(message, box)


def box_named(name: str, word: str = "the box ") -> str:
    """As in: the box “Task”."""
    return f"{word}\u201c{name}\u201d"
