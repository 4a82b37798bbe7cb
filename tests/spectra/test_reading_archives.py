"""LAMOST medium resolution, SDSS spSpec and CALSPEC, as their documents describe the files."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import vacuum_to_air
from specreview.spectra.readers import read_spectrum

ARMS = {"B": np.arange(4950.0, 5350.0, 0.125), "R": np.arange(6300.0, 6800.0, 0.15)}
CARDS = {
    "TELESCOP": "LAMOST",
    "DATA_V": "LAMOST DR9",
    "OBSID": 666212076,
    "RA": 292.058716,
    "DEC": 43.925304,
    "VACUUM": True,
    "HELIO": True,
    "HELIO_RV": -11.22,
    "NEXP_B": 3,
    "NEXP_R": 3,
}


def arm(name, level, *, vectors=False, snr=10.0, mask="ANDMASK", pixels=()):
    axis = ARMS[name.removeprefix("COADD_")[0]]
    masks = np.zeros(axis.size, int)
    for index, value in pixels:
        masks[index] = value
    values = {"FLUX": np.full(axis.size, level), "IVAR": np.full(axis.size, 4.0), mask: masks}
    values |= {"WAVELENGTH": axis} if vectors else {"LOGLAM": np.log10(axis)}
    values |= {"ORMASK": masks * 0} if mask == "ANDMASK" else {}
    form = f"{axis.size}D" if vectors else "D"
    columns = [
        fits.Column(k, form, array=np.asarray(v, float)[None, :] if vectors else v)
        for k, v in values.items()
    ]
    hdu = fits.BinTableHDU.from_columns(columns, name=name)
    hdu.header["SNR"] = snr
    return hdu


def mrs(files, *tables, **cards):
    primary = fits.PrimaryHDU()
    primary.header.update(CARDS | cards)
    primary.header["EXTNAME"] = "Information"
    return files.save("med-58268-HIP95119KP01_sp12-076.fits", [primary, *tables])


@pytest.mark.parametrize("vectors", [False, True])
def test_lamost_arms_lie_on_one_axis_with_their_gap(files, vectors):
    arms = [arm("COADD_B", 2.0, vectors=vectors), arm("COADD_R", 7.0, vectors=vectors)]
    exposures = [arm("B-83906016", 100.0, vectors=vectors, mask="PIXMASK")]
    spectrum = read_spectrum(mrs(files, *arms, *exposures))
    origin = spectrum.origin
    assert spectrum.wavelength == pytest.approx(np.concatenate(list(ARMS.values())), rel=1e-9)
    assert np.unique(spectrum.flux).tolist() == [2.0, 7.0]
    assert (origin.reader, origin.survey, origin.release) == ("lamost_mrs", "LAMOST", "DR9")
    assert (origin.object_id, origin.ra) == ("666212076", 292.058716)
    assert origin.frame == "vacuum (as the header says)"
    assert any(n.startswith("arms B 4950-5350 Å and R 6300-6800 Å") for n in origin.notes)
    assert origin.details["hdu"] == "HDU 1 COADD_B and HDU 2 COADD_R"
    assert origin.details["heliocentric"] == "heliocentric already applied, -11.22 km/s"
    assert origin.details["snr_r_arm"] == "10"


def test_lamost_bits_are_those_of_low_resolution(files):
    """BADCCD (1) and NODATA (32) exclude, NOSKY (4) marks."""
    blue = arm("COADD_B", 1.0, pixels=((3, 1), (4, 32), (5, 4)))
    spectrum = read_spectrum(mrs(files, blue, arm("COADD_R", 1.0)))
    assert np.flatnonzero(~spectrum.good).tolist() == [3, 4]
    assert np.flatnonzero(spectrum.warned).tolist() == [5]


def test_lamost_with_one_arm_or_without_a_coadd_says_what_was_taken(files):
    notes = read_spectrum(mrs(files, arm("COADD_R", 1.0))).origin.notes
    assert "B arm missing" in notes
    exposures = [arm("B-83906010", 1.0, snr=8, mask="PIXMASK"), arm("B-83906030", 5.0, snr=20)]
    spectrum = read_spectrum(mrs(files, *exposures, arm("COADD_R", 1.0)))
    assert spectrum.flux[0] == 5.0
    assert any("B-83906030 taken, the best of 2 exposures" in n for n in spectrum.origin.notes)


def test_lamost_air_is_made_vacuum_where_the_header_says_air(files):
    spectrum = read_spectrum(mrs(files, arm("COADD_R", 1.0), VACUUM=False))
    assert vacuum_to_air(spectrum.wavelength) == pytest.approx(ARMS["R"], abs=1e-6)


def spspec(files, *, rows=5, changed=None, without=(), masks=True):
    """(4 or 5, N): spectrum, continuum subtracted, error, mask; as DR7 wrote it."""
    array = np.zeros((rows, 3909))
    array[0], array[1], array[2] = files.flux, files.flux - 100, 0.5
    array[2][7] = 0.0
    array[3] = 1157627904.0
    cards = {
        "TELESCOP": "SDSS 2.5-M",
        "ARRAY3": "ERROR",
        "COEFF0": 3.5682,
        "COEFF1": 1e-4,
        "PLATEID": 750,
        "MJD": 52235,
        "FIBERID": 459,
        "RA": 359.7,
        "DEC": 14.9,
        "RAOBJ": 0.0087588679,
        "DECOBJ": 15.881756,
        "Z": 0.020016,
        "Z_WARNIN": 0,
        "SPEC_CLN": 2,
        "BUNIT": "1.0E-17 erg/cm/s/Ang",
    }
    primary = fits.PrimaryHDU(array.astype(">f4"))
    for key, value in (cards | (changed or {})).items():
        if key not in without:
            primary.header[key] = value
    seen = np.zeros(3909, int)
    seen[[11, 12]] = 1 << 24, 1 << 23
    columns = [
        fits.Column("andMask", "J", array=seen),
        fits.Column("orMask", "J", array=np.roll(seen, 1)),
        fits.Column("dispersion", "E", array=np.ones(3909)),
    ]
    tables = [fits.BinTableHDU.from_columns(columns)] if masks else []
    return files.save("spSpec-52235-0750-459.fit", [primary, *tables])


@pytest.mark.parametrize("rows", [4, 5])
def test_spspec_row_2_is_an_error(files, rows):
    spectrum = read_spectrum(spspec(files, rows=rows))
    origin = spectrum.origin
    assert spectrum.wavelength == pytest.approx(files.axis, abs=1e-6)
    assert np.array_equal(spectrum.flux, files.flux)
    sigma = np.full(3909, 0.5)
    sigma[7] = np.nan
    assert spectrum.sigma == pytest.approx(sigma, nan_ok=True)
    assert np.flatnonzero(~spectrum.good).tolist() == [7, 11]
    assert np.flatnonzero(spectrum.warned).tolist() == [12, 13]
    assert (origin.reader, origin.object_id) == ("spspec", "0750-52235-0459")
    assert (origin.ra, origin.dec) == (0.0087588679, 15.881756)
    assert (origin.redshift, origin.redshift_warning) == (0.020016, 0)
    assert origin.pipeline_class == "GALAXY"
    assert origin.flux_unit == "1e-17 erg / (Angstrom s cm2)"
    assert "row 2 is the error" in origin.notes


@pytest.mark.parametrize(
    ("without", "masks"),
    [
        (("TELESCOP", "SPEC_CLN", "ARRAY3"), True),
        (("TELESCOP", "SPEC_CLN"), False),
        (("ARRAY3", "SPEC_CLN"), False),
    ],
)
def test_spspec_is_known_without_any_one_card(files, without, masks):
    spectrum = read_spectrum(spspec(files, without=without, masks=masks))
    assert spectrum.origin.reader == "spspec"
    assert np.flatnonzero(~spectrum.good).tolist() == ([7, 11] if masks else [7])


def calspec(files, *, model=0, **columns):
    """A white dwarf: 200 observed pixels, then `model` pixels without STATERROR to 30 µm."""
    axis = np.r_[np.linspace(1140.0, 10000.0, 200), np.linspace(10100.0, 3e5, model)]
    error = np.r_[np.full(200, 1e-15), np.zeros(model)]
    quality = np.ones(axis.size, int)
    quality[20] = 0
    error[30] = 0.0
    values = {"WAVELENGTH": ("D", axis, "ANGSTROMS"), "FLUX": ("E", 1e3 / axis**4, "FLAM")}
    values |= {"STATERROR": ("E", error, "FLAM"), "SYSERROR": ("E", error, "FLAM")}
    values |= {"FWHM": ("E", axis / 500, "ANGSTROMS"), "DATAQUAL": ("I", quality, "NONE")}
    made = [fits.Column(n, f, unit=u, array=v) for n, (f, v, u) in (values | columns).items()]
    primary = fits.PrimaryHDU()
    primary.header["TARGETID"] = "G191B2B"
    return files.save("g191.fits", [primary, fits.BinTableHDU.from_columns(made, name="SCI")])


def test_calspec_without_its_model_and_its_bad_pixels(files):
    spectrum = read_spectrum(calspec(files, model=400))
    origin = spectrum.origin
    assert (spectrum.wavelength[0], spectrum.wavelength[-1]) == (1140.0, 10000.0)
    assert np.flatnonzero(~spectrum.good).tolist() == [20, 30]
    assert (origin.reader, origin.survey) == ("calspec", "HST CALSPEC")
    assert origin.frame == "vacuum (CALSPEC convention)"
    assert origin.flux_unit == "erg / (Angstrom s cm2)"
    assert "400 pixels of a model beyond the observed 1140-10000 Å left out" in origin.notes
    assert origin.details["object"] == "G191B2B"
    assert not any("model" in n for n in read_spectrum(calspec(files)).origin.notes)


def test_calspec_that_is_all_model_is_refused(files):
    zero = ("E", np.zeros(200), "FLAM")
    with pytest.raises(SpectrumReadError, match="a model, not an observation"):
        read_spectrum(calspec(files, STATERROR=zero))
