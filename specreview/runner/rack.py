"""The inspectors in use, each built once, whoever asks first."""

import os
import threading
from collections.abc import Callable, Mapping

from specreview.agent.inspector import Inspector
from specreview.errors import InspectorError


def at_once(inspector: Inspector) -> int:
    """How many inspections it should work on at a time: as it says, else one a core."""
    stated = getattr(inspector, "concurrency", None)
    return stated if isinstance(stated, int) else os.cpu_count() or 1


class InspectorRack:
    """Builds an inspector at its first use and keeps it; safe for threads.

    A model is loaded once however many threads ask at once; another inspector need not wait
    for it. One that fails to build is tried again at the next use.
    """

    def __init__(self, factories: Mapping[str, Callable[[], Inspector]]) -> None:
        self._factories = factories
        self._built: dict[str, Inspector] = {}
        self._locks = {name: threading.Lock() for name in factories}

    def inspector(self, name: str) -> Inspector:
        """The inspector called `name`.

        Raises
        ------
        InspectorError
            When there is none of that name, or it cannot be built.
        """
        if name not in self._factories:
            known = ", ".join(sorted(self._factories)) or "none"
            raise InspectorError(f"there is no inspector {name!r}; known are: {known}")
        with self._locks[name]:
            if name not in self._built:
                self._built[name] = self._factories[name]()
            return self._built[name]

    def close(self) -> None:
        """Close those inspectors that hold something: a model, a connection."""
        for inspector in self._built.values():
            close = getattr(inspector, "close", None)
            if callable(close):
                close()
