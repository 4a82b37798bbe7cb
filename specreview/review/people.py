"""Names of people, as the record keeps them."""

MAX_NAME = 60


def clean_name(text: object) -> str | None:
    """A name fit for the record: one line, 1 to 60 printable characters; else None."""
    if not isinstance(text, str):
        return None
    name = " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())
    return name[:MAX_NAME] or None
