"""Troubles that users of other readers reported, each with its right value."""

import gzip
import io
import json
import tarfile
import zipfile

import numpy as np
import pandas as pd
import pytest
from astropy.io import fits
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from specreview.cli.main import app
from specreview.errors import SpectrumReadError
from specreview.spectra.description import describe
from specreview.spectra.frames import air_to_vacuum, vacuum_to_air
from specreview.spectra.quality import snr
from specreview.spectra.readers import list_objects, read_all, read_spectrum
from specreview.spectra.readers.facts import flux_unit
from specreview.spectra.redshift import marker_redshift
from specreview.spectra.spectrum import Origin

NODATA, FULLREJECT, BADFLUXFACTOR = 1 << 24, 1 << 18, 1 << 26


def test_case_01_sdss_is_known_by_its_columns_not_by_a_card(files):
    path = files.sdss(and_mask=[0, 0, NODATA, FULLREJECT], or_mask=[0, BADFLUXFACTOR, 0, 0])
    spectrum = read_spectrum(path)
    assert spectrum.origin.reader == "sdss"
    assert spectrum.good[:5].tolist() == [True, True, False, False, True]
    assert spectrum.warned[:5].tolist() == [False, True, False, False, False]


def test_case_01_sdss_v_writes_the_columns_in_capitals(files):
    assert read_spectrum(files.sdss(upper=True)).origin.reader == "sdss"


def test_case_02_coadd_is_taken_and_the_other_spectrum_is_named(files):
    spectrum = read_spectrum(files.sdss(tables=("COADD", "EXP1")))
    assert spectrum.origin.details["hdu"] == "HDU 1 COADD"
    assert "2 spectra in this file, COADD taken, 1 other spectrum HDU" in spectrum.origin.notes


@pytest.mark.parametrize("maker", ["sdss", "lamost_table"])
def test_case_02_coadd_is_taken_wherever_it_stands(files, maker):
    path = (
        files.sdss(tables=("EXP1", "COADD"))
        if maker == "sdss"
        else files.lamost_table(extra=("EXP1",))
    )
    assert read_spectrum(path).origin.details["hdu"] == "HDU 2 COADD"


def test_case_04_lamost_axis_is_logarithmic_though_the_header_says_linear(files):
    wavelength = read_spectrum(files.lamost()).wavelength
    expected = {0: 3699.9853, 1: 3700.8374, 100: 3786.1690, 3908: 9099.1327}
    for pixel, value in expected.items():
        assert wavelength[pixel] == pytest.approx(value, abs=1e-4)


def test_case_05_cards_of_a_second_axis_are_ignored(files):
    path = files.image(CRVAL1=5000.0, CDELT1=2.0, CTYPE1="LINEAR", CUNIT2="deg", CTYPE2="LINEAR")
    wavelength = read_spectrum(path).wavelength
    assert (wavelength[0], wavelength[99]) == (5000.0, 5198.0)


def test_case_07_noise_in_row_2_is_no_wavelength_axis(files):
    noise = np.abs(np.random.default_rng(1).standard_normal(3909))
    spectrum = read_spectrum(files.lamost(third=noise))
    assert spectrum.wavelength == pytest.approx(files.axis, abs=1e-6)
    assert any("row 2 is not a wavelength axis" in n for n in spectrum.origin.notes)


def test_case_07_an_old_sdss_file_of_the_same_shape_has_its_error_in_row_2(files):
    cards = {"TELESCOP": "SDSS 2.5-M", "SPEC_CLN": 2}
    path = files.lamost(third=np.full(3909, 0.5), changed=cards, without=("DATA_V",))
    spectrum = read_spectrum(path)
    assert spectrum.origin.reader == "spspec"
    assert spectrum.wavelength == pytest.approx(files.axis, abs=1e-6)
    assert spectrum.sigma == pytest.approx(np.full(3909, 0.5))


def test_case_07_five_rows_of_unknown_origin_are_not_guessed(files):
    path = files.lamost(third=np.full(3909, 0.5), without=("TELESCOP", "DATA_V"))
    with pytest.raises(SpectrumReadError, match="5 x 3909 array of unknown meaning"):
        read_spectrum(path)


def test_case_08_one_row_of_vectors_and_rows_of_loglam_give_the_same(files):
    vectors = read_spectrum(files.lamost_table("a.fits"))
    rows = read_spectrum(files.lamost_table("b.fits", axis="LOGLAM", one_row=False))
    for spectrum in (vectors, rows):
        assert spectrum.origin.reader == "lamost"
        assert spectrum.flux.shape == (3909,)
        assert np.array_equal(spectrum.flux, files.flux)
        assert spectrum.wavelength == pytest.approx(files.axis, abs=0.004)
        assert spectrum.origin.flux_unit == "relative"


def test_case_10_air_and_vacuum_agree_with_ciddor(files):
    assert air_to_vacuum(6562.80) == pytest.approx(6564.61, abs=0.02)
    assert air_to_vacuum(5006.84) == pytest.approx(5008.24, abs=0.02)


@given(st.floats(2100.0, 25000.0))
def test_case_10_air_and_vacuum_are_inverse(wavelength):
    assert vacuum_to_air(air_to_vacuum(wavelength)) == pytest.approx(wavelength, abs=0.002)


def test_case_11_missing_vacuum_card_means_the_survey_default(files):
    spectrum = read_spectrum(files.lamost(without=("VACUUM",)))
    assert spectrum.origin.frame == "vacuum (survey default)"
    assert spectrum.wavelength[0] == pytest.approx(3699.985, abs=1e-3)


def test_case_11_vacuum_false_is_converted_and_said(files):
    spectrum = read_spectrum(files.lamost(changed={"VACUUM": False}))
    assert spectrum.origin.frame == "air (header VACUUM = F), made vacuum"
    assert spectrum.wavelength[0] == pytest.approx(3699.9853 + 1.053, abs=0.01)


def _origin(**facts):
    return Origin(file="a.fits", reader="sdss", **facts)


def test_case_13_markers_use_the_redshift_of_each_object_at_once():
    galaxy = marker_redshift(_origin(redshift=0.1, pipeline_class="GALAXY"), "catalogue")
    assert 6564.61 * (1 + galaxy.value) == pytest.approx(7221.07, abs=0.005)
    star = marker_redshift(_origin(redshift=0.0, pipeline_class="STAR"), "catalogue")
    assert 6564.61 * (1 + star.value) == 6564.61


@pytest.mark.parametrize(
    ("facts", "applied", "said"),
    [
        (
            {"redshift": 0.308, "pipeline_class": "QSO"},
            False,
            "z = 0.308 (QSO) not applied, press Z",
        ),
        ({"redshift": 0.0005, "pipeline_class": "STAR"}, True, "z = 0.0005 (STAR) applied"),
        ({"redshift": 0.0021, "pipeline_class": "STAR"}, False, "|cz| = 630 km/s"),
        ({"redshift": 1e-4, "pipeline_class": "STAR", "redshift_warning": 4}, False, "warning 4"),
        ({"redshift": None, "pipeline_class": "STAR"}, False, "z unknown, no shift applied"),
    ],
)
def test_case_13_stellar_tasks_apply_only_a_star_s_redshift(facts, applied, said):
    found = marker_redshift(_origin(**facts), "stellar")
    assert found.applied is applied
    assert said in found.sentence
    assert (found.value is not None) is applied


def test_case_13_what_the_user_sets_always_holds():
    found = marker_redshift(_origin(redshift=0.308, pipeline_class="QSO"), "stellar", user=0.5)
    assert (found.value, found.applied) == (0.5, True)


def test_case_14_rest_frame_is_derived_and_never_stored(files):
    spectrum = read_spectrum(files.sdss())
    before = spectrum.wavelength.copy()
    once = spectrum.rest_wavelength(0.1)
    assert np.array_equal(spectrum.rest_wavelength(0.1), once)
    assert np.array_equal(spectrum.wavelength, before)
    assert once[0] == pytest.approx(before[0] / 1.1)


def test_case_16_a_corrected_spectrum_is_not_corrected_again(files):
    spectrum = read_spectrum(files.lamost(changed={"HELIO": True, "HELIO_RV": 25.3}))
    assert spectrum.wavelength == pytest.approx(files.axis, abs=1e-6)
    assert spectrum.origin.details["heliocentric"] == "heliocentric already applied, 25.3 km/s"


def test_case_17_ivar_that_is_not_positive_makes_a_bad_pixel(files):
    ivar = np.full(3909, 0.25)
    ivar[:4] = [4, 0, -1, np.nan]
    spectrum = read_spectrum(files.lamost(rows={1: ivar}))
    assert spectrum.sigma[:4] == pytest.approx([0.5, np.nan, np.nan, np.nan], nan_ok=True)
    assert (~spectrum.good[:4]).tolist() == [False, True, True, True]


def test_case_19_a_missing_error_is_not_invented(files):
    spectrum = read_spectrum(files.raw("a.csv", "wavelength,flux\n4000,1\n4001,2\n4002,3\n"))
    assert spectrum.ivar is None
    assert spectrum.sigma is None
    assert snr(spectrum) is None
    assert describe(spectrum)["snr"] is None


def test_case_19_a_third_column_without_a_name_is_no_error(files):
    spectrum = read_spectrum(files.raw("a.dat", "4000 10 0.3\n4001 11 0.4\n4002 10 0.3\n"))
    assert spectrum.ivar is None
    assert "third column has no name, not used as error" in spectrum.origin.notes


def test_case_20_each_kind_of_uncertainty_gives_the_same_sigma(files):
    for kind, value in (("ivar", 25), ("error", 0.2), ("variance", 0.04)):
        path = files.raw(f"{kind}.csv", f"wave,flux,{kind}\n4000,1,{value}\n4001,2,{value}\n")
        assert read_spectrum(path).sigma == pytest.approx([0.2, 0.2])


def test_case_22_arrays_are_native(files):
    for path in (files.lamost(), files.lamost_table(), files.sdss()):
        spectrum = read_spectrum(path)
        assert spectrum.flux.dtype.isnative
        assert spectrum.flux.dtype.byteorder in "=|"
        frame = pd.DataFrame({"flux": spectrum.flux, "part": np.arange(3909) % 3})
        assert len(frame.groupby("part").mean()) == 3


@pytest.mark.parametrize(
    "stated",
    [
        "1E-17 erg/cm^2/s/Ang",
        "10**-17 erg/(s cm2 Angstrom)",
        "10-17 erg/s/cm2/Angstrom",
        "10^-17 ergs/(s cm^2 A)",
    ],
)
def test_case_23_dialects_of_the_same_unit(stated):
    assert flux_unit(stated) == "1e-17 erg / (Angstrom s cm2)"


@pytest.mark.parametrize(
    "stated", ["erg/A/s/cm2", "FLAM", "ergs s-1 cm-2 A-1", "erg /s /cm2 /angstroms"]
)
def test_case_23_no_scale_stated_none_shown(stated):
    assert flux_unit(stated) == "erg / (Angstrom s cm2)"


@pytest.mark.parametrize("stated", ["", "Flux", "ADU", None, "Jy", "erg/s/cm2/Hz", "A", "DU/PIXEL"])
def test_case_23_everything_else_is_relative(stated):
    assert flux_unit(stated) == "relative"


def test_case_25_byte_order_mark_semicolons_and_crlf(files):
    path = files.raw("a.csv", b"\xef\xbb\xbfwavelength;flux\r\n4000,5;1,25\r\n4001,5;2,5\r\n")
    spectrum = read_spectrum(path)
    assert spectrum.origin.details["columns"] == "wavelength, flux"
    assert spectrum.wavelength.tolist() == [4000.5, 4001.5]
    assert spectrum.flux.tolist() == [1.25, 2.5]


def test_case_26_a_missing_arm_is_said(files):
    spectrum = read_spectrum(files.desi(arms="BR"), "39627772183708817")
    assert (spectrum.wavelength[0], spectrum.wavelength[-1]) == (3600.0, 7620.0)
    assert "Z arm missing" in spectrum.origin.notes


def test_case_28_a_float32_axis_is_close_enough_to_its_formula(files):
    spectrum = read_spectrum(files.lamost())
    assert spectrum.wavelength.dtype == np.float64
    assert spectrum.wavelength == pytest.approx(files.axis, abs=1e-9)
    assert spectrum.origin.notes == ()


def test_case_29_redshifts_are_joined_on_the_id(files):
    path = files.desi(ids=(30, 10, 99), redshifts={10: 0.1, 20: 0.2, 30: 0.3})
    assert [read_spectrum(path, i).origin.redshift for i in ("30", "10")] == [0.3, 0.1]
    missing = read_spectrum(path, "99").origin
    assert missing.redshift is None
    assert "99 is not in the redshift table of this file" in missing.notes


def test_case_31_fibermap_under_both_names_and_a_compressed_mask(files):
    old = list_objects(files.desi("a.fits", fibermap="FIBERMAP"))
    new = list_objects(files.desi("b.fits", fibermap="COADD_FIBERMAP"))
    assert old.object_ids == new.object_ids == ("39627772183708817", "39627772183708818")
    packed = read_spectrum(
        files.desi("c.fits", compressed=True, masked={"B": [7]}), old.object_ids[1]
    )
    plain = read_spectrum(files.desi("d.fits", masked={"B": [7]}), old.object_ids[1])
    assert np.array_equal(packed.good, plain.good)
    assert not plain.good[7]


@pytest.mark.parametrize("catalogue", ["SPALL", "SPECOBJ", "SPZBEST"])
def test_case_32_the_table_with_z_is_found_by_its_columns(files, catalogue):
    origin = read_spectrum(files.sdss(catalogue=catalogue)).origin
    assert origin.redshift == 0.1
    assert origin.pipeline_class == "GALAXY"


def test_case_32_without_that_table_the_spectrum_still_loads(files):
    spectrum = read_spectrum(files.sdss(catalogue=None))
    assert spectrum.origin.redshift is None
    assert len(spectrum) == 3909


def test_case_34_a_table_of_ids_is_no_spectrum(files):
    path = files.raw("ids.csv", "id,z\n39627772183708817,0\n,0\n")
    with pytest.raises(SpectrumReadError, match="no wavelength column among id, z"):
        read_spectrum(path)


@pytest.mark.parametrize("target", [39627772183708817, -2713437, 2**63 - 1])
def test_case_34_every_digit_of_an_id_is_kept(files, target):
    assert list_objects(files.desi(ids=(target,))).object_ids == (str(target),)


def test_case_35_ids_beyond_63_bits_are_text(files):
    number = 11889212318912313344
    as_text = read_spectrum(files.sdss("a.fits")).origin.object_id
    row = {"SPECOBJID": ("K", np.uint64(number)), "Z": ("E", 0.1)}
    column = fits.Column("SPECOBJID", "K", bzero=2**63, array=np.array([number], "u8"))
    with fits.open(files.sdss("b.fits", row={"Z": row["Z"]})) as hdus:
        hdus[2] = fits.BinTableHDU.from_columns([*hdus[2].columns, column], name="SPALL")
        hdus.writeto(files.folder / "c.fits")
    as_number = read_spectrum(files.folder / "c.fits").origin.object_id
    assert as_text == as_number == str(number)
    json.dumps(describe(read_spectrum(files.folder / "c.fits")))


def test_case_37_odd_header_values_are_unknown_and_never_stop_a_spectrum(files):
    path = files.lamost(changed={"Z": "None", "SNRG": "nan"}, without=("RA",))
    whole = path.read_bytes()
    at = whole.index(b"DEC     =")
    files.raw(path.name, whole[:at] + b"DEC     = ?? \xff [deg".ljust(80) + whole[at + 80 :])
    origin = read_spectrum(path).origin
    assert (origin.redshift, origin.ra, origin.dec) == (None, None, None)
    assert "snr_g" not in origin.details


@pytest.mark.parametrize("sentinel", [-9999, -9999.0, "NaN", -1.0])
def test_case_37_a_sentinel_redshift_is_none_with_a_note(files, sentinel):
    origin = read_spectrum(files.lamost(changed={"Z": sentinel})).origin
    assert origin.redshift is None
    assert sentinel == "NaN" or any(n == f"z = {sentinel:g} ignored" for n in origin.notes)


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("spec.fits"))
    return buffer.getvalue()


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("spec.fits", b"SIMPLE")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html><body>404</body></html>", "HTML page"),
        (b"\n<!DOCTYPE html>\n<p>gone", "HTML page"),
        (gzip.compress(b"<html>404"), "HTML page"),
        (gzip.compress(_tar()), "tar archive"),
        (_zip(), "zip archive"),
        (b"", "is empty"),
        (gzip.compress(b""), "is empty"),
        (gzip.compress(gzip.compress(b"x" * 99)), "gzip file inside a gzip file"),
        (b"MZ\x90\0\x03", "a program"),
        (b"\x89PNG\r\n\x1a\n\0", "PNG picture"),
        (b"\x01\0\x02\0\x03\0", "binary file of unknown format"),
        (b'[\n {"conversations": [], "value": "H\x00c5"}]', "is JSON, no spectrum"),
        (b'{"id": 1, "flux": [1, 2', "is JSON, no spectrum: damaged or truncated"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "Git LFS pointer"),
        (b'<?xml version="1.0"?><VOTABLE>', "VOTable"),
        (b"\x1f\x8bgarbage that is no deflate", "gzip file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "bytes",
)
def test_case_38_a_file_that_is_something_else_is_named_for_what_it_is(files, content, said):
    path = files.raw("x.fits.gz", content)
    with pytest.raises(SpectrumReadError, match=said) as refusal:
        read_spectrum(path)
    assert "x.fits.gz" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    path.unlink()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.95])
def test_case_38_truncated_files_are_called_truncated(files, share):
    whole = files.lamost().read_bytes()
    packed = gzip.compress(whole)
    for name, content in (("a.fits", whole), ("a.fits.gz", packed)):
        with pytest.raises(SpectrumReadError, match="truncated"):
            read_spectrum(files.raw(name, content[: int(len(content) * share)]))


def test_case_40_unsorted_and_duplicate_wavelengths(files):
    path = files.raw("a.csv", "wavelength,flux\n4002,4\n4001,2\n4001,3\n4000,1\n")
    spectrum = read_spectrum(path)
    assert spectrum.wavelength.tolist() == [4000, 4001, 4002]
    assert spectrum.flux.tolist() == [1, 2.5, 4]
    assert "1 duplicate wavelength averaged" in spectrum.origin.notes
    assert "wavelength axis was descending, sorted" in spectrum.origin.notes


def test_case_41_a_defective_file_does_not_stop_the_batch(files):
    good = [str(files.lamost(f"good{i}.fits")) for i in range(3)]
    bare = str(files.save("bare.fits", [fits.PrimaryHDU()]))
    result = CliRunner().invoke(app, ["read", "--json", good[0], bare, *good[1:]])
    assert result.exit_code == 2
    assert [f["file"] for f in json.loads(result.stdout)] == good
    assert result.stderr.splitlines() == [f"specreview: {bare}: holds headers but no data"]


def test_case_41_all_objects_of_a_file_come_in_order(files):
    found = [s.origin.object_id for s in read_all(files.desi())]
    assert found == ["39627772183708817", "39627772183708818"]
