"""ESO phase 3 tables, told by utypes: UVES and HARPS in Å and air, X-shooter and XQ-100 in nm."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import vacuum_to_air
from specreview.spectra.readers import read_spectrum

AXIS = np.linspace(5600.0, 10200.0, 2001)
FLUX = 1e-16 * (1 + 0.1 * np.sin(AXIS / 50))
SIGMA = np.full(AXIS.size, 2e-18)
ERG = "erg cm**(-2) s**(-1) angstrom**(-1)"
AIR, VACUUM = "em.wl;obs.atmos", "em.wl"
VALUE, ERROR = "Spectrum.Data.FluxAxis.Value", "Spectrum.Data.FluxAxis.Accuracy.StatError"
QUALITY = "Spectrum.Data.FluxAxis.Accuracy.QualityStatus"
PRIMARY = {
    "ORIGIN": "ESO",
    "INSTRUME": "XSHOOTER",
    "OBJECT": "J0003-2603",
    "RA": 0.8458,
    "DEC": -26.0567,
    "PRODCATG": "SCIENCE.SPECTRUM",
    "SPECSYS": "BARYCENT",
    "EXPTIME": 3600.0,
}


def phase3(files, *extra, axis=AXIS, unit="angstrom", ucd=VACUUM, cards=None, utypes=None):
    """One row of vectors; `extra` are (name, values, utype, ucd, unit)."""
    wave_type = utypes or "Spectrum.Data.SpectralAxis.Value"
    main = (
        ("WAVE", axis, wave_type, ucd, unit),
        ("FLUX", FLUX, VALUE, "phot.flux.density;em.wl;meta.main", ERG),
    )
    listed = (*main, *extra)
    columns = []
    for label, values, _, _, stated in listed:
        code = "J" if np.asarray(values).dtype.kind == "i" else "D"
        columns.append(
            fits.Column(label, f"{len(values)}{code}", unit=stated, array=np.array([values]))
        )
    table = fits.BinTableHDU.from_columns(columns, name="SPECTRUM")
    for number, (_, _, utype, kind, _) in enumerate(listed, start=1):
        table.header[f"TUTYP{number}"] = utype
        table.header[f"TUCD{number}"] = kind
    primary = fits.PrimaryHDU()
    primary.header.update(PRIMARY | (cards or {}))
    return files.save("ADP.2016-06-02T01.fits", [primary, table])


STAT = ("ERR_FLUX", SIGMA, ERROR, "stat.error;phot.flux.density;meta.main", ERG)


def test_nanometres_in_vacuum_become_angstrom(files):
    spectrum = read_spectrum(phase3(files, STAT, axis=AXIS / 10, unit="nm"))
    origin = spectrum.origin
    assert spectrum.wavelength == pytest.approx(AXIS, rel=1e-12)
    assert spectrum.sigma == pytest.approx(SIGMA)
    assert (origin.reader, origin.survey, origin.frame) == (
        "eso",
        "ESO",
        "vacuum (by the column's UCD)",
    )
    assert origin.flux_unit == "erg / (Angstrom s cm2)"
    assert (origin.ra, origin.dec) == (0.8458, -26.0567)
    assert origin.details["object"] == "J0003-2603"
    assert origin.details["heliocentric"].startswith("heliocentric correction already applied")
    assert "wavelengths multiplied by 10 to give Å" in origin.notes


def test_the_atmosphere_in_the_ucd_means_air(files):
    path = phase3(files, axis=vacuum_to_air(AXIS), ucd=AIR, cards={"SPECSYS": "TOPOCENT"})
    spectrum = read_spectrum(path)
    assert spectrum.wavelength == pytest.approx(AXIS, abs=1e-6)
    assert spectrum.origin.frame == "air (by the column's UCD), made vacuum"
    assert (
        "wavelengths are topocentric, up to 30 km/s from barycentric ones" in spectrum.origin.notes
    )
    assert "not applied (header SPECSYS = TOPOCENT)" in spectrum.origin.details["heliocentric"]


def test_of_two_fluxes_the_calibrated_one_counts_with_its_own_error(files):
    """X-shooter has counts beside the flux; their error would be wrong by the calibration."""
    counts = (
        "FLUX_REDUCED",
        FLUX * 1e20,
        "eso:Data.FluxAxis.Value",
        "phot.flux;stat.uncalib",
        "adu",
    )
    wrong = (
        "ERR_REDUCED",
        SIGMA * 1e20,
        "eso:Data.FluxAxis.Accuracy.StatError",
        "stat.error;stat.uncalib",
        "adu",
    )
    spectrum = read_spectrum(phase3(files, counts, wrong, STAT))
    assert np.array_equal(spectrum.flux, FLUX)
    assert spectrum.sigma == pytest.approx(SIGMA)
    assert "column FLUX taken, not FLUX_REDUCED" in spectrum.origin.notes
    without = read_spectrum(phase3(files, counts, wrong))
    assert without.ivar is None


def test_sky_and_continuum_columns_are_no_flux(files):
    sky = ("BGFLUX", FLUX * 50, "Spectrum.Data.BackgroundModel.Value", "phot.flux.density", ERG)
    assert np.array_equal(read_spectrum(phase3(files, sky)).flux, FLUX)


def test_a_misspelt_utype_and_an_empty_error_are_understood(files):
    utype = "spec:Data.FluxAxis.Accurancy.StatError"
    spectrum = read_spectrum(phase3(files, ("ERR", SIGMA, utype, "stat.error", ERG)))
    assert spectrum.sigma == pytest.approx(SIGMA)
    empty = ("ERR", np.full(AXIS.size, np.nan), ERROR, "stat.error", ERG)
    spectrum = read_spectrum(phase3(files, empty))
    assert spectrum.ivar is None
    assert "column ERR holds no errors, not used" in spectrum.origin.notes


def test_quality_0_is_good_and_a_column_without_any_0_is_not_believed(files):
    flags = np.zeros(AXIS.size, int)
    flags[[5, 9]] = 16
    spectrum = read_spectrum(phase3(files, ("QUAL", flags, QUALITY, "meta.code.qual", "")))
    assert np.flatnonzero(~spectrum.good).tolist() == [5, 9]
    strange = ("STATUS", np.where(flags > 0, -5, 1), QUALITY, "meta.code.qual", "")
    spectrum = read_spectrum(phase3(files, strange))
    assert spectrum.good.all()
    assert any("STATUS is nowhere 0" in n for n in spectrum.origin.notes)


def test_a_frequency_axis_is_refused_and_a_normalised_flux_is_said(files):
    with pytest.raises(SpectrumReadError, match="WAVE is a frequency or an energy"):
        read_spectrum(phase3(files, ucd="em.freq", unit="Hz"))
    origin = read_spectrum(phase3(files, cards={"CONTNORM": True})).origin
    assert any("divided by its continuum" in n for n in origin.notes)


def test_no_name_of_an_observatory_is_needed(files):
    path = phase3(
        files, cards={"ORIGIN": "CAHA", "PRODCATG": ""}, utypes="spec:Data.SpectralAxis.Value"
    )
    origin = read_spectrum(path).origin
    assert (origin.reader, origin.survey) == ("eso", "unknown")
