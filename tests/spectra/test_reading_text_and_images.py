"""Text tables and one-axis FITS images: units, media, headers, and what is refused."""

import numpy as np
import pytest
from astropy.table import Table
from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import read_spectrum
from specreview.spectra.readers.text_columns import role

ROWS = [(4000.0, 1.5), (4001.0, 2.5), (4002.0, 0.5)]


def _table(head: str, delimiter: str = ",", rows=ROWS) -> str:
    lines = [delimiter.join(f"{v:g}" for v in row) for row in rows]
    return "\n".join([*([head] if head else []), *lines]) + "\n"


@pytest.mark.parametrize(
    "content",
    [
        _table("wavelength,flux"),
        _table("Wavelength (A),Flux (erg/s/cm2/A)"),
        _table("lambda;flam", ";"),
        _table("wave\tflux", "\t"),
        _table("# wave flux", " "),
        _table("# Observed by nobody\n# Wavelength[A] Flux[erg/s/cm^2/A]", "  "),
        _table("# a template (continuum removed) wavelength[A] flux", " "),
        _table("", " "),
        _table("", ","),
        _table("#wave\tflux", "\t").replace("4001\t", "4001 "),
        _table("wavelength,flux").replace("\n", "\r\n"),
        "flux,wave\n1.5,4000\n2.5,4001\n0.5,4002\n",
        "1.5 4000\n2.5 4001\n0.5 4002\n",
        "loglam,flux\n" + "".join(f"{np.log10(w):.12f},{f}\n" for w, f in ROWS),
    ],
)
def test_all_these_are_the_same_spectrum(files, content):
    spectrum = read_spectrum(files.raw("a.txt", content))
    assert spectrum.wavelength == pytest.approx([4000, 4001, 4002], abs=1e-6)
    assert spectrum.flux == pytest.approx([1.5, 2.5, 0.5])
    assert spectrum.ivar is None


@pytest.mark.parametrize(
    ("head", "scale"),
    [
        ("wavelength_nm,flux", 10),
        ("wavelength [nm],flux", 10),
        ("wave (micron),flux", 1e4),
        ("lambda_um,flux", 1e4),
        ("# wavelengths in nm\nwave,flux", 10),
    ],
)
def test_stated_units_are_converted_to_angstrom_with_a_note(files, head, scale):
    rows = [(w / scale, f) for w, f in ROWS]
    spectrum = read_spectrum(files.raw("a.csv", _table(head, rows=rows)))
    assert spectrum.wavelength == pytest.approx([4000, 4001, 4002])
    assert f"wavelengths multiplied by {scale:g} to give Å" in spectrum.origin.notes


@pytest.mark.parametrize("scale", [10, 1e4])
def test_a_unit_that_is_not_stated_is_not_guessed(files, scale):
    rows = [(w / scale, f) for w, f in ROWS]
    with pytest.raises(SpectrumReadError, match="without a unit cannot be Å"):
        read_spectrum(files.raw("a.csv", _table("wave,flux", rows=rows)))


def test_air_where_stated_is_made_vacuum(files):
    rows = [(6562.80, 1.0), (6563.80, 2.0)]
    for head in ("wavelength_air,flux", "# wavelengths are in air\nwave,flux"):
        spectrum = read_spectrum(files.raw("a.csv", _table(head, rows=rows)))
        assert spectrum.origin.frame == "air (as the file says), made vacuum"
        assert spectrum.wavelength[0] == pytest.approx(6564.61, abs=0.02)
    silent = read_spectrum(files.raw("b.csv", _table("wave,flux", rows=rows)))
    assert silent.origin.frame == "not stated, taken as vacuum"
    assert silent.wavelength[0] == 6562.80


@pytest.mark.parametrize(
    "content",
    [
        "wave,flux,err\nnm,mJy,mJy\n400,1,0.5\n401,2,0.5\n",
        "wave,flux,err\n[nm],[mJy],[mJy]\n400,1,0.5\n401,2,0.5\n",
        "# wave flux err\n# (nm) (mJy) (mJy)\n400 1 0.5\n401 2 0.5\n",
        "\\origin='IRSA'\n|wave|  flux|   err|\n|real|  real|  real|\n|  nm|   mJy|   mJy|\n"
        " 400    1    0.5\n 401    2    0.5\n",
        "| wave[nm] | flux[mJy] | err[mJy] |\n| 400 | 1 | 0.5 |\n| 401 | 2 | 0.5 |\n",
    ],
)
def test_units_on_a_line_of_their_own_and_between_bars(files, content):
    spectrum = read_spectrum(files.raw("a.txt", content))
    assert spectrum.wavelength == pytest.approx([4000, 4010])
    assert spectrum.ivar == pytest.approx([4.0, 4.0])
    assert any("per unit of frequency" in note for note in spectrum.origin.notes)


def test_a_copied_header_of_a_pipeline_in_vacuum_says_so(files):
    head = "# VERSPYP = '1.17.0  '  / PypeIt version\n# PYPELINE= 'MultiSlit'\n# Lam Flux"
    path = files.raw("a.dat", _table(head.replace("Lam", "wave"), " "))
    spectrum = read_spectrum(path)
    assert spectrum.origin.frame == "vacuum (PypeIt convention)"
    assert not any("not stated" in note for note in spectrum.origin.notes)
    fitted = read_spectrum(files.raw("b.dat", _table("# fitted with MILES\n# wave flux", " ")))
    assert fitted.origin.frame == "not stated, taken as vacuum"
    cards = {"CRVAL1": 6562.8, "CDELT1": 1.0, "VERSPYP": "1.17.0", "PYPELINE": "Echelle"}
    assert read_spectrum(files.image(**cards)).origin.frame == "vacuum (PypeIt convention)"


def test_a_comment_on_airmass_says_nothing_about_the_medium(files):
    head = "# wave calibrated at airmass 1.2\nwave,flux"
    spectrum = read_spectrum(files.raw("a.csv", _table(head)))
    assert spectrum.origin.frame == "not stated, taken as vacuum"


def test_ecsv_units_are_used(files):
    table = Table({"flux": [1.0, 2.0, 3.0], "wave": [400.0, 400.1, 400.2], "flux_err": [0.5] * 3})
    table["wave"].unit = "nm"
    table.meta["comments"] = ["made for a test"]
    path = files.folder / "a.ecsv"
    table.write(path, format="ascii.ecsv")
    spectrum = read_spectrum(path)
    assert spectrum.wavelength == pytest.approx([4000, 4001, 4002])
    assert spectrum.ivar == pytest.approx([4.0] * 3)


def test_blank_cells_are_missing_values(files):
    spectrum = read_spectrum(files.raw("a.csv", "wave,flux,ivar\n4000,1,4\n4001,,4\n4002,3,--\n"))
    assert np.isnan(spectrum.flux[1])
    assert spectrum.good.tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("wave,flux\n4000,1\n4001,2,3\n", "line 3 has 3 columns, the first has 2"),
        ("wave,flux\n4000,1\n4001,x\n", 'line 3: "x" is no number'),
        ("wave,flux\n", "a header but no line of numbers"),
        ("# only words\n", "no line of numbers"),
        ("hello there\nworld\n", "no wavelength column among hello, there"),
        ("wave,velocity\n4000,1\n4001,2\n", "no flux column among wave, velocity"),
        ("4000\n4001\n", "only one column of numbers"),
        ("1 7\n9 3\n2 8\n", "neither column runs steadily"),
        ('id,wave,flux\n1,"(400, 401)","(1, 2)"\n', "a list in one cell"),
        ('id,wave,flux\n1,"(1, 2, 3, 4)","(1, 2, 3, 4)"\n', "without a unit cannot be Å"),
        ("wave,flux\n4000,1\n", "only 1 pixel with a wavelength"),
        ("wave,flux\n4000,nan\n4001,nan\n", "no pixel has a finite flux"),
        ("wave,flux\n-4000,1\n-4001,2\n", "no wavelength is positive"),
        ("wave[furlong],flux\n1,1\n2,2\n", 'wave: the unit "furlong" is no unit of wave'),
    ],
)
def test_text_that_is_no_spectrum_is_refused_with_its_cause(files, content, said):
    with pytest.raises(SpectrumReadError, match=r"a\.csv") as refusal:
        read_spectrum(files.raw("a.csv", content))
    assert said in str(refusal.value)


@given(st.text(max_size=30))
def test_any_column_name_has_a_role(name):
    assert role(name)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_never_worse(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("any") / "a.dat"
    path.write_bytes(content)
    message = "a.dat"
    try:
        read_spectrum(path)
    except SpectrumReadError as refusal:
        message = str(refusal)
    assert "a.dat" in message


@pytest.mark.parametrize(
    ("cards", "first", "last"),
    [
        ({"CRVAL1": 5000.0, "CDELT1": 2.0}, 5000.0, 5198.0),
        ({"CRVAL1": 5000.0, "CD1_1": 2.0, "CRPIX1": 51.0}, 4900.0, 5098.0),
        ({"CRVAL1": 500.0, "CDELT1": 0.2, "CUNIT1": "nm"}, 5000.0, 5198.0),
        ({"CRVAL1": 5e-7, "CDELT1": 2e-10, "CUNIT1": "m"}, 5000.0, 5198.0),
        ({"CRVAL1": 3.6, "CDELT1": 1e-4, "DC_FLAG": 1}, 10**3.6, 10**3.6099),
        ({"COEFF0": 3.6, "COEFF1": 1e-4}, 10**3.6, 10**3.6099),
        ({"CRVAL1": 3.6, "CDELT1": 1e-4, "CTYPE1": "WAVE-LOG"}, 10**3.6, 10**3.6099),
        (
            {"CRVAL1": 5000.0, "CDELT1": 2.0, "CTYPE1": "WAVE-LOG", "CUNIT1": "Angstrom"},
            5000.0,
            5000.0 * np.exp(99 * 2 / 5000),
        ),
    ],
)
def test_axes_of_one_dimensional_images(files, cards, first, last):
    spectrum = read_spectrum(files.image(**cards))
    assert spectrum.wavelength[0] == pytest.approx(first, rel=1e-12)
    assert spectrum.wavelength[-1] == pytest.approx(last, rel=1e-12)
    assert spectrum.origin.reader == "wcs1d"


@pytest.mark.parametrize(
    ("cards", "frame", "shift"),
    [
        ({}, "not stated, taken as vacuum", 0.0),
        ({"VACUUM": True}, "vacuum (as the header says)", 0.0),
        ({"AIRORVAC": "vac"}, "vacuum (as the header says)", 0.0),
        ({"VACUUM": False}, "air (as the header says), made vacuum", 1.81),
        ({"AIRORVAC": "air"}, "air (as the header says), made vacuum", 1.81),
        ({"CTYPE1": "AWAV"}, "air (as the header says), made vacuum", 1.81),
    ],
)
def test_the_header_decides_on_air_or_vacuum(files, cards, frame, shift):
    spectrum = read_spectrum(files.image(CRVAL1=6562.80, CDELT1=1.0, **cards))
    assert spectrum.origin.frame == frame
    assert spectrum.wavelength[0] - 6562.80 == pytest.approx(shift, abs=0.02)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"CRVAL1": 3.6, "CDELT1": 1e-4}, "without a unit cannot be Å"),
        ({"CRVAL1": 1.0, "CDELT1": 1.0, "CUNIT1": "Hz"}, 'the unit "Hz" is one for frequencies'),
        ({}, "has no wavelength axis in its header"),
        ({"CRVAL1": 5000.0, "CDELT1": 1.0, "OBJECT": "PG 1 (Error)"}, "errors of another file"),
    ],
)
def test_images_without_a_sure_axis_are_refused(files, cards, said):
    with pytest.raises(SpectrumReadError) as refusal:
        read_spectrum(files.image(**cards))
    assert said in str(refusal.value)
