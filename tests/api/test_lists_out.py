"""Decisions as tables, and as files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from astropy import units as u
from astropy.table import QTable

from specreview import Queue
from specreview.errors import SettingsError
from tests.api.conftest import IDS

VI = "TARGETID,VI_scanner,VI_quality,VI_issue,VI_z,VI_spectype,VI_comment"


@pytest.fixture
def answered(make: Callable[..., Queue], table: QTable, tmp_path: Path) -> Queue:
    """Ann answered two candidates, YES with confidence 4 and NO with 3."""
    table["ra"], table["dec"] = [10.0, 11.0, 12.0] * u.hourangle, [1.0, 2.0, 3.0] * u.deg
    queue = make(table)
    (tmp_path / "vi.csv").write_text(
        f"{VI}\n{IDS[0]},Ann,4,,0.0001,STAR,sure\n{IDS[1]},Ann,3,,,QSO,\n"
    )
    queue.import_answers(tmp_path / "vi.csv", yes=["STAR"], no=["QSO"])
    return queue


def test_decisions_have_units_meaning_and_provenance(answered: Queue) -> None:
    table = answered.decisions()
    assert list(table["id"]) == list(IDS[:2]), "every digit"
    assert list(table["answer"]) == ["YES", "NO"]
    assert table["ra"].unit == u.deg
    assert table["ra"][0].value == pytest.approx(150.0, abs=1e-9)
    assert table["answer"].info.description == "the standing answer of a person"
    assert table.meta["queue"] == "stars"
    assert list(answered.decisions("approved")["id"]) == [IDS[0]]
    assert len(answered.decisions("history")) == 2
    assert (answered.counts.answered, answered.people) == (2, ("Ann",))


def test_a_list_without_rows_is_a_table_too(make: Callable[..., Queue], table: QTable) -> None:
    empty = make(table).decisions()
    assert (len(empty), "answer" in empty.colnames) == (0, True)


def test_whose_answers_is_asked_where_several_decided(answered: Queue, tmp_path: Path) -> None:
    (tmp_path / "bob.csv").write_text(f"{VI}\n{IDS[0]},Bob,3,,,STAR,\n")
    answered.import_answers(tmp_path / "bob.csv", yes=["STAR"])
    with pytest.raises(SettingsError, match=r"whose answers\? there are Ann, Bob; give reviewer=N"):
        answered.decisions()
    assert list(answered.decisions(reviewer="Bob")["vi_quality"]) == [3]
    assert len(answered.decisions("history")) == 3
    assert len(answered.decisions("history", reviewer="Bob")) == 1
    with pytest.raises(SettingsError, match="no decisions by Cem in queue stars; there are Ann"):
        answered.decisions(reviewer="Cem")
    with pytest.raises(SettingsError, match="no list 'all'; there are: approved, current"):
        answered.decisions("all")  # type: ignore[arg-type]


def test_export_writes_the_same_rows(answered: Queue, tmp_path: Path) -> None:
    made = answered.export(tmp_path / "out.ecsv", "current")
    back = QTable.read(made.path)
    assert list(back["id"].astype(str)) == list(answered.decisions()["id"])
    assert back["ra"].unit == u.deg
    with pytest.raises(SettingsError, match="exists already"):
        answered.export(tmp_path / "out.ecsv", "current")
    with pytest.raises(SettingsError, match=r"\.xlsx: lists are written as"):
        answered.export(tmp_path / "out.xlsx")
