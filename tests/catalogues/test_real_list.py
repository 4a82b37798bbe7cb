"""A real list of over 2,000 stars through each of the five formats: one queue, all rows told."""

import gzip
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits
from astropy.table import Table

from specreview.catalogues import Import, plan_import
from specreview.catalogues.preview import preview_catalogue
from specreview.review.candidates import NewCandidate, Reject

LIST = Path(__file__).parent / "lists" / "bright-stars.csv.gz"
UNOBSERVED = 12


@pytest.fixture(scope="module")
def stars() -> Table:
    text = gzip.decompress(LIST.read_bytes()).decode()
    return Table.read(text, format="ascii.csv", converters={"hd": str, "flamsteed": str})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, stars: Table) -> Path:
    """The list in five formats beside one file with spectra of all stars but the last dozen."""
    folder = tmp_path_factory.mktemp("real")
    ids = np.asarray(stars["hip"])[:-UNOBSERVED]
    wavelength = np.arange(3600.0, 3640.0, 0.8)
    flux = np.random.default_rng(5).normal(10.0, 1.0, (ids.size, wavelength.size))
    fits.HDUList([
        fits.PrimaryHDU(),
        fits.BinTableHDU.from_columns([fits.Column("TARGETID", "K", array=ids)], name="FIBERMAP"),
        fits.ImageHDU(wavelength, name="B_WAVELENGTH"),
        fits.ImageHDU(flux.astype("f4"), name="B_FLUX"),
        fits.ImageHDU(np.ones_like(flux, dtype="f4"), name="B_IVAR"),
        fits.ImageHDU(np.zeros(flux.shape, "i4"), name="B_MASK"),
    ]).writeto(folder / "coadd-main-bright-1.fits")  # fmt: skip
    for ending, options in WRITTEN.items():
        held = io.BytesIO() if ending == ".vot" else io.StringIO()
        target = folder / f"stars{ending}"
        if ending == ".parquet":
            _parquet(stars, target)
        elif ending == ".fits":
            _as_bytes(stars).write(target, format="fits")
        else:
            _filled(stars).write(held, **options)
            content = held.getvalue()
            target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


WRITTEN: dict[str, dict[str, str]] = {
    ".csv": {"format": "ascii.csv"},
    ".ecsv": {"format": "ascii.ecsv"},
    ".fits": {},
    ".vot": {"format": "votable", "tabledata_format": "binary2"},
    ".parquet": {},
}


def _filled(stars: Table) -> Table:
    """Text that is missing as a blank cell, which a VOTable knows nothing else for."""
    table = stars.copy()
    for name in table.colnames:
        if table[name].dtype.kind in "UO":
            table[name] = np.ma.filled(np.ma.asarray(table[name]).astype("U"), "")
    return table


def _as_bytes(stars: Table) -> Table:
    """FITS holds bytes: its Greek letters as UTF-8, what is not known as NaN."""
    table = _filled(stars)
    for name in table.colnames:
        if table[name].dtype.kind == "U":
            table[name] = np.char.encode(np.asarray(table[name]), "utf-8")
    return table


def _parquet(stars: Table, target: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {name: np.ma.asarray(stars[name]).tolist() for name in stars.colnames}
    pq.write_table(pa.table(columns), target)


@pytest.fixture(scope="module")
def outcomes(folder: Path) -> dict[str, list[NewCandidate | Reject]]:
    mapping = {"id": "hip", "class": "constellation"}
    return {
        ending: list(plan_import(Import(folder / f"stars{ending}", ("cv",), "cv", mapping=mapping)))
        for ending in WRITTEN
    }


def _by_value(one: NewCandidate) -> NewCandidate:
    """With magnitudes as numbers: text has 3.0 where binary formats say 3."""
    numbers = {name: float(one.catalogue.get(name, "nan")) for name in ("mag", "bv")}
    return replace(one, catalogue=one.catalogue | {k: f"{v:g}" for k, v in numbers.items()})


def test_the_five_formats_make_one_queue(outcomes, stars: Table) -> None:
    kept = {
        ending: [one for one in outcome if isinstance(one, NewCandidate)]
        for ending, outcome in outcomes.items()
    }
    ids = [str(hip) for hip in stars["hip"]]
    assert len(ids) > 2000
    for ending, candidates in kept.items():
        assert [one.object_id for one in candidates] == ids[:-UNOBSERVED], ending
        assert list(map(_by_value, candidates)) == list(map(_by_value, kept[".csv"])), ending
    first = kept[".csv"][0]
    assert first.catalogue["hd"].startswith("HD")
    assert {one.catalogue.get("bayer") for one in kept[".fits"]} >= {"α", "β", "τ"}
    assert all(0.0 <= one.ra < 360.0 for one in kept[".csv"])


def test_each_row_is_a_candidate_or_a_reject_with_its_reason(outcomes, stars: Table) -> None:
    for ending, outcome in outcomes.items():
        rejects = [one for one in outcome if isinstance(one, Reject)]
        assert len(outcome) == len(stars)
        first = 2 if ending in (".csv", ".ecsv") else 1
        numbers = range(first + len(stars) - UNOBSERVED, first + len(stars))
        assert [one.row for one in rejects] == list(numbers), ending
        assert [one.name for one in rejects] == [str(h) for h in stars["hip"][-UNOBSERVED:]]
        assert all("has this id in its name or header" in one.reason for one in rejects)


def test_a_preview_says_format_rows_and_roles(folder: Path, stars: Table) -> None:
    formats = ["CSV", "ECSV", "FITS table", "VOTable", "Parquet"]
    for ending, named in zip(WRITTEN, formats, strict=True):
        seen = preview_catalogue(folder / f"stars{ending}", {"id": "hip"}, rows=3)
        assert (seen.format, seen.n_rows) == (named, len(stars))
        roles = {one.name: (one.role, one.guessed) for one in seen.columns if one.role}
        assert roles == {"hip": ("id", False), "ra": ("ra", True), "dec": ("dec", True)}
        assert seen.columns[0].values == tuple(str(hip) for hip in stars["hip"][:3])
