"""Positions in parts, and in frames that are not ICRS, however a list states them."""

from pathlib import Path

import pytest
from astropy import units as u
from astropy.coordinates import FK4, FK5, BarycentricMeanEcliptic, Galactic, SkyCoord
from astropy.table import Table

from specreview.catalogues import import_bytes
from specreview.catalogues.preview import preview_catalogue
from specreview.catalogues.quantities import position_of
from specreview.catalogues.sky_frames import frame_in_header, frame_of
from specreview.catalogues.tables import CatalogueTable

VIZIER = b"""#RESOURCE=yCat_3001
#Name: III/1
RAh\tRAm\tRAs\tDE-\tDEd\tDEm\tDEs\tobsid
h\tmin\ts\t\tdeg\tarcmin\tarcsec\t
--\t--\t----\t-\t--\t--\t--\t-----
10\t31\t51.2\t-\t00\t30\t36\t5
10\t31\t \t+\t35\t58\t \t6
  \t  \t \t \t  \t  \t \t7
"""


def _place(table: CatalogueTable, row: int = 0) -> tuple[float, float] | None:
    return position_of(table.columns, table.rows[row].cells)


def _icrs(first: float, second: float, frame: object) -> tuple[float, float]:
    there = SkyCoord(first * u.deg, second * u.deg, frame=frame).icrs
    return there.ra.deg, there.dec.deg


def test_hours_and_degrees_in_columns_of_their_own_are_one_position(tmp_path: Path) -> None:
    table = import_bytes(VIZIER.replace(b"\t-\t--\t--", b"\t--\t--\t--"), "vizier.tsv")
    assert _place(table) == pytest.approx((15 * (10 + 31 / 60 + 51.2 / 3600), -0.51))
    assert _place(table, 1) == pytest.approx((157.75, 35 + 58 / 60))
    assert (_place(table, 2), len(table.rows)) == (None, 3)
    assert table.columns.remaining(table.rows[0].cells) == {}
    (tmp_path / "l.csv").write_text("id,rah,ram,ras,decd,decm,path\n1,1,0,0,-5,30,a.csv\n")
    seen = preview_catalogue(tmp_path / "l.csv", {"ra": "rah"})
    assert [one.role for one in seen.columns][1:6] == ["ra"] * 3 + ["dec"] * 2
    assert seen.notes == ("columns rah, ram, ras, decd, decm are read as one position",)


@pytest.mark.parametrize(
    ("system", "equinox", "frame"),
    [
        ("FK4", "B1950", FK4(equinox="B1950")),
        ("eq_FK4", "1900.0", FK4(equinox="B1900")),
        ("eq_FK5", "J1975", FK5(equinox="J1975")),
        ("galactic", "", Galactic()),
        ("ecl_FK5", "J2000", BarycentricMeanEcliptic()),
    ],
)
def test_each_frame_is_turned_as_astropy_turns_it(system: str, equinox: str, frame: object) -> None:
    known = frame_of(system, equinox)
    assert known is not None
    for place in ((12.0, 30.0), (357.0, -89.9)):
        assert known.icrs(*place) == pytest.approx(_icrs(*place, frame), abs=1e-8)


def test_headers_of_fits_tables_tell_the_frame() -> None:
    assert frame_in_header({"RADESYS": "FK5", "EQUINOX": 2000.0}) is None
    assert frame_in_header({"EPOCH": 2016.0}) is None  # a date
    assert frame_in_header({"EQUINOX": 1950.0}) == frame_of("FK4", "B1950")


def _votable(system: str, ref: str = 'ref="s"') -> bytes:
    return f"""<VOTABLE version="1.3"><RESOURCE><COOSYS ID="s" {system}/><TABLE>
<FIELD name="id" datatype="char" arraysize="*"/>
<FIELD name="ra" datatype="double" unit="deg" {ref}/>
<FIELD name="dec" datatype="double" unit="deg" {ref}/>
<DATA><TABLEDATA><TR><TD>a</TD><TD>150</TD><TD>2</TD></TR></TABLEDATA></DATA>
</TABLE></RESOURCE></VOTABLE>""".encode()


@pytest.mark.parametrize("ref", ['ref="s"', ""])
def test_a_votable_in_b1950_is_not_taken_for_icrs(ref: str) -> None:
    table = import_bytes(_votable('system="eq_FK4" equinox="B1950"', ref), "a.vot")
    assert _place(table) == pytest.approx(_icrs(150, 2, FK4(equinox="B1950")), abs=1e-8)
    assert table.notes == ("positions ra, dec are in FK4 (B1950): turned into ICRS",)
    assert table.columns.remaining(table.rows[0].cells) == {"ra": "150", "dec": "2"}
    assert _place(import_bytes(_votable('system="ICRS"', ref), "a.vot")) == (150, 2)


def test_a_frame_that_cannot_be_turned_gives_no_position() -> None:
    table = import_bytes(_votable('system="geo_app"'), "a.vot")
    assert _place(table) is None
    assert table.notes == ("positions ra, dec are in geo_app: not taken; give them in ICRS",)


def test_a_fits_header_of_1950_and_names_of_other_frames(tmp_path: Path) -> None:
    old = Table({"id": [1], "ra": [150.0], "dec": [2.0]}, meta={"EQUINOX": 1950.0})
    for name in ("a.fits", "a.ecsv"):
        old.write(tmp_path / name)
        table = import_bytes((tmp_path / name).read_bytes(), name)
        assert _place(table) == pytest.approx(_icrs(150, 2, FK4(equinox="B1950")), abs=1e-8)
    assert import_bytes(b"id,L,B\n1,5,18\n", "a.csv").columns.by_role["ra"] == ()
    for header, frame in (
        ("l,b", Galactic()),
        ("RAB1950,DEB1950", FK4(equinox="B1950")),
        ("GLON,GLAT", Galactic()),
    ):
        table = import_bytes(f"id,{header}\n1,150,2\n".encode(), "a.csv")
        assert _place(table) == pytest.approx(_icrs(150, 2, frame), abs=1e-8)
