"""Uploads: what a file is shows in its content, and its name is the browser's."""

import numpy as np
import pytest
from astropy.io import fits
from astropy.table import Table

from specreview.errors import CatalogueError
from specreview.uploads import Upload, is_spectrum, keep_uploads, safe_name

SPECTRUM = "wavelength,flux\n" + "".join(f"{4000 + n},{1 + n % 3}\n" for n in range(300))


@pytest.fixture
def content(tmp_path):
    """Bytes of a FITS file with these columns."""

    def of(**columns) -> bytes:
        path = tmp_path / "made.fits"
        Table(columns).write(path, overwrite=True)
        return path.read_bytes()

    return of


def test_list_and_spectra_are_told_apart_whatever_they_are_called(tmp_path, content):
    fits_list = content(TARGETID=np.array([39627772183708817]), RA=[1.0], DEC=[2.0])
    wave = np.linspace(4000, 7000, 500)
    fits_spectrum = content(wavelength=wave, flux=np.ones(500))
    kept = keep_uploads(
        tmp_path,
        [
            Upload("a.fits", fits_list),
            Upload("b.fits", fits_spectrum),
            Upload("c.csv", SPECTRUM.encode()),
        ],
    )
    assert kept.refused == ()
    assert kept.list is not None
    assert kept.list.read_bytes() == fits_list
    assert sorted(path.name for path in kept.spectra.iterdir()) == ["b.fits", "c.csv"]
    assert kept.source == kept.list
    assert [path.name for path in (tmp_path / "uploads").iterdir()] == [kept.spectra.name]


def test_the_same_spectra_again_are_the_same_folder(tmp_path):
    files = [Upload("c.csv", SPECTRUM.encode())]
    first, again = keep_uploads(tmp_path, files), keep_uploads(tmp_path, files)
    assert first == again
    assert again.source == again.spectra


@pytest.mark.parametrize(
    ("text", "spectrum"),
    [
        (SPECTRUM, True),
        ("ra,dec\n" + "".join(f"{n},{n / 2}\n" for n in range(1, 200)), False),
        ("id\n" + "\n".join(map(str, range(1, 200))), False),
        ("obsid,z\n" + "".join(f"{100 + n},0.{n}\n" for n in range(200)), False),
        ("", False),
    ],
)
def test_two_columns_of_numbers_with_an_id_or_a_position_are_a_list(tmp_path, text, spectrum):
    (tmp_path / "some.csv").write_text(text)
    assert is_spectrum(tmp_path / "some.csv") == spectrum


def test_what_is_neither_is_refused_by_name_and_the_rest_is_kept(tmp_path):
    image = fits.PrimaryHDU(np.zeros((1, 1)))
    image.writeto(tmp_path / "image.fits")
    kept = keep_uploads(
        tmp_path,
        [
            Upload("c.csv", SPECTRUM.encode()),
            Upload("sub/c.csv", SPECTRUM.replace("4000,1", "4000,9").encode()),
            Upload("image.fits", (tmp_path / "image.fits").read_bytes()),
            Upload("x.exe", b"MZ\x90"),
            Upload("one.csv", b"id\n1\n"),
            Upload("two.csv", b"id\n2\n"),
        ],
    )
    assert kept.count == 1
    assert kept.list is not None
    said = "\n".join(kept.refused)
    for words in ("c.csv: another spectrum has this name", "image.fits", "x.exe", "one list at a"):
        assert words in said
    assert str(tmp_path) not in said
    assert len(list((tmp_path / "lists").iterdir())) == 2, "nothing refused is kept"


def test_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("specreview.uploads.MOST_BYTES", 10)
    with pytest.raises(CatalogueError, match="copy them to the server"):
        keep_uploads(tmp_path, [Upload("c.csv", SPECTRUM.encode())])


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\data\\spec 1.fits", "spec 1.fits"),
        (".hidden", "hidden"),
        ("a\x00b\n.csv", "ab.csv"),
        ("/", "file"),
    ],
)
def test_names_keep_to_their_folder(name, safe):
    assert safe_name(name) == safe
