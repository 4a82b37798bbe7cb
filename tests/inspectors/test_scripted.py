"""The scripted inspector plays what it is given, in pieces, and stops when told."""

import time

import pytest

from specreview.agent.events import InspectionStarted, InspectorReplied
from specreview.agent.inspector import Reply, Turn
from specreview.agent.traces import Trace
from specreview.errors import InspectorError
from specreview.inspectors.scripted import ScriptedInspector
from tests.builders import SOON


def said(text: str, **more: object) -> InspectorReplied:
    return InspectorReplied(
        text=text, thought="", calls=(), answer=None, justification="", flags=(), **more
    )


def turn(*replies: InspectorReplied) -> Turn:
    return Turn(None, replies, None, None, {})


def never() -> bool:
    return False


def test_which_reply_comes_follows_from_the_events_alone() -> None:
    inspector = ScriptedInspector(["one", "two"])
    texts = [inspector.reply(turn(*[said("x")] * n), print, never).text for n in (1, 0, 1)]
    assert texts == ["two", "one", "two"]


def test_text_comes_in_pieces_over_the_delay() -> None:
    pieces: list[str] = []
    begun = time.monotonic()
    inspector = ScriptedInspector(["a" * 100], delay=0.2)
    reply = inspector.reply(turn(), pieces.append, never)
    assert time.monotonic() - begun >= 0.2
    assert len(pieces) == 5
    assert "".join(pieces) == reply.text == "a" * 100


def test_cancelled_it_returns_at_once_with_what_it_wrote() -> None:
    pieces: list[str] = []
    inspector = ScriptedInspector(["a" * 1000], delay=60.0)
    begun = time.monotonic()
    reply = inspector.reply(turn(), pieces.append, lambda: bool(pieces))
    assert time.monotonic() - begun < SOON
    assert (reply.text, reply.finish_reason) == (pieces[0], "cancelled")


def test_an_empty_reply_is_a_reply() -> None:
    assert ScriptedInspector([""]).reply(turn(), print, never) == Reply("")


def test_out_of_replies() -> None:
    with pytest.raises(InspectorError, match="the script has 1 replies"):
        ScriptedInspector(["one"]).reply(turn(said("one")), print, never)


def test_a_trace_is_played_with_tokens_time_and_ending() -> None:
    started = InspectionStarted(
        spectrum_hash="", object_id="", title="", reader="", reader_version=1, redshift=None,
        redshift_source=None, task_key="", task_hash="", task_text="", labels=("YES", "NO"),
        inspector="local", model="m", revision=None, prompt_hash="", parser_version=1,
        renderer_version="", app_version="",
    )  # fmt: skip
    first = said("cut", tokens=9, seconds=1.5, finish_reason="length")
    trace = Trace("01", (started, first, said("whole", score=0.4)))
    inspector = ScriptedInspector.from_trace(trace)
    assert inspector.reply(turn(), print, never) == Reply("cut", 9, 1.5, "length")
    assert inspector.reply(turn(first), print, never) == Reply("whole", score=0.4)


def test_two_scripts_are_two_inspectors() -> None:
    one, same, other = (ScriptedInspector([text]).identity for text in ("a", "a", "b"))
    assert one.fingerprint == same.fingerprint != other.fingerprint
