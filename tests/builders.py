"""What tests of several rooms build and ask."""

import io
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout

import pytest

from specreview.agent.events import ViewRendered
from specreview.agent.inspection import DrawView, Inspection, start_event
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.cli.main import main
from specreview.inspectors.rules import RulesInspector
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.own_prompt import OwnPrompt
from specreview.tasks.task import VettingTask

SOON = 15.0
"""Seconds that bound what happens at once, where the other way takes a minute or for ever: a busy
machine keeps it too. How quick things are is measured in `benchmarks/`."""


def in_proportion(act: Callable[[str], object], short: str, long: str) -> bool:
    """Whether `act` takes no more than thrice as much longer for `long` as it is longer.

    In processor time, with 0.05 s to spare; asked up to five times, as a busy machine may lie.
    Where time grows with the square, ten times the text takes a hundred times as long.
    """

    def seconds(text: str) -> float:
        begun = time.thread_time()
        act(text)
        return time.thread_time() - begun

    most = 3 * len(long) / len(short)
    return any(seconds(long) < most * seconds(short) + 0.05 for _ in range(5))


def until(condition: Callable[[], object], seconds: float = 60.0) -> float:
    """Seconds until the condition held; fails after `seconds`."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, "it never came true"
        time.sleep(0.005)
    return time.monotonic() - begun


def commanded(*arguments: object) -> tuple[int, str, str]:
    """`specreview ARGUMENTS` in this process, to save its start: exit code, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["specreview", *map(str, arguments)])
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    return code if isinstance(code, int) else 0, out.getvalue(), err.getvalue()


def no_picture(spectrum, window, redshift, title) -> bytes:
    """Draws nothing, fast: for inspectors that do not look at pictures."""
    return b"png"


def begun(
    spectrum: Spectrum,
    task: VettingTask,
    inspector: Inspector,
    own_prompt: OwnPrompt | None = None,
) -> Trace:
    """A trace with its first event only."""
    started = start_event(
        spectrum,
        task,
        inspector.identity,
        title="Spectrum",
        redshift=None,
        redshift_source=None,
        renderer_version="test",
        app_version="test",
        own_prompt=own_prompt,
    )
    return Trace("01", (started,))


def played(
    trace: Trace,
    spectrum: Spectrum,
    task: VettingTask,
    inspector: Inspector,
    draw: DrawView = no_picture,
    images: dict[str, bytes] | None = None,
) -> Trace:
    """The trace after advancing it to its end, in memory; `images` are its pictures so far, and
    take in the further ones.
    """
    images = {} if images is None else images
    while step := Inspection(trace, spectrum, task, inspector, draw, images).advance():
        trace = trace.plus(step.event)
        if isinstance(step.event, ViewRendered) and step.image is not None:
            images[step.event.image_sha256] = step.image
    return trace


def inspected(task: VettingTask, spectrum: Spectrum) -> Trace:
    """What the rules inspector makes of a spectrum."""
    inspector = RulesInspector()
    return played(begun(spectrum, task, inspector), spectrum, task, inspector)
