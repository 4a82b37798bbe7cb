"""Suggests a window to an inspection, and never gets an answer; started, and killed, by tests.

Arguments: database URL, id of the inspection, "drawing" or "replying": what never ends.
"""

import sys
import threading

from specreview.agent.protocol import format_answer
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.runner import Runner
from specreview.runner.steering import Suggestion
from specreview.store import open_store
from specreview.tasks.load import load_tasks
from tests.runner.inspecting_process import REPLIES, draw, load

HBETA = Suggestion("ann", (4800.0, 4930.0), "is Hβ broad too?")
ANSWERED = [*REPLIES, format_answer("Narrow Hβ.", "NO", "FWHM 300 km/s.")]
"""The last one answers the suggestion."""


def never(*_: object) -> bytes:
    threading.Event().wait()
    return b""


def main(url: str, inspection: str, what: str) -> None:
    store = open_store(url)
    slow = ScriptedInspector(ANSWERED, 600.0)
    drawn = never if what == "drawing" else draw
    runner = Runner(store, load, load_tasks(), {"scripted": lambda: slow}, drawn, lease_seconds=0.6)
    runner.suggest(1, "scripted", HBETA, inspection)
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
