"""Figures drawn once and kept; the next candidate's are drawn ahead by the workspace."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

Figure = Any
"""plotly.graph_objects.Figure."""


class Figures:
    """A shelf of figures, least recently used out first. Safe for several threads."""

    def __init__(self, size: int = 48) -> None:
        self._kept: OrderedDict[Hashable, Figure] = OrderedDict()
        self._size = size
        self._lock = Lock()
        self._asked: Hashable = None

    def get(self, key: Hashable, draw: Callable[[], Figure]) -> Figure:
        """The figure under `key`, drawn now when it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        figure = draw()
        with self._lock:
            self._kept[key] = figure
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return figure

    def first_time(self, key: Hashable) -> bool:
        """Whether `key` is another one than at the last call: work ahead is done once."""
        with self._lock:
            if key == self._asked:
                return False
            self._asked = key
            return True
