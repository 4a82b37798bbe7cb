"""`specreview evaluate` on a queue in a file."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sklearn import metrics

from specreview.agent.events import InspectionStopped
from specreview.settings import database_url
from specreview.store import open_store
from tests.builders import commanded
from tests.evaluation.filling import fill_queue, keep_traces
from tests.evaluation.judging import trace_of

TRUTH = ["YES"] * 12 + ["NO"] * 40
SAID = ["YES"] * 9 + ["NO", None, None] + ["YES"] * 4 + ["NO"] * 35 + [None]
SURVEYS = ["LAMOST", "SDSS", "DESI"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(made: Path, tmp_path: Path) -> Path:
    """A copy of the workspace for one test."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return lambda *args: commanded(*args, "-w", tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Queue "bench": 52 inspected CVs and WDs in three surveys, one labelled row without."""
    folder = tmp_path_factory.mktemp("bench")
    store = open_store(database_url(folder))
    tasks = ["cv" if number % 2 else "wd" for number in range(len(TRUTH) + 1)]
    fields = [
        {"label": label, "survey": SURVEYS[number % 3], "snr": 2.0 * number, "task_key": task}
        for number, (label, task) in enumerate(zip([*TRUTH, "NO"], tasks, strict=True))
    ]
    queue = fill_queue(store, "bench", fields)
    ids = [row.candidate.id for row in store.rows(queue, "")]
    mute = {"end": InspectionStopped(reason="turn_limit"), "text": "<think>so it is \\boxed{YES}"}
    keep_traces(
        store,
        [
            (number, trace_of(said, task_key=task, prompt_hash=task * 32, **({} if said else mute)))
            for number, said, task in zip(ids, SAID, tasks, strict=False)
        ],
    )
    keep_traces(store, [(ids[0], trace_of("NO", inspector="rules", model=None, revision=None))])
    fill_queue(store, "bare", [{}])
    store.close()
    return folder


def test_the_figures_are_those_of_sklearn(bench: Path, run: Run) -> None:
    code, out, _ = run("evaluate", "bench", "--inspector", "local", "--json")
    assert code == 0
    found = json.loads(out)
    whole, lenient = found["rows"][:2]
    assert (whole["reading"], lenient["reading"]) == ("strict", "lenient")
    as_no = [said or "NO" for said in SAID]
    for name in ("precision", "recall", "f1"):
        theirs = getattr(metrics, f"{name}_score")(TRUTH, as_no, pos_label="YES")
        assert whole[name] == pytest.approx(theirs), name
    as_wrong = [said or "-" for said in SAID]
    assert whole["accuracy"] == pytest.approx(metrics.accuracy_score(TRUTH, as_wrong))
    read = [said or "YES" for said in SAID]
    theirs = metrics.f1_score(TRUTH, read, pos_label="YES")
    assert lenient["f1"] == pytest.approx(theirs)
    assert (whole["n"], found["labelled"], found["not_inspected"]) == (52, 53, 1)
    assert whole["no_answer"] == pytest.approx(3 / 52)
    assert whole["format_kept"] == pytest.approx(49 / 52)
    (block,) = found["blocks"]
    tasks = [row["f1"] for row in found["rows"] if row["task"] and row["reading"] == "strict"]
    assert block["macro_strict"]["f1"] == pytest.approx(sum(tasks) / 2)
    assert {row["task"]: row["published_f1"] for row in found["rows"]} == {
        None: None, "cv": 0.807, "wd": 0.432,
    }  # fmt: skip


def test_the_text_fits_and_marks_what_is_published(bench: Path, run: Run) -> None:
    code, out, _ = run("evaluate", "bench")
    assert code == 0
    lines = out.splitlines()
    assert max(len(line) for line in lines) <= 100
    assert "53 with a label, 1 of these not inspected yet" in lines[0]
    assert any(line.startswith("local Maxwell-Jia/spec-o3-3b rev abc") for line in lines)
    assert any(line.startswith("rules") for line in lines), "each inspector has a block"
    cv = next(line for line in lines if line.startswith("cv"))
    assert cv.split()[:3] == ["cv", "26", "6"]
    assert cv.endswith("80.7")
    head = next(line for line in lines if line.startswith("strict"))
    assert head.endswith("published")
    assert len(head) == len(cv)
    assert any(line.startswith("published: arXiv 2601.06498") for line in lines)


@pytest.mark.parametrize("by", [["task"], ["survey"], ["snr"], ["task", "survey"]])
def test_groups_sum_to_the_whole(bench: Path, run: Run, by: list[str]) -> None:
    options = [word for key in by for word in ("--by", key)]
    code, out, _ = run("evaluate", "bench", "--inspector", "local", "--json", *options)
    assert code == 0
    rows = [row for row in json.loads(out)["rows"] if row["reading"] == "strict"]
    whole, *groups = rows
    assert len(groups) > 1
    for name in ("n", "positives", "true_positive", "false_positive", "silent_positive"):
        assert sum(row[name] for row in groups) == whole[name]
    assert all(row[key] for row in groups for key in by)


def test_a_name_too_long_for_its_column_is_never_cut(bench: Path, run: Run) -> None:
    options = [word for key in ("survey", "snr", "task") for word in ("--by", key)]
    lines = run("evaluate", "bench", "--inspector", "local", *options)[1].splitlines()
    assert "LAMOST S/N 20–50 cv" in lines
    assert max(map(len, lines)) <= 100


def test_a_queue_without_labels_says_how_to_give_it_some(bench: Path, run: Run) -> None:
    code, out, err = run("evaluate", "bare")
    assert (code, out) == (2, "")
    assert "--map label=" in err
    assert len(err.splitlines()) == 1


def test_unknown_queue_inspector_and_key_are_refused(bench: Path, run: Run) -> None:
    assert "no queue 'x'" in run("evaluate", "x")[2]
    code, _, err = run("evaluate", "bench", "--inspector", "server")
    assert code == 2
    assert "there is local, rules" in err
    assert "colour" in run("evaluate", "bench", "--by", "colour")[2]


def test_the_latest_inspection_of_an_inspector_counts(bench: Path, run: Run) -> None:
    store = open_store(database_url(bench))
    ids = [row.candidate.id for row in store.rows(store.queues.get("bench").id, "")]
    before = json.loads(run("evaluate", "bench", "--inspector", "local", "--json")[1])["rows"][0]
    keep_traces(store, [(ids[11], trace_of("YES", task_key="cv", prompt_hash="cv" * 32))])
    after = json.loads(run("evaluate", "bench", "--inspector", "local", "--json")[1])["rows"][0]
    store.close()
    assert (before["n"], before["true_positive"], before["silent_positive"]) == (52, 9, 2)
    assert (after["n"], after["true_positive"], after["silent_positive"]) == (52, 10, 1)


def test_a_value_without_a_range_is_not_said_to_lack_the_value(bench: Path, run: Run) -> None:
    out = run("evaluate", "bench", "--inspector", "rules")[1]  # one candidate, and a miss
    assert "  no range for F1 of all: every resample gives the same" in out
    assert "  – precision of all: the positive answer was never given" in out
