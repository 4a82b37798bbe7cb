"""Queues and exports from the shell, from catalogue to file, through the real store."""

import csv
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from astropy.table import Table

from specreview import services
from specreview.demo import build_demo
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.settings import database_url
from specreview.store import open_store
from tests.builders import commanded, no_picture

Run = Callable[..., "Done"]


@pytest.fixture(scope="module")
def spectra(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of ten demo rows (the tour) and the broken file."""
    folder = tmp_path_factory.mktemp("demo")
    catalogue = build_demo(folder)
    lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "short.csv").write_text("".join([*lines[:11], lines[-1]]), encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`specreview ARGS` in a workspace of its own."""
    return lambda *args: Done(*commanded(*args, "-w", tmp_path))


@pytest.fixture
def queue(run: Run, spectra: Path) -> str:
    """A queue of ten candidates."""
    done = run("queue", "create", "tour", spectra / "short.csv", "--json")
    assert done.returncode == 0, done.stderr
    return "tour"


def _decide(workspace: Path, *answers: tuple[int, str, dict[str, object]]) -> list[Decision]:
    """Append decisions by "ann" on the candidates at these positions of the queue."""
    store = open_store(database_url(workspace))
    try:
        rows = store.rows(store.queues.get("tour").id, "ann")
        made = []
        for place, action, fields in answers:
            candidate = store.queues.candidate(rows[place].candidate.id)
            decision = new_decision(
                candidate.id,
                "ann",
                action,
                base_version=candidate.version,
                **fields,  # type: ignore[arg-type]
            )
            made.append(store.decisions.append(decision))
        return made
    finally:
        store.close()


def test_create_reports_and_repeats(run: Run, spectra: Path) -> None:
    first = json.loads(run("queue", "create", "tour", spectra / "short.csv", "--json").stdout)
    assert (first["new"], first["unchanged"], len(first["rejected"])) == (10, 0, 1)
    assert first["rejected"][0]["row"] == 12
    again = json.loads(run("queue", "create", "tour", spectra / "short.csv", "--json").stdout)
    assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, 10)


def test_labels_stay_when_a_catalogue_is_imported_again(
    run: Run, queue: str, spectra: Path, tmp_path: Path
) -> None:
    _decide(tmp_path, (0, "answer", {"answer": "YES", "confidence": 4}))
    run("queue", "create", queue, spectra / "short.csv")
    shown = json.loads(run("queue", "show", queue, "--reviewer", "ann", "--json").stdout)
    assert [row["answer"] for row in shown] == ["YES", *[None] * 9]


def test_list_show_and_rejects(run: Run, queue: str) -> None:
    (listed,) = json.loads(run("queue", "list", "--json").stdout)
    assert (listed["name"], listed["candidates"], listed["rejected"]) == ("tour", 10, 1)
    shown = json.loads(run("queue", "show", queue, "--json").stdout)
    assert len(shown) == 10
    assert all(isinstance(row["id"], str) for row in shown)
    assert "truncated" in json.loads(run("queue", "rejects", queue, "--json").stdout)[0]["reason"]
    assert "10 candidates" in run("queue", "list").stdout


def test_the_truth_is_shown_nowhere(run: Run, queue: str, tmp_path: Path) -> None:
    _decide(tmp_path, (0, "answer", {"answer": "YES", "confidence": 4}))
    told = run("queue", "show", queue, "--json").stdout + run("queue", "show", queue).stdout
    target = tmp_path / "list.csv"
    run("export", queue, "current", "--to", target)
    told += target.read_text(encoding="utf-8")
    assert "cat_tour" in told
    assert "truth" not in told
    assert "quiescence" not in told


def test_a_folder_as_queue(run: Run, spectra: Path) -> None:
    done = run("queue", "create", "all", spectra / "spectra", "--task", "wd", "--json")
    report = json.loads(done.stdout)
    assert report["new"] == 62
    assert [one["name"] for one in report["rejected"]] == [
        "spec-60444-SYNTHETIC08_sp11-204.fits.gz"
    ]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("gone.csv", "--task", "cv"), "cannot be read"),
        (("short.csv", "--task", "qso"), "no task qso"),
        (("short.csv", "--map", "nonsense"), "write ROLE=COLUMN"),
        (("short.csv", "--map", "id=a", "--map", "id=b"), "given twice"),
        (("short.csv", "--map", "idd=obsid"), "use one of id, path"),
        (("spectra",), "which task"),
    ],
)
def test_refusals_are_one_line_and_make_no_queue(
    run: Run, spectra: Path, args: tuple[str, ...], said: str
) -> None:
    done = run("queue", "create", "q", spectra / args[0], *args[1:])
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert json.loads(run("queue", "list", "--json").stdout) == []


def test_relink_finds_a_moved_folder(run: Run, spectra: Path, tmp_path: Path) -> None:
    shutil.copytree(spectra, tmp_path / "old")
    run("queue", "create", "tour", tmp_path / "old" / "short.csv")
    (tmp_path / "old").rename(tmp_path / "new")
    done = run("queue", "relink", "tour", tmp_path / "new")
    assert "10 found again, 0 still missing" in done.stdout
    shown = json.loads(run("queue", "show", "tour", "--json").stdout)
    assert all(Path(row["path"]).is_file() for row in shown)


def test_export_counts_what_the_page_counts(run: Run, queue: str, tmp_path: Path) -> None:
    # 4 answered once, 1 answered twice, 1 deferred, 4 open: 5 rows in the current list.
    sure, doubt = {"answer": "YES", "confidence": 4}, {"answer": "YES", "confidence": 2}
    _decide(
        tmp_path, (0, "answer", sure), (1, "answer", sure), (2, "answer", {"answer": "NO"}),
        (3, "answer", doubt), (4, "answer", {"answer": "NO", "confidence": 3}),
        (4, "answer", {"answer": "UNSURE", "confidence": 1}), (5, "defer", {}),
    )  # fmt: skip
    current = json.loads(
        run("export", queue, "current", "--to", tmp_path / "c.fits", "--json").stdout
    )
    assert (current["rows"], current["candidates"]) == (5, 10)
    assert sum(current["left_out"].values()) == 5
    approved = json.loads(
        run("export", queue, "approved", "--to", tmp_path / "a.csv", "--json").stdout
    )
    assert (approved["rows"], approved["left_out"]) == (2, {
        "YES with confidence below 3": 1, "answer NO": 1, "answer UNSURE": 1, "deferred": 1,
        "not answered, another verdict or none": 4,
    })  # fmt: skip
    table = Table.read(tmp_path / "c.fits")
    assert list(table["answer"]) == ["YES", "YES", "NO", "YES", "UNSURE"]
    assert all(str(moment).endswith("+00:00") for moment in table["decided_at"])
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["vi_quality"] for row in rows] == ["4", "4"]
    facts = json.loads((tmp_path / "a.csv.meta.json").read_text(encoding="utf-8"))
    assert facts["provenance"]["reviewer"] == "reviewer 1", "names are personal data"
    assert {task["key"] for task in facts["provenance"]["tasks"]} == {"cv", "gm", "wd", "cc"}


def test_export_refusals(run: Run, queue: str, tmp_path: Path) -> None:
    target = tmp_path / "list.csv"
    assert run("export", queue, "current", "--to", target).returncode == 0
    again = run("export", queue, "current", "--to", target)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert run("export", queue, "current", "--to", target, "--overwrite").returncode == 0
    unknown = run("export", queue, "current", "--to", target, "--reviewer", "bob", "--overwrite")
    assert unknown.returncode == 2
    assert "no decisions by bob" in unknown.stderr
    other = run("export", "nope", "current", "--to", target)
    assert (other.returncode, len(other.stderr.strip().splitlines())) == (2, 1)
    assert run("export", queue, "history", "--to", target).returncode == 2


def test_inspect_says_which_files_changed_since_import(
    run: Run, spectra: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "render_view", no_picture)
    shutil.copytree(spectra, tmp_path / "mine")
    run("queue", "create", "tour", tmp_path / "mine" / "short.csv")
    shown = json.loads(run("queue", "show", "tour", "--json").stdout)
    lamost = [row for row in shown if row["survey"] == "LAMOST"]
    shutil.copy(lamost[0]["path"], lamost[1]["path"])
    told = run("inspect", "tour")
    assert told.returncode == 0
    assert f"note: {lamost[1]['id']}: its file holds another flux" in told.stdout
    assert told.stdout.count("note: ") == 1


def test_an_empty_workspace_says_what_makes_a_queue(run: Run, tmp_path: Path) -> None:
    listed = run("queue", "list")
    assert listed.returncode == 0
    assert listed.stdout.startswith(f"no queues in {tmp_path} yet;")
    assert "queue create" in listed.stdout
    assert json.loads(run("queue", "list", "--json").stdout) == []


def test_a_queue_keeps_its_task(run: Run, spectra: Path, tmp_path: Path) -> None:
    folder = tmp_path / "few"
    folder.mkdir()
    for one in sorted((spectra / "spectra").glob("*SYNTHETIC*"))[:2]:
        shutil.copy(one, folder)
    assert run("queue", "create", "few", folder, "--task", "cc").returncode == 0
    refused = run("queue", "create", "few", folder, "--task", "cv")
    assert refused.returncode == 2
    assert "queue few has task cc" in refused.stderr
    listed = json.loads(run("queue", "list", "--json").stdout)
    assert [one["candidates"] for one in listed] == [2]
