"""A source a row: Gaia's spectra in four formats, and VOTables."""

import numpy as np
import pytest
from astropy.io import fits
from astropy.io.votable import from_table, writeto
from astropy.table import MaskedColumn, Table

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.readers import list_objects, read_all, read_spectrum

BIG = 5853498713190525696
AXIS = np.linspace(4000.0, 4090.0, 10)


def _listed(values) -> str:
    return '"(' + ", ".join(map(repr, map(float, values))) + ')"'


def _gaia_csv(files, size=343, *, head="source_id,flux,flux_error", name="xp.csv"):
    cells = _listed(np.ones(size)), _listed(np.full(size, 0.5))
    return files.raw(name, f"{head}\n{BIG},{cells[0]},{cells[1]}\n7,{cells[0]},{cells[1]}\n")


def test_sampled_spectra_without_wavelengths_lie_on_gaia_s_own_grid(files):
    path = _gaia_csv(files)
    assert list_objects(path).object_ids == (str(BIG), "7")
    spectrum = read_spectrum(path, str(BIG))
    assert spectrum.wavelength == pytest.approx(np.arange(3360.0, 10201.0, 20.0))
    assert spectrum.origin.frame == "vacuum (Gaia convention)"
    assert spectrum.origin.flux_unit == "W / (m2 nm)"
    assert spectrum.sigma == pytest.approx(np.full(343, 0.5))
    rvs = read_spectrum(_gaia_csv(files, 2401), "7")
    assert rvs.wavelength[[0, 1, -1]] == pytest.approx([8460.0, 8460.1, 8700.0])
    assert rvs.origin.flux_unit == "relative"


def test_a_sampling_of_one_s_own_stands_in_a_second_file(files):
    path = _gaia_csv(files, 5)
    with pytest.raises(
        SpectrumReadError, match="5 values of flux and no wavelengths; add a column"
    ):
        read_spectrum(path, "7")
    files.raw("xp_sampling.csv", f"pos\n{_listed([400, 410, 420, 430, 440])}\n")
    spectrum = read_spectrum(path, "7")
    assert spectrum.wavelength.tolist() == [4000, 4100, 4200, 4300, 4400]
    assert "wavelengths (nm) from the sampling in xp_sampling.csv" in spectrum.origin.notes


def test_the_archive_s_table_of_one_source_is_in_nm(files):
    lines = "".join(f"{w:g},1e-17,1e-18\n" for w in np.linspace(336, 1020, 343))
    spectrum = read_spectrum(files.raw("XP_SAMPLED.csv", "wavelength,flux,flux_error\n" + lines))
    assert spectrum.wavelength[[0, -1]] == pytest.approx([3360, 10200])
    assert spectrum.origin.frame == "vacuum (Gaia convention)"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("source_id,bp_coefficients,rp_coefficients", "holds coefficients (bp_coefficients, rp"),
        ("source_id,xp,flux", "scale of pixels, not of wavelengths"),
        ("source_id,spam,eggs", "no column of flux among source_id, spam, eggs"),
    ],
)
def test_what_is_no_sampled_spectrum_is_refused_as_what_it_is(files, head, said):
    with pytest.raises(SpectrumReadError, match=r"xp\.csv: ") as refusal:
        read_spectrum(_gaia_csv(files, head=head), "7")
    assert said in str(refusal.value)


def test_coefficients_in_fits_and_votable_are_refused_as_such(files):
    table = Table({"source_id": [1, 2], "bp_coefficients": np.ones((2, 55))})
    table.write(files.folder / "c.fits")
    writeto(from_table(table), str(files.folder / "c.xml"))
    for name in ("c.fits", "c.xml"):
        with pytest.raises(SpectrumReadError, match=r"holds coefficients \(bp_coefficients\)"):
            list_objects(files.folder / name)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('1,"(4000, 4001, 4002, 4003)","(1, 2, 3)"', "3 values of flux and 4 of wave"),
        ('1,"(4000, 4001, 4002, 4003)","(1, 2, 3, x)"', 'line 2, flux: "x" is no number'),
        ('1,"(4000, 4001, 4002, 4003)"', "line 2 has 2 cells, the head 3; mend that line"),
        ('1,"(400, 401, 402, 403)","(1, 2, 3, 4)"', "without a unit cannot be Å"),
        ('1,"(4000, 4001, 4002, 4003)","(nan, nan, null, --)"', "no pixel has a finite flux"),
        ('1,"(-1, -2, -3, -4)","(1, 2, 3, 4)"', "no wavelength is positive"),
    ],
)
def test_cells_that_do_not_fit_are_named(files, row, said):
    with pytest.raises(SpectrumReadError) as refusal:
        read_spectrum(files.raw("v.csv", f"id,wave,flux\n{row}\n"))
    assert said in str(refusal.value)


def test_a_cell_of_frequencies_is_told(files):
    with pytest.raises(SpectrumReadError, match="column freq holds frequencies; write wavel"):
        read_spectrum(files.raw("v.csv", 'id,freq,flux\n1,"(5, 6, 7, 8)","(1, 2, 3, 4)"\n'))


def test_ids_that_come_again_stay_apart_and_units_in_heads_are_used(files):
    cells = f"{_listed(AXIS / 10)},{_listed(AXIS)}"
    path = files.raw("v.csv", f"id,wave [nm],flux\na,{cells}\na,{cells}\n,{cells}\n")
    assert list_objects(path).object_ids == ("a", "a#2", "v-3")
    assert read_spectrum(path, "a#2").wavelength == pytest.approx(AXIS)


def test_ecsv_of_arrays_by_astropy(files):
    table = Table({"id": ["x"], "wave_air": [AXIS / 10], "flux": [AXIS], "ivar": [np.ones(10)]})
    table["wave_air"].unit = "nm"
    table.write(files.folder / "v.ecsv", format="ascii.ecsv", delimiter=",")
    spectrum = read_spectrum(files.folder / "v.ecsv")
    assert spectrum.wavelength == pytest.approx(air_to_vacuum(AXIS))
    assert spectrum.ivar == pytest.approx(np.ones(10))


@pytest.mark.reference
def test_the_same_two_sources_in_four_formats_are_the_same_spectra(reference):
    folder = reference / "spectra"
    fluxes = fits.getdata(folder / "gaiaxp_calibrator.fits", 1)
    for ending in ("csv", "ecsv", "fits", "xml"):
        spectra = list(read_all(folder / f"gaiaxp_calibrator.{ending}"))
        ids = [s.origin.object_id for s in spectra]
        assert ids == ["5853498713190525696", "5762406957886626816"]
        for spectrum, row in zip(spectra, fluxes, strict=True):
            assert spectrum.wavelength == pytest.approx(np.arange(3360.0, 10201.0, 20.0))
            assert spectrum.flux == pytest.approx(row["flux"], rel=1e-6)
            assert spectrum.sigma == pytest.approx(row["flux_error"], rel=1e-5)
    standards = list(read_all(folder / "gaiaxp_SPSS_2nm.csv"))
    assert [len(s) for s in standards] == [451] * 5
    assert standards[0].wavelength == pytest.approx(np.arange(3000.0, 12001.0, 20.0))


def test_a_votable_of_pixels_by_ucd_and_unit(files):
    table = Table({"x": AXIS / 1e4, "y": MaskedColumn(np.ones(10), mask=[True] + [False] * 9)})
    table["e"] = np.full(10, 0.5)
    votable = from_table(table)
    for field, ucd, unit in zip(
        votable.get_first_table().fields,
        ("em.wl;obs", "phot.flux.density;em.wl", "stat.error;phot.flux.density"),
        ("um", "W.m**-2.nm**-1", ""),
        strict=True,
    ):
        field.ucd, field.unit = ucd, unit
    writeto(votable, str(files.folder / "a.vot"))
    spectrum = read_spectrum(files.folder / "a.vot")
    assert spectrum.wavelength == pytest.approx(AXIS)
    assert spectrum.good.tolist() == [False] + [True] * 9
    assert spectrum.sigma[1:] == pytest.approx(np.full(9, 0.5))
    assert spectrum.origin.flux_unit == "W / (m2 nm)"


def test_a_votable_of_the_spectrum_data_model_in_metres_and_air(files):
    votable = from_table(Table({"a": AXIS * 1e-10, "b": np.ones(10), "c": np.full(10, 0.5)}))
    fields = votable.get_first_table().fields
    fields[0].ucd, fields[0].unit = "em.wl;obs.atmos", "m"
    fields[1].utype = "spec:Spectrum.Data.FluxAxis.Value"
    fields[2].utype = "spec:Spectrum.Data.FluxAxis.Accuracy.StatError"
    writeto(votable, str(files.folder / "a.vot"))
    spectrum = read_spectrum(files.folder / "a.vot")
    assert spectrum.wavelength == pytest.approx(air_to_vacuum(AXIS))
    assert spectrum.sigma == pytest.approx(np.full(10, 0.5))
    assert spectrum.origin.frame == "air (as its UCD says), made vacuum"


def test_votables_that_are_no_spectrum_are_refused(files):
    frequencies = from_table(Table({"nu": AXIS, "flux": AXIS}))
    frequencies.get_first_table().fields[0].ucd = "em.freq"
    writeto(frequencies, str(files.folder / "f.vot"))
    writeto(from_table(Table({"ra": AXIS, "dec": AXIS})), str(files.folder / "c.vot"))
    whole = (files.folder / "c.vot").read_bytes()
    files.raw("cut.vot", whole[: len(whole) // 2])
    for name, said in (
        ("f.vot", "axis nu holds frequencies"),
        ("c.vot", "VOTable without a column of flux"),
        ("cut.vot", "VOTable"),
    ):
        with pytest.raises(SpectrumReadError, match=said):
            read_spectrum(files.folder / name)


def test_a_table_that_changed_is_read_anew(files):
    """Files of many objects are kept parsed; by size and time of change, never by name alone."""
    table = _gaia_csv(files)
    assert len(list_objects(table).object_ids) == 2
    files.raw("xp.csv", table.read_text().rsplit("\n", 2)[0] + "\n")
    assert list_objects(table).object_ids == (str(BIG),)
