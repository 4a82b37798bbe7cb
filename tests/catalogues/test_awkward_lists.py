"""Lists as other programs write them, at their most awkward."""

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits
from astropy.table import MaskedColumn, Table

from specreview.catalogues import import_bytes, read_catalogue
from specreview.catalogues.cells import id_of
from specreview.errors import CatalogueError

BEYOND = 39627772183708817


@pytest.mark.parametrize("texts", [["a", "secret", "c"], ["é", "no", ""]])
def test_a_text_that_binary2_flags_as_null_is_none(tmp_path: Path, texts: list[str]) -> None:
    masked = MaskedColumn(texts, mask=[False, True, False], dtype=object)
    table = Table({"n": np.arange(3), "id": masked, "ok": [True, False, True]})
    table.write(tmp_path / "a.vot", format="votable", tabledata_format="binary2")
    rows = read_catalogue(tmp_path / "a.vot").rows
    assert [row.cells["id"] for row in rows] == [texts[0], "", texts[2]]
    assert [row.cells["n"] for row in rows] == ["0", "1", "2"]


def test_a_votable_whose_rows_are_a_fits_file_is_read() -> None:
    inner = io.BytesIO()
    table = fits.BinTableHDU.from_columns([fits.Column("ID", "K", array=[BEYOND])])
    fits.HDUList([fits.PrimaryHDU(), table]).writeto(inner)
    stream = base64.encodebytes(inner.getvalue()).decode()
    text = f'<VOTABLE><FITS><STREAM encoding="base64">{stream}</STREAM></FITS></VOTABLE>'
    found = import_bytes(text.encode(), "a.vot")
    assert (found.format, found.rows[0].cells) == ("VOTable", {"ID": str(BEYOND)})


def test_a_fits_table_with_a_column_in_each_cell_is_refused(tmp_path: Path) -> None:
    column = fits.Column("ID", "3K", array=np.arange(3).reshape(1, 3))
    fits.BinTableHDU.from_columns([column]).writeto(tmp_path / "a.fits")
    with pytest.raises(CatalogueError, match="save it as FITS with one row an object"):
        read_catalogue(tmp_path / "a.fits")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_read_with_and_without_its_mark(encoding: str) -> None:
    table = import_bytes("obsid\tname\n5\tBêta\n".encode(encoding), "a.tsv")
    assert table.rows[0].cells == {"obsid": "5", "name": "Bêta"}


@pytest.mark.parametrize("cell", [f"'{BEYOND}", f'="{BEYOND}"', f" {BEYOND} "])
def test_what_guards_an_id_from_a_spreadsheet_is_no_part_of_it(cell: str) -> None:
    assert id_of(cell) == (str(BEYOND), "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\\fixlen = T\n|obsid|\n|long |\n 5\n", "an IPAC table; save it as CSV"),
        ("Title: x\n====\n", "machine-readable table"),
        ("\\begin{tabular}{l}\n", "a LaTeX table"),
    ],
)
def test_other_texts_are_refused_by_their_names(text: str, said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        import_bytes(text.encode(), "a.txt")


def test_blank_cells_of_aligned_columns_are_blank() -> None:
    text = "obsid   ra     name \n5      150.1  NGC 1\n\n6             M31\n7      151.25 HD 12\n"
    table = import_bytes(text.encode(), "a.txt")
    assert [(row.number, *row.cells.values()) for row in table.rows] == [
        (2, "5", "150.1", "NGC 1"),
        (4, "6", "", "M31"),
        (5, "7", "151.25", "HD 12"),
    ]
    commented = import_bytes(b"# obsid ra    dec\n  5     150.1 2\n  6           3\n", "a.txt")
    assert [list(row.cells.values()) for row in commented.rows] == [
        ["5", "150.1", "2"],
        ["6", "", "3"],
    ]
    (bad,) = import_bytes(b"obsid ra dec\n5 150.1 2\n6 3\n", "a.txt").rejects
    assert bad.row == 3
