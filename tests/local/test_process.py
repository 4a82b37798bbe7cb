"""The model's process: asked by many threads, cancelled, killed, out of memory, closed."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from specreview.agent.inspector import ContextFull, Reply
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.local.inspector import LocalInspector
from specreview.settings import LocalSettings
from tests.builders import SOON, until
from tests.local.process_room import (
    ENGINE,
    LOOK,
    YES,
    alive,
    kill,
    nobody,
    pid_of,
    turn,
    wordless,
)


def children() -> set[int]:
    """The model processes that live below this one."""
    below = psutil.Process().children()
    return {one.pid for one in below if alive(one.pid) and "--engine" in one.cmdline()}


class Asked(threading.Thread):
    """One reply that is asked for in a thread."""

    def __init__(self, local: LocalInspector, png: bytes = b"overview") -> None:
        super().__init__(daemon=True)
        self.local, self.png = local, png
        self.pieces: list[str | None] = []
        self.wanted = True
        self.reply: Reply | None = None
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.reply = self.local.reply(
                turn(self.png), self.pieces.append, lambda: not self.wanted
            )
        except InspectorError as error:
            self.error = error

    def text(self) -> str:
        """What a page would show: nothing of what was written before it began anew."""
        begun = [i for i, piece in enumerate(self.pieces) if piece is None]
        return "".join(self.pieces[begun[-1] + 1 if begun else 0 :])


def test_a_reply_is_streamed_and_comes_whole(scripted) -> None:
    asked = Asked(scripted(step_seconds=0.002))
    asked.join(60)
    assert asked.reply.text == asked.text() == LOOK
    assert len(asked.pieces) == asked.reply.tokens > 20
    assert asked.reply.finish_reason == "stop"
    assert asked.reply.seconds > 0.04


def test_the_next_turn_holds_what_was_said(scripted) -> None:
    reply = scripted().reply(turn(said=(LOOK,)), wordless, nobody)
    assert reply.text == YES


def test_nothing_is_started_before_the_first_ask(scripted) -> None:
    before = children()
    local = scripted()
    assert local.identity.model == "model0"
    assert local.preparing == ""
    assert children() == before


def test_case_067_many_first_asks_load_one_model(scripted) -> None:
    before = children()
    local = scripted(load_seconds=0.5)
    asked = [Asked(local, b"%d" % number) for number in range(16)]
    until(lambda: "loading" in local.preparing)
    for one in asked:
        one.join(60)
    assert [one.reply.text for one in asked] == [LOOK] * 16
    assert len(children() - before) == 1
    assert local.preparing == ""


def test_case_106_each_answer_goes_to_the_one_who_asked(scripted) -> None:
    local = scripted((LOOK, YES), step_seconds=0.001)
    turns = [turn(b"%d" % number, said=(LOOK,) * (number % 2)) for number in range(40)]
    with ThreadPoolExecutor(12) as pool:
        replies = pool.map(lambda one: local.reply(one, wordless, nobody).text, turns)
        assert list(replies) == [LOOK, YES] * 20


@pytest.mark.parametrize("fault", ["", "deaf"])
def test_case_107_cancelled_it_returns_at_once_and_the_next_is_answered(scripted, fault) -> None:
    local = scripted((LOOK * 60,), step_seconds=0.01, fault=fault)
    asked = Asked(local)
    until(lambda: len(asked.pieces) >= 5)
    asked.wanted = False
    begun = time.monotonic()
    asked.join(60)
    assert time.monotonic() - begun < SOON, "a reply of a minute"
    assert asked.reply.finish_reason == "cancelled"
    heard = len(asked.pieces)
    other = Asked(local, b"other")
    until(lambda: len(other.pieces) >= 5)
    assert len(asked.pieces) == heard, "nothing more is heard of it"
    other.wanted = False
    other.join(SOON)


def test_cancelled_while_the_model_loads_it_returns_at_once(scripted) -> None:
    local = scripted(load_seconds=60.0)
    asked = Asked(local)
    until(lambda: "loading" in local.preparing)
    asked.wanted = False
    asked.join(SOON)
    assert asked.reply.finish_reason == "cancelled"


def test_what_libraries_print_does_no_harm(scripted) -> None:
    assert scripted(fault="noise", after=3).reply(turn(), wordless, nobody).text == LOOK


def test_the_process_outlives_the_thread_that_asked_first(scripted) -> None:
    local = scripted()
    Asked(local).join(60)
    first = pid_of(local)
    time.sleep(0.2)
    Asked(local).join(60)
    assert pid_of(local) == first
    assert alive(first)


def test_killed_in_mid_reply_it_is_started_again_and_the_reply_comes_whole(scripted) -> None:
    local = scripted(step_seconds=0.01)
    asked = [Asked(local, b"%d" % number) for number in range(3)]
    until(lambda: all(len(one.pieces) >= 5 for one in asked))
    first = pid_of(local)
    kill(first)
    for one in asked:
        one.join(60)
        assert one.pieces.count(None) == 1
        assert one.reply.text == one.text() == LOOK
    assert pid_of(local) != first
    assert not alive(first)


def test_killed_while_idle_the_next_ask_starts_it(scripted) -> None:
    local = scripted()
    local.reply(turn(), wordless, nobody)
    kill(pid_of(local))
    assert local.reply(turn(), wordless, nobody).text == LOOK


def test_killed_twice_over_one_ask_it_is_given_up_with_the_cause(scripted) -> None:
    local = scripted(fault="kill", after=3, times=2)
    with pytest.raises(InspectorError, match=r"killed by the system.*memory.*--batch 1") as failed:
        local.reply(turn(), wordless, nobody)
    assert not isinstance(failed.value, InspectorUnusable)
    assert "\n" not in str(failed.value)
    assert local.reply(turn(), wordless, nobody).text == LOOK


def test_the_last_words_of_a_crash_are_told(scripted) -> None:
    local = scripted(fault="crash", after=3, times=2)
    with pytest.raises(InspectorError, match="ZeroDivisionError: as scripted"):
        local.reply(turn(), wordless, nobody)


def test_one_that_brings_the_process_down_fails_alone(scripted) -> None:
    poison = turn(b"poison")
    marked = poison.events[1].image_sha256
    local = scripted(step_seconds=0.005, fault="kill", after=10, times=2, marked=marked)
    asked = [Asked(local, png) for png in (b"a", b"poison", b"b", b"c")]
    for one in asked:
        one.join(60)
    assert [one.reply.text if one.reply else None for one in asked] == [LOOK, None, LOOK, LOOK]
    assert "twice" in str(asked[1].error)


def test_one_that_dies_over_everybody_is_unusable(scripted) -> None:
    local = scripted(fault="kill", after=3, times=1000)
    errors = []
    for _ in range(3):
        with pytest.raises(InspectorError) as failed:
            local.reply(turn(), wordless, nobody)
        errors.append(type(failed.value))
    assert errors[:2] == [InspectorError, InspectorUnusable]


def test_unloadable_it_says_why_and_is_tried_again_next_time(scripted) -> None:
    local = scripted(fault="unloadable", after=0, times=1)
    with pytest.raises(InspectorUnusable, match="unloadable, as scripted"):
        local.reply(turn(), wordless, nobody)
    assert local.reply(turn(), wordless, nobody).text == LOOK


def test_killed_over_loading_it_is_unusable(scripted) -> None:
    local = scripted(fault="kill", after=0, times=2)
    with pytest.raises(InspectorUnusable, match=r"killed by the system.*while it loaded"):
        local.reply(turn(), wordless, nobody)


def test_an_engine_that_cannot_be_imported_says_what_to_install(scripted) -> None:
    folder = scripted()._process._settings.model
    local = LocalInspector(LocalSettings(model=folder), "no_such_module:Engine")
    with pytest.raises(InspectorUnusable, match=r"no_such_module.*specreview\[local\]"):
        local.reply(turn(), wordless, nobody)
    local.close()


def test_out_of_memory_fails_this_one_only(scripted) -> None:
    local = scripted(fault="out_of_memory", after=3)
    with pytest.raises(InspectorError, match="out of memory") as failed:
        local.reply(turn(), wordless, nobody)
    assert not isinstance(failed.value, InspectorUnusable)
    assert local.reply(turn(), wordless, nobody).text == LOOK


def test_a_full_context_is_no_failure_of_the_model(scripted) -> None:
    with pytest.raises(ContextFull, match="context is full"):
        scripted(fault="context_full").reply(turn(), wordless, nobody)


def test_closed_it_is_gone_at_once_and_who_waits_is_told(scripted) -> None:
    local = scripted((LOOK * 20,), step_seconds=0.05)
    asked = Asked(local)
    until(lambda: len(asked.pieces) >= 3)
    pid = pid_of(local)
    begun = time.monotonic()
    local.close()
    assert time.monotonic() - begun < SOON, "a reply of two minutes"
    assert not alive(pid)
    asked.join(SOON)
    assert "was ended" in str(asked.error)
    local.close()


def test_it_gives_way_to_the_page(scripted, monkeypatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    local = scripted()
    process = psutil.Process(pid_of(local))
    assert process.nice() == 5
    threads = int(process.environ()["OMP_NUM_THREADS"])
    assert threads == max(1, len(os.sched_getaffinity(0)) - 1)


def test_ctrl_c_in_the_terminal_is_the_parents_business(scripted) -> None:
    local = scripted(step_seconds=0.005)
    asked = Asked(local)
    until(lambda: len(asked.pieces) >= 3)
    os.kill(pid_of(local), 2)
    asked.join(60)
    assert asked.reply.text == LOOK
    assert None not in asked.pieces


PARENT = """
import sys, threading
from specreview.inspectors.local.inspector import LocalInspector
from specreview.settings import LocalSettings
from tests.local.process_room import ENGINE, turn
local = LocalInspector(LocalSettings(model=sys.argv[1]), ENGINE)
if sys.argv[2] == "loading":
    threading.Thread(target=local.reply, args=(turn(), print, lambda: False), daemon=True).start()
    while local._process._child is None or local._process._child._process is None:
        pass
    print(local._process._child._process.pid, flush=True)
    threading.Event().wait()
def told(piece):
    if piece is not None and not said:
        said.append(piece)
        print(local.facts()["process"], flush=True)
said = []
local.reply(turn(), told, lambda: False)
"""


@pytest.mark.parametrize("moment", ["loading", "writing"])
def test_the_app_killed_takes_the_process_along(scripted, moment) -> None:
    loading = 60.0 if moment == "loading" else 0.0
    folder = scripted((LOOK * 100,), step_seconds=0.02, load_seconds=loading)._process._settings
    app = subprocess.Popen(
        [sys.executable, "-c", PARENT, folder.model, moment],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    pid = int(app.stdout.readline())
    assert alive(pid)
    app.kill()
    app.wait()
    app.stdout.close()
    until(lambda: not alive(pid), SOON)


def test_it_ends_when_its_stdin_does_in_the_middle_of_a_reply(scripted) -> None:
    """Where the kernel cannot end it with its parent."""
    from specreview.framing import child_environment, write_frame
    from specreview.inspectors.local.asking import Ask
    from specreview.inspectors.local.inspector import conversation

    folder = scripted((LOOK * 100,), step_seconds=0.02)._process._settings.model
    command = [sys.executable, "-m", "specreview.inspectors.local.worker", "--engine", ENGINE]
    worker = subprocess.Popen(
        [*command, "--parent", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    write_frame(worker.stdin, LocalSettings(model=folder))
    write_frame(worker.stdin, Ask(1, conversation(turn().events), {}))
    assert worker.stdout.read(200)
    worker.stdin.close()
    assert worker.wait(SOON) == 0, "a reply of minutes"
    worker.stdout.close()


def test_the_app_never_imports_torch(scripted) -> None:
    program = (
        "import sys; from specreview.inspectors.local.inspector import LocalInspector\n"
        "from specreview.settings import LocalSettings\n"
        "from tests.local.process_room import ENGINE, turn\n"
        "local = LocalInspector(LocalSettings(model=sys.argv[1]), ENGINE)\n"
        "local.reply(turn(), lambda piece: None, lambda: False)\n"
        "local.close()\n"
        "print({'torch', 'transformers', 'huggingface_hub'} & set(sys.modules))"
    )
    folder = scripted()._process._settings.model
    said = subprocess.run(
        [sys.executable, "-c", program, folder],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert said.stdout.strip() == "set()"
