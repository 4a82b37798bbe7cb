"""SpecVI-Bench files as lists: prompts and labels of their own, ids, tasks, flat memory."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from specreview.catalogues import Wording, carry_out
from specreview.catalogues.specvi import task_named
from specreview.errors import CatalogueError
from specreview.review.candidates import NewCandidate, Reject
from specreview.spectra.readers import read_spectrum
from specreview.tasks.own_prompt import OwnPrompt
from tests.catalogues.specvi_files import (
    answer_of,
    flux_of,
    index_of,
    name_of,
    plain_table,
    prompt_of,
    row_of,
    snr_of,
    with_info,
    without,
    write_file,
    write_rows,
)

TASKS = ("cv", "cc", "ss", "gm", "wd")
LABELS = dict.fromkeys(TASKS, ("YES", "NO"))
Planned = Callable[..., list[NewCandidate | Reject]]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return write_file(tmp_path / "test_cv.parquet", 30, group=12)


def test_rows_come_in_order_with_prompt_label_and_spectrum(bench: Path, planned: Planned) -> None:
    drawn: list[int] = []

    def thumbnail(spectrum) -> str:  # type: ignore[no-untyped-def]
        drawn.append(len(spectrum))
        return "small"

    found = planned(bench, labels=LABELS, thumbnail=thumbnail)
    assert [one.object_id for one in found] == [index_of(n) for n in range(30)]
    assert [one.label for one in found] == [answer_of(n) for n in range(30)]
    assert {one.own_prompt for one in found} == {OwnPrompt(prompt_of("cv"))}
    assert {(one.task_key, one.survey, one.redshift, one.sparkline) for one in found} == {
        ("cv", "LAMOST", None, "small")
    }
    assert [one.catalogue for one in found[:2]] == [{"name": name_of(0)}, {"name": name_of(1)}]
    assert {tuple(one.hidden) for one in found} == {("ground_truth",)}
    assert drawn == [3909] * 30
    # No errors are stated: S/N from the flux alone, within a few per cent of the noise put in.
    assert [one.snr for one in found] == pytest.approx([snr_of(n) for n in range(30)], rel=0.1)
    for one in (found[0], found[29]):
        spectrum = read_spectrum(one.path, one.file_object)
        assert spectrum.content_hash == one.content_hash


def test_importing_twice_changes_nothing_and_a_new_answer_is_a_change(
    bench: Path, planned: Planned, queue
) -> None:  # type: ignore[no-untyped-def]
    first = carry_out(planned(bench, labels=LABELS), queue.upsert)
    again = carry_out(planned(bench, labels=LABELS), queue.upsert)
    assert (first.new, again.unchanged, again.rejected) == (30, 30, ())
    assert first.labels == {"YES": 4, "NO": 26}
    assert first.unlabelled == 0
    unread = {**row_of(1), "reward_model": {"ground_truth": "NO_ANSWER", "type": "rule"}}
    write_rows(bench, [unread, *(row_of(n) for n in range(2, 30))])
    third = carry_out(planned(bench, labels=LABELS), queue.upsert)
    assert (third.new, third.changed, third.unchanged, third.unlabelled) == (0, 1, 28, 1)


@pytest.mark.parametrize(
    ("answers", "wording", "said"),
    [
        (("YES", "NO"), Wording(), None),
        (("", ""), Wording(), "no label to score against: reward_model.ground_truth holds nothing"),
        (("CV", "star"), Wording(), r"holds CV \(1\), star \(1\); --positive VALUE says which"),
        (("CV", "star"), Wording(("CV", "nova")), "no row holds nova in reward_model.ground_truth"),
    ],
)
def test_answers_that_say_nothing_are_told(
    tmp_path: Path, planned: Planned, answers, wording: Wording, said: str | None
) -> None:  # type: ignore[no-untyped-def]
    heard: list[str] = []
    source = write_rows(tmp_path / "test_cv.parquet", answered(*answers))
    planned(source, task="cv", labels=LABELS, wording=wording, note=heard.append)
    assert len(heard) == (said is not None)
    assert said is None or re.search(said, heard[0])


def test_answers_misread_or_taken_away_are_refused(tmp_path: Path, planned: Planned) -> None:
    source = write_rows(tmp_path / "test_cv.parquet", answered("CV", "star"))
    with pytest.raises(CatalogueError, match="--positive CVs is none of them"):
        planned(source, task="cv", labels=LABELS, wording=Wording(("CVs",)))
    with pytest.raises(CatalogueError, match=r"take away: .* holds CV \(1\), star \(1\); give"):
        planned(source, task="cv", labels=LABELS, labelled=True)
    with pytest.raises(CatalogueError, match="--map is for catalogues"):
        planned(source, task="cv", labels=LABELS, mapping={"label": "data_source"})


def answered(*answers: str) -> list[dict[str, Any]]:
    return [
        {**row_of(n), "reward_model": {"ground_truth": answer, "type": "rule"}}
        for n, answer in enumerate(answers)
    ]


def test_the_task_is_that_of_the_option_the_row_or_the_file(
    tmp_path: Path, planned: Planned
) -> None:
    plain = {**row_of(0), "data_source": "bench"}
    mixed = write_rows(tmp_path / "all.parquet", [row_of(n, t) for n, t in enumerate(TASKS)])
    assert [one.task_key for one in planned(mixed)] == list(TASKS)
    named = write_rows(tmp_path / "train_carbon.parquet", [plain])
    assert [one.task_key for one in planned(named)] == ["cc"]
    unnamed = write_rows(tmp_path / "rows.parquet", [plain])
    assert [one.task_key for one in planned(unnamed, task="wd")] == ["wd"]
    with pytest.raises(CatalogueError, match=r"which task\? .*data_source \(bench\).* --task"):
        planned(unnamed)


def test_rows_of_another_task_are_not_asked_the_wrong_question(
    tmp_path: Path, planned: Planned
) -> None:
    mixed = write_rows(tmp_path / "all.parquet", [row_of(0, "cv"), row_of(1, "cc")])
    kept, refused = planned(mixed, task="cv")
    assert kept.object_id == index_of(0, "cv")
    assert isinstance(refused, Reject)
    assert (refused.row, refused.name) == (2, index_of(1, "cc"))
    assert "is a row of task cc, not cv" in refused.reason


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("test_cv.parquet", "cv"), ("SpecVI-Bench/carbon", "cc"), ("train_WD_1.parquet", "wd"),
        ("cv_and_cc", None), ("recvd", None), ("", None),
    ],
)  # fmt: skip
def test_a_task_is_named_by_a_whole_word(text: str, key: str | None) -> None:
    assert task_named(text, TASKS) == key
    assert task_named(text, ("ss",)) is None


def test_the_rows_own_redshift_and_system_text_come_along(tmp_path: Path, planned: Planned) -> None:
    turns = [{"role": "system", "content": "Be careful."}, {"role": "user", "content": "<image>?"},
             {"role": "assistant", "content": "YES"}]  # fmt: skip
    rows = [{**row_of(0, redshift=0.02), "prompt": turns}, row_of(1, redshift=float("nan"))]
    first, second = planned(write_rows(tmp_path / "cv.parquet", rows))
    assert first.own_prompt == OwnPrompt(user="<image>?", system="Be careful.")
    assert (first.redshift, first.redshift_source) == (0.02, "SpecVI-Bench")
    assert (second.redshift, second.redshift_source) == (None, None)


def test_each_bad_row_is_one_reject_and_the_others_come(tmp_path: Path, planned: Planned) -> None:
    rows = [
        row_of(0),
        row_of(1, flux=None),
        row_of(2, flux=flux_of(2)[:-1].tolist()),
        with_info(row_of(3), index=None),
        {**row_of(4), "prompt": []},
        {**row_of(5), "prompt": [{"role": "system", "content": "x"}]},
        row_of(0),
        {**row_of(7), "extra_info": None},
        row_of(8),
    ]
    found = planned(write_rows(tmp_path / "cv.parquet", rows))
    rejected = [one for one in found if isinstance(one, Reject)]
    assert [one.object_id for one in found if isinstance(one, NewCandidate)] == [
        index_of(0), index_of(8),
    ]  # fmt: skip
    assert [(one.row, one.reason) for one in rejected] == [
        (2, "flux is null"),
        (3, "3909 wavelengths and 3908 flux values"),
        (4, "missing id"),
        (5, "its prompt holds no user turn"),
        (6, "its prompt holds no user turn"),
        (7, "repeats row 1: same id and task"),
        (8, "missing id"),
    ]


def test_a_name_that_no_survey_gave_is_kept_back(tmp_path: Path, planned: Planned) -> None:
    rows = [with_info(row_of(0), name="carbonstar1.fits"), with_info(row_of(1), name=None)]
    first, second = planned(write_rows(tmp_path / "cv.parquet", rows))
    assert first.catalogue == second.catalogue == {}
    assert first.hidden == {"ground_truth": "YES", "name": "carbonstar1.fits"}
    assert (first.survey, first.source_id) == ("unknown", f"unknown {index_of(0)}")


def test_what_is_no_specvi_bench_file_is_refused_before_a_queue_is_made(
    bench: Path, tmp_path: Path, planned: Planned
) -> None:
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(bench.read_bytes()[:-50])
    for path, said in (
        (cut, "truncated Parquet file; download it again"),
        (
            without(tmp_path / "p.parquet", bench, "prompt"),
            "without prompt; of Parquet only SpecVI",
        ),
        (plain_table(tmp_path / "c.parquet", {"kind": [1]}), "no column says which spectrum"),
        (write_rows(tmp_path / "none_cv.parquet", []), "has no rows"),
    ):
        with pytest.raises(CatalogueError, match=said) as refused:
            planned(path, task="cv")
        assert str(refused.value).startswith(str(path))


def test_damage_in_the_middle_keeps_what_came_before(tmp_path: Path, planned: Planned) -> None:
    path = write_file(tmp_path / "test_cv.parquet", 30, group=10)
    content = bytearray(path.read_bytes())
    place = content.find(np.float64(flux_of(25)[2000]).tobytes()[:6])
    hole = place if place > 0 else len(content) * 5 // 6
    content[hole : hole + 60_000] = bytes(60_000)
    path.write_bytes(bytes(content))
    found = planned(path)
    assert all(isinstance(one, NewCandidate) for one in found[:10])
    assert isinstance(found[-1], Reject)
    assert "rows from here on are missing" in found[-1].reason


def test_in_a_folder_it_is_pointed_to_its_own_path(bench: Path, planned: Planned) -> None:
    (refused,) = planned(bench.parent, task="cv")
    assert isinstance(refused, Reject)
    assert "import it by its own path" in refused.reason
    with pytest.raises(CatalogueError, match="a folder has no label column"):
        planned(bench.parent, task="cv", wording=Wording(("CV",)))


MEASURED = """
import json, sys
from pathlib import Path
from specreview.services import ImportRequest, Workspace

def peak_mib():
    line = next(one for one in open("/proc/self/status") if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024

for source in map(Path, sys.argv[1:]):
    with Workspace.open(source.with_suffix("")) as opened:
        _, report = opened.import_queue(ImportRequest("bench", source))
    print(json.dumps({"new": report.new, "labels": dict(report.labels), "peak": peak_mib()}))
"""
"""One process for all, the small ones first: what it took at most so far can only grow."""


@pytest.mark.slow
def test_the_memory_of_an_import_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """1,300 rows against 200; a row's arrays alone are 62 kB, so a whole file would be 80 MB and
    a row group of 1000 rows 62 MB. The test split's size is weighed in `benchmarks/`."""
    sources = [write_file(tmp_path / f"test_cv_{size}.parquet", size) for size in (200, 1300)]
    for source in sources:
        source.with_suffix("").mkdir()
    command = [sys.executable, "-c", MEASURED, *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    small, large = map(json.loads, done.stdout.splitlines())
    assert large["new"] == 1300
    assert large["labels"] == {"YES": 163, "NO": 1137}
    assert large["peak"] < small["peak"] + 40
