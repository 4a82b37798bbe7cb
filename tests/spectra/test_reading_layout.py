"""Arrays and columns taken from their place in a file equal those that astropy reads."""

import warnings

import numpy as np
import pytest
from astropy.io import fits
from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.errors import SpectrumReadError
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.layout import BrokenFits, read_layout
from specreview.spectra.readers.source import OpenedFile

FORMS = ("B", "I", "J", "K", "E", "D")


def _same(ours, theirs):
    theirs = np.asarray(theirs)
    if theirs.dtype.kind in "US":
        return [str(v).rstrip() for v in theirs.ravel()] == [
            v.decode().rstrip() for v in np.ravel(ours)
        ]
    return np.array_equal(np.ravel(ours), np.ravel(theirs), equal_nan=True)


@pytest.mark.reference
def test_every_hdu_of_the_reference_files_is_placed_as_astropy_places_it(reference):
    compared = 0
    for path in sorted((reference / "spectra").glob("*.fit*")):
        with OpenedFile(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with fits.open(path) as hdus:
                assert len(file.hdus) == len(hdus), path.name
                for ours, theirs in zip(file.hdus, hdus, strict=True):
                    assert ours.data_size == theirs.size, path.name
                    assert ours.shape == (theirs.shape if theirs.is_image else ours.shape)
                    compared += 1
    assert compared > 400


@pytest.mark.reference
@pytest.mark.parametrize(
    "name",
    [
        "sdss_pyqsofit_spec-7338-57859-0739.fits",
        "sdss_cv_spec-0377-52145-0540_full.fits",
        "desi_multi_coadd-sv3-dark-26065_nores.fits.gz",
        "lamost_cmost_spec-60591-LN042429N340750BM01_sp01-001.fits.gz",
    ],
)
def test_every_column_and_image_has_the_values_astropy_reads(reference, name):
    path = reference / "spectra" / name
    with OpenedFile(path) as file, fits.open(path) as hdus:
        for ours, theirs in zip(file.hdus[:6], hdus, strict=False):
            if ours.is_table:
                for column in theirs.columns.names:
                    assert _same(ours.column(column), theirs.data[column]), column
            elif ours.is_image:
                assert np.array_equal(ours.image(), theirs.data)


@settings(max_examples=25, deadline=None)
@given(
    columns=st.lists(st.tuples(st.sampled_from(FORMS), st.integers(1, 3)), min_size=1, max_size=5),
    rows=st.integers(1, 4),
    seed=st.integers(0, 99),
)
def test_any_table_of_numbers_is_read_as_astropy_reads_it(tmp_path_factory, columns, rows, seed):
    rng = np.random.default_rng(seed)
    made = [
        fits.Column(
            f"c{n}",
            f"{repeat}{form}",
            array=rng.integers(0, 99, (rows, repeat)).squeeze(axis=1)
            if repeat == 1
            else rng.integers(0, 99, (rows, repeat)),
        )
        for n, (form, repeat) in enumerate(columns)
    ]
    path = tmp_path_factory.mktemp("table") / "t.fits"
    fits.BinTableHDU.from_columns(made).writeto(path)
    with OpenedFile(path) as file, fits.open(path) as hdus:
        for name in hdus[1].columns.names:
            assert _same(file.hdus[1].column(name), hdus[1].data[name])


@pytest.mark.parametrize("dtype", ["u2", "u4", "u8", "i2", "f4", "f8", "u1"])
def test_images_of_every_type_and_single_rows(tmp_path, dtype):
    values = (np.arange(12).reshape(3, 4) * 17 + 3).astype(dtype)
    fits.PrimaryHDU(values).writeto(tmp_path / "i.fits")
    with OpenedFile(tmp_path / "i.fits") as file:
        assert np.array_equal(file.hdus[0].image(), values)
        assert np.array_equal(file.hdus[0].image(1), values[1])
        assert file.hdus[0].image().dtype.isnative


def test_scaled_rows_under_a_header_that_is_not_ascii(tmp_path):
    path = tmp_path / "s.fits"
    values = np.array([[1, 2], [3, 4]], dtype="i2")
    primary, image = fits.PrimaryHDU(), fits.ImageHDU(values, name="SCALED")
    image.header["BSCALE"], image.header["BZERO"] = 0.5, 10.0
    image.header["OBSERVER"] = "Xngstr"
    fits.HDUList([primary, image]).writeto(path)
    path.write_bytes(path.read_bytes().replace(b"Xngstr", b"\xc5ngstr"))
    with OpenedFile(path) as file:
        assert file.hdus[1].image().tolist() == (10 + 0.5 * values).tolist()
        assert file.hdus[1].image(1).tolist() == [11.5, 12.0]
        assert file.hdus[1].image(1).dtype.isnative
        assert file.hdus[1].cards.text("OBSERVER") == "?ngstr"


def test_scaled_integers_become_physical_values(tmp_path):
    hdu = fits.PrimaryHDU(np.arange(4, dtype="i2"))
    hdu.header["BSCALE"], hdu.header["BZERO"] = 0.5, 10.0
    hdu.writeto(tmp_path / "s.fits")
    with OpenedFile(tmp_path / "s.fits") as file:
        assert file.hdus[0].image().tolist() == fits.getdata(tmp_path / "s.fits").tolist()


def _cards(*lines: str) -> Cards:
    return Cards(b"".join(line.ljust(80).encode() for line in lines))


def test_cards_of_all_kinds_and_broken_ones():
    cards = _cards(
        "A       =                    T / yes",
        "B       = 'it''s / no comment ' / comment",
        "C       =               1.5D-3",
        "D       =                  -12",
        "E       =",
        "F       = 'unclosed",
        "G       garbage",
        "H       = 'None    '",
        "I       = '253.8477'",
        "J       =             ?? oh no",
    )
    assert cards.flag("A") is True
    assert cards.get("B") == "it's / no comment"
    assert cards.number("C") == 1.5e-3
    assert cards.integer("D") == -12
    assert [cards.text(k) for k in "EFGHZ"] == [None] * 5
    assert cards.number("I") == 253.8477
    assert cards.number("J") is None
    assert cards.number("A") is None


def test_text_that_looks_like_a_record_with_a_number_stays_text():
    cards = _cards("OBJECT  = 'HD: 17  '", "PAIR    = (1.5, 2.5)", "A       =  1", "A       =  2")
    assert cards.text("OBJECT") == "HD: 17"
    assert cards.get("PAIR") is None
    assert cards.integer("A") == cards.number("A") == 1


@given(st.text("AZ09-_ .=", max_size=8), st.text(st.characters(max_codepoint=255), max_size=70))
def test_any_card_has_a_value_or_none_and_never_a_warning(keyword, field):
    cards = Cards(f"{keyword:8}= {field:70}".encode("latin-1"))
    for look in (cards.get, cards.text, cards.number, cards.integer, cards.flag, cards.quoted):
        look(keyword.rstrip())


@pytest.mark.parametrize("value", ["T", "12", "-1.5E3", "1.5D-3", "'it''s'", "'  led'", "''"])
def test_a_card_has_the_value_that_a_whole_header_gives(value):
    line = f"KEY     = {value} / comment"
    expected = fits.Header.fromstring(line.ljust(80))["KEY"]
    assert _cards(line).get("KEY") == expected


@pytest.mark.parametrize(
    ("form", "scaling", "stored"),
    [
        ("K", {"bzero": 2**63}, np.array([5, 2**63 + 5, 2**64 - 1], dtype="u8")),
        ("J", {"bzero": 2**31}, np.array([5, 2**31 + 5, 2**32 - 1], dtype="u4")),
    ],
)
def test_scaled_columns_among_plain_ones(tmp_path, form, scaling, stored):
    plain = np.array([1.5, 2.5, 3.5])
    columns = [
        fits.Column("before", "3X", array=np.ones((3, 3), bool)),
        fits.Column("scaled", form, array=stored, **scaling),
        fits.Column("after", "D", array=plain),
    ]
    fits.BinTableHDU.from_columns(columns).writeto(tmp_path / "t.fits")
    with OpenedFile(tmp_path / "t.fits") as file:
        table = file.hdus[1]
        assert table.column("scaled").tolist() == stored.tolist()
        assert [table.column("SCALED", row) for row in range(3)] == stored.tolist()
        assert table.column("after").tolist() == plain.tolist()
        assert table.column("after", 2) == 3.5
        with pytest.raises(KeyError):
            table.column("none")


def test_a_column_with_a_scale_and_a_zero(tmp_path):
    path = tmp_path / "t.fits"
    column = fits.Column("scaled", "I", array=np.array([1, 2, 20]))
    fits.BinTableHDU.from_columns([column]).writeto(path)
    fits.setval(path, "TSCAL1", value=0.5, ext=1)
    fits.setval(path, "TZERO1", value=10.0, ext=1)
    with OpenedFile(path) as file:
        assert file.hdus[1].column("scaled").tolist() == [10.5, 11.0, 20.0]
        assert file.hdus[1].column("scaled", 1) == 11.0


@pytest.mark.reference
def test_single_cells_of_a_catalogue_row_are_astropy_s(reference):
    compared = 0
    for path in sorted((reference / "spectra").glob("sdss_*spec-*.fits")):
        with OpenedFile(path) as file, fits.open(path) as hdus:
            for name in hdus[2].columns.names:
                assert _same(file.hdus[2].column(name, 0), hdus[2].data[name][0]), name
                compared += 1
    assert compared > 1000


def test_a_header_without_end_and_a_short_array_are_told(tmp_path):
    class Content:
        def __init__(self, raw: bytes) -> None:
            self.raw, self.size = raw, len(raw)

        def read_at(self, offset: int, length: int) -> bytes:
            return self.raw[offset : offset + length]

    with pytest.raises(BrokenFits, match="no END card"):
        read_layout(Content(b"SIMPLE  =                    T".ljust(2880)))
    fits.PrimaryHDU(np.zeros(5000)).writeto(tmp_path / "short.fits")
    (tmp_path / "short.fits").write_bytes((tmp_path / "short.fits").read_bytes()[:20000])
    with (
        OpenedFile(tmp_path / "short.fits") as file,
        pytest.raises(SpectrumReadError, match="truncated: 20000 of at least 42880 bytes"),
    ):
        assert file.hdus
