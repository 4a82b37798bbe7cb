"""The inspectors in use, each built once, whoever asks first."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from specreview.agent.inspector import Inspector
from specreview.errors import InspectorError

Build = Callable[[], Inspector]


def at_once(inspector: Inspector) -> int:
    """How many inspections it should work on at a time: as it says, else one a core."""
    stated = getattr(inspector, "concurrency", None)
    return stated if isinstance(stated, int) else os.cpu_count() or 1


class _Place:
    """One inspector's place: built at its first use, closed when it is retired and unused."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._built: Inspector | None = None
        self._building = threading.Lock()
        self._counting = threading.Lock()
        self.users = 0
        self._retired = False

    def inspector(self) -> Inspector:
        with self._building:
            if self._built is None:
                self._built = self._build()
            return self._built

    @contextmanager
    def in_use(self) -> Iterator[None]:
        with self._counting:
            self.users += 1
        try:
            yield
        finally:
            with self._counting:
                self.users -= 1
                left = self._left_behind()
            _close(left)

    def retire(self) -> None:
        """Close now, or when its last user has left."""
        with self._counting:
            self._retired = True
            left = self._left_behind()
        _close(left)

    @property
    def preparing(self) -> str:
        stated = getattr(self._built, "preparing", "")
        return stated if isinstance(stated, str) else ""

    def close(self) -> None:
        """Let go of what the inspector holds: a model, a connection."""
        with self._building:
            left, self._built = self._built, None
        _close(left)

    def _left_behind(self) -> Inspector | None:
        """What is to be closed, taken away before a next user can come by; asked under the lock.

        Such a user, whose work began with this place, finds it empty and builds anew.
        """
        if not self._retired or self.users:
            return None
        left, self._built = self._built, None
        return left


def _close(inspector: Inspector | None) -> None:
    close = getattr(inspector, "close", None)
    if callable(close):
        close()


class InspectorRack:
    """Builds an inspector at its first use and keeps it; safe for threads.

    A model is loaded once however many threads ask at once; another inspector need not wait
    for it. One that fails to build is tried again at the next use.
    """

    def __init__(self, factories: Mapping[str, Build]) -> None:
        self._places = {name: _Place(build) for name, build in factories.items()}
        self._former: list[_Place] = []

    def inspector(self, name: str) -> Inspector:
        """The inspector called `name`.

        Raises
        ------
        InspectorError
            When there is none of that name, or it cannot be built.
        """
        return self._place(name).inspector()

    @contextmanager
    def using(self, name: str) -> Iterator[None]:
        """As long as the block lasts, the inspector called `name` is not closed for another.

        Raises
        ------
        InspectorError
            When there is none of that name.
        """
        with self._place(name).in_use():
            yield

    def renewed(self, factories: Mapping[str, Build]) -> "InspectorRack":
        """A rack in which these inspectors are built anew and all others are shared with this.

        This one goes on working for those who hold it; its replaced inspectors are closed when
        the last of them is done.
        """
        rack = InspectorRack(factories)
        rack._former = [place for place in self._former if place.users]
        for name, place in self._places.items():
            if name in rack._places:
                rack._former.append(place)
                place.retire()
            else:
                rack._places[name] = place
        return rack

    def preparing(self, name: str) -> str:
        """What the inspector does before it can answer; "" when it is ready or says nothing."""
        return self._places[name].preparing if name in self._places else ""

    def close(self) -> None:
        """Close those inspectors that hold something, the replaced ones too."""
        for place in (*self._places.values(), *self._former):
            place.close()

    def _place(self, name: str) -> _Place:
        if name not in self._places:
            known = ", ".join(sorted(self._places)) or "none"
            raise InspectorError(f"there is no inspector {name!r}; known are: {known}")
        return self._places[name]
