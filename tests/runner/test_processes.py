"""Real processes: killed in the middle, and two on one queue."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from specreview.agent.events import event_payload
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.candidates import NewCandidate
from specreview.runner.steering import answered_again
from specreview.store import Store, open_store
from specreview.store.verify import verify
from tests.runner import inspecting_process
from tests.runner.inspecting_process import draw, load
from tests.runner.suggesting_process import ANSWERED, HBETA

FORKED = get_context("forkserver")
"""Real processes that need not import the program anew: forked off one that has."""
FORKED.set_forkserver_preload([inspecting_process.__name__])
REPOSITORY = Path(__file__).resolve().parents[2]
WHOLE = [
    "inspection_started",
    *("view_rendered", "inspector_replied") * 3,
    "verdict_reached",
]
NOTES = "replies.txt"
KILLS = 10
CANDIDATES = 16


@pytest.fixture
def url(tmp_path: Path) -> str:
    place = f"sqlite:///{tmp_path / 'specreview.db'}"
    store = open_store(place)
    queue = store.queues.create("night", "cv", "made up")
    new = [NewCandidate(str(i), str(i), "cv", f"{i}.csv") for i in range(CANDIDATES)]
    store.queues.upsert(queue.id, new)
    store.close()
    return place


@dataclass(frozen=True)
class Started:
    """A process that inspects, and what it tells."""

    process: BaseProcess
    told: Connection

    def kill(self) -> bool:
        """Kill it; whether it still ran."""
        ran = self.process.is_alive()
        self.process.kill()
        self.process.join()
        return ran

    def result(self) -> tuple[int, int]:
        """How many it inspected and failed at, once it ended in good order."""
        done, failed = self.told.recv()
        self.process.join(60)
        assert self.process.exitcode == 0
        return done, failed


@pytest.fixture
def start(url: str, tmp_path: Path) -> Iterator[Callable[..., Started]]:
    """`start(delay, lease)`: the program, from the moment when it begins to inspect."""
    ends: list[Connection] = []

    def started(delay: float, lease: float = 0.6) -> Started:
        here, there = FORKED.Pipe()
        ends.append(here)
        arguments = (there, url, tmp_path / NOTES, delay, lease)
        process = FORKED.Process(target=inspecting_process.main, args=arguments, daemon=True)
        process.start()
        there.close()
        assert here.recv() == "ready"
        return Started(process, here)

    yield started
    for end in ends:
        end.close()


def recorded(store: Store) -> dict[str, list[bytes]]:
    """The payloads of each inspection, in order."""
    queue_id = store.queues.get("night").id
    found = {}
    for row in store.rows(queue_id, ""):
        for summary in store.traces.of_candidate(row.candidate.id):
            events = store.traces.load(summary.id).events
            found[summary.id] = [event_payload(event) for event in events]
    return found


def assert_whole(store: Store) -> None:
    """One inspection a candidate, each step once, each picture there, all chains sound."""
    for row in store.rows(store.queues.get("night").id, ""):
        (summary,) = store.traces.of_candidate(row.candidate.id)
        trace = store.traces.load(summary.id)
        assert [event.kind for event in trace.events] == WHOLE
        assert len(store.traces.images(trace)) == 3
    assert verify(store).problems == []


@pytest.mark.slow
def test_killed_at_any_point_it_goes_on_and_no_step_is_lost_or_doubled(
    url: str, tmp_path: Path, start: Callable[..., Started]
) -> None:
    chance = random.Random(20)
    store = open_store(url)
    before: dict[str, list[bytes]] = {}
    kills_in_mid_run = 0
    for _ in range(KILLS):
        process = start(0.15)
        time.sleep(chance.uniform(0.05, 0.8))
        kills_in_mid_run += process.kill()
        now = recorded(store)
        for inspection, events in before.items():
            assert now[inspection][: len(events)] == events
        before = now
    done, failed = start(0.0).result()
    assert (failed, kills_in_mid_run) == (0, KILLS)
    assert 0 < done <= CANDIDATES
    assert_whole(store)
    asked = (tmp_path / NOTES).read_text().splitlines()
    assert len(set(asked)) == 3 * CANDIDATES
    assert len(asked) <= 3 * CANDIDATES + KILLS, "at most the step under way is asked for again"
    store.close()


@pytest.mark.slow
def test_two_processes_on_one_queue_inspect_each_candidate_once(
    url: str, tmp_path: Path, start: Callable[..., Started]
) -> None:
    pair = [start(0.05, lease=30.0) for _ in range(2)]
    assert [process.result()[1] for process in pair] == [0, 0]
    asked = (tmp_path / NOTES).read_text().splitlines()
    assert len(asked) == len(set(asked)) == 3 * CANDIDATES
    store = open_store(url)
    assert_whole(store)
    store.close()


ASKED = ["window_suggested", "view_rendered", "inspector_replied", "verdict_reached"]


@pytest.mark.parametrize(
    ("what", "reached", "again"), [("drawing", 1, True), ("replying", 2, False)]
)
def test_killed_between_a_suggestion_and_its_answer_it_is_asked_once_and_answered(
    bench, until, what: str, reached: int, again: bool
) -> None:
    """At either place where work goes on; after it K is pressed again, or Run."""
    first = bench.runner(ScriptedInspector(ANSWERED), load=load, draw=draw)
    before = first.inspect_now(1, "scripted")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.runner.suggesting_process",
         bench.url, before.inspection_id, what],
        cwd=REPOSITORY,
    )  # fmt: skip
    wanted = len(before.events) + reached
    until(lambda: len(bench.store.traces.load(before.inspection_id).events) == wanted)
    process.kill()
    process.wait()
    store = bench.second_store()
    after = bench.runner(ScriptedInspector(ANSWERED), load=load, draw=draw, store=store)
    left = store.traces.load(before.inspection_id)
    assert [event.kind for event in left.events] == [*WHOLE, *ASKED[:reached]]
    if again:
        after.suggest(1, "scripted", HBETA, before.inspection_id)
    else:
        until(lambda: after.run(1, "scripted", before.inspection_id) or _verdicts(store) == 2)
    until(lambda: after.live(1).state == "idle")
    trace = store.traces.load(before.inspection_id)
    assert [event.kind for event in trace.events] == [*WHOLE, *ASKED]
    assert trace.events[: len(before.events)] == before.events
    assert [verdict.verdict for verdict in answered_again(trace)] == ["YES", "NO"]
    assert len(store.traces.of_candidate(1)) == 1
    assert verify(store).problems == []


def _verdicts(store: Store) -> int:
    return [event.kind for event in store.traces.latest(1).events].count("verdict_reached")
