"""`specreview answers`, from the shell."""

import json
from pathlib import Path

import pytest

from specreview.review.candidates import NewCandidate
from specreview.settings import database_url
from specreview.store import open_store
from tests.answers.conftest import VI_HEADER, lines, vi_row
from tests.builders import commanded


@pytest.fixture
def workspace(tmp_path: Path, new_database) -> Path:  # type: ignore[no-untyped-def]
    new_database(tmp_path)
    store = open_store(database_url(tmp_path))
    queue = store.queues.create("cvs", "cv", "list.csv")
    store.queues.upsert(queue.id, [NewCandidate("7", "S 7", "cv", "/data/7.fits")])
    store.close()
    rows = [vi_row(name, "ann\x1b[2J", "3", spectype="STAR") for name in ("7", "8")]
    (tmp_path / "vi.csv").write_text(lines(VI_HEADER, *rows))
    return tmp_path


def test_counts_in_words_and_json(workspace: Path) -> None:
    command = ("answers", "cvs", workspace / "vi.csv", "--yes", "star", "-w", workspace)
    code, out, _ = commanded(*command, "--dry-run")
    assert code == 0
    assert out.splitlines()[0] == (
        "queue cvs: 1 applied, 0 unchanged, 1 unknown: 8 (dry run, nothing logged)"
    )
    assert "by ann[2J (1)" in out, "a name is a line of printable letters"
    code, out, _ = commanded(*command, "--json")
    told = json.loads(out)
    assert (code, told["applied"], told["unknown"]) == (
        0, 1, [{"row": 3, "name": "8", "reason": "not in the queue"}]
    )  # fmt: skip


def test_refusals_are_one_line_and_exit_2(workspace: Path) -> None:
    (workspace / "none.csv").write_text(lines(VI_HEADER, vi_row("9", "ann", "3", spectype="STAR")))
    for arguments, said in (
        (["none.csv", "--yes", "STAR"], "no row names a spectrum of queue cvs (the first: 9)"),
        (["gone.csv"], "cannot be read: No such file"),
        (["/dev/zero"], "is neither a file nor a folder"),
        (["vi.csv"], "say it with --yes VALUE"),
        (["vi.csv", "--format", "xls"], "no such format; there are prospect, marz, pyhammer"),
    ):
        file, *options = arguments
        code, _, err = commanded("answers", "cvs", workspace / file, *options, "-w", workspace)
        assert (code, len(err.splitlines())) == (2, 1), err
        assert said in err
