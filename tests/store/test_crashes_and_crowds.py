"""A killed process loses no saved record; a crowd of writers loses none either."""

import random
import subprocess
import time

import pytest

from specreview.review.history import new_decision
from specreview.store import open_store
from specreview.store.verify import verify

DECIDING = """
import sys
from specreview.agent.events import InspectorReplied, InspectionStarted, ViewRendered
from specreview.canonical import sha256_hex
from specreview.review.history import new_decision
from specreview.store import open_store

url, first = sys.argv[1], int(sys.argv[2])
store = open_store(url)
started = InspectionStarted(
    spectrum_hash="0" * 64, object_id="1", title="Spectrum", reader="sdss", reader_version=1,
    redshift=None, redshift_source=None, task_key="cv", task_hash="t", task_text="?",
    labels=("YES", "NO"), inspector="rules", model=None, revision=None, prompt_hash="p",
    parser_version=1, renderer_version="1", app_version="0",
)


def say(*words):
    sys.stdout.write(" ".join(words) + "\\n")


say("ready")
for number in range(first, first + 100_000):
    candidate = number % 50 + 1
    token = f"decision {number}"
    say("trying", token)
    store.decisions.append(
        new_decision(
            candidate, "ann", "answer", answer="YES", submit_token=token,
            base_version=store.queues.candidate(candidate).version,
        )
    )
    say("saved", token)
    inspection = store.traces.start(candidate, started, "rules")
    png = b"PNG" + str(number).encode() * 5000
    view = ViewRendered(window=None, label="", image_sha256=sha256_hex(png))
    store.traces.append(inspection, 1, view, png)
    say("recorded", inspection)
"""


def resend(url: str, token: str) -> None:
    store = open_store(url)
    made = new_decision(int(token.split()[1]) % 50 + 1, "ann", "answer", submit_token=token)
    store.decisions.append(made)
    store.close()


def said_until_saved(process: "subprocess.Popen[str]", decisions: int) -> list[str]:
    """What the process says until it has saved so many decisions."""
    said: list[str] = []
    while sum(line.startswith("saved") for line in said) < decisions:
        said.append(process.stdout.readline().removesuffix("\n"))
        assert said[-1], "it ended by itself"
    return said


@pytest.mark.slow
def test_killed_twenty_times_no_saved_record_is_lost_and_none_doubled(fill, script):
    url = fill(50)
    chance = random.Random(20261201)
    lines: list[str] = []
    for round_ in range(20):
        process = script(DECIDING, url, round_ * 100_000)
        assert process.stdout.readline().strip() == "ready"
        round_lines = said_until_saved(process, chance.randint(1, 8))
        time.sleep(chance.uniform(0.0, 0.03))
        process.kill()
        round_lines += process.stdout.read().splitlines()
        lines += round_lines
        unsure = next((line for line in reversed(round_lines) if line.startswith("trying")), None)
        if unsure is not None:  # the page cannot know, so it sends the same token again
            resend(url, unsure.removeprefix("trying "))
    saved = [line.removeprefix("saved ") for line in lines if line.startswith("saved")]
    tried = [line.removeprefix("trying ") for line in lines if line.startswith("trying")]
    recorded = [line.split()[1] for line in lines if line.startswith("recorded")]
    assert len(saved) >= 20
    store = open_store(url)
    try:
        tokens = [made.submit_token for made in store.decisions.history(1)]
        assert len(tokens) == len(set(tokens))
        assert set(saved) <= set(tokens) <= set(tried)
        for inspection in recorded:
            trace = store.traces.load(inspection)
            assert len(trace.events) == 2
            assert len(store.traces.images(trace)) == 1
        assert verify(store).problems == []
    finally:
        store.close()


CROWD = """
import sys
from concurrent.futures import ThreadPoolExecutor
from specreview.review.history import new_decision
from specreview.store import open_store

url, process, appends = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_store(url)
sys.stdin.readline()

def write(thread):
    name = f"writer {process}.{thread}"
    for number in range(appends):
        candidate = (number * 8 + thread) % 100 + 1
        made = new_decision(
            candidate, name, "answer", answer="YES", confidence=3,
            submit_token=f"{name} {number}", base_version=10**6,
        )
        store.decisions.append(made)

with ThreadPoolExecutor(8) as pool:
    list(pool.map(write, range(8)))
store.close()
"""


@pytest.mark.slow
def test_two_processes_of_eight_threads_lose_nothing(fill, script):
    url, appends = fill(100), 25
    processes = [script(CROWD, url, name, appends) for name in "ab"]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=120)[0] for process in processes]
    assert outputs == ["", ""]
    store = open_store(url)
    try:
        tokens = [made.submit_token for made in store.decisions.history(1)]
        expected = {f"writer {p}.{t} {n}" for p in "ab" for t in range(8) for n in range(appends)}
        assert len(tokens) == len(expected)
        assert set(tokens) == expected
        assert len(store.reviewers()) == 16
        assert verify(store).problems == []
    finally:
        store.close()
