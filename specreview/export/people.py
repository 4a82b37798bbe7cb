"""Who did what, without names unless they are asked for: they are personal data."""

from collections.abc import Callable, Iterable

Called = Callable[[str], str]
"""Turns a reviewer's name into what a list calls them."""


def people(names: Iterable[str], by_name: bool = False) -> Called:
    """Calls them "reviewer 1", "reviewer 2", ... in the order of `names`, then as they are met.

    The same person is called the same throughout a list. With `by_name`, all by their names.
    """
    numbers: dict[str, int] = {}
    for name in names:
        numbers.setdefault(name, len(numbers) + 1)

    def called(name: str) -> str:
        if by_name or not name:
            return name
        return f"reviewer {numbers.setdefault(name, len(numbers) + 1)}"

    return called
