"""Answers many asks at a time with one model, a bounded piece of work a step.

Prompts are read one after the other; replies are written all together, a token each a step.
Asks join and leave between any two steps.
"""

from collections import deque
from collections.abc import Sequence
from typing import Literal

import torch

from specreview.agent.chat import Message
from specreview.errors import InspectorError
from specreview.inspectors.local.asking import Answer, Ask, Failed, Piece
from specreview.inspectors.local.cache import alone, merged
from specreview.inspectors.local.checkpoint import Checkpoint, load_checkpoint
from specreview.inspectors.local.history import History, Spoken, message_keys
from specreview.inspectors.local.inquiry import Inquiry
from specreview.inspectors.local.memory import free_unused, out_of_memory
from specreview.inspectors.local.reading import Reader
from specreview.inspectors.local.sampling import Choice, seed_of, share
from specreview.inspectors.local.stable_text import StableText
from specreview.inspectors.local.weighing import Scale
from specreview.settings import LocalSettings

FailureKind = Literal["context_full", "out_of_memory", "failed"]

LEAST_REPLY = 16
"""Tokens that must be left in the context for a reply to be asked for."""

_REPLIES_TO_GROW = 16
"""Replies after which one more is written at a time again, once memory has run out."""


class Engine:
    """A loaded checkpoint that answers asks; for use by one thread.

    `step` never raises: what goes wrong with an ask is its `Failed`.
    """

    def __init__(self, checkpoint: Checkpoint, settings: LocalSettings) -> None:
        self._settings = settings
        self._network = checkpoint.network
        self._vocabulary = checkpoint.vocabulary
        self._context = checkpoint.context
        self._history = History(checkpoint.room_for_history)
        self._reader = Reader(
            self._network, self._vocabulary, checkpoint.image_processor, self._history
        )
        self._choice = Choice(
            settings.temperature,
            self._vocabulary.never,
            self._network.rows,
            str(self._network.device),
        )
        self._most = self._limit = settings.batch or checkpoint.usual_batch
        self._replies = 0
        self._waiting: deque[Inquiry] = deque()
        self._writing: list[Inquiry] = []
        self._cancelled: set[int] = set()
        self._read_next = True
        self._at_work: list[Inquiry] = []
        self.facts = {**checkpoint.facts, "batch": str(self._limit)}

    @classmethod
    def load(cls, settings: LocalSettings) -> "Engine":
        """Load the model that `settings` name and check that it can be asked at all.

        Raises
        ------
        InspectorUnusable
            When it cannot; the message names cause and cure.
        """
        return cls(load_checkpoint(settings), settings)

    @property
    def busy(self) -> bool:
        """Whether a step has something to do."""
        return bool(self._waiting or self._writing)

    def add(self, ask: Ask) -> None:
        """Take up an ask; its answer comes out of later steps."""
        text = StableText(self._vocabulary.spelled)
        scale = Scale(ask.labels, self._vocabulary)
        self._waiting.append(Inquiry(ask, message_keys(ask.messages), text, scale))

    def cancel(self, number: int) -> None:
        """Stop an ask; the next step says so. Unknown numbers are let be."""
        if any(each.ask.number == number for each in (*self._waiting, *self._writing)):
            self._cancelled.add(number)

    def step(self) -> list[Answer]:
        """One piece of work: a picture, a stretch of a prompt, or a token of each reply."""
        with torch.inference_mode():
            if stopped := self._stopped():
                return stopped
            if not self.busy:
                return []
            try:
                return self._work()
            except Exception as error:  # noqa: BLE001  (an ask must not end the others)
                trouble = error.with_traceback(None)
            return self._recover(trouble)

    def _work(self) -> list[Answer]:
        """Read and write by turns, so that a long prompt does not halt the replies."""
        may_read = bool(self._waiting) and len(self._writing) < self._limit
        if may_read and (self._read_next or not self._writing):
            self._read_next = False
            self._at_work = [self._waiting[0]]
            return self._read(self._waiting[0])
        self._read_next = True
        self._at_work = list(self._writing)
        return self._write()

    def _read(self, inquiry: Inquiry) -> list[Answer]:
        if not inquiry.prompt:
            self._reader.prompt(inquiry)
            inquiry.seed = seed_of(self._settings.seed, inquiry.transcript.ids)
            room = self._context - inquiry.prompt
            inquiry.limit = min(self._settings.max_new_tokens, room)
            if room < LEAST_REPLY:
                return [self._fail(inquiry, "context_full", self._too_long(inquiry))]
        hidden = self._reader.advance(inquiry)
        if hidden is None:
            return []
        chosen = self._chosen([inquiry], hidden)
        self._waiting.popleft()
        self._writing.append(inquiry)
        return self._accept(inquiry, chosen[0])

    def _write(self) -> list[Answer]:
        rows = list(self._writing)
        cache = merged([inquiry.row for inquiry in rows if inquiry.row is not None])
        for place, inquiry in enumerate(rows):
            inquiry.row = (cache, place)
        last = [inquiry.transcript.ids[-1] for inquiry in rows]
        places = torch.tensor([inquiry.place for inquiry in rows]).expand(3, 1, -1).mT
        before = cache.length
        try:
            hidden = self._network.read(self._network.embed(last)[:, None], places, cache)
            chosen = self._chosen(rows, hidden)
        except BaseException:
            cache.cut(before)
            raise
        answers: list[Answer] = []
        for inquiry, token in zip(rows, chosen, strict=True):
            answers += self._accept(inquiry, token)
        return answers

    def _accept(self, inquiry: Inquiry, token: int | None) -> list[Answer]:
        """Add a token to a reply, and see whether it ends there."""
        if token is None:
            return [self._fail(inquiry, "failed", self._no_numbers())]
        inquiry.tokens += 1
        if token in self._vocabulary.stops:
            return self._finish(inquiry, "stop")
        inquiry.transcript.ids.append(token)
        inquiry.place += 1
        piece = inquiry.text.add(token)
        answers: list[Answer] = [Piece(inquiry.ask.number, piece)] if piece else []
        if inquiry.tokens >= inquiry.limit:
            answers += self._finish(inquiry, "length")
        return answers

    def _chosen(self, rows: Sequence[Inquiry], hidden: torch.Tensor) -> list[int | None]:
        shares = [share(inquiry.seed, inquiry.tokens) for inquiry in rows]
        logits = self._network.logits(hidden)
        chosen = self._choice.pick(logits, shares)
        for inquiry, row, token in zip(rows, logits, chosen, strict=True):
            inquiry.weigh(row, token)
        return chosen

    def _finish(
        self, inquiry: Inquiry, reason: Literal["stop", "length", "cancelled"]
    ) -> list[Answer]:
        """End a reply and keep the conversation for the next ask that goes on from it."""
        tail = inquiry.text.end()
        self._leave(inquiry)
        self._replies += 1
        if self._replies % _REPLIES_TO_GROW == 0:
            self._limit = min(self._most, self._limit + 1)
        if inquiry.prompt:
            self._keep(inquiry)
        pieces: list[Answer] = [Piece(inquiry.ask.number, tail)] if tail else []
        return [*pieces, inquiry.done(reason)]

    def _keep(self, inquiry: Inquiry) -> None:
        asked = inquiry.keys[-1]
        reply = Message("assistant", (inquiry.text.text,))
        answered = message_keys([reply], after=asked)[0]
        places = {asked: inquiry.prompt, answered: len(inquiry.transcript.ids)}
        try:
            cache = alone(inquiry.row) if inquiry.row is not None else None
        except Exception:  # noqa: BLE001  (no memory for a copy: the ids are enough)
            cache = None
        self._history.keep(Spoken(inquiry.transcript, places, cache))

    def _leave(self, inquiry: Inquiry) -> None:
        if inquiry in self._writing:
            self._writing.remove(inquiry)
        if inquiry in self._waiting:
            self._waiting.remove(inquiry)
        self._cancelled.discard(inquiry.ask.number)

    def _stopped(self) -> list[Answer]:
        answers: list[Answer] = []
        for inquiry in [*self._waiting, *self._writing]:
            if inquiry.ask.number in self._cancelled:
                answers += self._finish(inquiry, "cancelled")
        self._cancelled.clear()
        return answers

    def _fail(self, inquiry: Inquiry, kind: FailureKind, message: str) -> Failed:
        self._leave(inquiry)
        return Failed(inquiry.ask.number, kind, message)

    def _recover(self, trouble: Exception) -> list[Answer]:
        """Make room and try again where memory ran out; else the asks at work fail."""
        unanswered = [each for each in self._at_work if each in (*self._waiting, *self._writing)]
        for inquiry in unanswered:
            inquiry.pause()
        if not out_of_memory(trouble):
            message = _in_words(trouble)
            return [self._fail(inquiry, "failed", message) for inquiry in unanswered]
        if self._make_room():
            return []
        return [
            self._fail(inquiry, "out_of_memory", self._no_memory(inquiry)) for inquiry in unanswered
        ]

    def _make_room(self) -> bool:
        """Give up caches nobody uses, else write fewer replies at a time; False if all is done."""
        freed = self._history.free() or self._park()
        free_unused(self._network.device)
        return freed

    def _park(self) -> bool:
        """Send all but half of the replies back to the queue; they go on from their ids."""
        active = [*self._writing, *(each for each in self._waiting if each.row is not None)]
        if len(active) < 2:
            return False
        self._limit = max(1, len(active) // 2)
        for inquiry in reversed(active[self._limit :]):
            inquiry.release()
            self._leave(inquiry)
            self._waiting.appendleft(inquiry)
        return True

    def _too_long(self, inquiry: Inquiry) -> str:
        return (
            f"the conversation has {inquiry.prompt} tokens and the model holds {self._context}; "
            "start it again with a lower turn limit (turn_limit in settings.json)"
        )

    def _no_memory(self, inquiry: Inquiry) -> str:
        return (
            f"{self._network.device} has no memory left for a conversation of "
            f"{len(inquiry.transcript.ids)} tokens; use a smaller --batch, --dtype bfloat16, "
            "or another --device"
        )

    def _no_numbers(self) -> str:
        return (
            f"the model's output is no numbers any more in {_name(self._network.dtype)}; "
            "use --dtype bfloat16 or float32"
        )


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _in_words(trouble: Exception) -> str:
    if isinstance(trouble, InspectorError):
        return str(trouble)
    first = (str(trouble).strip() or "no reason given").splitlines()[0]
    return (
        f"the model failed on this turn ({type(trouble).__name__}: {first}); "
        "`specreview doctor` checks the model and the machine"
    )
