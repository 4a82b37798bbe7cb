"""The words that a candidate list brings along for one candidate, in place of the task file's."""

from dataclasses import dataclass

PICTURE_MARK = "<image>"
"""Where the overview stands in a user text; without it the picture comes first."""


@dataclass(frozen=True)
class OwnPrompt:
    """A row's own prompt, verbatim.

    `system` is None where the row has none. `user` may hold `<image>`.
    """

    user: str
    system: str | None = None
