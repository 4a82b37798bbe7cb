"""A SpecVI-Bench file from the shell: made a queue, inspected as trained, its answers kept back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from specreview.agent.chat import conversation
from specreview.settings import database_url
from specreview.store import Store, open_store
from tests.builders import commanded
from tests.catalogues.specvi_files import (
    index_of,
    name_of,
    prompt_of,
    row_of,
    with_info,
    write_rows,
)

Run = Callable[..., tuple[int, str, str]]
PLANTED = "planted truth"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return lambda *args: commanded(*args, "-w", tmp_path)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """Three rows: a redshift of their own, a name that tells, and answers in unmistakable words."""
    told = {"ground_truth": PLANTED, "type": "rule"}
    rows = [
        {**row_of(0, redshift=0.01), "reward_model": told},
        {**with_info(row_of(1), name=f"{PLANTED}.fits"), "reward_model": told},
        row_of(2),
    ]
    return write_rows(tmp_path / "test_cv.parquet", rows)


def opened(folder: Path) -> Store:
    return open_store(database_url(folder))


def test_the_queue_knows_labels_prompts_and_the_expected_share(
    run: Run, bench: Path, tmp_path: Path
) -> None:
    made = (
        "queue",
        "create",
        "bench",
        bench,
        "--positive",
        f"cv:{PLANTED}",
        "--expected-share",
        "12%",
    )
    code, out, err = run(*made)
    assert (code, err) == (0, "")
    assert "3 rows with a label (2 YES, 1 NO), 0 without" in out
    told = json.loads(run(*made, "--json")[1])
    assert (told["unchanged"], told["labels"], told["unlabelled"]) == (3, {"YES": 2, "NO": 1}, 0)
    (listed,) = json.loads(run("queue", "list", "--json")[1])
    assert (listed["expected_share"], listed["candidates"]) == (0.12, 3)
    assert "expected share 1 % true objects" in run("queue", "expect", "bench", "0.01")[1]
    assert "not stated" in run("queue", "expect", "bench", "none")[1]
    code, _, err = run("queue", "expect", "bench", "40")
    assert (code, err.count("\n")) == (2, 1)
    assert "must lie between 0 and 1" in err
    store = opened(tmp_path)
    assert store.queues.get("bench").expected_share is None
    assert list(store.queues.labels(1).values()) == ["YES", "YES", "NO"]
    store.close()


def test_an_inspection_is_asked_as_trained_and_told_no_answer(
    run: Run, bench: Path, tmp_path: Path
) -> None:
    run("queue", "create", "bench", bench, "--positive", f"cv:{PLANTED}")
    code, _, err = run("inspect", "bench")
    assert code == 0, err
    store = opened(tmp_path)
    traces = [store.traces.load(store.traces.of_candidate(n)[0].id) for n in (1, 2, 3)]
    rows = repr(store.rows(1, "ann"))
    store.close()
    first = traces[0].started
    assert (first.title, first.redshift) == (f"Spectrum: {name_of(0)}", 0.01)
    assert first.task_text == prompt_of("cv")
    assert traces[1].started.title == "Spectrum"
    assert (traces[1].started.redshift, traces[1].started.object_id) == (None, index_of(1))
    sent = repr([conversation(trace.events) for trace in traces])
    kept = repr([trace.events for trace in traces])
    target = tmp_path / "list.csv"
    run("export", "bench", "current", "--to", target)
    shown = "".join(run("queue", "show", "bench", *more)[1] for more in ((), ("--json",)))
    for text in (sent, kept, rows, shown, target.read_text(encoding="utf-8")):
        assert PLANTED not in text
        assert "ground_truth" not in text


def test_two_files_make_one_queue_with_a_task_a_row(run: Run, bench: Path, tmp_path: Path) -> None:
    other = write_rows(tmp_path / "test_cc.parquet", [row_of(n, "cc") for n in range(2)])
    run("queue", "create", "bench", bench, "--positive", f"cv:{PLANTED}")
    told = json.loads(run("queue", "create", "bench", other, "--json")[1])
    assert (told["new"], told["labels"]) == (2, {"YES": 1, "NO": 1})
    store = opened(tmp_path)
    assert [row.candidate.task_key for row in store.rows(1, "")] == ["cv"] * 3 + ["cc"] * 2
    assert len(store.queues.labels(1)) == 5
    store.close()


def test_view_and_read_take_a_row_by_its_id(run: Run, bench: Path, tmp_path: Path) -> None:
    assert commanded("view", bench, "--id", index_of(0), "--to", tmp_path / "v.png")[0] == 0
    assert (tmp_path / "v.png").read_bytes().startswith(b"\x89PNG")
    code, told, _ = commanded("read", bench, "--id", index_of(0), "--json")
    assert code == 0
    assert "specvi" in told


def test_a_lost_file_is_told_once_and_a_renamed_one_doubles_nothing(
    run: Run, bench: Path, tmp_path: Path
) -> None:
    run("queue", "create", "bench", bench)
    (tmp_path / "now").mkdir()
    renamed = bench.rename(tmp_path / "now" / "cv_bench.parquet")
    code, out, _ = run("queue", "relink", "bench", tmp_path / "now")
    assert code == 2
    assert out.splitlines() == [
        "queue bench: 0 found again, 3 still missing",
        f"  {index_of(0)} and 2 more: no file test_cv.parquet in that folder",
    ]
    told = json.loads(run("queue", "create", "bench", renamed, "--json")[1])
    assert (told["new"], told["changed"]) == (0, 3)
