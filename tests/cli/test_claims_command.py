"""Claims counted and marks listed from the shell, on a queue that the rules inspected."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from specreview.demo import build_demo
from specreview.review.marks import new_mark
from specreview.services import ImportRequest, Workspace
from tests.builders import commanded

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def inspected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """A workspace with one candidate, inspected without counting, and a mark on its last reply.

    Returns folder, id of the inspection and the place of the marked reply.
    """
    folder = tmp_path_factory.mktemp("claims")
    short = build_demo(folder / "demo", first=1)
    with Workspace.open(folder) as workspace:
        queue, _ = workspace.import_queue(ImportRequest("tour", short))
        (row,) = workspace.store.rows(queue.id, "")
        trace = workspace.runner.inspect_now(row.candidate.id, "rules")
        place = trace.events.index(trace.steps[-1].reply)
        workspace.store.marks.append(new_mark(trace.inspection_id, place, "ann", "misread"))
    return folder, trace.inspection_id, place


@pytest.fixture
def run(inspected: tuple[Path, str, int]) -> Run:
    """`specreview ARGS` in that workspace."""
    return lambda *args: commanded(*args, "-w", inspected[0])


def test_every_finished_inspection_is_counted_once(run: Run) -> None:
    code, out, err = run("claims", "tour", "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["counted"] + told["before"] == 1
    (row,) = told["inspectors"]
    assert (row["inspector"], row["inspections"]) == ("rules", 1)
    assert row["supported"] > 0
    again = json.loads(run("claims", "tour", "--json")[1])
    assert (again["counted"], again["before"]) == (0, 1)


def test_catch_up_counts_too_and_finds_nothing_left(run: Run) -> None:
    first = json.loads(run("catch-up", "tour", "--json")[1])
    assert first["claims_counted"] + first["claims_before"] == 1
    again = json.loads(run("catch-up", "tour", "--json")[1])
    assert (again["indexed"], again["indexed_before"]) == (0, 1)
    assert (again["claims_counted"], again["claims_before"], again["failed"]) == (0, 1, [])


def test_marks_are_listed_and_names_only_when_asked_for(
    run: Run, inspected: tuple[Path, str, int]
) -> None:
    _, inspection, place = inspected
    (mark,) = json.loads(run("marks", "tour", "--json")[1])["marks"]
    assert (mark["mark"], mark["inspection"], mark["event"]) == ("misread", inspection, place)
    assert "reviewer" not in mark
    listed = run("marks", "tour", "--reviewer-names")[1]
    assert "ann" in listed
    assert listed.startswith("990000156  window ")


@pytest.mark.parametrize("command", ["claims", "marks", "catch-up"])
def test_an_unknown_queue_is_named_and_ends_with_2(run: Run, command: str) -> None:
    code, out, err = run(command, "nights")
    assert (code, out) == (2, "")
    assert "nights" in err
