"""Reads prompts, a bounded piece at a time, going on from what was read before."""

import time
from collections.abc import Sequence
from typing import Any

import torch

from specreview.agent.chat import Message, picture_hashes
from specreview.errors import InspectorError
from specreview.inspectors.local.cache import SLACK, KeyValues
from specreview.inspectors.local.history import History
from specreview.inspectors.local.inquiry import Inquiry
from specreview.inspectors.local.network import Network
from specreview.inspectors.local.pictures import patches
from specreview.inspectors.local.positions import positions
from specreview.inspectors.local.tokens import Grid, Transcript, Vocabulary

Patches = dict[str, tuple[Any, Grid]]


class Reader:
    """Makes an inquiry's prompt and has the model read it.

    A picture is looked at once and a token read once as long as the history keeps them.
    """

    def __init__(
        self, network: Network, vocabulary: Vocabulary, processor: Any, history: History
    ) -> None:
        self._network = network
        self._vocabulary = vocabulary
        self._processor = processor
        self._history = history

    def prompt(self, inquiry: Inquiry) -> None:
        """Write the prompt's tokens after those of the conversation so far, if it is known."""
        messages = inquiry.ask.messages
        known = self._history.take(inquiry.keys)
        spoken, count = known if known is not None else (None, 0)
        inquiry.transcript = Transcript() if spoken is None else spoken.transcript
        if spoken is not None and spoken.cache is not None:
            inquiry.row = (spoken.cache, 0)
        if count < len(messages):
            self._extend(inquiry, messages[count:], goes_on=count > 0)
        inquiry.prompt = len(inquiry.transcript.ids)
        inquiry.began = time.monotonic()

    def advance(self, inquiry: Inquiry) -> torch.Tensor | None:
        """One piece of reading; the last token's hidden state (1, hidden) once all is read."""
        if inquiry.embedded is None and not inquiry.unseen and not inquiry.seen:
            self._plan(inquiry)
        if inquiry.unseen:
            picture, pixels = inquiry.unseen[0]
            inquiry.seen.append((picture, self._network.look(pixels, picture.grid)))
            inquiry.unseen.pop(0)
            return None
        if inquiry.embedded is None:
            self._embed(inquiry)
        return self._read(inquiry)

    def _extend(self, inquiry: Inquiry, messages: Sequence[Message], goes_on: bool) -> None:
        transcript = inquiry.transcript
        found = self._patches(inquiry, picture_hashes(messages))
        grids = {sha256: grid for sha256, (_, grid) in found.items()}
        if goes_on:
            self._vocabulary.close_reply(transcript)
        self._vocabulary.add_turns(transcript, messages, grids)
        self._vocabulary.open_reply(transcript)

    def _patches(self, inquiry: Inquiry, hashes: Sequence[str]) -> Patches:
        images = inquiry.ask.images
        if missing := [sha256 for sha256 in hashes if sha256 not in images]:
            raise InspectorError(
                f"picture {missing[0][:12]} of this conversation was not sent along; "
                "start the inspection again"
            )
        for sha256 in set(hashes) - inquiry.patches.keys():
            inquiry.patches[sha256] = patches(self._processor, images[sha256])
        return inquiry.patches

    def _plan(self, inquiry: Inquiry) -> None:
        """See what is left to read; at least the last token, for what comes after it."""
        transcript = inquiry.transcript
        cache = self._cache(inquiry)
        cache.cut(len(transcript.ids) - 1)
        unread = [picture for picture in transcript.pictures if picture.end > cache.length]
        found = self._patches(inquiry, [picture.sha256 for picture in unread])
        inquiry.unseen = [(picture, found[picture.sha256][0]) for picture in unread]
        inquiry.patches = {}

    def _cache(self, inquiry: Inquiry) -> KeyValues:
        if inquiry.row is None:
            room = len(inquiry.transcript.ids) + SLACK
            inquiry.row = (KeyValues.empty(self._network.shape, room), 0)
        return inquiry.row[0]

    def _embed(self, inquiry: Inquiry) -> None:
        transcript = inquiry.transcript
        read = self._cache(inquiry).length
        embedded = self._network.embed(transcript.ids[read:])
        for picture, tokens in inquiry.seen:
            begin = max(picture.start, read)
            embedded[begin - read : picture.end - read] = tokens[begin - picture.start :]
        places = positions(len(transcript.ids), transcript.pictures, self._network.merge)
        inquiry.place = int(places[0, -1])
        inquiry.places = places[:, None, read:].to(embedded.device)
        inquiry.embedded = embedded[None]

    def _read(self, inquiry: Inquiry) -> torch.Tensor | None:
        cache = self._cache(inquiry)
        embedded, places = inquiry.embedded, inquiry.places
        if embedded is None or places is None:
            raise RuntimeError("nothing is prepared for reading")
        stretch = min(self._network.stretch, embedded.shape[1])
        hidden = self._network.read(embedded[:, :stretch], places[..., :stretch], cache)
        inquiry.prefilled += stretch
        if stretch == embedded.shape[1]:
            inquiry.pause()
            return hidden
        inquiry.embedded, inquiry.places = embedded[:, stretch:], places[..., stretch:]
        return None
