"""The inspector that is a model on this machine, in a process of its own."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from specreview.agent.chat import Message, conversation, picture_hashes, protocol_turns
from specreview.agent.inspector import ContextFull, InspectorIdentity, OnText, Reply, Turn
from specreview.errors import InspectorError
from specreview.inspectors.local.asking import Failed
from specreview.inspectors.local.process import ENGINE, ModelProcess
from specreview.inspectors.local.revision import resolve
from specreview.settings import LocalSettings

VERSION = "1"
"""Goes up when the same model would be asked, or decoded, in another way."""
TOP_P = 0.95
"""The share of probability that sampling draws from."""
_BATCH_CUDA = 8
_BATCH_ELSEWHERE = 4
_CUDA_DEVICE = Path("/dev/nvidiactl")


class LocalInspector:
    """A Qwen2.5-VL checkpoint that answers as Spec-o3; safe for threads.

    The model is loaded, in another process, by the first reply. Which model it is, is known
    without that.

    Parameters
    ----------
    settings
        Model, device and decoding.
    engine
        "module:callable" that makes the engine within the process.

    Raises
    ------
    InspectorUnusable
        When there is no such model here, nor to be had.
    """

    def __init__(self, settings: LocalSettings, engine: str = ENGINE) -> None:
        revision = resolve(settings.model, settings.revision)
        folder = Path(settings.model).expanduser()
        name = folder.resolve().name if folder.is_dir() else settings.model
        self.concurrency = settings.batch or _batch(settings.device)
        self._identity = InspectorIdentity(
            name="local",
            label=f"local: {name}",
            version=VERSION,
            model=name,
            revision=revision,
            decoding=decoding(settings),
        )
        pinned = {} if folder.is_dir() else {"revision": revision}
        self._process = ModelProcess(settings.model_copy(update=pinned), engine)

    @property
    def identity(self) -> InspectorIdentity:
        return self._identity

    @property
    def preparing(self) -> str:
        """What is done before the first reply: loading the model."""
        return self._process.preparing

    def facts(self) -> Mapping[str, str]:
        """What the loaded model says of itself (device, memory, context, versions); loads it.

        Raises
        ------
        InspectorUnusable
            When it cannot be loaded.
        """
        return self._process.facts()

    def reply(self, turn: Turn, on_text: OnText, cancelled: Callable[[], bool]) -> Reply:
        """The model's next reply; its process is started where there is none.

        Raises
        ------
        ContextFull
            When the conversation has no room for another reply.
        InspectorUnusable
            When the model cannot be loaded.
        InspectorError
            When there is no reply to this one; the message names cause and cure.
        """
        messages = protocol_turns(conversation(turn.events))
        images = _pictures(messages, turn.images)
        labels = turn.task.labels
        told = self._process.reply(_bare(messages), images, on_text, cancelled, labels)
        if not isinstance(told, Failed):
            return Reply(told.text, told.tokens, told.seconds, told.finish_reason, told.score)
        if told.kind == "context_full":
            raise ContextFull(told.message)
        raise InspectorError(told.message)

    def close(self) -> None:
        """End the model's process."""
        self._process.close()


def decoding(settings: LocalSettings) -> str:
    """How replies are drawn, as it stands in traces; what changes it changes the inspector."""
    if settings.temperature == 0:
        how = "greedy"
    else:
        how = f"temperature {settings.temperature:g}, top-p {TOP_P}, seed {settings.seed}"
    stated = "" if settings.dtype == "auto" else f", {settings.dtype}"
    return f"{how}, at most {settings.max_new_tokens} tokens{stated}"


def _pictures(messages: tuple[Message, ...], images: Mapping[str, bytes]) -> dict[str, bytes]:
    """The pictures that the messages show, by their hash."""
    try:
        return {sha256: images[sha256] for sha256 in picture_hashes(messages)}
    except KeyError as error:
        raise InspectorError(
            f"picture {error.args[0][:12]} of this trace is missing in the database; restart the "
            "inspection"
        ) from error


def _bare(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages as they are sent: texts and pictures' places only."""
    return tuple(replace(message, reply=None) for message in messages)


def _batch(device: str) -> int:
    """How many inspections are answered at a time where nobody said, told without torch."""
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1")
    has_cuda = sys.platform == "linux" and _CUDA_DEVICE.exists() and not hidden
    cuda = device.startswith("cuda") or (device == "auto" and has_cuda)
    return _BATCH_CUDA if cuda else _BATCH_ELSEWHERE
