"""IRAF multispec and equispec: each dispersion function by its formula, apertures as objects."""

import numpy as np
import pytest
from astropy.io import fits
from numpy.polynomial import Polynomial, chebyshev, legendre

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import list_objects, read_all, read_spectrum
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.multispec import parse_dispersion

SIZE = 64
PIXELS = np.arange(1.0, SIZE + 1.0)
CURVE = Polynomial([5000.0, 2.0, 0.01, 1e-5], domain=[1, SIZE], window=[-1, 1])
"""A dispersion with curvature, over n from -1 to 1."""


def _spec(function: str = "", *, kind: int = 2, first=5000.0, step=2.0, valid=SIZE, doppler=0.0):
    return f"1 33 {kind} {first} {step} {valid} {doppler} 10. 20. {function}"


def _numbers(values) -> str:
    return " ".join(f"{v:.12g}" for v in values)


def _multispec(files, *specs: str, flux=None, bands=None, **cards):
    """An image with a spec string a line, cut into cards of 68 characters as IRAF does."""
    lines = np.arange(len(specs) * SIZE, dtype="f4").reshape(len(specs), SIZE) + 1
    primary = fits.PrimaryHDU(lines if flux is None else np.asarray(flux, "f4"))
    header = primary.header
    header["CTYPE1"], header["CTYPE2"] = "MULTISPE", "MULTISPE"
    header["CD1_1"], header["CD2_2"] = 1.0, 1.0
    header["WAT0_001"] = "system=multispec"
    header["WAT1_001"] = "wtype=multispec label=Wavelength units=angstroms"
    text = "wtype=multispec " + " ".join(f'spec{n} = "{s}"' for n, s in enumerate(specs, 1))
    for n in range(0, len(text), 68):
        header[f"WAT2_{n // 68 + 1:03d}"] = text[n : n + 68]
    for key, value in cards.items():
        header[key] = value
    return files.save("spectra.ms.fits", [primary])


def _functions() -> dict[str, tuple[str, np.ndarray]]:
    """The fields of each function, and what it must give, by numpy's own polynomials or by hand."""
    curve = CURVE(PIXELS)
    power = CURVE.coef
    knots = np.array([5000.0, 5010.0, 5060.0])  # two pieces
    pieces = np.interp(PIXELS, [1, 32.5, 64], knots)
    line = 5000 + 3 * np.linspace(0, 4, SIZE)  # four cubic pieces: c_i = (i - 1)/6 gives s itself
    c = 5000 / 6 + 3 * (np.arange(7) - 1) / 6
    half = f"0.5 0. 1 4 1. 64. {_numbers(chebyshev.poly2cheb(power))}"
    return {
        "chebyshev": (f"1. 0. 1 4 1. 64. {_numbers(chebyshev.poly2cheb(power))}", curve),
        "legendre": (f"1. 0. 2 4 1 64 {_numbers(legendre.poly2leg(power))}", curve),
        "cubic spline": (f"1. 0. 3 4 1 64 {_numbers(c)}", line),
        "linear spline": (f"1. 0. 4 2 1 64 {_numbers(knots)}", pieces),
        "pixel array": (f"1. 0. 5 {SIZE} {_numbers(curve)}", curve),
        "sampled array": ("1. 0. 6 3 0 1 5000 32.5 5010 64 5060", pieces),
        "zero point": (f"1. 7. 4 2 1 64 {_numbers(knots)}", pieces + 7),
        "two weighted": (f"{half} 0.5 2. 2 4 1 64 {_numbers(legendre.poly2leg(power))}", curve + 1),
        "fortran": (f"1.D0 0. 4 2 1 64 {_numbers(knots)}".replace("5010", "5.010D+03"), pieces),
    }


@pytest.mark.parametrize("what", list(_functions()))
def test_each_dispersion_function_gives_its_formula(files, what):
    function, expected = _functions()[what]
    spectrum = read_spectrum(_multispec(files, _spec(function)))
    assert spectrum.wavelength == pytest.approx(expected, abs=1e-6)
    assert spectrum.origin.details["aperture"] == "1"
    assert spectrum.origin.details["order"] == "33"


def test_linear_and_log_linear_entries_and_a_doppler_factor(files):
    log = _spec(kind=1, first=3.7, step=1e-4)
    path = _multispec(
        files, _spec(kind=0), log, _spec(kind=0, doppler=0.001), _spec(kind=0, step=-2.0)
    )
    ids = list_objects(path).object_ids
    assert ids == tuple(f"spectra.ms-ap1{'+' * n}" for n in range(4))  # one number four times
    linear, logarithmic, shifted, falling = read_all(path)
    assert linear.wavelength == pytest.approx(5000 + 2 * (PIXELS - 1))
    assert logarithmic.wavelength == pytest.approx(10 ** (3.7 + 1e-4 * (PIXELS - 1)))
    assert shifted.wavelength == pytest.approx(linear.wavelength / 1.001)
    assert "z = 0.001 already applied" in shifted.origin.details["doppler"]
    assert falling.wavelength == pytest.approx(5000 - 2 * (PIXELS[::-1] - 1))
    assert falling.flux[0] == 4 * SIZE  # the last pixel of the line has the least wavelength
    assert "wavelength axis was descending, sorted" in falling.origin.notes


def test_a_cut_image_counts_pixels_and_lines_of_the_whole(files):
    """LTV1 = -10, LTV2 = -1: columns from 11 on and lines from 2 on of another image."""
    path = _multispec(files, _spec(kind=0), _spec(kind=0, first=6000.0), LTV1=-10.0, LTV2=-1.0)
    first = read_spectrum(path, "spectra.ms-ap1")
    assert first.wavelength[0] == pytest.approx(6000 + 2 * 10)
    assert any("image line 3 has no spec string" in n for n in first.origin.notes)


def test_pixels_beyond_the_valid_ones_are_left_out(files):
    spectrum = read_spectrum(_multispec(files, _spec(kind=0, valid=50)))
    assert len(spectrum) == 50
    assert spectrum.flux[-1] == 50


def test_the_sigma_band_is_the_error_and_others_are_named(files):
    cube = np.stack([np.full((2, SIZE), v) for v in (5.0, 4.0, 3.0, 0.5)])
    bands = {
        "BANDID1": "spectrum - background fit",
        "BANDID2": "raw - background fit",
        "BANDID3": "background - background fit",
        "BANDID4": "sigma - background fit",
    }
    path = _multispec(files, _spec(kind=0), _spec(kind=0, first=6000.0), flux=cube, **bands)
    spectrum = read_spectrum(path, "spectra.ms-ap1+")
    assert np.all(spectrum.flux == 5)
    assert spectrum.sigma == pytest.approx(np.full(SIZE, 0.5))
    assert "bands of this file that are not used: raw, background" in spectrum.origin.notes


def test_an_image_extension_is_read_with_the_primary_header_s_facts(files):
    path = _multispec(files, _spec(kind=0), _spec(kind=0, first=6000.0))
    with fits.open(path) as hdus:
        primary = fits.PrimaryHDU()
        primary.header.update({"OBJECT": "HD 1", "RA": "01:00:00.0", "DEC": "-10:30:00"})
        extension = fits.ImageHDU(hdus[0].data, hdus[0].header, name="SCI")
        fits.HDUList([primary, extension]).writeto(files.folder / "gemini.fits")
    spectrum = read_spectrum(files.folder / "gemini.fits", "gemini-ap1+")
    assert spectrum.wavelength[0] == 6000
    assert (spectrum.origin.ra, spectrum.origin.dec) == (15.0, -10.5)
    assert spectrum.origin.details["object"] == "HD 1"


def test_one_line_alone_is_named_by_its_file(files):
    path = _multispec(files, _spec(kind=0), flux=np.ones(SIZE))
    assert list_objects(path).object_ids == ("spectra.ms",)
    third = _multispec(
        files,
        *[_spec(kind=0, first=f) for f in (1e3, 2e3, 3e3)],
        flux=np.ones(SIZE),
        WAXMAP01="1 0 0 2",
    )
    assert read_spectrum(third).wavelength[0] == 3000


@pytest.mark.parametrize(
    ("flag", "first", "second"), [(0, 4204.0, 4210.0), (1, 10**3.6, 10**3.6001)]
)
def test_equispec_has_one_axis_for_all_lines(files, flag, first, second):
    start, step = (4204.0, 6.0) if flag == 0 else (3.6, 1e-4)
    hdu = fits.PrimaryHDU(np.arange(3 * SIZE, dtype="f4").reshape(3, SIZE))
    cards = {"CTYPE1": "LINEAR", "CRVAL1": start, "CD1_1": step, "CRPIX1": 1, "DC-FLAG": flag}
    cards |= {"WAT0_001": "system=equispec", "APNUM1": "41 3 7.37 13.48", "APNUM2": "15 1 28 34"}
    hdu.header.update(cards | {"WAT1_001": "wtype=linear label=Wavelength units=Angstroms"})
    path = files.save("three.fits", [hdu])
    assert list_objects(path).object_ids == ("three-ap41", "three-ap15", "three-ap3")
    spectrum = read_spectrum(path, "three-ap15")
    assert spectrum.wavelength[:2] == pytest.approx([first, second])
    assert spectrum.flux[0] == SIZE


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (_spec(kind=-1), "not calibrated"),
        (_spec("1. 0. 1 6 1. 64. 5000 60 1"), "needs 6 coefficients, 3 are there"),
        (_spec("1. 0. 1 999999999 1. 64. 5000 60"), "needs 999999999 coefficients, 2 are there"),
        (_spec("1. 0. 1 -3 1. 64. 5000 60"), "needs -3 coefficients"),
        (_spec("1. 0. 9 2 1. 64. 5000 60"), "dispersion function 9 is none of 1 to 6"),
        (_spec("1. 0. 2 2 64. 1. 5000 60"), "from pixel 64 to 1"),
        (_spec("1. 0. 2 2 1. 64. 5000 six"), '"six" in a spec string is no number'),
        (_spec("1. 0. 2 2 1. 64. 5000 nan"), '"nan" in a spec string is no number'),
        (_spec("1. 0. 6 2 0 5 5000 1 5001"), "pixels of a sampled dispersion do not rise"),
        (_spec("1. 0. 2"), "ends too early"),
        (_spec(), "without a function"),
        (_spec(kind=5), "dispersion type 5"),
        (_spec(kind=1), "no logarithm of a wavelength"),
        (_spec(kind=0, doppler=-1), "Doppler factor of -1"),
    ],
)
def test_a_broken_entry_is_refused_for_what_is_wrong(files, spec, said):
    with pytest.raises(NoSpectrum, match=said):
        parse_dispersion(spec)
    with pytest.raises(SpectrumReadError, match=rf"ms\.fits: no aperture has .*{said}"):
        list_objects(_multispec(files, spec))
    good = read_spectrum(_multispec(files, spec, _spec(kind=0)), "spectra.ms-ap1")
    assert any(said in n and "image line 1" in n for n in good.origin.notes)


def test_wavelengths_that_turn_back_are_refused(files):
    function = f"1. 0. 2 3 1 64 {_numbers([5000, 1, 50])}"
    with pytest.raises(SpectrumReadError, match="wavelengths that do not run one way"):
        read_spectrum(_multispec(files, _spec(function)))


def _echelle(files, *, shift=0):
    """Orders 20 to 23, 300 Å each, m · λ = 120 000 Å in the middle; beams are m + shift."""
    step = 300 / (SIZE - 1)
    entries = ((m, 120_000 / m - 150) for m in (20, 21, 22, 23))
    specs = [
        f"{n} {m + shift} 0 {first!r} {step!r} {SIZE} 0 1 2"
        for n, (m, first) in enumerate(entries, 1)
    ]
    return _multispec(files, *specs)


@pytest.mark.parametrize("shift", [0, -15])
def test_orders_of_an_echelle_are_joined_where_they_are_asked_for(files, shift):
    """By the true order numbers, and by numbers that count from another order."""
    listing = list_objects(_echelle(files, shift=shift))
    assert listing.joined_ids == ("spectra.ms-orders",)
    assert listing.object_ids == tuple(f"spectra.ms-ap{n}" for n in (1, 2, 3, 4))
    each = list(read_all(listing.file))
    joined = read_spectrum(listing.file, "spectra.ms-orders")
    assert joined.wavelength[0] == pytest.approx(120_000 / 23 - 150)
    assert joined.wavelength[-1] == pytest.approx(120_000 / 20 + 150)
    for wavelength, flux in zip(joined.wavelength, joined.flux, strict=True):
        assert any((s.flux[s.wavelength == wavelength] == flux).any() for s in each)
    middle = ((120_000 / 20 - 150) + (120_000 / 21 + 150)) / 2  # of the overlap of 21 and 20
    above = joined.wavelength > middle
    assert np.all(joined.flux[above] <= SIZE)  # line 1 of the image, order 20
    assert SIZE < joined.flux[~above][-1] <= 2 * SIZE
    assert joined.origin.details["orders"] == f"{20 + shift} to {23 + shift} (4 apertures)"
    assert any("overlap" in n and "cut in the middle" in n for n in joined.origin.notes)
    assert "one of 4 orders; spectra.ms-orders has all on one axis" in each[0].origin.notes
    with pytest.raises(SpectrumReadError, match=r"holds 4 objects .*axis: spectra\.ms-orders"):
        read_spectrum(listing.file)


def test_fibres_and_slits_are_no_orders(files):
    """The same wavelengths for all, any wavelengths, the same beam: none is a grating's order."""
    for firsts, beams in (
        ((5000, 5000, 5000, 5000), (1, 2, 3, 4)),
        ((5000, 5200, 5100, 5350), (1, 2, 3, 4)),
        ((5000, 5500, 6000, 6500), (1, 1, 1, 1)),
    ):
        specs = [
            f"{n} {b} 0 {f} 2. {SIZE} 0 1 2"
            for n, (f, b) in enumerate(zip(firsts, beams, strict=True), 1)
        ]
        path = _multispec(files, *specs)
        assert list_objects(path).joined_ids == ()
        with pytest.raises(SpectrumReadError, match=r"has no object spectra\.ms-orders"):
            read_spectrum(path, "spectra.ms-orders")


@pytest.mark.reference
@pytest.mark.parametrize(
    ("file", "apertures", "functions"),
    [("TRES", 51, "legendre"), ("AAO", 51, "chebyshev"), ("spline", 49, "legendre")],
)
def test_reference_echelles_agree_with_the_ends_that_their_headers_state(
    reference, file, apertures, functions
):
    """Fields 4 to 6 give the first wavelength, the mean step and the number of pixels."""
    path = reference / "spectra" / f"specutils_{file}.fits"
    raw = path.read_bytes()  # two of these files lack their padding, which astropy warns of
    end = raw.index(b"END" + b" " * 77) + 80
    header = fits.Header.fromstring(raw[:end])
    cards = sorted(k for k in header if k.startswith("WAT2_"))
    text = "".join(str(header[k]).ljust(68) for k in cards)
    start, shape = -(-end // 2880) * 2880, (header["NAXIS2"], header["NAXIS1"])
    flux = np.frombuffer(raw, ">f4", shape[0] * shape[1], start).reshape(shape)
    spectra = list(read_all(path))
    assert len(spectra) == apertures
    for spectrum in spectra:
        number = int(spectrum.origin.details["aperture"])
        fields = text.split(f"spec{number} = ")[1].split('"')[1].split()
        first, step, pixels = (float(f) for f in fields[3:6])
        ends = sorted([first, first + step * (pixels - 1)])
        tolerance = 4 * abs(step) if number == 3 and file == "spline" else 0.02 * abs(step)
        if number != 3 or file != "spline":  # whose line 3 states a step that is not its own
            assert spectrum.wavelength[[0, -1]] == pytest.approx(ends, abs=tolerance)
        stored = flux[number - 1][:: -1 if step < 0 else 1]
        assert np.array_equal(spectrum.flux, stored, equal_nan=True)


@pytest.mark.reference
def test_vega_s_one_entry_that_contradicts_itself_is_left_out_and_said(reference):
    """Line 2 says log-linear (type 1) and gives 9849.8, the wavelength, not its logarithm."""
    path = reference / "spectra" / "specutils_evega.0039.rs.ec.dispcor.fits"
    ids = list_objects(path).object_ids
    assert len(ids) == 106
    stem = "specutils_evega.0039.rs.ec.dispcor"
    order = read_spectrum(path, f"{stem}-ap28")  # spec28 = "28 83 0 6764.6297423974 0.08727436..."
    assert order.wavelength[0] == pytest.approx(6764.6297423974)
    assert np.diff(order.wavelength) == pytest.approx(0.08727436557355)
    assert order.origin.details["order"] == "83"
    assert any("from 9849.84, which is no logarithm" in n for n in order.origin.notes)
    assert order.origin.ra == pytest.approx(279.23, abs=0.01)  # Vega, from 18:36:56.30
