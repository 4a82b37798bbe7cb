"""A workspace of a version without marks, counts and index: all of it is there after an upgrade."""

import json
from pathlib import Path

import numpy as np
import pytest

from specreview.demo.cast import CV_ROLES
from specreview.demo.specimens import specimen
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.review.marks import new_mark
from specreview.runner.steering import Branch, Suggestion
from specreview.services import Workspace
from specreview.settings import database_url
from specreview.store.opening import sqlite_path
from tests.builders import commanded, until
from tests.store.older import make_older

ROLES = CV_ROLES[::5]


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace as schema 0002 kept it: inspections by the rules, one answer."""
    folder = tmp_path_factory.mktemp("older")
    new = []
    for number, role in enumerate(ROLES):
        spectrum = specimen(role, number)
        error = np.where(spectrum.good, spectrum.sigma, 0.0)
        table = np.column_stack([spectrum.wavelength, spectrum.flux, error])
        path = folder / f"{number}.csv"
        np.savetxt(path, table, "%.5f", ",", header="# vacuum\nwavelength,flux,error", comments="")
        new.append(NewCandidate(str(number), str(number), "cv", str(path), label=role.truth))
    with Workspace.open(folder) as workspace:
        queue = workspace.store.queues.create("night", "cv", "made up")
        workspace.store.queues.upsert(queue.id, new)
        for row in workspace.store.rows(queue.id, ""):
            workspace.runner.inspect_now(row.candidate.id, "rules")
        workspace.store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    database = sqlite_path(database_url(folder))
    assert database is not None
    make_older(database, "0002")
    return folder


@pytest.fixture(scope="module")
def upgraded(older: Path) -> Path:
    """The same, opened by this version and gone on with: catch-up, a mark, a hint, a branch."""
    with Workspace.open(older) as workspace:
        store, runner = workspace.store, workspace.runner
        queue = store.queues.get("night")
        candidates = [row.candidate for row in store.rows(queue.id, "")]
        assert workspace.company.catch_up(candidates).now == len(ROLES)
        assert workspace.checking.catch_up(queue).now == len(ROLES)
        first = store.traces.latest(candidates[0].id)
        place = first.events.index(first.steps[0].reply)
        store.marks.append(new_mark(first.inspection_id, place, "ann", "misread"))
        branch = Branch(first.inspection_id, place - 1)
        runner.branch(candidates[0].id, "rules", branch)
        until(lambda: runner.live(candidates[0].id).state != "running")
        second = store.traces.latest(candidates[1].id)
        hint = Suggestion("ann", (4800.0, 4930.0), "and Hβ?")
        runner.suggest(candidates[1].id, "rules", hint, second.inspection_id)
        until(lambda: runner.live(candidates[1].id).state != "running")
    return older


def told(folder: Path, *arguments: object) -> dict:
    code, out, err = commanded(*arguments, "--json", "-w", folder)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_nothing_was_lost_and_all_of_it_holds_together(upgraded: Path) -> None:
    checked = told(upgraded, "verify")
    assert checked["problems"] == []
    assert checked["checked"]["marks"] == 1
    assert checked["checked"]["inspections"] == len(ROLES) + 1
    assert list(upgraded.glob("*.before-upgrade-0002-*")), "the older file is kept"
    again = told(upgraded, "catch-up", "night")
    assert (again["indexed"], again["claims_counted"], again["failed"]) == (0, 0, [])


def test_branch_and_hint_measure_nobody_and_each_candidate_counts_once(upgraded: Path) -> None:
    row = next(one for one in told(upgraded, "evaluate", "night")["rows"] if not one["snr"])
    assert (row["n"], row["positives"]) == (len(ROLES), sum(r.truth == "YES" for r in ROLES))


def test_lists_and_traces_go_out_with_marks_and_branches(upgraded: Path) -> None:
    (mark,) = told(upgraded, "marks", "night")["marks"]
    assert mark["mark"] == "misread"
    replayed = told(upgraded, "replay", "night")
    assert (replayed["same"], len(replayed["traces"])) == (len(ROLES) + 1, len(ROLES) + 1)
    for ending in (".csv", ".fits"):
        target = upgraded / f"list{ending}"
        code, out, err = commanded("export", "night", "current", "--to", target, "-w", upgraded)
        assert (code, err) == (0, ""), out
        assert target.stat().st_size > 0
