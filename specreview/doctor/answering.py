"""The inspector itself: can it be had, what does it say of itself, and one real reply."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from specreview.agent.events import InspectionStopped, InspectorReplied, Limits
from specreview.agent.inspection import Inspection, start_event
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.demo.cast import CAST
from specreview.demo.specimens import specimen
from specreview.doctor.check import Check, failure, of_error, warning, well
from specreview.errors import SpecreviewError
from specreview.settings import CONTEXT, Settings
from specreview.tasks.task import VettingTask
from specreview.version import __version__
from specreview.views.rendered import PLAIN_TITLE, RENDERER_VERSION, render_view

_SEED = 7
_SLOW = 60.0
"""Seconds a reply after which a night holds some hundred candidates only."""
_FACTS = ("device", "dtype", "parameters", "memory", "context", "picture", "torch", "transformers")


@dataclass
class _Heard:
    """When the first piece of a streamed reply came, in seconds after it was asked for."""

    begun: float = field(default_factory=time.monotonic)
    first: float | None = None

    def __call__(self, piece: str | None) -> None:
        if piece and self.first is None:
            self.first = time.monotonic() - self.begun


def check_facts(name: str, inspector: Inspector) -> Iterator[Check]:
    """What a model says of itself: local, whether it loads and passes its start checks; server,
    whether it answers, takes the key and lists the model. Nothing for the rules.
    """
    ask: Callable[[], Mapping[str, str]] | None = getattr(inspector, "facts", None)
    if ask is None:
        return
    begun = time.monotonic()
    line = "model" if name == "local" else "server"
    try:
        facts = ask()
    except SpecreviewError as error:
        yield of_error(line, error)
        return
    seconds = time.monotonic() - begun
    if name == "server":
        yield _served(facts, seconds)
        return
    said = ", ".join(f"{key} {facts[key]}" for key in _FACTS if key in facts)
    checked = "template, tokenizer, pictures and context fit"
    yield well(line, f"{checked}; loaded in {seconds:.1f} s: {said or 'no more is known'}")


def _served(facts: Mapping[str, str], seconds: float) -> Check:
    said = f"{facts.get('server', 'it')} lists {facts.get('model', 'the model')} ({seconds:.2f} s)"
    context = facts.get("context", "")
    if context.isdigit() and int(context) < CONTEXT:
        cure = f"serve with --max-model-len {CONTEXT}: long inspections end without a verdict"
        return warning("server", f"{said}, context {context} tokens", cure)
    return well("server", f"{said}, context {context} tokens" if context else said)


def check_reply(
    inspector: Inspector, tasks: Mapping[str, VettingTask], settings: Settings
) -> Iterator[Check]:
    """One real reply about one synthetic spectrum, with its latency; nothing is kept of it."""
    task = tasks.get("cv") or next(iter(tasks.values()))
    spectrum = specimen(CAST[0], _SEED)
    started = start_event(
        spectrum,
        task,
        inspector.identity,
        title=PLAIN_TITLE,
        redshift=None,
        redshift_source=None,
        renderer_version=RENDERER_VERSION,
        app_version=__version__,
        limits=Limits(turns=settings.turn_limit),
    )
    images: dict[str, bytes] = {}
    trace = Trace("doctor", (started,))
    drawn = Inspection(trace, spectrum, task, inspector, render_view, images).advance()
    assert drawn is not None
    assert drawn.image is not None
    assert drawn.event.kind == "view_rendered"
    images[drawn.event.image_sha256] = drawn.image
    asked = Inspection(trace.plus(drawn.event), spectrum, task, inspector, render_view, images)
    heard = _Heard()
    try:
        advance = asked.advance(heard)
    except SpecreviewError as error:
        yield of_error("reply", error)
        return
    seconds = time.monotonic() - heard.begun
    event = advance.event if advance else None
    if isinstance(event, InspectionStopped):
        found, _, cure = event.message.partition("; ")
        yield failure("reply", found or event.reason, cure or "see the message")
    elif isinstance(event, InspectorReplied):
        yield _judged(event, seconds, heard.first)


def _judged(reply: InspectorReplied, seconds: float, first: float | None) -> Check:
    pace = f"{seconds:.2f} s"
    if first is not None and reply.tokens:
        pace += f", first word after {first:.2f} s, {reply.tokens} tokens"
        if seconds > first:
            pace += f" ({reply.tokens / seconds:.0f} tokens/s)"
    usable = reply.answer is not None or any(call.window for call in reply.calls)
    if reply.finish_reason == "length":
        cure = "raise --max-new-tokens; a reply that never ends points to another kind of model"
        return warning("reply", f"cut off at its length limit after {pace}", cure)
    if not usable:
        said = " ".join(reply.text.split())[:120]
        return warning(
            "reply",
            f"no window and no answer in it ({pace}): {said!r}",
            "is this a Spec-o3 checkpoint? for a general model behind a server use --profile tools",
        )
    what = f"answers {reply.answer}" if reply.answer else "asks for a window"
    if seconds > _SLOW:
        cure = "use a GPU or a server for long queues, or inspect a few with --limit"
        return warning("reply", f"{what} in {pace}", cure)
    return well("reply", f"{what} in {pace}")
