"""What a pass over a queue did, of which something is kept of each member."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CaughtUp:
    """How many were kept now, how many were before, and why others could not be."""

    now: int
    before: int
    refused: tuple[str, ...]
