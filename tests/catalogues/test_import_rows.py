"""Catalogue rows to candidates: files found, rejects explained, imports repeated."""

import csv
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits

from specreview.catalogues import Import, KnownSource, carry_out, plan_import, read_catalogue
from specreview.errors import CatalogueError
from specreview.kept_lists import keep_ids
from specreview.review.candidates import NewCandidate, Reject
from specreview.spectra.spectrum import Spectrum

TASKS = ("cv", "cc", "ss", "gm", "wd")
Planned = Callable[..., list[NewCandidate | Reject]]


def _kept(planned: list[NewCandidate | Reject]) -> list[NewCandidate]:
    return [one for one in planned if isinstance(one, NewCandidate)]


def _rejected(planned: list[NewCandidate | Reject]) -> list[Reject]:
    return [one for one in planned if isinstance(one, Reject)]


def _table(folder: Path, text: str) -> Path:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, lamost_file: bytes) -> Path:
    """A folder with three copies of one LAMOST file."""
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.fits.gz").write_bytes(lamost_file)
    return tmp_path


def test_the_demo_imports_whole_but_for_its_broken_file(demo: Path, planned: Planned) -> None:
    with demo.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    outcome = planned(demo)
    kept, rejected = _kept(outcome), _rejected(outcome)
    assert [one.object_id for one in kept] == [row["obsid"] for row in rows[:-1]]
    assert [(r.row, r.name) for r in rejected] == [(len(rows) + 1, rows[-1]["obsid"])]
    assert "truncated" in rejected[0].reason
    assert {one.task_key for one in kept} == set(TASKS)
    assert all(int(one.object_id) > 2**63 for one in kept if one.survey == "SDSS")


def test_truth_is_hidden_and_everything_else_is_verbatim(demo: Path, planned: Planned) -> None:
    first = _kept(planned(demo))[0]
    assert first.hidden["truth"] == "YES"
    assert first.hidden["truth_class"] == "dwarf nova in quiescence"
    assert not {"truth", "truth_class"} & first.catalogue.keys()
    assert "dwarf nova" not in " ".join(first.catalogue.values())
    assert first.catalogue["tour"].startswith("tour 1 of 8")
    assert first.release == "synthetic"


def test_mapping_one_truth_does_not_show_the_other(demo: Path, planned: Planned) -> None:
    for one in _kept(planned(demo, mapping={"truth": "truth"}))[:3]:
        assert one.hidden.keys() == {"truth", "truth_class"}
        assert not {"truth", "truth_class"} & one.catalogue.keys()


def test_facts_are_read_from_the_spectrum(demo: Path, planned: Planned) -> None:
    drawn: list[str] = []

    def thumbnail(spectrum: Spectrum) -> str:
        drawn.append(spectrum.origin.object_id)
        return f"picture of {len(spectrum)} pixels"

    first = _kept(planned(demo, thumbnail=thumbnail))[0]
    assert first.snr == pytest.approx(28.0, rel=0.05)
    assert first.sparkline == "picture of 3909 pixels"
    assert len(first.content_hash or "") == 64
    assert len(drawn) >= 60


def test_second_epoch_shares_the_source(demo: Path, planned: Planned) -> None:
    kept = _kept(planned(demo))
    first, last = kept[0], kept[9]
    assert last.catalogue["tour"].startswith("tour 8 of 8")
    assert first.source_id == last.source_id
    assert first.object_id != last.object_id
    assert len({one.source_id for one in kept}) == len(kept) - 1


def test_importing_twice_changes_nothing(demo: Path, queue) -> None:  # type: ignore[no-untyped-def]
    first = carry_out(plan_import(Import(demo, TASKS)), queue.upsert)
    again = carry_out(plan_import(Import(demo, TASKS)), queue.upsert)
    n = len(queue.kept)
    assert (first.new, first.changed, first.unchanged, len(first.rejected)) == (n, 0, 0, 1)
    assert (again.new, again.changed, again.unchanged) == (0, 0, n)
    assert again.rejected == first.rejected
    assert max(queue.batches) <= 50


def test_an_edited_row_is_changed(demo: Path, tmp_path: Path, queue) -> None:  # type: ignore[no-untyped-def]
    shutil.copytree(demo.parent, tmp_path / "copy")
    copy = tmp_path / "copy" / demo.name
    carry_out(plan_import(Import(copy, TASKS)), queue.upsert)
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace("tour 2 of 8", "second stop"), encoding="utf-8")
    report = carry_out(plan_import(Import(copy, TASKS)), queue.upsert)
    assert (report.new, report.changed) == (0, 1)


def test_blank_ids_are_rejected_by_row_and_big_ids_kept(folder: Path, planned: Planned) -> None:
    path = _table(folder, "id,path,z\n39627772183708817,a.fits.gz,0\n,b.fits.gz,0\n"
                          "11889212318912313344,c.fits.gz,-9999\n")  # fmt: skip
    outcome = planned(path, task="cv")
    assert [(one.object_id, one.redshift) for one in _kept(outcome)] == [
        ("39627772183708817", 0.0), ("11889212318912313344", None),
    ]  # fmt: skip
    assert [(r.row, r.reason) for r in _rejected(outcome)] == [(3, "missing id")]


def test_repeats_and_one_id_at_two_positions_are_explained(folder: Path, planned: Planned) -> None:
    path = _table(folder, "id,path,ra,dec\n1,a.fits.gz,10,20\n1,a.fits.gz,10,20\n"
                          "1,b.fits.gz,10.1,20\n1,c.fits.gz,10.0001,20\n")  # fmt: skip
    outcome = planned(path, task="cv")
    assert [Path(one.path).name for one in _kept(outcome)] == ["a.fits.gz", "c.fits.gz"]
    reasons = [r.reason for r in _rejected(outcome)]
    assert reasons[0] == "repeats row 2: same id, spectrum and task"
    assert reasons[1].startswith("id 1 stands in row 2 too, 338 arcsec away")


def test_one_defective_file_is_one_reject(folder: Path, planned: Planned) -> None:
    fits.PrimaryHDU().writeto(folder / "empty.fits")
    path = _table(folder, "id,path\n1,a.fits.gz\n2,empty.fits\n3,gone.fits\n4,c.fits.gz\n")
    outcome = planned(path, task="wd")
    assert [one.object_id for one in _kept(outcome)] == ["1", "4"]
    assert [r.row for r in _rejected(outcome)] == [3, 4]
    assert "no file gone.fits" in _rejected(outcome)[1].reason
    assert str(folder / "empty.fits") not in _rejected(outcome)[0].reason


def test_mapping_overrides_the_guess(folder: Path, planned: Planned) -> None:
    path = _table(folder, "id,other,where,kind,label\n1,77,a.fits.gz,wd,YES\n")
    mapping = {"id": "other", "path": "where", "task": "KIND", "truth": "label"}
    (one,) = _kept(planned(path, mapping=mapping))
    assert (one.object_id, one.task_key, one.hidden) == ("77", "wd", {"label": "YES"})
    assert one.catalogue == {"id": "1"}


def test_a_second_path_column_is_tried_where_the_first_leads_nowhere(
    folder: Path, planned: Planned
) -> None:
    path = _table(folder, "id,path,file\n1,far/away.fits,a.fits.gz\n2,b.fits.gz,x\n3,y,z\n")
    outcome = planned(path, task="cv")
    assert [Path(one.path).name for one in _kept(outcome)] == ["a.fits.gz", "b.fits.gz"]
    assert "no file y in" in _rejected(outcome)[0].reason
    assert _kept(outcome)[0].catalogue == {"file": "a.fits.gz"}


def test_the_manifest_of_real_spectra_imports(reference: Path, planned: Planned) -> None:
    outcome = planned(reference / "spectra" / "MANIFEST.csv", task="cv", mapping={"truth": "label"})
    kept = _kept(outcome)
    surveys = Counter(one.survey.split()[0] for one in kept if one.survey)
    assert min(surveys[name] for name in ("LAMOST", "SDSS", "DESI")) >= 2
    assert len({one.content_hash for one in kept}) >= 200
    assert len(kept) >= 4 * len(_rejected(outcome))
    assert all("label" not in one.catalogue for one in kept)
    assert all(one.redshift is None or one.redshift > -0.5 for one in kept)


@pytest.mark.parametrize(
    ("mapping", "said"),
    [({"name": "id"}, "no such name; use one of id, path"), ({"id": "nope"}, "there are id, path")],
)
def test_a_wrong_mapping_names_what_is_allowed(
    folder: Path, mapping: dict[str, str], said: str
) -> None:
    with pytest.raises(CatalogueError, match=said):
        read_catalogue(_table(folder, "id,path\n1,a.fits.gz\n"), mapping)


def test_the_task_must_be_known(folder: Path, planned: Planned) -> None:
    path = _table(folder, "id,path,task\n1,a.fits.gz,cv\n2,b.fits.gz,xx\n")
    assert [r.reason for r in _rejected(planned(path))] == [
        "no task xx; there are cv, cc, ss, gm, wd"
    ]
    assert {one.task_key for one in _kept(planned(path, task="gm"))} == {"gm"}
    bare = _table(folder, "id,path\n1,a.fits.gz\n")
    with pytest.raises(CatalogueError, match="which task"):
        planned(bare)
    with pytest.raises(CatalogueError, match="no task qso"):
        planned(bare, task="qso")


def test_lamost_and_sdss_files_are_found_by_the_surveys_names(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    lamost = next((demo.parent / "spectra").glob("spec-*_sp*.fits.gz"))
    lmjd, rest = lamost.name.removeprefix("spec-").split("-", 1)
    plan, tail = rest.split("_sp")
    path = _table(tmp_path, "planid,lmjd,spid,fiberid\n"
                            f"{plan},{lmjd},{int(tail[:2])},{int(tail[3:6])}\n")  # fmt: skip
    (one,) = _kept(planned(path, task="cv", spectra=demo.parent))
    assert Path(one.path) == lamost.resolve()
    sdss = next((demo.parent / "spectra").glob("spec-1*.fits"))
    _, plate, mjd, fibre = sdss.name.removesuffix(".fits").split("-")
    path = _table(tmp_path, f"plate,mjd,fiberid\n{plate},{mjd},{int(fibre)}\n")
    (one,) = _kept(planned(path, task="cv", spectra=demo.parent))
    assert Path(one.path) == sdss.resolve()


def test_a_file_is_found_by_the_id_in_its_header(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    wanted = _kept(planned(demo))
    chosen = [wanted[0], next(one for one in wanted if one.survey == "DESI")]
    path = _table(tmp_path, "obsid\n" + "\n".join(one.object_id for one in chosen) + "\n404\n")
    outcome = planned(path, task="cv", spectra=demo.parent)
    assert [one.path for one in _kept(outcome)] == [one.path for one in chosen]
    assert "no file in" in _rejected(outcome)[0].reason
    assert "add a path column" in _rejected(outcome)[0].reason


def test_each_object_of_a_file_is_a_candidate_of_its_own(demo: Path, planned: Planned) -> None:
    desi = [one for one in _kept(planned(demo)) if one.survey == "DESI"]
    assert len(desi) > 4
    assert all(one.file_object == one.object_id for one in desi)
    assert len({one.content_hash for one in desi}) == len(desi)
    assert all(one.file_object is None for one in _kept(planned(demo)) if one.survey != "DESI")


def test_a_path_without_ids_gives_all_objects_of_the_file(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    coadd = next((demo.parent / "spectra").glob("coadd-*"))
    path = _table(tmp_path, f"path\n{coadd}\n")
    kept = _kept(planned(path, task="cv"))
    with fits.open(coadd) as hdus:
        assert [one.object_id for one in kept] == [
            str(i) for i in hdus["FIBERMAP"].data["TARGETID"]
        ]


def test_an_id_that_the_file_does_not_hold_is_rejected(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    coadd = next((demo.parent / "spectra").glob("coadd-*"))
    path = _table(tmp_path, f"id,path\n5,{coadd}\n6,{coadd}\n")
    rejected = _rejected(planned(path, task="cv"))
    assert [r.row for r in rejected] == [2, 3]
    assert "has no object 5" in rejected[0].reason


def test_two_files_of_one_id_are_not_guessed(folder: Path, planned: Planned) -> None:
    (folder / "old").mkdir()
    shutil.copy(folder / "a.fits.gz", folder / "old" / "a.fits.gz")
    path = _table(folder, "id\na\n")
    (reject,) = _rejected(planned(path, task="cv"))
    assert reject.reason.startswith("2 files match a (")


def test_fits_catalogue_of_ids_beyond_int64(folder: Path, planned: Planned) -> None:
    path = folder / "list.fits"
    fits.BinTableHDU.from_columns([
        fits.Column("SPECOBJID", "K", bzero=2**63,
                    array=np.array([11889212318912313344], dtype=np.uint64)),
        fits.Column("FILE", "20A", array=["a.fits.gz"]),
        fits.Column("P", "E", array=[0.25]),
    ]).writeto(path)  # fmt: skip
    (one,) = _kept(planned(path, task="cc"))
    assert (one.object_id, one.catalogue_score) == ("11889212318912313344", 0.25)


def test_sources_of_an_earlier_import_are_joined(folder: Path, planned: Planned) -> None:
    path = _table(folder, "id,path,ra,dec\n9,a.fits.gz,150.0,2.0\n")
    known = [KnownSource("SDSS 1", "SDSS", "1", 150.0005, 2.0)]
    assert _kept(planned(path, task="cv", known=known))[0].source_id == "SDSS 1"


def test_a_position_alone_takes_all_spectra_that_lie_there(
    demo: Path, tmp_path: Path, planned: Planned
) -> None:
    kept = _kept(planned(demo))
    twice = [one for one in kept if one.source_id == kept[0].source_id]
    first = kept[0]
    path = _table(tmp_path, f"ra,dec\n{first.ra},{first.dec}\n{first.ra},{first.dec - 1}\n")
    outcome = planned(path, task="cv", spectra=demo.parent)
    assert {one.content_hash for one in _kept(outcome)} == {one.content_hash for one in twice}
    assert len(twice) == 2
    (reject,) = _rejected(outcome)
    assert reject.row == 3
    assert "lies within 3 arcsec" in reject.reason

    other = next(one for one in kept if one.source_id != first.source_id)
    lines = ("# mine", "", other.object_id, f"{first.ra} {first.dec}", "400.5 +95.2", "no id")
    outcome = planned(keep_ids(tmp_path, "\n".join(lines)), task="cv", spectra=demo.parent)
    assert next(one.object_id for one in _kept(outcome)) == other.object_id
    assert {one.content_hash for one in _kept(outcome)[1:]} == {one.content_hash for one in twice}
    assert all(one.catalogue == {} for one in _kept(outcome))
    assert [one.row for one in _rejected(outcome)] == [5, 6]
    assert _rejected(outcome)[0].reason.startswith("ra 400.5 dec +95.2 is no position")


def test_cancelling_stops_and_progress_counts(demo: Path) -> None:
    seen: list[tuple[int, int]] = []
    plan = Import(
        demo, TASKS, progress=lambda done, total: seen.append((done, total)),
        cancelled=lambda: len(seen) >= 5,
    )  # fmt: skip
    assert len(list(plan_import(plan))) == 5
    assert [done for done, _ in seen] == [1, 2, 3, 4, 5]
    assert {total for _, total in seen} == {len(read_catalogue(demo).rows)}


def test_a_path_that_no_disk_takes_rejects_its_row_alone(folder: Path, planned: Planned) -> None:
    odd = ("~nobody-here/a.fits", "n" * 5000, "a\0b.fits")
    path = _table(folder, "id,path\n" + "\n".join(f"{n},{p}" for n, p in enumerate(odd)))
    rejected = _rejected(planned(path, task="cv"))
    assert len(rejected) == 3
    assert "no home folder ~nobody-here" in rejected[0].reason
