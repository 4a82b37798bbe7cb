"""A conversation that somebody else held, as the events that it would have left here.

Replies are parsed as those of any inspector; pictures and the tool's words are the
demonstration's own. Nothing is drawn.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.agent.events import (
    Call,
    CallRejected,
    Event,
    InspectionStarted,
    InspectionStopped,
    InspectorReplied,
    Limits,
    VerdictReached,
    ViewRendered,
)
from specreview.agent.inspector import Reply
from specreview.agent.next_step import OVERVIEW_LABEL, allowed_answers, verdict_of
from specreview.agent.prompt import prompt_hash, system_text
from specreview.agent.protocol import PARSER_VERSION
from specreview.agent.reading import read_reply
from specreview.tasks.own_prompt import PICTURE_MARK, OwnPrompt
from specreview.tasks.task import VettingTask

DEMONSTRATION = "demonstration"
"""The inspector's name."""
_TOOL_TAGS = re.compile(r"</?tool_response>")


Speaker = Literal["task", "inspector"]


class Unlike(ValueError):
    """The conversation is none between a task and an inspector; the message says where."""


@dataclass(frozen=True)
class Turn:
    """What one side said; `pictures` are the SHA-256 of the images in it."""

    speaker: Speaker
    text: str
    pictures: tuple[str, ...] = ()


def demonstrated_start(
    task: VettingTask,
    prompt: OwnPrompt,
    *,
    name: str,
    spectrum_hash: str,
    turns: int,
    rollout: int,
    app_version: str,
) -> InspectionStarted:
    """The first event: under whose words it was held. `turns` is the number of its replies."""
    usual = Limits()
    return InspectionStarted(
        spectrum_hash=spectrum_hash,
        object_id=name,
        title=f"Spectrum: {name}",
        reader=DEMONSTRATION,
        reader_version=1,
        redshift=None,
        redshift_source=None,
        task_key=task.key,
        task_hash=task.hash,
        task_text=prompt.user,
        system_text=prompt.system or system_text(),
        labels=task.labels,
        inspector=DEMONSTRATION,
        model=None,
        revision=None,
        prompt_hash=prompt_hash(task, prompt),
        parser_version=PARSER_VERSION,
        renderer_version="as demonstrated",
        app_version=app_version,
        decoding="as demonstrated",
        rollout=rollout,
        limits=usual.model_copy(update={"turns": max(turns, usual.turns)}),
    )


def demonstrated_events(turns: Sequence[Turn], labels: tuple[str, ...]) -> Iterator[Event]:
    """The events after the first, of turns that begin with the task's.

    Raises
    ------
    Unlike
        When the turns do not alternate, the overview is not one picture, or a picture follows
        a reply that asks for no window that can be read.
    """
    if not turns or turns[0].speaker != "task" or len(turns[0].pictures) != 1:
        raise Unlike("does not begin with the task and one picture")
    reply: InspectorReplied | None = None
    for number, turn in enumerate(turns):
        if (number % 2 == 0) != (turn.speaker == "task"):
            raise Unlike(f"has two turns of one side in a row, at turn {number + 1}")
        if turn.speaker == "inspector":
            reply = read_reply(Reply(turn.text), allowed_answers(labels))
            yield reply
        elif reply is None:
            yield _overview(turn)
        else:
            yield from _answer_to(reply, turn, number)
    yield _end(reply)


def _overview(turn: Turn) -> ViewRendered:
    return ViewRendered(window=None, label=OVERVIEW_LABEL, image_sha256=turn.pictures[0])


def _answer_to(reply: InspectorReplied, turn: Turn, number: int) -> Iterator[Event]:
    """What the tool gave back: pictures of the windows asked for, or words."""
    words = _TOOL_TAGS.sub("", turn.text.replace(PICTURE_MARK, "")).strip()
    if not turn.pictures:
        yield CallRejected(reason=words)
        return
    if len(reply.calls) < len(turn.pictures):
        raise Unlike(f"shows a picture at turn {number + 1} that no call before it asked for")
    for place, (picture, call) in enumerate(zip(turn.pictures, reply.calls, strict=False)):
        yield _view(picture, call, number, words if place == 0 else "")


def _view(picture: str, call: Call, number: int, words: str) -> ViewRendered:
    if call.window is None:
        raise Unlike(f"shows a picture at turn {number + 1} for a call that cannot be read")
    return ViewRendered(window=call.window, label=call.label, image_sha256=picture, text=words)


def _end(reply: InspectorReplied | None) -> VerdictReached | InspectionStopped:
    if reply is not None and reply.answer is not None:
        return verdict_of(reply)
    return InspectionStopped(
        reason="turn_limit", message="the demonstration ends without a verdict"
    )
