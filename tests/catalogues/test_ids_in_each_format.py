"""Ids, nulls and damage in each of the five formats: exact or refused, never quietly wrong."""

import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from astropy.io import fits
from astropy.table import MaskedColumn, Table

from specreview.catalogues import read_catalogue
from specreview.catalogues.cells import id_of
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError

TARGET = 39627772183708817  # case 34: a float makes ...816 of it
UNSIGNED = 11889212318912313344  # case 35: beyond 2**63


def _ids(table: CatalogueTable) -> list[tuple[str | None, str]]:
    return [id_of(table.columns.value(row.cells, "id")) for row in table.rows]


def _written(path: Path, table: Table, **options: str) -> CatalogueTable:
    if options["format"] == "fits":
        table.write(path, **options)
        return read_catalogue(path)
    held = io.StringIO() if options["format"].startswith("ascii") else io.BytesIO()
    table.write(held, **options)
    content = held.getvalue()
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_catalogue(path)


FORMATS = (
    {"format": "ascii.csv"},
    {"format": "ascii.ecsv"},
    {"format": "ascii.ecsv", "delimiter": ","},
    {"format": "fits"},
    {"format": "votable", "tabledata_format": "tabledata"},
    {"format": "votable", "tabledata_format": "binary2"},
)


@pytest.mark.parametrize("options", FORMATS, ids=lambda o: "-".join(o.values()))
def test_a_blank_id_takes_no_digit_from_the_others(tmp_path: Path, options) -> None:
    ids = MaskedColumn([TARGET, 5, 2**62 + 1], mask=[False, True, False])
    table = Table({"targetid": ids, "z": [0.5, np.nan, -9999.0], "note": ["a b", 'c"d', "e;f"]})
    read = _written(tmp_path / "list", table, **options)
    assert _ids(read) == [(str(TARGET), ""), (None, "missing id"), (str(2**62 + 1), "")]
    assert [row.cells["note"] for row in read.rows] == ["a b", 'c"d', "e;f"]


def test_unsigned_ids_keep_every_digit_or_are_refused(tmp_path: Path) -> None:
    table = Table({"specobjid": np.array([UNSIGNED, 7], dtype="u8")})
    for number, options in enumerate(FORMATS[:4]):
        assert _ids(_written(tmp_path / f"{number}", table, **options))[0] == (str(UNSIGNED), "")
    pq.write_table(pa.table({"specobjid": pa.array([UNSIGNED, None], pa.uint64())}), tmp_path / "p")
    assert _ids(read_catalogue(tmp_path / "p")) == [(str(UNSIGNED), ""), (None, "missing id")]
    pq.write_table(pa.table({"id": pa.array([UNSIGNED], pa.decimal128(20))}), tmp_path / "d")
    assert _ids(read_catalogue(tmp_path / "d")) == [(str(UNSIGNED), "")]
    beyond = Table({"id": [str(UNSIGNED)]})
    held = io.BytesIO()
    beyond.write(held, format="votable")
    clipped = held.getvalue().replace(b'"unicodeChar"', b'"long"').replace(b'arraysize="20"', b"")
    (tmp_path / "v.vot").write_bytes(clipped)
    ((kept, reason),) = _ids(read_catalogue(tmp_path / "v.vot"))
    assert (kept, "lost digits" in reason) == (None, True), "no VOTable long holds it"


@pytest.mark.parametrize("kind", ["f4", "f8"])
@pytest.mark.parametrize("options", FORMATS[1:], ids=lambda o: "-".join(o.values()))
def test_ids_kept_as_floats_are_whole_or_refused(tmp_path: Path, options, kind: str) -> None:
    exact_below = 2**24 if kind == "f4" else 2**53
    table = Table({"id": np.array([exact_below - 1, exact_below + 2], dtype=kind)})
    whole, lost = _ids(_written(tmp_path / "list", table, **options))
    assert whole == (str(exact_below - 1), "")
    assert lost[0] is None
    assert "lost digits" in lost[1]


def test_a_parquet_column_that_a_null_made_float_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"id": [float(TARGET), None], "z": [1.0, 2.0]}), tmp_path / "p")
    (lost, missing) = _ids(read_catalogue(tmp_path / "p"))
    assert "lost digits" in lost[1]
    assert missing == (None, "missing id")


@pytest.mark.parametrize("text", ["-9999.0", "-1", "-9223372036854775808", "\u2009"])
def test_what_stands_for_no_id_is_missing(text: str) -> None:
    assert id_of(text) == (None, "missing id")


def test_blanks_of_other_widths_and_negative_ids_stay_ids() -> None:
    assert id_of("HD\u2009224834") == ("HD 224834", "")
    assert id_of("-2713437") == ("-2713437", ""), "a sky fibre of DESI"


def test_topcat_ascii_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(f'# obsid ra   note\n  {TARGET} 1.5 "a b"\n')
    (row,) = read_catalogue(tmp_path / "t.txt").rows
    assert row.cells == {"obsid": str(TARGET), "ra": "1.5", "note": "a b"}


def test_damaged_and_foreign_files_are_refused_by_name(tmp_path: Path) -> None:
    whole = Table({"id": np.arange(3000), "z": np.arange(3000.0)})
    twice = b'<?xml version="1.0"?><VOTABLE version="1.4"><RESOURCE><TABLE><FIELD name="id" '
    twice += b'datatype="int"/><FIELD name="id" datatype="int"/><DATA><TABLEDATA><TR><TD>1</TD>'
    twice += b"<TD>2</TD></TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>"
    failed = b'<VOTABLE version="1.4"><RESOURCE><INFO name="QUERY_STATUS" value="ERROR">no '
    failed += b"column zz</INFO></RESOURCE></VOTABLE>"
    vot = io.BytesIO()
    whole.write(vot, format="votable")
    pq.write_table(pa.table({"id": [1]}), tmp_path / "p")
    loglam = fits.BinTableHDU(Table({"flux": [1.0, 2.0], "loglam": [3.6, 3.7]})).writeto
    loglam(tmp_path / "sdss")
    for content, said in (
        (vot.getvalue()[:9000], "cannot be read as a VOTable"),
        (twice, "column id stands twice"),
        (failed, "its service reports: no column zz"),
        ((tmp_path / "p").read_bytes()[:-20], "truncated Parquet"),
        (b"\n<!doctype html><p>404", "HTML"),
        ((tmp_path / "sdss").read_bytes(), "is a spectrum, not a list"),
        (b"wavelength,flux\n4000,1\n4001,2\n", "is a spectrum, not a list"),
        (b"# %ECSV 1.0\n# ---\n# datatype: 5\nid z\n1 2\n", "head of this ECSV"),
    ):
        path = tmp_path / "list"
        path.write_bytes(content)
        with pytest.raises(CatalogueError, match=said) as refusal:
            read_catalogue(path)
        assert str(path) in str(refusal.value)


def test_a_mapping_that_does_not_fit_names_the_nearest_column(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("OBSID_LRS,zz\n1,2\n")
    with pytest.raises(CatalogueError, match="there are OBSID_LRS, zz; did you mean OBSID_LRS"):
        read_catalogue(tmp_path / "l.csv", {"id": "OBSID_LR"})
