"""Folders as queues: order, hidden files, loops, one bad file, memory, and moved folders."""

import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from astropy.io import fits

from specreview.catalogues import Import, find_again, plan_import
from specreview.errors import CatalogueError
from specreview.review.candidates import NewCandidate, Reject
from specreview.review.rows import Candidate

Planned = Callable[..., list[NewCandidate | Reject]]


@pytest.fixture
def folder(tmp_path: Path, lamost_file: bytes) -> Path:
    for name in ("b/2.fits.gz", "a/1.fits.gz", "3.fits"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(lamost_file)
    return tmp_path


def _names(outcome: list[NewCandidate | Reject]) -> list[str]:
    return [Path(one.path).name for one in outcome if isinstance(one, NewCandidate)]


def _reasons(outcome: list[NewCandidate | Reject]) -> dict[str, str]:
    return {one.name: one.reason for one in outcome if isinstance(one, Reject)}


def test_files_come_sorted_and_recursively(folder: Path, planned: Planned) -> None:
    assert _names(planned(folder, task="cv")) == ["3.fits", "1.fits.gz", "2.fits.gz"]


def test_three_good_and_one_empty_give_three_and_one_reject(folder: Path, planned: Planned) -> None:
    fits.PrimaryHDU().writeto(folder / "empty.fits")
    outcome = planned(folder, task="cv")
    assert len(_names(outcome)) == 3
    assert list(_reasons(outcome)) == ["empty.fits"]


def test_what_is_no_spectrum_is_passed_over_with_a_reason(folder: Path, planned: Planned) -> None:
    (folder / "notes.pdf").write_bytes(b"%PDF-1.7")
    (folder / "a" / ".hidden.fits").write_bytes(b"x")
    (folder / ".git").mkdir()
    (folder / "page.fits").write_bytes(b"<html>404</html>")
    reasons = _reasons(planned(folder, task="cv"))
    assert reasons["a/.hidden.fits"] == reasons[".git"] == "hidden, passed over"
    assert "PDF" in reasons["notes.pdf"]
    assert "HTML" in reasons["page.fits"]
    assert len(reasons) == 4


def test_loops_and_second_ways_to_a_file_are_walked_once(folder: Path, planned: Planned) -> None:
    (folder / "a" / "loop").symlink_to(folder)
    (folder / "z.fits").symlink_to(folder / "3.fits")
    outcome = planned(folder, task="cv")
    assert _names(outcome) == ["3.fits", "1.fits.gz", "2.fits.gz"]
    assert _reasons(outcome) == {"z.fits": f"the same file as {folder / '3.fits'}"}


def test_a_folder_needs_a_task(folder: Path, planned: Planned) -> None:
    with pytest.raises(CatalogueError, match="which task"):
        planned(folder)


def test_several_objects_in_a_file_of_a_folder(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    coadd = next((demo.parent / "spectra").glob("coadd-*"))
    shutil.copy(coadd, tmp_path)
    outcome = planned(tmp_path, task="cv")
    with fits.open(coadd) as hdus:
        ids = [str(i) for i in hdus["FIBERMAP"].data["TARGETID"]]
    assert [one.file_object for one in outcome if isinstance(one, NewCandidate)] == ids


def test_a_long_import_holds_one_spectrum_at_a_time(tmp_path: Path, lamost_file: bytes) -> None:
    # 60 spectra of 3909 pixels hold 60 * 100 kB; the plan may keep a small fraction of that.
    for number in range(60):
        (tmp_path / f"{number:03d}.fits.gz").write_bytes(lamost_file)
    plan = plan_import(Import(tmp_path, ("cv",), task="cv"))
    next(plan)
    tracemalloc.start()
    count = sum(1 for _ in plan)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 59
    assert peak < 2_000_000


def _candidate(path: Path, content_hash: str | None) -> Candidate:
    return Candidate(
        1, 1, 1, "1", "s", "cv", str(path), None, content_hash, "LAMOST", None, None, None, None,
        None, None, None, {}, 0,
    )  # fmt: skip


def test_a_moved_folder_is_found_again_by_content(
    folder: Path, planned: Planned, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = [one for one in planned(folder, task="cv") if isinstance(one, NewCandidate)]
    candidates = [_candidate(Path(one.path), one.content_hash) for one in kept]
    assert find_again(candidates, folder) == []
    target = tmp_path_factory.mktemp("moved") / "new"
    shutil.move(folder, target)
    moved = find_again(candidates, target)
    assert [one.path for one in moved] == [
        target / "3.fits", target / "a" / "1.fits.gz", target / "b" / "2.fits.gz",
    ]  # fmt: skip


def test_another_spectrum_of_the_same_name_is_not_taken(folder: Path) -> None:
    gone = [_candidate(Path("/gone/3.fits"), "0" * 64), _candidate(Path("/gone/9.fits"), None)]
    first, second = find_again(gone, folder)
    assert first.path is None
    assert "another spectrum" in first.reason
    assert "no file 9.fits" in second.reason
