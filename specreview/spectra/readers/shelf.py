"""What was worked out of the files read last, for files of many objects that are read as a whole.

Each object of a file is asked for by itself (an import, a page), and every time the file is opened
anew.  A table of ten thousand sources would be parsed ten thousand times.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from specreview.spectra.readers.source import OpenedFile

T = TypeVar("T")

_Key = tuple[str, int, int, int]


class Shelf(Generic[T]):
    """The last few files' content, by path, inode, size and time of change; for many threads."""

    def __init__(self, files: int = 2) -> None:
        self._files = files
        self._kept: OrderedDict[_Key, T] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, file: OpenedFile) -> bool:
        with self._lock:
            return _key(file) in self._kept

    def of(self, file: OpenedFile, make: Callable[[OpenedFile], T]) -> T:
        """The file's content, made once while the file stays as it is."""
        key = _key(file)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make(file)
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._files:
                self._kept.popitem(last=False)
        return made


def _key(file: OpenedFile) -> _Key:
    found = os.stat(file.path)  # noqa: PTH116
    return os.path.abspath(file.path), found.st_ino, found.st_size, found.st_mtime_ns  # noqa: PTH100
