"""Coordinates and redshifts in the unit that a list states, the same in each format."""

import io
from pathlib import Path

import pytest
from astropy import units as u
from astropy.coordinates import SkyCoord
from astropy.table import MaskedColumn, QTable, Table

from specreview.catalogues import read_catalogue
from specreview.catalogues.columns import match_columns
from specreview.catalogues.quantities import impossible_position, position_of, redshift_of
from specreview.catalogues.tables import CatalogueTable


def _read(path: Path, table: QTable, form: str) -> CatalogueTable:
    if form.startswith(("fits", "parquet")):
        table.write(path, format=form)
    else:
        held = io.BytesIO() if form == "votable" else io.StringIO()
        table.write(held, format=form)
        content = held.getvalue()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_catalogue(path)


@pytest.mark.parametrize("form", ["ascii.ecsv", "fits", "votable", "parquet"])
def test_units_are_kept_in_each_format(tmp_path: Path, form: str) -> None:
    ra = [157.5] * u.deg if form == "fits" else [10.5] * u.hourangle  # FITS knows no hour angle
    table = QTable({
        "id": ["1"], "ra": ra, "dec": [-0.25] * u.rad,
        "z": [2997.92458] * u.km / u.s,
    })  # fmt: skip
    read = _read(tmp_path / "list", table, form)
    cells = read.rows[0].cells
    assert position_of(read.columns, cells) == pytest.approx((157.5, -14.3239448783))
    assert redshift_of(read.columns, cells) == pytest.approx(0.01)
    assert any("redshift is v/c" in note for note in read.notes)


@pytest.mark.parametrize("form", ["ecsv", "parquet"])
@pytest.mark.parametrize(
    ("frame", "lon", "lat", "ra", "dec"),
    [
        # M 31's B1950 and Galactic coordinates in NED, and its J2000 ones
        ("fk4", 10.0004738, 40.9952444, 10.6847083, 41.26875),
        ("galactic", 121.1743, -21.5733, 10.6847083, 41.26875),
    ],
)
def test_positions_of_other_frames_become_icrs(
    tmp_path: Path, form: str, frame: str, lon: float, lat: float, ra: float, dec: float
) -> None:
    sky = SkyCoord([lon, lon] * u.deg, [lat, lat] * u.deg, frame=frame)
    table = QTable({"id": [1, 2], "sky": sky})
    table.write(tmp_path / f"list.{form}")
    read = read_catalogue(tmp_path / f"list.{form}")
    assert read.notes == (f"positions sky are {frame}: turned into ICRS",)
    for row in read.rows:
        assert position_of(read.columns, row.cells) == pytest.approx((ra, dec), abs=5e-4)


def test_units_of_a_parquet_described_by_a_votable(tmp_path: Path) -> None:
    blank = dict.fromkeys(("unit", "ucd", "description", "utype"), "")
    metadata = {"id": blank, "ra": blank | {"unit": "15deg"}, "dec": blank | {"unit": "rad"}}
    table = Table({"id": ["1"], "ra": [10.5], "dec": [-0.25]})
    table.write(tmp_path / "list.parquet", format="parquet.votable", metadata=metadata)
    read = read_catalogue(tmp_path / "list.parquet")
    found = position_of(read.columns, read.rows[0].cells)
    assert found == pytest.approx((157.5, -14.3239448783))


@pytest.mark.parametrize("form", ["ecsv", "parquet"])
def test_masks_in_columns_of_their_own_hide_their_cells(tmp_path: Path, form: str) -> None:
    table = Table({
        "id": MaskedColumn([1, 2, 3], mask=[False, True, False]),
        "z": MaskedColumn([0.5, 0.25, 0.125], mask=[False, False, True]),
    })  # fmt: skip
    table.write(tmp_path / f"list.{form}", serialize_method="data_mask")
    read = read_catalogue(tmp_path / f"list.{form}")
    assert read.columns.names == ("id", "z")
    kept = [tuple(row.cells.values()) for row in read.rows]
    assert kept == [("1", "0.5"), ("", "0.25"), ("3", "")]


@pytest.mark.parametrize("form", ["ascii.ecsv", "fits", "votable", "parquet"])
def test_flags_and_short_arrays_read_alike(tmp_path: Path, form: str) -> None:
    table = QTable({"id": ["1"], "sure": [True], "mags": [[17.5, 18.0, 19.25]]})
    (row,) = _read(tmp_path / "list", table, form).rows
    assert row.cells == {"id": "1", "sure": "true", "mags": "17.5 18 19.25"}


@pytest.mark.parametrize(
    ("name", "unit", "z"),
    [("z", "", 0.5), ("z", "1", 0.5), ("Z (helio)", "", 0.5), ("z", "mag", None),
     ("redshift [m/s]", "", 0.5 / 299_792_458)],
)  # fmt: skip
def test_a_redshift_is_in_its_unit_or_none(name: str, unit: str, z: float | None) -> None:
    columns = match_columns([name], units={name: unit} if unit else {})
    found = redshift_of(columns, {name: "0.5"})
    assert found == (None if z is None else pytest.approx(z, rel=1e-12))


@pytest.mark.parametrize(
    ("ra", "dec", "stated"),
    [("25:00:00", "+10", "ra 25:00:00 dec +10"), ("10", "95", "ra 10 dec 95"),
     ("10:36:61", "0", "ra 10:36:61 dec 0"),
     ("-9999", "-9999", ""), ("99", "99", ""), ("", "10", ""), ("1", "2", "")],
)  # fmt: skip
def test_an_impossible_position_is_told_from_none(ra: str, dec: str, stated: str) -> None:
    columns = match_columns(["ra", "dec"])
    assert impossible_position(columns, {"ra": ra, "dec": dec}) == stated
