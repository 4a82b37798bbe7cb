"""Tables in memory become catalogues whose ids, units and gaps survive."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from astropy import units as u
from astropy.coordinates import SkyCoord
from astropy.table import MaskedColumn, QTable, Table
from astropy.time import Time
from astropy.utils.masked import Masked

from specreview.api.tables import catalogue_bytes
from specreview.errors import CatalogueError


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_ids_are_exact_in_every_kind_of_column() -> None:
    table = Table(
        {
            "targetid": np.array([39627772183708817, -5], dtype=np.int64),
            "big": np.array([11889212318912313344, 1], dtype=np.uint64),
            "text": [b"007 ", b"8"],
            "masked": MaskedColumn([39627772183708817, 3], mask=[False, True]),
        }
    )
    first, second = read(catalogue_bytes(table))
    assert first == {
        "targetid": "39627772183708817",
        "big": "11889212318912313344",
        "text": "007",
        "masked": "39627772183708817",
    }
    assert (second["targetid"], second["masked"]) == ("-5", "")


@pytest.mark.parametrize("unit", [u.deg, u.hourangle, u.rad, u.arcsec], ids=str)
def test_angles_become_degrees(unit: u.Unit) -> None:
    table = QTable({"id": ["1"], "ra": [157.5] * u.deg, "dec": [-35.25] * u.deg})
    table["ra"], table["dec"] = table["ra"].to(unit), table["dec"].to(unit)
    plain = Table(table)  # a Column with a unit in place of a Quantity
    for given in (table, plain):
        (row,) = read(catalogue_bytes(given))
        assert float(row["ra"]) == pytest.approx(157.5, abs=1e-11)
        assert float(row["dec"]) == pytest.approx(-35.25, abs=1e-11)


def test_a_masked_angle_is_blank() -> None:
    ra = Masked([10.0, 11.0] * u.hourangle, mask=[False, True])
    first, second = read(catalogue_bytes(QTable({"id": ["1", "2"], "ra": ra})))
    assert (float(first["ra"]), second["ra"]) == (pytest.approx(150.0, abs=1e-11), "")


def test_a_speed_is_a_redshift() -> None:
    table = QTable({"id": ["1"], "cz": [2997.92458] * u.km / u.s})
    (row,) = read(catalogue_bytes(table, {"redshift": "cz"}))
    assert float(row["cz"]) == pytest.approx(0.01, rel=1e-12)


def test_sky_coordinates_times_and_vectors() -> None:
    table = QTable(
        {
            "id": ["1"],
            "place": SkyCoord([266.40499] * u.deg, [-28.93617] * u.deg).galactic,
            "seen": Time([60000.5], format="mjd"),
            "lines": [[1.0, 2.0]],
        }
    )
    (row,) = read(catalogue_bytes(table))
    assert set(row) == {"id", "ra", "dec", "seen"}
    assert float(row["ra"]) == pytest.approx(266.40499, abs=1e-9)
    assert row["seen"] == "2023-02-25T12:00:00.000"


def test_data_frames() -> None:
    frame = pd.DataFrame(
        {"z": [0.1, None], "n": pd.array([3, pd.NA], dtype="Int64"), "class": ["CV", None]},
        index=pd.Index([39627772183708817, 2], name="targetid"),
    )
    first, second = read(catalogue_bytes(frame))
    assert first == {"targetid": "39627772183708817", "z": "0.1", "n": "3", "class": "CV"}
    assert [second[name].lower() for name in ("z", "n", "class")] == ["", "<na>", ""]


def test_half_a_surrogate_pair_is_spelled() -> None:
    assert read(catalogue_bytes(Table({"id": ["5"], "note": ["\ud800"]})))[0]["note"] == "\\ud800"


def test_a_number_sign_is_no_comment() -> None:
    rows = read(catalogue_bytes(Table({"name": ["#1", "b"], "id": ["5", "6"]})))
    assert next(iter(rows[0].items())) == ("id", "5")
    with pytest.raises(CatalogueError, match="each column has a cell that begins with #"):
        catalogue_bytes(Table({"name": ["#1"]}))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (QTable({"id": ["1"], "ra": [1.0] * u.km}), "column ra: unit km is not that of an angle"),
        (QTable({"id": ["1"], "z": [1.0] * u.kg}), "unit kg is not that of a redshift or a speed"),
        (Table(names=["id"], dtype=[str]), "the table has no rows"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "stands twice in the DataFrame"),
        ([1, 2], "table is of type list: give an astropy Table, a pandas DataFrame"),
    ],
    ids=["ra", "z", "empty", "twice", "list"],
)
def test_what_is_refused(table: object, said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        catalogue_bytes(table)  # type: ignore[arg-type]
