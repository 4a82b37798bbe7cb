"""Other settings while runs are under way: the old inspector ends what it began, then closes."""

import threading

from specreview.agent.events import Limits
from specreview.agent.inspector import InspectorIdentity
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.rack import InspectorRack

LONG = 90.0
"""Seconds for a run on a busy disk: each step is on it before the next begins."""


class Closing:
    """Answers with a script, slowly, and remembers that it was closed, and asked after that."""

    def __init__(self, name: str, script) -> None:
        self._script = script
        self.name = name
        self.closed = False
        self.late = 0

    @property
    def identity(self) -> InspectorIdentity:
        return InspectorIdentity(self.name, self.name, "1")

    def reply(self, turn, on_text, cancelled):
        self.late += self.closed
        return self._script.reply(turn, on_text, cancelled)

    def close(self) -> None:
        self.closed = True


def test_an_unused_inspector_is_closed_at_once_and_others_are_shared() -> None:
    old, other = Closing("old", None), Closing("other", None)
    rack = InspectorRack({"model": lambda: old, "rules": lambda: other})
    assert rack.inspector("model") is old
    assert rack.inspector("rules") is other
    new = Closing("new", None)
    renewed = rack.renewed({"model": lambda: new})
    assert old.closed
    assert renewed.inspector("model") is new
    assert renewed.inspector("rules") is other
    assert not other.closed
    renewed.close()
    assert new.closed
    assert other.closed


def test_one_in_use_is_closed_when_its_last_user_leaves() -> None:
    old = Closing("old", None)
    rack = InspectorRack({"model": lambda: old})
    first, second = rack.using("model"), rack.using("model")
    first.__enter__()
    second.__enter__()
    rack.inspector("model")
    rack.renewed({"model": lambda: Closing("new", None)})
    first.__exit__(None, None, None)
    assert not old.closed
    second.__exit__(None, None, None)
    assert old.closed


def test_closing_the_new_rack_closes_what_still_runs_on_the_old_one() -> None:
    old = Closing("old", None)
    rack = InspectorRack({"model": lambda: old})
    with rack.using("model"):
        rack.inspector("model")
        rack.renewed({"model": lambda: Closing("new", None)}).close()
        assert old.closed


def test_a_queue_run_ends_with_the_inspector_it_began_with(bench, script, until) -> None:
    old, new = Closing("old", script(0.05)), Closing("new", script())
    runner = bench.runner(old)
    runner.start_queue(bench.queue_id, "scripted")
    until(lambda: runner.queue_progress(bench.queue_id).done >= 1, LONG)
    runner.reconfigure({"scripted": lambda: new}, Limits(turns=4), None)
    assert not old.closed
    until(lambda: runner.queue_progress(bench.queue_id).state == "done", LONG)
    until(lambda: old.closed, LONG)
    assert old.late == 0
    progress = runner.queue_progress(bench.queue_id)
    assert (progress.done, progress.failed) == (6, 0)
    for candidate in bench.ids:
        assert bench.store.traces.latest(candidate).started.inspector == "old"

    runner.start_queue(bench.queue_id, "scripted")
    until(lambda: runner.queue_progress(bench.queue_id).state == "done", LONG)
    assert runner.queue_progress(bench.queue_id).done == 6
    started = bench.store.traces.latest(bench.ids[0]).started
    assert (started.inspector, started.limits.turns) == ("new", 4)


def test_settings_saved_again_and_again_under_load_lose_nothing(bench, script, until) -> None:
    made: list[Closing] = []

    def build() -> Closing:
        made.append(Closing("same", script(0.002)))
        return made[-1]

    runner = bench.runner(build, workers=3)
    stop = threading.Event()

    def save() -> None:
        while not stop.is_set():
            runner.reconfigure({"scripted": build}, Limits(), 3)

    saving = threading.Thread(target=save)
    saving.start()
    try:
        for candidate in bench.ids:
            runner.restart(candidate, "scripted")
        runner.start_queue(bench.queue_id, "scripted")
        until(lambda: runner.queue_progress(bench.queue_id).state == "done", LONG)
        until(lambda: all(runner.live(one).state == "idle" for one in bench.ids), LONG)
    finally:
        stop.set()
        saving.join()
    assert all(bench.store.traces.latest(one).verdict is not None for one in bench.ids)
    assert sum(one.late for one in made) == 0
    runner.close()
    assert all(one.closed for one in made)


def test_a_scripted_inspector_needs_no_close(bench) -> None:
    runner = bench.runner(ScriptedInspector([]))
    runner.reconfigure({"scripted": lambda: ScriptedInspector([])}, Limits(), 1)
    runner.close()


def test_one_that_comes_by_as_a_retired_inspector_is_closed_gets_an_open_one() -> None:
    made: list[Closing] = []

    def build() -> Closing:
        made.append(Closing("model", None))
        return made[-1]

    rack = InspectorRack({"model": build})
    rack.inspector("model")
    rack.renewed({"model": build})
    assert [one.closed for one in made] == [True]
    with rack.using("model"):  # its work began before the settings were saved
        late = rack.inspector("model")
        assert not late.closed
    assert [one.closed for one in made] == [True, True]
