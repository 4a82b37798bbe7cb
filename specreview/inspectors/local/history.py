"""What was read and written before, found again by the messages that led to it.

Ids are kept as they were generated: a reply that is tokenised again may come out in other
tokens. Keys and values are kept as long as there is room; without them the ids are read anew.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from specreview.agent.chat import Message, Picture
from specreview.inspectors.local.cache import KeyValues
from specreview.inspectors.local.tokens import Transcript

_MOST = 1024
"""Conversations whose ids are kept; a long one has some 20,000 of them."""


def message_keys(messages: Sequence[Message], after: bytes = b"") -> list[bytes]:
    """A key for each first 1, 2, ... of the messages: by role, text and pictures."""
    keys = []
    key = after
    for message in messages:
        digest = hashlib.sha256(key)
        for part in (message.role, *message.parts):
            mark, words = ("p", part.sha256) if isinstance(part, Picture) else ("t", part)
            content = words.encode("utf-8", "surrogatepass")
            digest.update(f"{mark}{len(content)}:".encode() + content)
        key = digest.digest()
        keys.append(key)
    return keys


@dataclass
class Spoken:
    """A conversation up to a reply of the model.

    `places` maps the key of messages to the number of tokens that say them: those asked, and
    those with the reply, whose end marker is not among the ids.
    """

    transcript: Transcript
    places: dict[bytes, int]
    cache: KeyValues | None


class History:
    """Conversations that may go on, the latest last; `room` bytes of keys and values."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._kept: OrderedDict[int, Spoken] = OrderedDict()
        self._owner: dict[bytes, int] = {}
        self._count = 0

    @property
    def size(self) -> int:
        """Memory of the keys and values kept, in bytes."""
        return sum(spoken.cache.size for spoken in self._kept.values() if spoken.cache)

    def keep(self, spoken: Spoken) -> None:
        """Keep a conversation; one that was kept for the same messages goes."""
        for key in spoken.places:
            if key in self._owner:
                self._drop(self._owner[key])
        self._count += 1
        self._kept[self._count] = spoken
        self._owner |= dict.fromkeys(spoken.places, self._count)
        while len(self._kept) > _MOST:
            self._drop(next(iter(self._kept)))
        self._shrink(self.room)

    def take(self, keys: Sequence[bytes]) -> tuple[Spoken, int] | None:
        """The conversation that holds the most of the messages, and how many it holds.

        It is cut to those and kept no longer: two that go on from one place would spoil it
        for each other.
        """
        for count in range(len(keys), 0, -1):
            if (owner := self._owner.get(keys[count - 1])) is not None:
                spoken = self._drop(owner)
                length = spoken.places[keys[count - 1]]
                spoken.transcript.cut(length)
                if spoken.cache:
                    spoken.cache.cut(length)
                return spoken, count
        return None

    def free(self) -> bool:
        """Give all keys and values back; False when there were none."""
        had = any(spoken.cache for spoken in self._kept.values())
        self._shrink(0)
        return had

    def _shrink(self, room: int) -> None:
        used = self.size
        for spoken in self._kept.values():
            if used <= room:
                return
            if spoken.cache:
                used -= spoken.cache.size
                spoken.cache = None

    def _drop(self, owner: int) -> Spoken:
        spoken = self._kept.pop(owner)
        for key in spoken.places:
            del self._owner[key]
        return spoken
