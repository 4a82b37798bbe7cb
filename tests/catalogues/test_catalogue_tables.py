"""Catalogues as exact text: delimiters, encodings, ids beyond 2**63, FITS strings."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits
from astropy.table import Table
from hypothesis import given
from hypothesis import strategies as st

from specreview.catalogues import cells, import_bytes, parsing, read_catalogue
from specreview.errors import CatalogueError

BIG = "11889212318912313344"  # passes 2**63


def _csv(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "list.csv"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfobsid,z\r\n" + BIG.encode() + b",1\r\n",
        b"obsid;z\n" + BIG.encode() + b";1\n",
        b"obsid\tz\r\n" + BIG.encode() + b"\t1",
        b"# made by hand\n\nobsid|z\n" + BIG.encode() + b"|1\n\n",
        ("obsid,z\n" + BIG + ",1\n").encode("utf-16"),
        b"sep=;\r\nobsid;z\r\n" + BIG.encode() + b";1\r\n",
        b"#obsid,z\n" + BIG.encode() + b",1\n",
        b"obsid,z,,\n" + BIG.encode() + b",1,,\n",
    ],
)
def test_any_csv_gives_the_same_rows(tmp_path: Path, content: bytes) -> None:
    table = read_catalogue(_csv(tmp_path, content))
    assert table.columns.names == ("obsid", "z")
    assert [dict(row.cells) for row in table.rows] == [{"obsid": BIG, "z": "1"}]


def test_latin_text_is_read_with_a_note(tmp_path: Path) -> None:
    table = read_catalogue(_csv(tmp_path, "id,note\n1,Å\n".encode("latin-1")))
    assert table.rows[0].cells["note"] == "Å"
    assert "Windows-1252" in table.notes[0]


def test_rows_that_do_not_fit_the_header_are_rejected_alone(tmp_path: Path) -> None:
    table = read_catalogue(_csv(tmp_path, b"id,z\n1,0\n2,0,7\n3\n4,0,,\n"))
    assert [row.cells["id"] for row in table.rows] == ["1", "4"]
    assert [(r.row, r.reason) for r in table.rejects] == [
        (3, "3 cells where the header has 2"),
        (4, "1 cells where the header has 2"),
    ]


def test_columns_without_a_name_are_counted(tmp_path: Path) -> None:
    table = read_catalogue(_csv(tmp_path, b"obsid,,z,\n1,a,0,b\n2,c,1,\n"))
    assert table.columns.names == ("obsid", "column 2", "z", "column 4")
    assert [row.cells["column 4"] for row in table.rows] == ["b", ""]


def test_an_open_quote_is_refused_and_not_a_long_cell(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="quote that opens in row 2 is never closed"):
        read_catalogue(_csv(tmp_path, b'id,note\n1,"open\n2,x\n3,x\n'))


def test_quoted_newlines_and_delimiters_stay_in_their_cell(tmp_path: Path) -> None:
    table = read_catalogue(_csv(tmp_path, b'id,note\n1,"a, b\n""c"""\n2,d\n'))
    assert [row.cells["note"] for row in table.rows] == ['a, b\n"c"', "d"]
    assert [row.number for row in table.rows] == [2, 3]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"PK\x03\x04rest", "Excel workbook"),
        (b"<html>404", "HTML"),
        (b"MZ\x90", "a program"),
        (b"\x00\x01\x02\x03", "no table that is read"),
        (b"id,id\n1,2\n", "column id stands twice"),
        (b"1,2\n3,4\n", "must name the columns"),
        (b"# only a comment\n", "holds no table"),
    ],
)
def test_what_is_no_catalogue_is_refused_by_name(tmp_path: Path, content: bytes, said: str) -> None:
    path = _csv(tmp_path, content)
    with pytest.raises(CatalogueError, match=said) as refusal:
        read_catalogue(path)
    assert str(path) in str(refusal.value)


def _fits(tmp_path: Path, columns: list[fits.Column]) -> Path:
    path = tmp_path / "list.fits"
    fits.BinTableHDU.from_columns(columns).writeto(path)
    return path


def test_fits_integers_keep_every_digit(tmp_path: Path) -> None:
    ids = np.array([int(BIG), 39627772183708817], dtype=np.uint64)
    path = _fits(tmp_path, [
        fits.Column("TARGETID", "K", bzero=2**63, array=ids),
        fits.Column("Z", "E", array=np.float32([0.1, np.nan])),
        fits.Column("N", "J", null=-1, array=[-1, 5]),
    ])  # fmt: skip
    rows = read_catalogue(path).rows
    assert [row.cells["TARGETID"] for row in rows] == [BIG, "39627772183708817"]
    assert [row.cells["Z"] for row in rows] == ["0.1", ""]
    assert [row.cells["N"] for row in rows] == ["", "5"]
    assert [row.number for row in rows] == [1, 2]


def test_fits_strings_lose_their_padding(tmp_path: Path) -> None:
    path = _fits(tmp_path, [
        fits.Column("SPECOBJID", "24A", array=[f"   {BIG}", "1  "]),
        fits.Column("MAGS", "2E", array=[[1.5, 2.0], [3.0, 4.25]]),
    ])  # fmt: skip
    rows = read_catalogue(path).rows
    assert [row.cells["SPECOBJID"] for row in rows] == [BIG, "1"]
    assert rows[0].cells["MAGS"] == "1.5 2"


def test_a_fits_table_of_text_is_read_and_keeps_every_digit(tmp_path: Path) -> None:
    path, table = tmp_path / "list.fits", fits.TableHDU.from_columns([
        fits.Column("id", "A20", array=[BIG, "2"], ascii=True),
        fits.Column("n", "I20", array=[39627772183708817, 2], ascii=True, null="2"),
        fits.Column("z", "D12.4", array=[0.125, -1.0], ascii=True),
    ])  # fmt: skip
    table.writeto(path)
    first, second = read_catalogue(path).rows
    assert (first.cells["id"], first.cells["n"]) == (BIG, "39627772183708817")
    assert (float(first.cells["z"]), float(second.cells["z"])) == (0.125, -1.0)
    assert second.cells["n"] == ""


@pytest.mark.parametrize("form", ["fits", "votable"])
def test_a_table_without_rows_is_one(tmp_path: Path, form: str) -> None:
    Table({"id": np.zeros(0, int)}).write(tmp_path / "list", format=form)
    table = read_catalogue(tmp_path / "list")
    assert (table.columns.names, len(table.rows)) == (("id",), 0)


def test_a_fits_name_that_stands_twice_is_said(tmp_path: Path) -> None:
    path = _fits(tmp_path, [fits.Column("z", "E", array=[1]), fits.Column("y", "E", array=[1])])
    path.write_bytes(path.read_bytes().replace(b"'y       '", b"'z       '"))
    with pytest.raises(CatalogueError, match="column z stands twice"):
        read_catalogue(path)


def test_a_spectrum_as_catalogue_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "spectrum.fits"
    fits.PrimaryHDU(np.zeros((5, 10))).writeto(path)
    with pytest.raises(CatalogueError, match="is it a spectrum"):
        read_catalogue(path)


def test_a_truncated_fits_table_is_refused(tmp_path: Path) -> None:
    path = _fits(tmp_path, [fits.Column("ID", "K", array=np.arange(2000))])
    path.write_bytes(path.read_bytes()[:6000])
    with pytest.raises(CatalogueError, match=r"list\.fits: truncated"):
        read_catalogue(path)


@given(st.integers(min_value=0, max_value=2**70))
def test_whole_ids_come_through_unchanged(value: int) -> None:
    assert cells.id_of(str(value)) == (str(value), "")
    assert cells.exact_text(value) == str(value)


@pytest.mark.parametrize("text", ["", "  ", "nan", "NULL", "--", "-9999", "None"])
def test_blank_and_sentinel_ids_are_missing(text: str) -> None:
    assert cells.id_of(text) == (None, "missing id")


@pytest.mark.parametrize(
    ("text", "kept"), [("27904160.0", "27904160"), ("spec-0001 ", "spec-0001"), ("1e5a", "1e5a")]
)
def test_ids_that_can_be_mended_are(text: str, kept: str) -> None:
    assert cells.id_of(text) == (kept, "")


@pytest.mark.parametrize("text", ["3.96277721837088E+16", "39627772183708817.0", "1e19"])
def test_ids_that_lost_digits_are_refused_not_guessed(text: str) -> None:
    kept, reason = cells.id_of(text)
    assert kept is None
    assert "lost digits" in reason


@pytest.mark.parametrize(
    ("text", "value"),
    [("-9999", None), ("nan", None), ("inf", None), ("0.1", 0.1), ("-0.0003", -0.0003),
     ("0,125", 0.125), ("-9", None), ("", None), ("x", None)],
)  # fmt: skip
def test_redshift_sentinels_are_none(text: str, value: float | None) -> None:
    assert cells.redshift(text) == value


@pytest.mark.parametrize(
    ("ra", "dec", "expected"),
    [
        ("157.963334", "35.983138", (157.963334, 35.983138)),
        ("10:31:51.20", "-00:30:00", (157.963333, -0.5)),
        ("10h31m51.2s", "+35d58m59.2s", (157.963333, 35.983111)),
        ("361", "-91", (None, None)),
    ],
)
def test_coordinates(ra: str, dec: str, expected: tuple[float | None, float | None]) -> None:
    found = (cells.right_ascension(ra), cells.declination(dec))
    assert found == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"MZ\x90\x00", "a.exe", "a catalogue ends in one of"),
        (b"MZ\x90\x00", "a.fits", "is a program"),
        (b"MZ\x90\x00", "a.csv", "is a program"),
        (gzip.compress(b"\x7fELF"), "a.csv.gz", "is a program"),
        (gzip.compress(b"id,z\n" + bytes(range(48, 58)) * 99)[:40], "a.csv.gz", "truncated gzip"),
    ],
    ids=lambda value: value if isinstance(value, str) else "bytes",
)
def test_an_upload_is_judged_by_its_content(content: bytes, name: str, said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        import_bytes(content, name)


def test_an_upload_is_the_same_table_as_the_file(tmp_path: Path) -> None:
    path = _fits(tmp_path, [fits.Column("ID", "K", array=[2**62 + 1])])
    for content, name in (
        (path.read_bytes(), "a.fits"), (gzip.compress(path.read_bytes()), "a.fits.gz"),
    ):  # fmt: skip
        assert import_bytes(content, name).rows == read_catalogue(path).rows
    assert import_bytes(gzip.compress(b"id\n5\n"), "a.csv.gz").rows[0].cells == {"id": "5"}


def test_a_huge_upload_is_refused_without_reading_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "UPLOAD_LIMIT", 10)
    with pytest.raises(CatalogueError, match="give its path instead"):
        import_bytes(b"id,z\n1,2\n3,4\n", "a.csv")
