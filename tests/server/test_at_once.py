"""Many at once, bounded; stopped without waiting for the end; nothing left behind."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from specreview.agent.protocol import format_answer, format_call
from specreview.errors import InspectorUnusable
from specreview.inspectors.server.draft import Draft
from specreview.inspectors.server.retry import RetryPolicy
from specreview.inspectors.server.scripted_server import (
    DONE,
    Answered,
    BreakOff,
    Streamed,
    chunk,
    said,
)
from specreview.review.candidates import NewCandidate
from specreview.runner.job import Job
from specreview.runner.runner import Runner
from specreview.store import open_store
from specreview.tasks.load import load_tasks
from tests.builders import SOON
from tests.server.conftest import Heard, first_turn, flat, never

YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
ENDLESS = Streamed([piece for _ in range(1200) for piece in (chunk({"content": "a "}), 0.05)])


class Stop:
    """Wants to stop after so many pieces, and knows since when."""

    def __init__(self, heard: Heard, pieces: int) -> None:
        self.heard, self.pieces, self.since = heard, pieces, 0.0

    def __call__(self) -> bool:
        wanted = len(self.heard.pieces) >= self.pieces
        self.since = self.since or wanted * time.monotonic()
        return wanted


def test_case_107_a_stopped_reply_ends_long_before_its_end_and_frees_the_server(bench) -> None:
    server = bench.server([ENDLESS, said(YES)])
    inspector = bench.inspector(server, concurrency=1)
    heard = Heard()
    stop = Stop(heard, 3)
    reply = inspector.reply(first_turn(inspector), heard, stop)
    assert time.monotonic() - stop.since < SOON, "a reply of a minute"
    assert reply.finish_reason == "cancelled"
    assert reply.text == heard.text != ""
    assert inspector.reply(first_turn(inspector), heard, never).text == YES
    assert server.left == 1
    assert server.open_streams == 0


@pytest.mark.parametrize(
    "act",
    [Streamed([60.0]), Answered({"error": {"message": "slow"}}, 429, {"Retry-After": "60"})],
    ids=["silence", "backoff"],
)
def test_stop_is_heard_while_nothing_comes(bench, act) -> None:
    inspector = bench.inspector(bench.server([act]), RetryPolicy(), timeout=60.0)
    begun = time.monotonic()
    reply = inspector.reply(first_turn(inspector), print, lambda: time.monotonic() - begun > 0.2)
    assert reply.finish_reason == "cancelled"
    assert time.monotonic() - begun < SOON


def test_stop_is_heard_while_waiting_in_line(bench) -> None:
    server = bench.server([ENDLESS])
    inspector = bench.inspector(server, concurrency=1)
    done = threading.Event()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(inspector.reply, first_turn(inspector), Heard(), done.is_set)
        while not server.requests:
            time.sleep(0.01)
        begun = time.monotonic()
        late = lambda: time.monotonic() - begun > 0.2  # noqa: E731
        assert inspector.reply(first_turn(inspector), Heard(), late).finish_reason == "cancelled"
        assert time.monotonic() - begun < SOON
        done.set()
        assert first.result(SOON).finish_reason == "cancelled"
    assert len(server.requests) == 1


def test_waiting_in_line_is_no_time_of_the_reply(bench) -> None:
    server = bench.server([said(YES, seconds=1.0), said(YES)])
    inspector = bench.inspector(server, concurrency=1)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(inspector.reply, first_turn(inspector), Heard(), never)
        while not server.requests:
            time.sleep(0.01)
        waited = inspector.reply(first_turn(inspector), Heard(), never)
        assert first.result().seconds >= 1.0
    assert waited.seconds < first.result().seconds / 2


def test_a_page_shows_a_reply_that_began_anew_once() -> None:
    job = Job(1, "server")
    for piece in ("<think>half", None, "<think>", "whole"):
        job.on_text(piece)
    assert job.live().partial_text == "<think>whole"


def test_stopped_before_it_begins_nothing_is_sent(bench) -> None:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server)
    reply = inspector.reply(first_turn(inspector), print, lambda: True)
    assert reply.finish_reason == "cancelled"
    assert server.requests == []


def test_no_more_at_once_than_set(bench) -> None:
    server = bench.server([said(YES, seconds=0.1)])
    inspector = bench.inspector(server, concurrency=4)
    with ThreadPoolExecutor(16) as threads:
        jobs = [
            threads.submit(inspector.reply, first_turn(inspector), Heard(), never)
            for _ in range(16)
        ]
        assert {job.result().text for job in jobs} == {YES}
    assert server.most_open == 4
    assert len(server.requests) == 16


def test_case_106_each_reply_goes_to_who_asked(bench) -> None:
    """Many threads, one inspector: the server answers with what it was asked about."""

    def script(body):
        asked = body["messages"][1]["content"][1]["text"]
        return said(f"<answer>{asked[-20:]}</answer>", seconds=0.01)

    inspector = bench.inspector(bench.server(script))
    turns = []
    for number in range(24):
        turn = first_turn(inspector)
        started = turn.events[0].model_copy(update={"task_text": f"question number {number:04d}"})
        turns.append(type(turn)(turn.task, (started, *turn.events[1:]), None, None, turn.images))
    with ThreadPoolExecutor(24) as threads:
        replies = list(threads.map(lambda t: inspector.reply(t, Heard(), never).text, turns))
    assert replies == [f"<answer>question number {n:04d}</answer>" for n in range(24)]


def test_closing_ends_what_is_under_way_and_all_threads(bench) -> None:
    inspector = bench.inspector(bench.server([ENDLESS]))
    with ThreadPoolExecutor(1) as threads:
        heard = Heard()
        job = threads.submit(inspector.reply, first_turn(inspector), heard, never)
        while not heard.pieces:
            time.sleep(0.01)
        inspector.close()
        assert job.result(SOON).finish_reason == "cancelled"
    assert "specreview-server" not in {thread.name for thread in threading.enumerate()}
    assert inspector.reply(first_turn(inspector), print, never).finish_reason == "cancelled"
    inspector.close()


def test_no_step_is_recorded_twice_over_a_broken_stream(bench, tmp_path) -> None:
    half = Streamed([chunk({"content": LOOK[:40]})])
    server = bench.server([half, said(LOOK), half, half, said(YES)])
    inspector = bench.inspector(server)
    store = open_store(f"sqlite:///{tmp_path / 'specreview.db'}")
    queue = store.queues.create("night", "cv", "made up")
    store.queues.upsert(queue.id, [NewCandidate("1", "1", "cv", "1.csv")])
    (row,) = store.rows(queue.id, "")
    runner = Runner(
        store,
        lambda candidate: flat(),
        load_tasks(),
        {"server": lambda: inspector},
        lambda spectrum, window, redshift, title: repr(window).encode(),
    )
    trace = runner.inspect_now(row.candidate.id, "server")
    runner.close()
    store.close()
    kinds = [event.kind for event in trace.events]
    assert kinds == [
        "inspection_started",
        "view_rendered",
        "inspector_replied",
        "view_rendered",
        "inspector_replied",
        "verdict_reached",
    ]
    assert trace.events[2].text == LOOK
    assert trace.events[4].text == YES


def test_what_was_void_before_it_was_shown_is_not_told() -> None:
    draft, heard = Draft(), Heard()
    draft.write("half")
    draft.begin_anew()
    draft.write("who")
    draft.hand_on(heard)
    draft.settle("whole")
    draft.hand_on(heard)
    assert heard.pieces == ["who", "le"]
    draft.settle("other")
    draft.hand_on(heard)
    assert heard.pieces == ["who", "le", None, "other"]
    assert draft.handed == "other"


def test_facts_of_the_served_model(bench) -> None:
    server = bench.server([said(YES)], models=["spec", "x"], max_model_len=32768, root="/models/3b")
    inspector = bench.inspector(server)
    assert inspector.facts() == {
        "server": f"127.0.0.1:{server.port}",
        "model": "spec",
        "weights": "/models/3b",
        "context": "32768",
    }
    assert inspector.models() == ("spec", "x")


@pytest.mark.parametrize(
    "page", ["<html>hello</html>", "[1, 2]", '{"data": null}', '{"data": [{}]}', "nul"]
)
def test_a_list_of_models_that_is_none(bench, page) -> None:
    listed = Answered(page, 200, {}, "text/html")
    inspector = bench.inspector(bench.server([said(YES)], models=listed))
    for asked in (inspector.facts, inspector.models):
        with pytest.raises(InspectorUnusable, match="is no OpenAI-compatible server"):
            asked()


def test_facts_of_a_model_that_is_not_served(bench) -> None:
    inspector = bench.inspector(bench.server([said(YES)], models=["other"]))
    with pytest.raises(InspectorUnusable, match="has no model 'spec'; it offers other"):
        inspector.facts()


@pytest.mark.parametrize("after", [60.0, BreakOff(), chunk({"content": "more"})])
def test_what_follows_the_end_counts_for_nothing(bench, after) -> None:
    act = Streamed([chunk({"content": YES}, "stop"), DONE, after])
    server = bench.server([act])
    inspector = bench.inspector(server)
    begun = time.monotonic()
    assert inspector.reply(first_turn(inspector), print, never).text == YES
    assert time.monotonic() - begun < SOON
    assert len(server.requests) == 1


def test_one_connection_serves_one_reply_after_the_other(bench) -> None:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server)
    for _ in range(3):
        inspector.reply(first_turn(inspector), print, never)
    assert len({headers["from"] for headers in server.headers}) == 1
