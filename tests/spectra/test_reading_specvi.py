"""SpecVI-Bench's Parquet: read by id, in any order and by many threads, no handle left open."""

import contextlib
import gzip
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import list_objects, read_all, read_spectrum, specvi, specvi_rows
from tests.catalogues.specvi_files import (
    AXIS,
    EXTRA,
    SCHEMA,
    TOOL,
    flux_of,
    index_of,
    name_of,
    plain_table,
    row_of,
    with_info,
    without,
    write_file,
    write_rows,
)


@pytest.fixture(scope="module", params=[1000, 100], ids=["one group", "groups of 100"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """150 rows: neither a whole number of groups of 100 nor of blocks."""
    folder = tmp_path_factory.mktemp("specvi")
    return write_file(folder / "test_cv.parquet", 150, group=request.param)


def test_a_row_is_read_by_its_id_with_its_own_values(bench: Path) -> None:
    for number in (0, 63, 64, 99, 100, 149, 7):
        spectrum = read_spectrum(bench, index_of(number))
        np.testing.assert_array_equal(spectrum.flux, flux_of(number))
        np.testing.assert_array_equal(spectrum.wavelength, AXIS)
        assert spectrum.origin.object_id == index_of(number)
        assert spectrum.origin.source_file == name_of(number)
    origin = spectrum.origin
    assert (origin.reader, origin.survey, origin.redshift) == ("specvi", "LAMOST", None)
    assert origin.frame.startswith("vacuum")
    assert spectrum.ivar is None


def test_ids_are_listed_in_the_order_of_the_rows(bench: Path) -> None:
    listing = list_objects(bench)
    assert listing.object_ids == tuple(index_of(n) for n in range(150))
    assert [s.origin.object_id for s in read_all(bench)] == list(listing.object_ids)
    with pytest.raises(SpectrumReadError, match="holds 150 objects"):
        read_spectrum(bench)
    with pytest.raises(SpectrumReadError, match="has no object 12345"):
        read_spectrum(bench, "12345")


def test_threads_read_the_same_spectra_and_decode_a_block_once(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.parquet"
    copy.write_bytes(bench.read_bytes())
    list_objects(copy)
    decoded: list[int] = []
    lock, original = threading.Lock(), specvi_rows.batches

    def counted(file, paths, group):  # type: ignore[no-untyped-def]
        with lock:
            decoded.append(group)
        return original(file, paths, group)

    monkeypatch.setattr(specvi_rows, "batches", counted)
    with ThreadPoolExecutor(16) as pool:
        read = list(pool.map(lambda n: read_spectrum(copy, index_of(n)), range(150)))
    for number, spectrum in enumerate(read):
        np.testing.assert_array_equal(spectrum.flux, flux_of(number))
    assert len(decoded) == 3


def test_no_handle_stays_open(bench: Path) -> None:
    read_spectrum(bench, index_of(3))
    for read in (lambda: read_spectrum(bench, index_of(140)), lambda: next(read_all(bench))):
        read()
    held = []
    for handle in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            held.append(handle.readlink())
    assert bench not in held


def test_a_file_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "t.parquet", [row_of(0), row_of(1)])
    np.testing.assert_array_equal(read_spectrum(path, index_of(1)).flux, flux_of(1))
    other = {"wavelength": AXIS.tolist(), "flux": flux_of(9).tolist()}
    write_rows(path, [row_of(0), row_of(1, **other), row_of(2)])
    np.testing.assert_array_equal(read_spectrum(path, index_of(1)).flux, flux_of(9))
    assert len(list_objects(path).object_ids) == 3


@pytest.mark.parametrize(
    ("stated", "read"),
    [(None, None), (float("nan"), None), (0.0, 0.0), (0.308, 0.308), (-9999.0, None)],
)
def test_redshift_of_a_row(tmp_path: Path, stated: float | None, read: float | None) -> None:
    path = write_rows(tmp_path / "t.parquet", [row_of(0, redshift=stated)])
    origin = read_spectrum(path, index_of(0)).origin
    assert origin.redshift == read
    assert origin.notes == ()


def test_null_pixels_are_not_finite_and_single_precision_stays(tmp_path: Path) -> None:
    flux = [None, *flux_of(0)[1:].tolist()]
    single = EXTRA.field("tools_kwargs").type
    call = pa.struct([
        ("wavelength", pa.large_list(pa.float32())), ("flux", pa.list_(pa.float32())),
        ("redshift", pa.null()),
    ])  # fmt: skip
    single = pa.struct([(TOOL, pa.struct([("create_kwargs", call)]))])
    extra = pa.struct([EXTRA.field("index"), EXTRA.field("name"), ("tools_kwargs", single)])
    schema = SCHEMA.set(SCHEMA.get_field_index("extra_info"), pa.field("extra_info", extra))
    path = write_rows(tmp_path / "t.parquet", [row_of(0, flux=flux)], schema)
    spectrum = read_spectrum(path)
    assert spectrum.flux.dtype == np.float32
    assert np.isnan(spectrum.flux[0])
    assert not spectrum.good[0]
    assert spectrum.good[1:].all()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"flux": None}, "flux is null"),
        ({"wavelength": None}, "wavelength is null"),
        ({"flux": flux_of(0)[:-1].tolist()}, "3909 wavelengths and 3908 flux values"),
        ({"flux": [], "wavelength": []}, "at least 2 needed"),
        ({"flux": [None] * 3909}, "no pixel has a finite flux"),
    ],
)
def test_a_bad_row_is_refused_and_its_neighbour_read(tmp_path: Path, call, said: str) -> None:  # type: ignore[no-untyped-def]
    path = write_rows(tmp_path / "t.parquet", [row_of(0, **call), row_of(1)])
    with pytest.raises(SpectrumReadError, match=said) as refused:
        read_spectrum(path, index_of(0))
    assert "\n" not in str(refused.value)
    np.testing.assert_array_equal(read_spectrum(path, index_of(1)).flux, flux_of(1))


def _wrong_files(folder: Path) -> dict[str, tuple[Path, str]]:
    good = write_rows(folder / "good.parquet", [row_of(n) for n in range(3)])
    content = good.read_bytes()
    middle = len(content) // 2
    made = {
        "cut": (content[:-100], "truncated Parquet file; download it again"),
        "magic alone": (b"PAR1", "damaged Parquet file"),
        "holed": (content[:4] + bytes(middle - 4) + content[middle:], "damaged Parquet file"),
        "footless": (content[:-400] + bytes(396) + b"PAR1", "damaged Parquet file"),
        "zipped": (gzip.compress(content), "unpack it first"),
    }
    found = {}
    for name, (raw, said) in made.items():
        (folder / name).write_bytes(raw)
        found[name] = (folder / name, said)
    found["no extra_info"] = (
        without(folder / "e.parquet", good, "extra_info"),
        "without extra_info.index, .*flux; of Parquet only SpecVI-Bench's rows are read",
    )
    found["no prompt"] = (without(folder / "p.parquet", good, "prompt"), "table without prompt; of")
    found["a catalogue"] = (
        plain_table(folder / "c.parquet", {"obsid": [1, 2], "z": [0.1, 0.2]}),
        "is a Parquet table without .* save another table as CSV or FITS",
    )
    return found


def test_wrong_files_are_named_for_what_they_are(tmp_path: Path) -> None:
    for name, (path, said) in _wrong_files(tmp_path).items():
        with pytest.raises(SpectrumReadError, match=said) as refused:
            list(read_all(path))
        assert str(refused.value).startswith(str(path)), name
        assert "\n" not in str(refused.value)


def test_rows_without_or_with_a_foreign_name(tmp_path: Path) -> None:
    names = [None, "carbonstar1.fits", "spec-0266-51602-0001.fits", "data/" + name_of(4)]
    rows = [with_info(row_of(n), name=name) for n, name in enumerate(names)]
    path = write_rows(tmp_path / "t.parquet", rows)
    origins = [read_spectrum(path, index_of(n)).origin for n in range(4)]
    assert [one.source_file for one in origins] == [*names[:3], name_of(4)]
    assert [one.survey for one in origins] == ["unknown", "unknown", "SDSS", "LAMOST"]


def test_blocks_and_files_kept_are_bounded(tmp_path: Path) -> None:
    paths = [write_rows(tmp_path / f"{n}.parquet", [row_of(0)]) for n in range(6)]
    for path in paths:
        read_spectrum(path)
    assert len(specvi._shelves) == specvi._FILES
    many = write_file(tmp_path / "many.parquet", 64 * 6, group=64)
    for number in range(0, 64 * 6, 64):
        read_spectrum(many, index_of(number))
    assert max(len(shelf._blocks) for shelf in specvi._shelves.values()) == specvi._BLOCKS
