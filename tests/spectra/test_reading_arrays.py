"""AAOmega fibres, stacked rows of SpeX and Kast, orders of HST: against the files' own arrays."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.readers import list_objects, read_all, read_spectrum

SIZE = 200


def _fibres(files, kinds="PPSFN", *, names=None, wavelength=None, variance=True, **cards):
    """A 2dfdr file of one line a fibre; flux is the number of the line."""
    many = len(kinds)
    primary = fits.PrimaryHDU(np.repeat(np.arange(1.0, many + 1), SIZE).reshape(many, SIZE))
    primary.header.update({"CRVAL1": 6000.0, "CDELT1": 1.0, "CRPIX1": 1.0, "CUNIT1": "Angstroms"})
    primary.header.update(cards)
    hdus = [primary]
    if variance:
        hdus.append(fits.ImageHDU(np.full((many, SIZE), 4.0), name="VARIANCE"))
    if wavelength is not None:
        hdus.append(
            fits.ImageHDU(np.broadcast_to(wavelength, (many, SIZE)).copy(), name="WAVELENGTH")
        )
    columns = [
        fits.Column("NAME", "80A", array=names or [f"star {n}" for n in range(many)]),
        fits.Column("RA", "D", array=np.full(many, 0.5)),
        fits.Column("DEC", "D", array=np.full(many, -0.25)),
        fits.Column("TYPE", "1A", array=list(kinds)),
    ]
    return files.save("2df.fits", [*hdus, fits.BinTableHDU.from_columns(columns, name="FIBRES")])


def test_programme_fibres_are_the_objects_and_the_others_are_counted(files):
    path = _fibres(files)
    assert list_objects(path).object_ids == ("star 0", "star 1")
    spectrum = read_spectrum(path, "star 1")
    assert np.all(spectrum.flux == 2)
    assert spectrum.sigma == pytest.approx(np.full(SIZE, 2.0))
    assert (spectrum.origin.ra, spectrum.origin.dec) == pytest.approx(
        (28.64789, -14.32394), abs=1e-5
    )
    assert "not listed: 1 sky, 1 guide, 1 unused" in " ".join(spectrum.origin.notes)


def test_fibres_of_one_name_or_none_keep_apart(files):
    path = _fibres(files, "PPP", names=["twin", "twin", ""])
    assert list_objects(path).object_ids == ("twin", "twin-fibre2", "2df-fibre3")
    assert [s.flux[0] for s in read_all(path)] == [1, 2, 3]


def test_a_medium_that_is_not_stated_is_2dfdr_s_air(files):
    spectrum = read_spectrum(_fibres(files, "P"))
    assert spectrum.origin.frame == "air (2dfdr convention), made vacuum"
    assert spectrum.wavelength[0] == pytest.approx(air_to_vacuum(6000.0))
    stated = read_spectrum(_fibres(files, "P", VACUUM=True))
    assert stated.wavelength[0] == 6000
    assert stated.origin.frame == "vacuum (as the header says)"


def test_wavelengths_of_their_own_hdu_as_numbers_or_logarithms(files):
    axis = np.linspace(5000, 5400, SIZE)
    plain = read_spectrum(_fibres(files, "P", wavelength=axis, VACUUM=True))
    logarithms = read_spectrum(
        _fibres(files, "P", wavelength=np.log10(axis), VACUUM=True, LOGSCALE=True)
    )
    assert plain.wavelength == pytest.approx(axis)
    assert logarithms.wavelength == pytest.approx(axis)


@pytest.mark.reference
def test_reference_fibres_agree_with_a_second_statement_of_their_axis(reference):
    """WAVELENGTH was made, by others, from the linear axis in air: both must be one."""
    path = reference / "spectra" / "marz_emlLogVacuumHelioMultiple.fits"
    header = fits.getheader(path)
    pixels = np.arange(1, 5038) - header["CRPIX1"]
    linear = air_to_vacuum(header["CRVAL1"] + header["CDELT1"] * pixels)
    flux, variance = fits.getdata(path, 0), fits.getdata(path, 1)
    table = fits.getdata(path, "FIBRES")
    for line, spectrum in enumerate(read_all(path)):
        assert spectrum.wavelength == pytest.approx(linear, abs=0.02)  # by another formula
        assert np.array_equal(spectrum.flux, flux[line], equal_nan=True)
        assert np.array_equal(spectrum.good, np.isfinite(flux[line]) & (variance[line] > 0))
        assert spectrum.origin.object_id == table["NAME"][line]
        assert spectrum.origin.ra == pytest.approx(np.degrees(table["RA"][line]))
    assert spectrum.origin.ra == pytest.approx(header["MEANRA"], abs=1.1)  # a field of 2 degrees


@pytest.mark.reference
def test_night_sky_lines_say_that_2dfdr_s_axis_is_air(reference):
    """[O I] 5577, 6300, 6364, Na D2 and two OH lines, by centroid, against vacuum wavelengths."""
    path = reference / "spectra" / "marz_quasarLinearSkyAirNoHelio.fits"
    spectrum, sky = read_spectrum(path), fits.getdata(path, "SKY")
    for vacuum in (5578.887, 6302.046, 6365.536, 5891.583, 8401.48, 8432.49):
        near = np.abs(spectrum.wavelength - vacuum) < 4
        height = sky[near] - np.nanmin(sky[near])
        centre = np.average(spectrum.wavelength[near], weights=height**2)
        assert centre == pytest.approx(vacuum, abs=0.5)  # air is 1.5 to 2.3 Å away


def _spex(files, array, **cards):
    hdu = fits.PrimaryHDU(np.asarray(array, ">f4"))
    usual = {"XUNITS": "um", "YUNITS": "Wm-2um-1", "WAVETYPE": "Vacuum"}
    hdu.header.update(usual | cards)
    return files.save("spex.fits", [hdu])


def _rows(first, last, level, error, size=SIZE):
    return np.array([np.linspace(first, last, size), np.full(size, level), np.full(size, error)])


def test_spextool_orders_become_one_spectrum_and_apertures_objects(files):
    """Two orders of two apertures; the second order is the better one and keeps the overlap."""
    cube = [
        _rows(1.0, 1.5, 1, 1),
        _rows(1.0, 1.5, 2, 1),
        _rows(0.8, 1.1, 3, 2),
        _rows(0.8, 1.1, 4, 2),
    ]
    path = _spex(files, cube, NAPS=2, ORDERS="3,4")
    assert list_objects(path).object_ids == ("spex-ap1", "spex-ap2")
    spectrum = read_spectrum(path, "spex-ap2")
    assert set(spectrum.flux.tolist()) == {2.0, 4.0}
    assert spectrum.wavelength[spectrum.flux == 4][-1] == pytest.approx(10000, abs=20)
    assert spectrum.wavelength[[0, -1]] == pytest.approx([8000, 15000], abs=1e-2)
    assert any(n.startswith("orders overlap at 1") for n in spectrum.origin.notes)


def test_columns_instead_of_rows_and_an_unknown_maker(files):
    rows = _rows(4000, 5000, 1.5, 0.1)
    for array in (rows, rows.T, rows[:2]):
        spectrum = read_spectrum(files.save("rows.fits", [fits.PrimaryHDU(array)]))
        assert spectrum.wavelength == pytest.approx(rows[0])
        assert spectrum.ivar is None
    nanometres = files.save("rows.fits", [fits.PrimaryHDU(_rows(400, 500, 1, 1))])
    with pytest.raises(SpectrumReadError, match="row 0 from 400 to 500 without a unit cannot be Å"):
        read_spectrum(nanometres)
    noise = np.abs(np.random.default_rng(4).standard_normal((3, SIZE))) + 4000
    with pytest.raises(SpectrumReadError, match="3 x 200 array of unknown meaning"):
        read_spectrum(files.save("noise.fits", [fits.PrimaryHDU(noise)]))


def test_spex_in_air_and_in_an_unknown_unit(files):
    air = read_spectrum(_spex(files, _rows(0.8, 1.0, 1, 1), WAVETYPE="Air"))
    assert air.wavelength[0] == pytest.approx(air_to_vacuum(8000.0), abs=1e-3)
    with pytest.raises(SpectrumReadError, match='row 0: the unit "furlong" is no unit'):
        read_spectrum(_spex(files, _rows(0.8, 1.0, 1, 1), XUNITS="furlong"))
    with pytest.raises(SpectrumReadError, match=r"holds magnitudes \(mag\), not a flux"):
        read_spectrum(_spex(files, _rows(0.8, 1.0, 1, 1), YUNITS="mag"))
    falling = read_spectrum(_spex(files, _rows(1.0, 0.8, 1, 1)))
    assert "wavelength axis was descending, sorted" in falling.origin.notes
    with pytest.raises(SpectrumReadError, match="NAPS = 2 does not divide its 3"):
        list_objects(_spex(files, [_rows(1, 2, 1, 1)] * 3, NAPS=2))


@pytest.mark.reference
def test_spex_and_kast_arrays_are_the_file_s_own(reference):
    folder = reference / "spectra"
    paths = sorted(folder.glob("spex_irtf_*.fits"))
    assert len(paths) == 13
    for path in paths:
        wave, flux, error = fits.getdata(path).astype(float)
        spectrum = read_spectrum(path)
        assert spectrum.wavelength == pytest.approx(wave * 1e4), path.name
        assert np.array_equal(spectrum.flux, flux, equal_nan=True)
        assert np.array_equal(spectrum.good, np.isfinite(flux) & (error > 0))
        assert spectrum.origin.frame == "vacuum (WAVETYPE = Vacuum)"
        assert spectrum.origin.flux_unit == "W / (m2 um)"
    kast = folder / "kastRED_J0102p5254_20210925.fits"
    with fits.open(kast, do_not_scale_image_data=True) as hdus:  # BSCALE and BZERO are text there
        wave, flux, error = hdus[0].data
    spectrum = read_spectrum(kast)
    assert np.array_equal(spectrum.wavelength, wave)
    assert np.array_equal(spectrum.flux, flux)
    assert spectrum.sigma == pytest.approx(error)
    assert (spectrum.origin.ra, spectrum.origin.dec) == pytest.approx((15.52, 52.903), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "stored", "unit"),
    [
        ("WAVELENGTH", np.linspace(4000, 4199, SIZE), None),
        ("WAVE", np.linspace(400, 419.9, SIZE), "nm"),
        ("LOGLAM", np.log10(np.linspace(4000, 4199, SIZE)), None),
    ],
)
def test_wavelengths_of_an_image_beside_the_flux(files, name, stored, unit):
    axis = fits.ImageHDU(stored, name=name)
    if unit:
        axis.header["BUNIT"] = unit
    flux, error = fits.PrimaryHDU(np.ones(SIZE)), fits.ImageHDU(np.full(SIZE, 0.5), name="ERROR")
    flux.header["RA"] = (330.048, "RA of telescope boresight (deg)")
    spectrum = read_spectrum(files.save("beside.fits", [flux, error, axis]))
    assert spectrum.wavelength == pytest.approx(np.linspace(4000, 4199, SIZE), abs=1e-6)
    assert spectrum.sigma == pytest.approx(np.full(SIZE, 0.5))
    assert f"wavelengths from HDU 2 {name}" in spectrum.origin.notes
    assert spectrum.origin.ra is None  # the object's is elsewhere in the field


def _x1d(files, *, rows=2, exposures=1, **vectors):
    """Orders of constant flux n, error 1, overlapping by 20 Å; a flag in each."""
    waves = np.array([np.linspace(2000 + 80 * n, 2100 + 80 * n, SIZE) for n in range(rows)])
    values = {
        "WAVELENGTH": ("D", waves),
        "FLUX": ("E", np.arange(1.0, rows + 1)[:, None] + np.zeros((1, SIZE))),
        "ERROR": ("E", np.ones((rows, SIZE))),
        "DQ": ("I", np.zeros((rows, SIZE), int)),
    }
    values |= {k: (values[k][0], v) for k, v in vectors.items()}
    columns = [fits.Column(n, f"{SIZE}{f}", array=v) for n, (f, v) in values.items()]
    columns.append(fits.Column("SPORDER", "I", array=np.arange(rows) + 80))
    table = [fits.BinTableHDU.from_columns(columns, name="SCI") for _ in range(exposures)]
    table[0].header["SDQFLAGS"] = 31743
    primary = fits.PrimaryHDU()
    primary.header["ROOTNAME"] = "oabc01010"
    return files.save("oabc_x1d.fits", [primary, *table])


def test_serious_quality_bits_are_fatal_and_others_warn(files):
    quality = np.zeros((2, SIZE), int)
    quality[0, :5] = [4, 0, 4, 1024, 1028]
    spectrum = read_spectrum(_x1d(files, DQ=quality))
    assert spectrum.good[:4].tolist() == [True, False, True, False]
    assert spectrum.warned[:4].tolist() == [False, False, True, False]
    assert "1 flagged pixels at the ends of orders left out" in spectrum.origin.notes
    assert spectrum.origin.frame == "vacuum (HST convention)"


def test_repeated_exposures_are_objects(files):
    assert list_objects(_x1d(files, exposures=2)).object_ids == ("oabc01010-1", "oabc01010-2")


@pytest.mark.reference
def test_forty_orders_of_stis_become_one_axis_of_the_file_s_own_pixels(reference):
    path = reference / "spectra" / "specutils_odbue5030_x1d.fits.gz"
    spectrum = read_spectrum(path)
    orders = fits.getdata(path, 1)
    stored = {
        (w, f)
        for order in orders
        for w, f in zip(order["WAVELENGTH"].tolist(), order["FLUX"].tolist(), strict=True)
    }
    assert set(zip(spectrum.wavelength.tolist(), spectrum.flux.tolist(), strict=True)) <= stored
    assert np.all(np.diff(spectrum.wavelength) > 0)
    assert np.diff(spectrum.wavelength).max() < 0.1  # no gap: the orders' own step is 0.03 to 0.04
    assert len(spectrum) > 0.55 * len(stored)  # the orders overlap by a third on the average
    assert spectrum.good.mean() > 0.999  # 1.5 % of all pixels of the orders are not
    assert not any("spike" in note for note in spectrum.origin.notes)
    assert spectrum.origin.object_id == "odbue5030"
