"""Uploaded and pasted lists are kept; how a queue's list is read is remembered."""

from pathlib import Path

import pytest

from specreview.catalogues import read_catalogue
from specreview.catalogues.pasted import HEADER, pasted_table
from specreview.errors import CatalogueError
from specreview.intake import ImportRequest
from specreview.kept_lists import keep_ids, keep_list
from specreview.services import Workspace


def test_the_same_upload_is_the_same_file_under_a_safe_name(tmp_path: Path) -> None:
    kept = keep_list(tmp_path, "../../My list é.csv.gz", b"\x1f\x8b rest")
    assert kept.parent == tmp_path / "lists"
    assert kept.name.startswith("My_list_é-")
    assert kept.name.endswith(".csv.gz")
    assert keep_list(tmp_path, "../../My list é.csv.gz", b"\x1f\x8b rest") == kept
    assert keep_list(tmp_path, "My list é.csv.gz", b"\x1f\x8b more") != kept
    assert len(list(kept.parent.iterdir())) == 2
    with pytest.raises(CatalogueError, match="is a program"):
        keep_list(tmp_path, "a.csv", b"MZ\x90")
    with pytest.raises(CatalogueError, match="a catalogue ends in"):
        keep_list(tmp_path, "a.exe", b"id\n1\n")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("39627772183708817\n\n# mine\n11889212318912313344",
         [("39627772183708817", "", ""), ("11889212318912313344", "", "")]),
        ("10 31 51.2 -00 30 00\n157.96, 35.98",
         [("", "10 31 51.2", "-00 30 00"), ("", "157.96", "35.98")]),
        ("7 150.1 2.2\n1, 2", [("7", "150.1", "2.2"), ("1", "", ""), ("2", "", "")]),
        ("400.5 +95.2\n7", [("", "400.5", "+95.2"), ("7", "", "")]),
        ("5\nnot an id", [("5", "", ""), ("not an id", "", "")]),
    ],
)  # fmt: skip
def test_pasted_lines_are_ids_and_positions(text: str, rows: list[tuple[str, str, str]]) -> None:
    header, found = pasted_table(text)
    assert [tuple(dict(zip(header, row, strict=True)).get(name, "") for name in HEADER[1:])
            for row in found] == rows  # fmt: skip
    told = text.split("\n")
    assert all(row[1].split(".")[0] in told[int(row[0]) - 1] for row in found), "by their lines"


def test_a_pasted_table_keeps_its_columns(tmp_path: Path) -> None:
    kept = keep_ids(tmp_path, "obsid\tz\n5\t0.1\n\n6\t\n")
    assert kept.read_text() == "obsid,z\n5,0.1\n\n6,\n"
    assert [row.number for row in read_catalogue(kept).rows] == [2, 4]


@pytest.mark.parametrize(
    ("text", "said"), [(" \n", "nothing was pasted"), ("3.9E+16", "line 1: 3.9E.16 is no id")]
)
def test_what_cannot_be_read_is_said_by_line(text: str, said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        pasted_table(text)


@pytest.fixture
def workspace(tmp_path: Path):
    flux = "".join(f"{4000 + n},{5 + n % 7}\n" for n in range(60))
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("wavelength,flux\n" + flux)
    (tmp_path / "list.csv").write_text("n,where,other\n1,a.csv,8\n2,b.csv,9\n")
    with Workspace.open(tmp_path) as opened:
        yield opened


def _ids(workspace: Workspace, queue_id: int) -> list[str]:
    return [row.candidate.object_id for row in workspace.store.rows(queue_id, "")]


def test_a_queue_remembers_its_mapping_until_another_is_given(workspace, tmp_path: Path) -> None:
    source = tmp_path / "list.csv"
    with pytest.raises(CatalogueError, match="no column says which spectrum"):
        workspace.import_queue(ImportRequest("q", source, "cv"))
    mapping = {"id": "n", "path": "where"}
    queue, _ = workspace.import_queue(ImportRequest("q", source, "cv", mapping=mapping))
    assert queue.mapping == mapping
    _, again = workspace.import_queue(ImportRequest("q", source, "cv"))
    assert (again.new, again.unchanged) == (0, 2)
    other = {"id": "other", "path": "where"}
    queue, report = workspace.import_queue(ImportRequest("q", source, "cv", mapping=other))
    assert (report.new, workspace.store.queues.get("q").mapping) == (2, other)
    assert _ids(workspace, queue.id) == ["1", "2", "8", "9"]
    with pytest.raises(CatalogueError, match="no column says"):
        workspace.import_queue(ImportRequest("q", source, "cv", guess=True))
    assert workspace.store.queues.get("q").mapping == other


def test_a_queue_remembers_the_folder_of_its_spectra(workspace, tmp_path: Path) -> None:
    (tmp_path / "night").mkdir()
    (tmp_path / "a.csv").rename(tmp_path / "night" / "a.csv")
    source = tmp_path / "list.csv"
    source.write_text("id,path\n1,a.csv\n")
    made, _ = workspace.import_queue(ImportRequest("q", source, "cv", tmp_path / "night"))
    assert made.spectra == str(tmp_path / "night")
    _, again = workspace.import_queue(ImportRequest("q", source, "cv"))
    assert again.unchanged == 1
    (tmp_path / "night").rename(tmp_path / "day")
    with pytest.raises(CatalogueError, match=r"night: the folder .* say with --spectra"):
        workspace.import_queue(ImportRequest("q", source, "cv"))
    _, beside = workspace.import_queue(ImportRequest("q", source, "cv", guess=True))
    assert beside.rejected[0].reason == f"no file a.csv in {tmp_path}"
