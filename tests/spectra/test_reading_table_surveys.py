"""Surveys that put a spectrum in each row of a table: MaStar, SDSS-V; and SDSS-V's spec files."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.spectra.readers import list_objects, read_all, read_spectrum

AXIS = np.linspace(4000.0, 7000.0, 1501)
FLUX = 1.0 - 0.6 * np.exp(-0.5 * ((AXIS - 6564.61) / 5) ** 2)
SIGMA = np.full(AXIS.size, 0.2)


def save(files, *hdus, **cards):
    primary = fits.PrimaryHDU()
    primary.header.update(cards)
    return files.save("table.fits", [primary, *hdus])


def test_mastar_visits_are_named_by_star_plate_ifu_and_night(files):
    n = AXIS.size
    columns = [
        fits.Column("MANGAID", "10A", array=["7-101", "7-101"]),
        fits.Column("PLATE", "J", array=[10001, 10001]),
        fits.Column("IFUDESIGN", "J", array=[701, 701]),
        fits.Column("MJD", "J", array=[57372, 57373]),
        fits.Column("OBJRA", "D", array=[10.5, 10.5]),
        fits.Column("OBJDEC", "D", array=[-1.5, -1.5]),
        fits.Column("HELIOV", "D", array=[12.5, 13.0]),
        fits.Column("WAVE", f"{n}D", array=[AXIS, AXIS]),
        fits.Column("FLUX", f"{n}E", array=[FLUX, 2 * FLUX]),
        fits.Column("IVAR", f"{n}E", array=[SIGMA**-2, SIGMA**-2]),
        fits.Column("MASK", f"{n}J", array=[np.zeros(n), np.arange(n) < 9]),
    ]
    path = save(files, fits.BinTableHDU.from_columns(columns), MPROCVER="v1_7_7")
    assert list_objects(path).object_ids == ("7-101-10001-701-57372", "7-101-10001-701-57373")
    first, second = read_all(path)
    origin = second.origin
    assert (origin.reader, origin.survey, origin.release) == ("mastar", "SDSS", "MaStar v1_7_7")
    assert (origin.ra, origin.dec, origin.frame) == (10.5, -1.5, "vacuum (survey default)")
    assert origin.details["heliocentric_velocity_kms"] == "13.0"
    assert origin.redshift is None
    assert second.flux == pytest.approx(2 * FLUX)
    assert second.good.all()
    assert np.flatnonzero(second.warned).tolist() == list(range(9))
    assert not first.warned.any()


def mwm_hdu(name, rows, **columns):
    axis = 10 ** (3.5523 + 1e-4 * np.arange(4648))
    n = axis.size
    values = [
        fits.Column("sdss_id", "K", array=np.full(rows, 54327011)),
        fits.Column("flux", f"{n}E", array=np.ones((rows, n)) * (1 + np.arange(rows))[:, None]),
        fits.Column("ivar", f"{n}E", array=np.tile(np.r_[0.0, np.full(n - 1, 4.0)], (rows, 1))),
        fits.Column(
            "pixel_flags", f"{n}J", array=np.tile(np.r_[0, 8, np.zeros(n - 2, int)], (rows, 1))
        ),
    ]
    if columns.pop("wavelength", False):
        values.append(fits.Column("wavelength", f"{n}D", array=np.tile(axis, (rows, 1))))
    forms = {"mjd": "J"}
    values += [fits.Column(k, forms.get(k, "D"), array=v) for k, v in columns.items()]
    hdu = fits.BinTableHDU.from_columns(values, nrows=rows, name=name)
    hdu.header.update(CRVAL=3.5523, CDELT=1e-4, NPIXELS=n)
    return hdu, axis


def test_mwm_star_files_are_at_rest_and_say_so(files):
    boss, axis = mwm_hdu("BOSS/APO", 1, wavelength=True, xcsao_v_rad=[-31.25])
    empty, _ = mwm_hdu("BOSS/LCO", 0)
    path = save(files, boss, empty, SDSS_ID=54327011, RA=12.5, DEC=-3.5, V_ASTRA="0.6.0")
    spectrum = read_spectrum(path)
    origin = spectrum.origin
    assert (origin.reader, origin.object_id, origin.ra) == ("mwm", "54327011", 12.5)
    assert spectrum.wavelength == pytest.approx(axis, rel=1e-9)
    assert origin.redshift == 0.0
    assert "at rest" in origin.frame
    assert any("would shift it twice" in n for n in origin.notes)
    assert origin.details["radial_velocity_kms"] == "-31.25"
    assert not spectrum.good[0]
    assert np.flatnonzero(spectrum.warned).tolist() == [1]
    assert spectrum.good[1]


def test_mwm_visits_are_objects_of_their_own(files):
    boss, axis = mwm_hdu("BOSS/APO", 2, mjd=[59804, 59866])
    path = save(files, boss, SDSS_ID=54327011)
    ids = list_objects(path).object_ids
    assert ids == ("54327011-BOSS-APO-59804", "54327011-BOSS-APO-59866")
    second = read_spectrum(path, ids[1])
    assert second.wavelength == pytest.approx(axis, rel=1e-9)
    assert np.all(second.flux == 2.0)


def test_sdss_v_spec_files_are_known_by_field_mjd_and_catalogid(files):
    row = {
        "FIELD": ("J", 15252),
        "MJD": ("J", 59278),
        "CATALOGID": ("K", 4593082715),
        "Z": ("E", 0.5),
        "CLASS": ("6A", "QSO"),
        "FIBER_RA": ("D", 12.5),
        "FIBER_DEC": ("D", -3.5),
    }
    spectrum = read_spectrum(files.sdss(upper=True, row=row))
    origin = spectrum.origin
    assert (origin.reader, origin.object_id) == ("sdss", "015252-59278-4593082715")
    assert (origin.ra, origin.dec, origin.redshift) == (12.5, -3.5, 0.5)
