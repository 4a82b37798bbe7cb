"""Names of queues: a line of text that can be typed, shown and put into a file's name."""

from specreview.errors import CatalogueError

LONGEST_NAME = 100
"""Letters of a queue's name; a file named after it stays under the 255 bytes of most disks."""


def check_name(name: str) -> None:
    """Refuse what cannot be told apart on the screen or typed again.

    Raises
    ------
    CatalogueError
        For a blank or long name, a line break or another control character, or blanks at an end.
    """
    shown = ascii(name) if len(name) <= LONGEST_NAME else f"{name[:20]!a}..."
    if not name.strip():
        raise CatalogueError("the queue has no name; give one, such as gac")
    if len(name) > LONGEST_NAME:
        raise CatalogueError(
            f"queue {shown}: {len(name)} letters are too many; {LONGEST_NAME} at most"
        )
    if not name.isprintable() or name != name.strip():
        raise CatalogueError(
            f"queue {shown}: line breaks, control characters and blanks at an end cannot be seen; "
            "leave them out"
        )
