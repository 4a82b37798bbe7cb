"""The measured rules judge the demo soundly: no verdict now and then, never a wrong one."""

from collections import Counter
from pathlib import Path

import pytest

from specreview.measure.assessment import Assessment, assess
from specreview.measure.diagnose import measure_task
from specreview.spectra.readers import read_spectrum
from specreview.tasks.load import load_tasks

from .conftest import Demo


@pytest.fixture(scope="module")
def judged(demo: Demo) -> list[tuple[dict[str, str], Assessment]]:
    tasks = load_tasks()
    found = []
    for row in demo.rows[:-1]:
        spectrum = read_spectrum(Path(demo.folder, row["path"]), row["obsid"])
        task = tasks[row["task"]]
        found.append((row, assess(task, measure_task(spectrum, task, None))))
    return found


Judged = list[tuple[dict[str, str], Assessment]]


def test_no_verdict_is_wrong(judged: Judged) -> None:
    wrong = [
        (row["task"], row["truth_class"], seen.verdict)
        for row, seen in judged
        if seen.verdict is not None and seen.verdict != row["truth"]
    ]
    assert wrong == []


def test_nearly_all_get_a_verdict(judged: Judged) -> None:
    given = Counter(seen.verdict is not None for _, seen in judged)
    assert given[True] / len(judged) >= 0.85
    for task in ("cv", "cc", "ss", "gm", "wd"):
        own = [seen.verdict for row, seen in judged if row["task"] == task]
        assert {"YES", "NO"} <= set(own)


@pytest.mark.parametrize(
    ("stop", "verdicts"),
    [
        ("tour 1 of 8", {"YES"}), ("tour 2 of 8", {"YES"}), ("tour 3 of 8", {"NO"}),
        ("tour 4 of 8, left", {"YES"}), ("tour 4 of 8, right", {"NO"}),
        ("tour 5 of 8, left", {"YES"}), ("tour 5 of 8, right", {"NO"}),
        ("tour 6 of 8", {"NO"}), ("tour 7 of 8", {None}), ("tour 8 of 8", {"YES", None}),
    ],
)  # fmt: skip
def test_the_tour_teaches_what_it_says(judged: Judged, stop: str, verdicts: set[str]) -> None:
    row, seen = next(pair for pair in judged if pair[0]["tour"].startswith(stop))
    assert seen.verdict in verdicts, (row["truth_class"], seen.score, seen.reason)
