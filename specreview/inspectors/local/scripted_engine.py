"""An engine that says what a script says, with the faults it names: for tests and trials.

`python -m specreview.inspectors.local.worker --engine
specreview.inspectors.local.scripted_engine:ScriptedEngine` with a model that is a folder whose
config.json is the script.
"""

import json
import os
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from specreview.errors import InspectorError
from specreview.inspectors.local.asking import Answer, Ask, Done, Failed, Piece
from specreview.settings import LocalSettings

_PIECE = 4
"""Characters of one piece: about an English token."""


@dataclass(frozen=True)
class Script:
    """What the engine says and does.

    `replies` are said in order, one a turn, whichever the candidate; `step_seconds` is the
    time of one step, in which every ask gets a piece; `load_seconds` that of loading. `fault`
    comes when the engine has written `after` pieces (0: while it loads): "unloadable", "kill"
    (by signal 9), "crash" (an exception), "out_of_memory" or "context_full" (of that ask),
    "noise" (prints to stdout), "deaf" (writes on, whatever is cancelled). It comes up to `times`
    times, which are counted in the script's folder, over all processes.
    """

    replies: tuple[str, ...] = ()
    step_seconds: float = 0.0
    load_seconds: float = 0.0
    fault: str = ""
    after: int = 1
    times: int = 1
    marked: str = ""

    @classmethod
    def read(cls, folder: Path) -> "Script":
        """The script in a folder's config.json."""
        script = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return cls(**{**script, "replies": tuple(script.get("replies", ()))})

    def write(self, folder: Path) -> Path:
        """Keep the script in `folder`, which is then the model; gives the folder back."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.json").write_text(json.dumps(self.__dict__), encoding="utf-8")
        return folder


@dataclass
class _Writing:
    """One ask that is being answered."""

    ask: Ask
    pieces: list[str]
    begun: float
    written: int = 0
    cancelled: bool = False

    @property
    def text(self) -> str:
        return "".join(self.pieces[: self.written])

    def done(self, reason: Literal["stop", "cancelled"]) -> Done:
        seconds = time.monotonic() - self.begun
        return Done(self.ask.number, self.text, reason, self.written, 1, 1, seconds)


class ScriptedEngine:
    """Plays a `Script` to all asks at once, a piece each a step."""

    def __init__(self, settings: LocalSettings) -> None:
        self._folder = Path(settings.model)
        self._script = Script.read(self._folder)
        self._writing: dict[int, _Writing] = {}
        self.facts: Mapping[str, str] = {"model": settings.model, "device": "none"}
        time.sleep(self._script.load_seconds)
        if self._script.after == 0:
            self._harm()

    @property
    def busy(self) -> bool:
        return bool(self._writing)

    def add(self, ask: Ask) -> None:
        said = sum(message.role == "assistant" for message in ask.messages)
        text = self._script.replies[said]
        pieces = [text[i : i + _PIECE] for i in range(0, len(text), _PIECE)]
        self._writing[ask.number] = _Writing(ask, pieces, time.monotonic())

    def cancel(self, number: int) -> None:
        if number in self._writing and self._script.fault != "deaf":
            self._writing[number].cancelled = True

    def step(self) -> Sequence[Answer]:
        time.sleep(self._script.step_seconds)
        return [answer for one in list(self._writing.values()) for answer in self._next(one)]

    def _next(self, one: _Writing) -> list[Answer]:
        number = one.ask.number
        if one.cancelled:
            return [self._writing.pop(number).done("cancelled")]
        if one.written == self._script.after and self._meant(one.ask):
            failed = self._harm(number)
            if failed is not None:
                del self._writing[number]
                return [failed]
        if one.written == len(one.pieces):
            return [self._writing.pop(number).done("stop")]
        one.written += 1
        return [Piece(number, one.pieces[one.written - 1])]

    def _meant(self, ask: Ask) -> bool:
        parts = [str(part) for message in ask.messages for part in message.parts]
        return any(self._script.marked in part for part in parts)

    def _harm(self, number: int = 0) -> Failed | None:
        """Do what the script names as its fault, as long as its times are not spent."""
        fault = self._script.fault
        if not fault or not self._spend():
            return None
        if fault == "unloadable":
            raise InspectorError(f"{self._folder}: unloadable, as scripted; give another script")
        if fault == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if fault == "crash":
            raise ZeroDivisionError("as scripted")
        if fault == "noise":
            os.write(1, b"noise on stdout\n")
        if fault == "out_of_memory":
            return Failed(number, "out_of_memory", "out of memory, as scripted; use --batch 1")
        if fault == "context_full":
            return Failed(number, "context_full", "the context is full, as scripted")
        return None

    def _spend(self) -> bool:
        """Count one fault; False when all were had."""
        for count in range(self._script.times):
            try:
                (self._folder / f"fault{count}").touch(exist_ok=False)
            except FileExistsError:
                continue
            return True
        return False
