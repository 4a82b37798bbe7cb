"""Exported files: exact values, harmless text, other tools' readers, whole or not at all."""

import csv
import io
import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits
from astropy.table import Table
from hypothesis import given
from hypothesis import strategies as st

from specreview.errors import SettingsError
from specreview.export import ReadyList, columns_for, select_rows
from specreview.export.csv_file import cell, harmless
from specreview.export.spelled import ascii_text, line_text, plain_text

AWKWARD = 'a,b\n"c"; α Å ≥ 3 – "naïve" 日本 \U0001f52d' + "x" * 300
BIG = "11889212318912313344"


@pytest.fixture
def rows(make_row):  # type: ignore[no-untyped-def]
    return [
        make_row(1, comment="=HYPERLINK(1)", catalogue={"Tour Text": AWKWARD, "G mag": "17.5"}),
        make_row(2, comment=AWKWARD, redshift=0.1 + 0.2, ra=None, dec=None, snr=None,
                 confidence=None, object_id="-2713437"),
        make_row(3, comment="", score=None, has_verdict=False, verdict=None,
                 catalogue={"tour text": "@x"}),
    ]  # fmt: skip


def _write(folder: Path, name: str, rows, made, **options):  # type: ignore[no-untyped-def]
    return _ready(rows, made).write(folder / name, **options)


def _ready(rows, made) -> ReadyList:  # type: ignore[no-untyped-def]
    columns = columns_for(rows)
    return ReadyList(select_rows(rows, "current", 3), made(rows), columns, columns)


def _read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("+1-2", "'+1-2"), ("@x", "'@x"), ("-x", "'-x"),
        (" =1+1", "' =1+1"), ("\t=1", "'\t=1"), ("＝1", "'＝1"), ("-2713437", "-2713437"),
        ("1-2", "1-2"), (-0.0003, "-0.0003"), (-5, "-5"), (None, ""), (0.1 + 0.2, repr(0.1 + 0.2)),
    ],
)  # fmt: skip
def test_text_is_made_harmless_and_numbers_stay_numbers(value, text) -> None:  # type: ignore[no-untyped-def]
    assert cell(value) == text


@given(st.text())
def test_no_text_can_start_a_formula(text: str) -> None:
    safe = harmless(text)
    assert safe in (text, "'" + text)
    try:
        float(safe)
    except ValueError:
        assert not safe.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_csv_comes_back_exactly(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    read = _read_csv(_write(tmp_path, "list.csv", rows, made).path)
    assert [row["id"] for row in read] == [BIG, "-2713437", BIG]
    assert [float(row["z"]) for row in read] == [-0.0003, 0.1 + 0.2, -0.0003]
    assert read[0]["comment"] == "'=HYPERLINK(1)"
    assert read[1]["comment"] == AWKWARD
    assert read[1]["ra"] == read[1]["vi_quality"] == read[2]["score"] == ""
    assert read[0]["decided_at"].endswith("+00:00")
    assert read[0]["issues"] == "KL"


def test_csv_opens_in_astropy(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    path = _write(tmp_path, "list.csv", rows, made).path
    table = Table.read(path, format="ascii.csv", converters={"id": str})
    assert len(table) == 3
    assert table["id"][0] == BIG
    assert table["z"].dtype == np.float64
    assert table["comment"][1] == AWKWARD


def test_csv_has_its_provenance_beside_it(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    written = _write(tmp_path, "list.csv", rows, made)
    facts = json.loads((tmp_path / "list.csv.meta.json").read_text(encoding="utf-8"))
    assert facts["sha256"] == sha256(written.path.read_bytes()).hexdigest() == written.sha256
    assert facts["provenance"]["reviewer"] == "Zoë Łuczak"
    assert facts["provenance"]["rows"] == 3
    units = {column["name"]: column["unit"] for column in facts["columns"]}
    assert (units["ra"], units["active_seconds"], units["z"]) == ("deg", "s", "")


def test_catalogue_columns_of_like_names_stay_apart(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    read = _read_csv(_write(tmp_path, "list.csv", rows, made).path)
    assert read[0]["cat_tour_text"] == AWKWARD
    assert read[2]["cat_tour_text_2"] == "'@x"
    assert read[0]["cat_g_mag"] == "17.5"


def test_names_of_reviewers_only_on_request(rows) -> None:  # type: ignore[no-untyped-def]
    assert "reviewers" not in [column.name for column in columns_for(rows)]
    assert "reviewers" in [column.name for column in columns_for(rows, reviewers=True)]


def test_fits_comes_back_with_units_and_descriptions(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    path = _write(tmp_path, "list.fits", rows, made).path
    table = Table.read(path)
    assert [str(value) for value in table["id"]] == [BIG, "-2713437", BIG]
    assert list(table["z"]) == [-0.0003, 0.1 + 0.2, -0.0003]
    assert str(table["ra"].unit) == "deg"
    with fits.open(path) as hdus:
        number = hdus["LIST"].columns.names.index("ra") + 1
        assert hdus["LIST"].header[f"TCOMM{number}"] == "right ascension, ICRS"
    assert table["vi_quality"].mask.tolist() == [False, True, False]
    assert np.isnan(table["snr"].filled(np.nan)[1])
    assert str(table["comment"][1]).startswith(
        r'a,b\n"c"; \u03b1 \xc5 \u2265 3 \u2013 "na\xefve" \u65e5'
    )
    assert plain_text(str(table["comment"][1])) == AWKWARD
    assert str(table["comment"][1]).endswith("x" * 300)


def test_fits_header_tells_where_the_list_comes_from(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    with fits.open(_write(tmp_path, "list.fits", rows, made).path, checksum=True) as hdus:
        header = hdus[0].header
        assert header["QUEUE"] == r"GAC H\u03b1 sample"
        assert plain_text(header["REVIEWER"]) == "Zoë Łuczak"
        assert header["DATE"] == "2026-12-01T02:14:09"
        assert (header["NROWS"], header["NCAND"], header["MINCONF"]) == (3, 3, 3)
        assert {"CHECKSUM", "DATASUM"} <= set(header)
        assert header["ORIGIN"].startswith("specreview ")
        assert header["SOURCE"].endswith("long/o'hara.csv")
        assert header["TASK1"].split()[1] == "version"
        assert len(header["TASKSH1"]) == 64
        assert header["INSP1"] == "server Spec-o3-7B " + "1f2c9e" * 7
        assert (header["INSPSH1"], header["INSPN1"]) == ("d" * 64, 2)
        assert (header["INSPSH2"], header["INSPN2"]) == ("e" * 64, 1)


@given(st.text())
def test_ascii_text_is_printable_and_can_be_read_back(text: str) -> None:
    safe = ascii_text(text)
    assert all(" " <= letter <= "~" for letter in safe)
    assert plain_text(safe) == text == plain_text(line_text(text))


@pytest.mark.parametrize("name", ["list.csv", "list.fits"])
def test_an_empty_list_is_a_file_with_columns(tmp_path, name, made) -> None:  # type: ignore[no-untyped-def]
    path = _write(tmp_path, name, [], made).path
    names = Table.read(path).colnames if name.endswith("fits") else path.read_text().split(",")
    assert names[0] == "id"


@pytest.mark.parametrize("some", [True, False])
def test_fitsverify_finds_nothing(tmp_path, rows, made, some) -> None:  # type: ignore[no-untyped-def]
    program = shutil.which("fitsverify")
    if program is None:
        pytest.skip("fitsverify is not installed (apt-get install fitsverify)")
    path = _write(tmp_path, "list.fits", rows if some else [], made).path
    done = subprocess.run([program, path], capture_output=True, text=True, check=False)
    assert "found 0 warning(s) and 0 error(s)" in done.stdout, done.stdout


@pytest.mark.parametrize("name", ["list.csv", "list.fits"])
def test_stilts_sees_the_same_rows(tmp_path, rows, made, name) -> None:  # type: ignore[no-untyped-def]
    program = shutil.which("stilts")
    if program is None:
        pytest.skip("stilts is not installed (apt-get install stilts)")
    path = _write(tmp_path, name, rows, made).path
    done = subprocess.run(
        [program, "tpipe", f"in={path}", f"ifmt={path.suffix[1:]}", "cmd=keepcols 'id z comment'",
         "ofmt=csv"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    read = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [float(row["z"]) for row in read] == [-0.0003, 0.1 + 0.2, -0.0003]
    if path.suffix == ".fits":  # from a CSV, TOPCAT guesses a number type and loses digits
        assert [row["id"] for row in read] == [BIG, "-2713437", BIG]


def test_an_older_file_is_kept_unless_told_otherwise(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "list.csv").write_text("old")
    with pytest.raises(SettingsError, match=r"list\.csv: exists already.*--overwrite"):
        _write(tmp_path, "list.csv", rows, made)
    assert (tmp_path / "list.csv").read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["list.csv"]
    _write(tmp_path, "list.csv", rows, made, overwrite=True)
    assert len(_read_csv(tmp_path / "list.csv")) == 3


@pytest.mark.parametrize("name", ["list.xlsx", "list", "list.fits.gz"])
def test_other_endings_are_refused(tmp_path, rows, made, name) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SettingsError, match=r"\.csv, \.ecsv, \.fits, \.vot, \.parquet, \.jsonl"):
        _write(tmp_path, name, rows, made)


def test_more_columns_than_fits_has_names_for_are_refused(tmp_path, make_row, made) -> None:  # type: ignore[no-untyped-def]
    wide = [make_row(1, catalogue={f"c{n}": "1" for n in range(1100)})]
    with pytest.raises(SettingsError, match=r"\d{4} columns, and FITS table holds 999 at most"):
        _write(tmp_path, "list.fits", wide, made)
    assert list(tmp_path.iterdir()) == []
    assert _write(tmp_path, "list.vot", wide, made).rows == 1


def test_a_place_where_no_file_can_be_is_said(tmp_path, rows, made) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "folder.csv").mkdir()
    for folder, name, said in (
        ("gone", "list.csv", "list.csv: there is no folder .*gone; make it first"),
        ("", "folder.csv", "is a folder; name a file in it"),
        ("", "a" * 300 + ".csv", "cannot be written: File name too long; choose another name"),
        ("", "a\0.csv", "cannot be written: embedded null byte"),
    ):
        with pytest.raises(SettingsError, match=said):
            _write(tmp_path / folder, name, rows, made)


FULL_DISK = """
import resource, sys
from pathlib import Path
from specreview.errors import SettingsError
from specreview.export.whole import whole_or_not
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # writes beyond fail as on a full disk
try:
    with whole_or_not([Path(name) for name in sys.argv[1:]]) as drafts:
        for size, draft in zip((100, 5000), drafts.values()):
            draft.write_bytes(b"x" * size)
except SettingsError as error:
    print(error)
"""


def test_a_full_disk_leaves_the_older_file_and_no_rubbish(tmp_path: Path) -> None:
    first, second = tmp_path / "list.csv", tmp_path / "list.csv.meta.json"
    first.write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, first, second], capture_output=True, text=True, check=True
    )
    assert "list.csv: cannot be written" in done.stdout
    assert first.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["list.csv"]
