"""What the tiny checkpoint is taught: whole inspections of practice spectra by one who knows.

Each lesson is played through the app's own loop, so that prompt, pictures, tool responses and
the form of replies are those that the checkpoint meets when it inspects.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from specreview.agent.chat import Message, conversation, picture_hashes, protocol_turns
from specreview.agent.events import ViewRendered
from specreview.agent.inspection import DrawView, Inspection, start_event
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.drawing import drawing
from specreview.tasks.task import VettingTask
from specreview.tiny.practice_spectra import Lines, Practice, windows
from specreview.views.rendered import PLAIN_TITLE, RENDERER_VERSION, render_view

Seen = Literal["overview", "line", "blank"]
Place = tuple[int, Seen]
"""Which picture of an inspection (0 is the overview), and what is to be seen in it."""

_SEEN: dict[Lines, tuple[Seen, ...]] = {
    "both": ("overview", "line", "line"),
    "one": ("overview", "line", "blank"),
    "none": ("overview", "blank"),
}


@dataclass(frozen=True)
class Lesson:
    """One inspection done right: its turns as a model reads them, and its pictures by SHA-256."""

    practice: Practice
    messages: tuple[Message, ...]
    images: Mapping[str, bytes]

    def pictures(self) -> tuple[tuple[Place, bytes], ...]:
        """Each picture in order: its place, and its PNG."""
        seen = enumerate(_SEEN[self.practice.lines])
        pngs = (self.images[sha256] for sha256 in picture_hashes(self.messages))
        return tuple(zip(seen, pngs, strict=True))


def play_all(practice: Sequence[Practice], task: VettingTask, processes: int) -> list[Lesson]:
    """A lesson for each spectrum, drawn in several processes."""
    with drawing(render_view, processes) as draw, ThreadPoolExecutor(processes) as threads:
        return list(threads.map(lambda each: play(each, task, draw), practice))


def right_replies(lines: Lines, task: VettingTask) -> tuple[str, ...]:
    """What one who knows the lines says, turn by turn: a look at Hα, at Hβ if need be, a verdict.

    The first word of each reply after a window depends on that window's picture alone.
    """
    (alpha, name), (beta, other) = windows(task)
    first = format_call(
        f"The overview cannot settle this. I look at {name}.", (alpha.lower, alpha.upper), name
    )
    if lines == "none":
        return first, format_answer(f"No line stands at {name}.", "NO", f"no emission at {name}")
    second = format_call(
        f"A line stands at {name}. I look at {other}.", (beta.lower, beta.upper), other
    )
    if lines == "one":
        last = format_answer(f"No line stands at {other}.", "NO", f"emission at {name} alone")
    else:
        last = format_answer(f"A line stands at {other}.", "YES", f"emission at {name} and {other}")
    return first, second, last


def play(practice: Practice, task: VettingTask, draw: DrawView) -> Lesson:
    """The inspection of `practice` in which every reply is right."""
    inspector = ScriptedInspector(right_replies(practice.lines, task))
    started = start_event(
        practice.spectrum,
        task,
        inspector.identity,
        title=PLAIN_TITLE,
        redshift=None,
        redshift_source=None,
        renderer_version=RENDERER_VERSION,
        app_version="practice",
    )
    trace, images = Trace("practice", (started,)), dict[str, bytes]()
    while step := Inspection(trace, practice.spectrum, task, inspector, draw, images).advance():
        trace = trace.plus(step.event)
        if isinstance(step.event, ViewRendered) and step.image is not None:
            images[step.event.image_sha256] = step.image
    return Lesson(practice, protocol_turns(conversation(trace.events)), images)
