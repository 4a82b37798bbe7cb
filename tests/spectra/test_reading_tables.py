"""Tables of spectra: column names of many makers, units, media, flags, rows of vectors."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import air_to_vacuum, vacuum_to_air
from specreview.spectra.readers import list_objects, read_spectrum

AXIS = np.linspace(4000.0, 7000.0, 1501)
FLUX = 1.0 - 0.6 * np.exp(-0.5 * ((AXIS - 6564.61) / 5) ** 2)
SIGMA = np.full(AXIS.size, 0.2)


def table(values, units=None, name="", vectors=False, cards=None):
    """A table of the given columns: a row a pixel, or one row of vectors."""
    columns = []
    for label, array in values.items():
        array = np.asarray(array)
        code = {"f": "D", "i": "J", "b": "L", "u": "J"}[array.dtype.kind]
        form = f"{array.size}{code}" if vectors else code
        unit = (units or {}).get(label)
        columns.append(
            fits.Column(label, form, unit=unit, array=array[None, :] if vectors else array)
        )
    hdu = fits.BinTableHDU.from_columns(columns, name=name)
    hdu.header.update(cards or {})
    return hdu


def save(files, *hdus, name="table.fits", **cards):
    primary = fits.PrimaryHDU()
    primary.header.update(cards)
    return files.save(name, [primary, *hdus])


@pytest.mark.parametrize("vectors", [False, True])
@pytest.mark.parametrize(
    ("names", "power"),
    [
        (("WAVELENGTH", "FLUX", "STATERROR"), 2),
        (("wave", "flux", "ivar"), -1),
        (("lambda", "flam", "sigma"), 2),
        (("Wave", "Flux", "err_flux"), 2),
        (("wl", "counts", "variance"), 1),
    ],
)
def test_usual_names_give_the_same_spectrum(files, names, power, vectors):
    stated = SIGMA ** (2.0 / power)
    made = table(dict(zip(names, (AXIS, FLUX, stated), strict=True)), vectors=vectors)
    spectrum = read_spectrum(save(files, made))
    assert spectrum.origin.reader == "table"
    assert np.array_equal(spectrum.wavelength, AXIS)
    assert np.array_equal(spectrum.flux, FLUX)
    assert spectrum.sigma == pytest.approx(SIGMA)
    assert spectrum.origin.details["columns"] == ", ".join(n.upper() for n in names)


@pytest.mark.parametrize(
    ("values", "unit"),
    [
        (AXIS / 10, "nm"),
        (AXIS / 1e4, "um"),
        (AXIS / 1e4, "micron"),
        (AXIS * 1e-10, "m"),
        (AXIS, "0.1 nm"),
        (np.log10(AXIS), "log10(Angstrom)"),
        (np.log10(AXIS / 10), "log(nm)"),
    ],
)
def test_units_of_the_axis_end_in_angstrom(files, values, unit):
    made = table({"WAVE": values, "FLUX": FLUX}, {"WAVE": unit})
    spectrum = read_spectrum(save(files, made))
    assert spectrum.wavelength == pytest.approx(AXIS, rel=1e-12)
    assert spectrum.ivar is None
    assert spectrum.origin.notes


def test_a_log_axis_is_known_by_its_name(files):
    spectrum = read_spectrum(save(files, table({"LOGLAM": np.log10(AXIS), "FLUX": FLUX})))
    assert spectrum.wavelength == pytest.approx(AXIS, rel=1e-12)


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"WAVE": ""}, "column WAVE from 400 to 700 without a unit cannot be Å; set TUNIT1"),
        ({"WAVE": "GHz"}, 'column WAVE: the unit "GHz" is one for frequencies; write wavelengths'),
        ({"WAVE": "nm", "FLUX": "mag"}, "column FLUX holds magnitudes"),
    ],
)
def test_what_is_no_wavelength_or_flux_is_refused_with_the_column(files, units, said):
    made = table({"WAVE": AXIS / 10, "FLUX": FLUX}, units)
    with pytest.raises(SpectrumReadError) as refusal:
        read_spectrum(save(files, made))
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "cards", "frame"),
    [
        ("WAVE_AIR", {}, "air (as the column says), made vacuum"),
        ("WAVE", {"TUCD1": "em.wl;obs.atmos"}, "air (by the column's UCD), made vacuum"),
        ("WAVE", {"TCOMM1": "Air wavelength"}, "air (as the column says), made vacuum"),
        ("WAVE", {"VACUUM": False}, "air (as the header says), made vacuum"),
        ("WAVE_VAC", {}, "vacuum (as the column says)"),
        ("WAVE", {"AIRORVAC": "vac"}, "vacuum (as the header says)"),
        ("WAVE", {}, "not stated, taken as vacuum"),
    ],
)
def test_the_medium_is_taken_from_whoever_states_it(files, name, cards, frame):
    air = frame.startswith("air")
    stored = vacuum_to_air(AXIS) if air else AXIS
    spectrum = read_spectrum(save(files, table({name: stored, "FLUX": FLUX}, cards=cards)))
    assert spectrum.origin.frame == frame
    assert spectrum.wavelength == pytest.approx(AXIS, abs=1e-6)


def test_flags_mark_and_do_not_exclude(files):
    flags = np.zeros(AXIS.size, int)
    flags[10] = 4
    spectrum = read_spectrum(save(files, table({"WAVE": AXIS, "FLUX": FLUX, "MASK": flags})))
    assert np.flatnonzero(spectrum.warned).tolist() == [10]
    assert spectrum.good.all()


def test_flags_that_are_mostly_set_may_mean_good_and_are_not_used(files):
    """PypeIt's mask is 1 where a pixel is good."""
    good = np.ones(AXIS.size, int)
    made = table({"wave": AXIS, "flux": FLUX, "ivar": SIGMA**-2, "sigma": SIGMA, "mask": good})
    made.header["DMODCLS"] = "OneSpec"
    spectrum = read_spectrum(save(files, made))
    assert spectrum.sigma == pytest.approx(SIGMA)
    assert not spectrum.warned.any()
    assert spectrum.origin.frame == "vacuum (PypeIt convention)"
    assert any("MASK is mostly not 0" in n for n in spectrum.origin.notes)


def test_an_empty_error_column_is_no_error(files):
    made = table({"WAVE": AXIS, "FLUX": FLUX, "ERR": np.full(AXIS.size, np.nan)})
    spectrum = read_spectrum(save(files, made))
    assert spectrum.ivar is None
    assert spectrum.good.all()
    assert "column ERR holds no errors, not used" in spectrum.origin.notes


def test_a_descending_axis_with_a_duplicate_is_set_right(files):
    made = table({"WAVE": [4002.0, 4001.0, 4001.0, 4000.0], "FLUX": [4.0, 2.0, 3.0, 1.0]})
    spectrum = read_spectrum(save(files, made))
    assert spectrum.wavelength.tolist() == [4000.0, 4001.0, 4002.0]
    assert spectrum.flux.tolist() == [1.0, 2.5, 4.0]
    assert "1 duplicate wavelength averaged" in spectrum.origin.notes


def test_columns_of_unequal_length_are_refused(files):
    columns = [
        fits.Column("WAVE", "9D", array=[np.arange(4000.0, 4009.0)]),
        fits.Column("FLUX", "8D", array=[np.ones(8)]),
    ]
    path = save(files, fits.BinTableHDU.from_columns(columns))
    with pytest.raises(SpectrumReadError, match="FLUX has 8 values, WAVE has 9"):
        read_spectrum(path)


def test_vectors_of_variable_length_are_read(files):
    columns = [
        fits.Column("WAVE", "PD()", array=np.array([AXIS], dtype=object)),
        fits.Column("FLUX", "PD()", array=np.array([FLUX], dtype=object)),
    ]
    spectrum = read_spectrum(save(files, fits.BinTableHDU.from_columns(columns)))
    assert np.array_equal(spectrum.flux, FLUX)


def test_a_vector_that_lies_outside_its_table_is_refused(files):
    columns = [
        fits.Column(n, "PD()", array=np.array([v], dtype=object))
        for n, v in (("WAVE", AXIS), ("FLUX", FLUX))
    ]
    path = save(files, fits.BinTableHDU.from_columns(columns))
    content = bytearray(path.read_bytes())
    row = content.index(np.array([AXIS.size, 0], ">i4").tobytes())
    content[row : row + 4] = np.array(-2, ">i4").tobytes()
    with pytest.raises(SpectrumReadError, match="lies outside its table"):
        read_spectrum(files.raw("broken.fits", bytes(content)))


def test_several_rows_of_vectors_are_several_objects_by_their_ids(files):
    ids = np.array([11889212318912313344, 2], dtype=np.uint64)
    columns = [
        fits.Column("WAVE", f"{AXIS.size}D", array=np.vstack([AXIS, AXIS + 1])),
        fits.Column("FLUX", f"{AXIS.size}D", array=np.vstack([FLUX, 2 * FLUX])),
        fits.Column("OBJID", "K", array=ids, bzero=2**63),
    ]
    path = save(files, fits.BinTableHDU.from_columns(columns))
    assert list_objects(path).object_ids == ("11889212318912313344", "2")
    second = read_spectrum(path, "2")
    assert np.array_equal(second.flux, 2 * FLUX)
    assert second.wavelength[0] == 4001.0
    with pytest.raises(SpectrumReadError, match="holds 2 objects"):
        read_spectrum(path)


def test_the_table_taken_is_named_and_the_others_counted(files):
    first, second = (table({"WAVE": AXIS, "FLUX": k * FLUX}, name=f"S{k}") for k in (1, 2))
    origin = read_spectrum(save(files, first, second)).origin
    assert origin.details["hdu"] == "HDU 1 S1"
    assert "2 spectra in this file, S1 taken, 1 other spectrum HDU" in origin.notes


def test_a_flux_per_hertz_is_kept_and_said(files):
    made = table({"WAVE": AXIS, "FLUX": FLUX}, {"FLUX": "Jy"})
    origin = read_spectrum(save(files, made)).origin
    assert "the flux is per unit of frequency, kept as it is" in origin.notes
    assert origin.flux_unit == "relative"


def test_muse_images_have_a_variance_beside_them(files):
    data, stat = fits.ImageHDU(np.ones(9), name="DATA"), fits.ImageHDU(np.full(9, 4.0), name="STAT")
    data.header.update(CRVAL1=4750.0, CDELT1=1.25, CUNIT1="Angstrom", CTYPE1="AWAV")
    spectrum = read_spectrum(files.save("muse.fits", [fits.PrimaryHDU(), data, stat]))
    assert spectrum.sigma == pytest.approx(np.full(9, 2.0))
    assert spectrum.wavelength == pytest.approx(air_to_vacuum(4750.0 + 1.25 * np.arange(9)))


def test_xshooter_images_in_nm_have_their_errors_and_flags_beside_them(files):
    flags = np.zeros(1000, "i4")
    flags[40] = 2**20
    hdus = [
        fits.PrimaryHDU(np.ones(1000, "f4")),
        fits.ImageHDU(np.full(1000, 0.2, "f4"), name="ERRS"),
        fits.ImageHDU(flags, name="QUAL"),
    ]
    hdus[0].header.update(CRVAL1=533.66, CDELT1=0.02, CRPIX1=1.0, CUNIT1="nm", CTYPE1="LINEAR")
    spectrum = read_spectrum(files.save("SCI_SLIT_FLUX_MERGE1D_VIS.fits", hdus))
    assert (spectrum.origin.reader, len(spectrum)) == ("wcs1d", 1000)
    assert spectrum.wavelength[[0, -1]] == pytest.approx([5336.6, 5536.4])
    assert spectrum.sigma == pytest.approx(np.full(1000, 0.2), rel=1e-6)
    assert np.flatnonzero(spectrum.warned).tolist() == [40]
    assert "errors from HDU 1 ERRS" in spectrum.origin.notes


def test_tables_of_coefficients_are_refused_as_such(files):
    made = table({"BP_COEFFICIENTS": np.ones(55), "RP_COEFFICIENTS": np.ones(55)}, vectors=True)
    with pytest.raises(SpectrumReadError, match="holds coefficients"):
        read_spectrum(save(files, made))
    primary = fits.PrimaryHDU(np.ones((4, 100), "f4"))
    primary.header.update(COEFF0=3.5, COEFF1=1e-4, EIGEN0=14.2, TELESCOP="SDSS 2.5-M")
    with pytest.raises(SpectrumReadError, match="4 eigenspectra of a template"):
        read_spectrum(files.save("eigen.fits", [primary]))


def test_air_is_converted_once(files):
    spectrum = read_spectrum(save(files, table({"WAVE_AIR": [6562.80, 6600.0], "FLUX": [1, 2.0]})))
    assert spectrum.wavelength[0] == pytest.approx(6564.61, abs=0.02)
    assert spectrum.wavelength[0] == pytest.approx(float(air_to_vacuum(6562.80)), abs=1e-9)
