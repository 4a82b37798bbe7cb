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
