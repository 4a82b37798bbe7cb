"""Numbers of text files that a program tore apart or Fortran wrote: mended where one way fits."""

from pathlib import Path

import numpy as np
import pytest

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import read_spectrum
from specreview.spectra.readers.text_mending import fortran_number, join_torn

FIXED = [(4000 + n, 9.5 + 0.2 * n, 0.03) for n in range(8)]
"""From the fourth line on the flux needs one place more than F5.3 has."""


def _torn(rows) -> str:
    """What is left of lines of F8.3, F7.3, F6.3 that were cut after the tenth character."""
    lines = (f"{w:8.3f}{f:7.3f}{e:7.3f}" for w, f, e in rows)
    cut = (f"{line[:10].strip()}\t{line[10:15].strip()}\t{line[15:].strip()}" for line in lines)
    return "wave\tflux\terror\n" + "\n".join(cut) + "\n"


def test_digits_left_on_the_column_before_are_rejoined(files):
    text = _torn(FIXED)
    assert "4003.000 1\t0.100" in text
    spectrum = read_spectrum(files.raw("a.txt", text))
    assert spectrum.wavelength == pytest.approx([w for w, _, _ in FIXED])
    assert spectrum.flux == pytest.approx([f for _, f, _ in FIXED])
    assert spectrum.sigma == pytest.approx(np.full(8, 0.03))
    assert "5 numbers torn apart between two columns, rejoined" in spectrum.origin.notes


@pytest.mark.parametrize(
    "rows",
    [
        [["4000.0", "12.1"], ["4001.0 1", "2.3"]],  # 12.1 fits: nothing had to be torn
        [["4000.0", "2.1"], ["4001.0 1", "-0.3"]],  # 1-0.3 is no number
        [["4000.0 1", "0.1", "3"], ["4001.0", "2.3 1", "0.1"]],  # in two columns
        [["4000.0", "2.1"], ["4001.0", "2.3"]],
    ],
)
def test_where_another_reading_is_possible_nothing_is_mended(rows):
    before = [list(row) for row in rows]
    assert join_torn(rows) == 0
    assert rows == before


def test_a_cell_that_could_be_anything_still_names_its_line(files):
    text = "wave\tflux\n4000.0\t12.1\n4001.0 1\t2.3\n"
    with pytest.raises(SpectrumReadError, match=r'line 3: "4001\.0 1" is no number; mend'):
        read_spectrum(files.raw("a.txt", text))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1.5D-15", 1.5e-15),
        ("-2.0d+03", -2000.0),
        ("4000D0", 4000.0),
        ("1.25-101", 1.25e-101),
        ("3.0+120", 3e120),
        ("1.5E-15", 1.5e-15),
    ],
)
def test_fortran_exponents(files, written, value):
    assert float(fortran_number(written)) == value
    flux = read_spectrum(files.raw("a.dat", f"4000.0 1.0\n4001.0 {written}\n4002. 1.0\n")).flux
    assert flux[1] == value


@pytest.mark.parametrize("written", ["12-34", "2020-01-01", "D", "1.5-15", "x1.5D2"])
def test_dates_and_words_are_no_fortran_numbers(written):
    assert fortran_number(written) == written


def test_a_row_of_stars_is_a_missing_value(files):
    spectrum = read_spectrum(files.raw("a.dat", "4000.0 1.0\n4001.0 *****\n4002.0 2.0\n"))
    assert spectrum.good.tolist() == [True, False, True]


def test_comments_in_the_form_of_a_header_say_which_object_it_is(files):
    head = (
        "# OBJECT  = 'SN 2025xy'  / name\n# RA = 13:50:44.93\n# DEC = -49:20:29.73\n# z : unknown\n"
    )
    origin = read_spectrum(files.raw("a.dat", head + "# wave flux\n4000 1\n4001 2\n")).origin
    assert origin.details["object"] == "SN 2025xy"
    assert (origin.ra, origin.dec) == pytest.approx((207.68721, -49.34159), abs=1e-5)


def test_a_snid_template_is_refused_as_one(files):
    head = "   12 1024   2500.00  10000.00     13 sn1999aa     12.51 Ia-99aa    1   3\n"
    with pytest.raises(SpectrumReadError, match="SNID template of 12 epochs"):
        read_spectrum(files.raw("sn1999aa.lnw", head + "  3  1 2 3\n"))


@pytest.mark.reference
def test_supernova_text_of_the_reference_keeps_its_place_and_units(reference):
    folder = reference / "spectra"
    snifs = read_spectrum(folder / "sn_tns_2025iau.dat")
    assert (snifs.origin.ra, snifs.origin.dec) == pytest.approx((207.687, 49.3416), abs=1e-3)
    assert snifs.origin.details["instrument"] == "SNIFS"
    assert snifs.sigma[0] == pytest.approx(3.571746e-17)
    sprat = read_spectrum(folder / "sn_tns_2025baq.dat")
    assert (sprat.origin.ra, sprat.origin.dec) == pytest.approx((215.5745, 50.5085), abs=1e-4)
    assert sprat.origin.details["object"] == "GOTO25afz"


@pytest.mark.reference
@pytest.mark.parametrize(("star", "torn"), [("Gl406", 708), ("Teegarden", 1440)])
def test_reference_stars_run_on_through_their_torn_lines(reference: Path, star, torn):
    """Mended flux goes on where its neighbours are; 1 or 0.236 instead of 10.236 would not."""
    path = reference / "spectra" / f"kast_std_M60_{star}_kesseli2019.txt"
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    cells = [c for c in lines if len(c) == 3 and c[0][:1].isdigit()]
    expected = [
        float(c[0].split()[1] + c[1]) if " " in c[0].strip() else float(c[1]) for c in cells
    ]
    spectrum = read_spectrum(path)
    assert np.array_equal(spectrum.flux, expected)
    assert sum(" " in c[0].strip() for c in cells) == torn
    changes = np.diff(spectrum.flux >= 10) != 0
    jumps = np.abs(np.diff(np.log(spectrum.flux)))[changes]
    assert changes.sum() > 100
    assert jumps.max() < 0.5
