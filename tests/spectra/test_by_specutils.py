"""Files that only specutils knows, by its loaders, and how little it is asked."""

import subprocess
import sys
import warnings

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import list_objects, read_spectrum

specutils = pytest.importorskip("specutils")


@pytest.fixture
def visit(files):
    """An APOGEE apVisit file of three chips of 50 pixels, cut to what its loader looks at."""
    chips = np.array([[1.69e4, 1.6e4, 1.52e4]]).T - np.arange(50)
    primary = fits.PrimaryHDU()
    primary.header["SURVEY"], primary.header["HISTORY"] = "apogee", "APOGEE"
    planes = [np.full((3, 50), v) for v in (7.0, 0.5, 0.0)]
    hdus = [fits.ImageHDU(a) for a in (*planes, chips)]
    for hdu, unit in zip(hdus, ("Flux", "Flux", "bits", "Wavelength (A)"), strict=True):
        hdu.header["BUNIT"] = unit
    return files.save("apVisit.fits", [primary, *hdus])


def test_what_only_specutils_knows_is_read_by_its_loader_and_said(visit):
    assert list_objects(visit).object_ids == ("apVisit",)
    spectrum = read_spectrum(visit)
    assert len(spectrum) == 150
    assert spectrum.wavelength[[0, -1]] == pytest.approx([15151, 16900])
    assert spectrum.sigma == pytest.approx(np.full(150, 0.5))
    assert spectrum.origin.flux_unit == "1e-17 erg / (Angstrom s cm2)"
    assert spectrum.origin.reader == "specutils"
    assert "(loader APOGEE apVisit), as no reader here knows it" in spectrum.origin.notes[0]


@pytest.fixture
def plate(files):
    """An SDSS spPlate file of 8 fibres, 100 pixels each, with its own flux."""
    flux = np.arange(1.0, 9.0)[:, None] + np.zeros((8, 100))
    cards = {
        "TELESCOP": "SDSS 2.5-M",
        "BUNIT": "1E-17 erg/cm^2/s/Ang",
        "PLATEID": 266,
        "MJD": 51602,
    }
    cards |= {"COEFF0": 3.6, "COEFF1": 1e-4, "CTYPE1": "LINEAR", "CTYPE2": "LINEAR", "DC-FLAG": 1}
    cards |= {"CRVAL1": 3.6, "CD1_1": 1e-4, "CRPIX1": 1, "CRVAL2": 1, "CD2_2": 1}
    primary = fits.PrimaryHDU(flux)
    primary.header.update(cards)
    masks = np.zeros((8, 100), "i4")
    masks[:, 3] = 1 << 24
    planes = [fits.ImageHDU(a) for a in (np.full((8, 100), 4.0), masks, masks, flux)]
    columns = [
        fits.Column("FIBERID", "J", array=np.arange(1, 9)),
        fits.Column("RA", "D", array=np.full(8, 150.5)),
        fits.Column("DEC", "D", array=np.full(8, 2.25)),
        fits.Column("OBJTYPE", "16A", array=["SKY"] + ["GALAXY"] * 7),
    ]
    return files.save("spPlate.fits", [primary, *planes, fits.BinTableHDU.from_columns(columns)])


def test_a_plate_is_read_here_as_specutils_is_a_pixel_off(plate):
    assert list_objects(plate).object_ids[4] == "0266-51602-0005"
    spectrum = read_spectrum(plate, "0266-51602-0005")
    assert spectrum.origin.reader == "spplate"
    assert spectrum.flux[0] == 5
    assert spectrum.wavelength == pytest.approx(10 ** (3.6 + 1e-4 * np.arange(100)))
    assert spectrum.sigma == pytest.approx(np.full(100, 0.5))
    assert np.flatnonzero(~spectrum.good).tolist() == [3]
    assert (spectrum.origin.ra, spectrum.origin.dec) == (150.5, 2.25)
    assert "sky fibre, not a target" in read_spectrum(plate, "0266-51602-0001").origin.notes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = specutils.Spectrum.read(plate, format="SDSS spPlate").spectral_axis.to_value("AA")[
            0
        ]
    assert theirs / spectrum.wavelength[0] == pytest.approx(10**1e-4)  # once mended, take it back


def test_its_guesses_on_any_image_and_table_are_not_taken(files):
    eigenvectors = np.random.default_rng(3).standard_normal((3, 50))
    primary = fits.PrimaryHDU(eigenvectors)
    primary.header.update({"CRVAL1": 4000.0, "CDELT1": 1.0, "CTYPE1": "WAVE", "CUNIT1": "Angstrom"})
    with pytest.raises(SpectrumReadError, match="3 x 50 array of unknown meaning"):
        read_spectrum(files.save("template.fits", [primary]))


def test_files_of_our_own_readers_never_import_it(files):
    path = files.lamost()
    code = (
        "import sys; from specreview.spectra.readers import read_spectrum; "
        f"read_spectrum({str(path)!r}); sys.exit('specutils' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
