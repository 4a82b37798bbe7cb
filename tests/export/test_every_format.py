"""Each list in each format, from a queue with awkward text in each field: nothing is lost."""

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow.parquet as pq
import pytest
from astropy import units as u
from astropy.io import fits, votable
from astropy.table import MaskedColumn, QTable

from specreview.export import FORMATS, KINDS, Exported, ListKind, ReadyList
from specreview.export.csv_file import harmless
from specreview.export.fits_file import write_fits
from specreview.export.sheet import Sheet
from specreview.export.spelled import ascii_text, plain_text
from specreview.listing import list_of

from .awkward import AWKWARD, PICTURE, awkward_desk

# VOUnit would rather have 0.1nm, says astropy where it reads.
pytestmark = pytest.mark.filterwarnings("ignore:.*Angstrom.*deprecated")


class Written(NamedTuple):
    ready: ReadyList
    path: Path
    told: Exported


Lists = dict[tuple[ListKind, str], Written]


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lists]:
    folder, desk = tmp_path_factory.mktemp("lists"), awkward_desk()
    made: Lists = {}
    for kind in KINDS:
        ready = list_of(desk, desk.queue, kind, "ann", reviewer_names=True)
        for ending in FORMATS:
            path = folder / f"{kind}{ending}"
            made[kind, ending] = Written(ready, path, ready.write(path))
    yield made
    desk.store.close()


def _columns(ready: ReadyList) -> dict[str, list[Any]]:
    """What the list holds, by column."""
    sheet = Sheet(ready.rows, ready.columns, ready.made)
    found: dict[str, list[Any]] = {column.name: [] for column in ready.columns}
    for chunk in sheet.chunks():
        for values, some in zip(found.values(), chunk, strict=True):
            values.extend(some)
    return found


def _masked(column: Any, dtype: np.dtype[Any]) -> Any:
    """A column with NaN, as one of the type that has those cells masked."""
    values = np.asarray(u.Quantity(column).value)
    plain = MaskedColumn(np.nan_to_num(values).astype(dtype), mask=np.isnan(values))
    plain.info.description, plain.info.meta = column.info.description, column.info.meta
    plain.unit = column.unit
    return plain


def _same(read: QTable, expected: QTable, spelled: bool) -> None:
    """The same columns with the same units, meaning, values and masks."""
    assert read.colnames == expected.colnames
    for name in expected.colnames:
        one, other = read[name], expected[name]
        assert one.unit == other.unit, name
        assert (one.info.description, one.info.meta.get("ucd", "")) == (
            other.info.description, other.info.meta.get("ucd", ""),
        ), name  # fmt: skip
        hidden = np.broadcast_to(getattr(other, "mask", False), len(other))
        shown = np.broadcast_to(getattr(one, "mask", False), len(one))
        if other.dtype.kind != "U":
            assert shown.tolist() == hidden.tolist(), name
            assert one.dtype.kind == other.dtype.kind, name
            values = [
                np.asarray(u.Quantity(c).value if c.unit else c)[~hidden] for c in (one, other)
            ]
            assert values[0].tolist() == values[1].tolist(), name
            continue
        texts = ["" if empty else str(text) for text, empty in zip(one, shown, strict=True)]
        texts = [plain_text(text) for text in texts] if spelled else texts
        assert texts == ["" if e else str(t) for t, e in zip(other, hidden, strict=True)], name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", [".ecsv", ".fits", ".parquet"])
def test_astropy_reads_the_same_table(lists: Lists, kind: ListKind, ending: str) -> None:
    ready, path, _ = lists[kind, ending]
    read = QTable.read(path)
    if ending == ".parquet":  # astropy makes missing whole numbers NaN
        expected = ready.table()
        for name in read.colnames:
            if read[name].dtype.kind == "f" and np.isnan(read[name]).any():
                read[name] = _masked(read[name], expected[name].dtype)
    _same(read, ready.table(), spelled=ending != ".parquet")


@pytest.mark.parametrize("kind", KINDS)
def test_text_formats_hold_each_cell(lists: Lists, kind: ListKind) -> None:
    ready = lists[kind, ".csv"].ready
    expected = _columns(ready)
    assert sum(text in values for text in AWKWARD if text for values in expected.values()) > 100
    with lists[kind, ".csv"].path.open(encoding="utf-8", newline="") as stream:
        names, *rows = list(csv.reader(stream))
    assert names == list(expected)
    for name, cells in zip(names, zip(*rows, strict=True), strict=True):
        assert [_uncelled(cell) for cell in cells] == [_celled(v) for v in expected[name]], name
    document = votable.parse(lists[kind, ".vot"].path)
    table = document.get_first_table()
    for field in table.fields:
        texts = expected[field.name]
        if field.datatype in ("char", "unicodeChar"):
            read = [plain_text(str(text)) for text in table.array[field.name]]
            assert read == ["" if text is None else text for text in texts], field.name
    arrow = pq.read_table(lists[kind, ".parquet"].path).to_pydict()
    assert {n: [x or None if x == "" else x for x in v] for n, v in arrow.items()} == expected


def _uncelled(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and harmless(cell[1:]) == cell else cell


def _celled(value: Any) -> str:
    if isinstance(value, str):
        return value.replace("\0", "␀")
    return "" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_as_json_have_the_checksum_of_every_format(lists: Lists, kind: ListKind) -> None:
    ready, path, told = lists[kind, ".jsonl"]
    names = tuple(column.name for column in ready.columns)
    rows = ready if kind != "traces" else _with_columns(ready)
    content = rows.content(".jsonl")
    lines = [json.loads(line) for line in content.decode().split("\n")[:-1]]
    expected = _columns(ready)
    assert {name: [line[name] for line in lines] for name in names} == expected
    assert sha256(content).hexdigest() == told.checksum
    assert {lists[kind, ending].told.checksum for ending in FORMATS} == {told.checksum}
    assert sha256(path.read_bytes()).hexdigest() == told.sha256
    assert json.loads(Path(f"{path}.meta.json").read_bytes())["sha256"] == told.sha256


def _with_columns(ready: ReadyList) -> ReadyList:
    from dataclasses import replace

    return replace(ready, whole=None)


def test_provenance_is_in_each_format(lists: Lists) -> None:
    made = lists["current", ".csv"].ready.made
    checksum = lists["current", ".csv"].told.checksum
    beside = json.loads(Path(f"{lists['current', '.csv'].path}.meta.json").read_bytes())
    ecsv = QTable.read(lists["current", ".ecsv"].path).meta
    arrow = json.loads(pq.read_schema(lists["current", ".parquet"].path).metadata[b"specreview"])
    for facts in (beside["provenance"], ecsv, arrow):
        assert (facts["queue"], facts["checksum"]) == (made.queue, checksum)
        assert (
            facts["rows"]
            == len(AWKWARD)
            == facts["inspectors"][0]["inspections"] + len(AWKWARD) - 1
        )
    infos = {
        i.name: i.value for i in votable.parse(lists["current", ".vot"].path).resources[0].infos
    }
    assert plain_text(infos["queue"]) == made.queue
    assert (infos["checksum"], infos["reviewer"], infos["approval_confidence"]) == (
        checksum,
        "ann",
        "3",
    )
    header = fits.getheader(lists["current", ".fits"].path)
    assert plain_text(header["QUEUE"]) == made.queue
    assert (header["ROWSHA"], header["REVIEWER"], header["MINCONF"]) == (checksum, "ann", 3)


def test_whole_inspections_are_lines_of_json(lists: Lists) -> None:
    lines = [json.loads(line) for line in lists["traces", ".jsonl"].path.read_bytes().splitlines()]
    assert [line["source_id"] for line in lines] == list(AWKWARD)
    for line, text in zip(lines, AWKWARD, strict=True):
        assert [event["position"] for event in line["events"]] == list(range(8))
        assert line["events"][2]["thought"] == text
        assert line["events"][1]["image_sha256"] == sha256(PICTURE).hexdigest()
        assert (line["marks"][0]["position"], line["marks"][0]["mark"]) == (2, "misread")
    assert [line["claims"] and line["claims"]["contradicted"] for line in lines[:4]] == [
        None, 1, None, 3,
    ]  # fmt: skip


@cache
def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (apt-get install {name})")
    return found


def _stilts(*arguments: str) -> str:
    quick = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")
    done = subprocess.run(
        [_program("stilts"), *quick, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_votlint_finds_nothing(lists: Lists, kind: ListKind) -> None:
    assert _stilts("votlint", "ucd=true", f"votable={lists[kind, '.vot'].path}") == ""


def test_fitsverify_finds_nothing(lists: Lists) -> None:
    paths = [str(lists[kind, ".fits"].path) for kind in KINDS]
    done = subprocess.run(
        [_program("fitsverify"), *paths], capture_output=True, text=True, check=False
    )
    assert done.stdout.count("found 0 warning(s) and 0 error(s)") == len(paths), done.stdout


def _as_written_by_stilts(text: str) -> str:
    """It reads letters beyond U+FFFF, but its own VOTables are of two bytes a letter."""
    return re.sub("[\U00010000-\U0010ffff]", "¿¿", text)


def test_stilts_sees_the_same_rows_in_fits_and_votable(lists: Lists) -> None:
    several = [lists[kind, ending].path for kind in KINDS for ending in (".fits", ".vot")]
    inputs = " ".join(map(str, several))
    done = _stilts(
        "tmulti", f"in={inputs}", "icmd=clearparams *", "multi=false", "out=-", "ofmt=votable"
    )
    tables = list(votable.parse(io.BytesIO(done.encode())).iter_tables())
    for path, table in zip(several, tables, strict=True):
        expected = _columns(lists[path.stem, path.suffix].ready)  # type: ignore[index]
        assert len(table.array) == len(next(iter(expected.values()))), path
        for field in table.fields:
            read = table.array[field.name]
            if field.datatype in ("char", "unicodeChar"):
                texts = [_as_written_by_stilts(plain_text(str(text))) for text in read]
                wanted = ["" if t is None else t for t in expected[field.name]]
                assert texts == [_as_written_by_stilts(t) for t in wanted], path
            elif field.datatype == "double":
                numbers = [np.nan if v is None else v for v in expected[field.name]]
                np.testing.assert_array_equal(read.filled(np.nan), numbers)


def test_few_long_texts_of_a_fits_table_lie_in_its_heap(lists: Lists, tmp_path: Path) -> None:
    ready = lists["current", ".fits"].ready
    sheet, reaches = Sheet(ready.rows, ready.columns, ready.made).reached()
    path = tmp_path / "heap.fits"
    write_fits(path, sheet, reaches, large=10_000)
    assert path.stat().st_size < lists["current", ".fits"].path.stat().st_size / 2
    done = subprocess.run([_program("fitsverify"), path], capture_output=True, text=True)
    assert "found 0 warning(s) and 0 error(s)" in done.stdout, done.stdout
    with fits.open(path, checksum=True) as hdus:
        assert hdus["LIST"].columns["comment"].format.startswith("QA")
        letters = [plain_text("".join(text)) for text in hdus["LIST"].data["comment"]]
    texts = [text or "" for text in _columns(ready)["comment"]]
    assert letters == [plain_text(ascii_text(text).replace(" ", "")) for text in texts]
    whole = csv.DictReader(io.StringIO(_stilts("tpipe", f"in={path}", "ofmt=csv")))
    assert [plain_text(row["comment"]) for row in whole] == texts
