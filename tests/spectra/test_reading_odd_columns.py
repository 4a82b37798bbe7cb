"""FITS tables and images as programs leave them: missing integers, text, bits, odd errors."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import list_objects, read_all, read_spectrum

SIZE = 20
AXIS = np.linspace(5000.0, 6000.0, SIZE)
FLUX = np.arange(1.0, SIZE + 1)


def _table(files, *columns, name="odd.fits", **kwargs):
    table = fits.BinTableHDU.from_columns([fits.Column(*c[:2], **c[2]) for c in columns], **kwargs)
    return files.save(name, [fits.PrimaryHDU(), table])


def _with(files, flux, *more):
    return _table(files, ("WAVE", "D", {"array": AXIS}), flux, *more)


def test_integers_that_are_called_missing_are_no_flux(files):
    values = np.where(np.arange(SIZE) < 3, -999, 100).astype("i4")
    path = _with(files, ("FLUX", "J", {"array": values, "null": -999}))
    spectrum = read_spectrum(path)
    assert spectrum.good.tolist() == [False] * 3 + [True] * (SIZE - 3)
    assert np.isnan(spectrum.flux[:3]).all()
    image = files.image(CRVAL1=5000.0, CDELT1=1.0, name="blank.fits")
    with fits.open(image) as hdus:
        header = hdus[0].header
        header["BLANK"] = -999
        fits.PrimaryHDU(values, header).writeto(image, overwrite=True)
    assert np.isnan(read_spectrum(image).flux[:3]).all()


def test_numbers_that_a_table_keeps_as_text_are_read(files):
    words = [("WAVE", "12A", {"array": [f"{w:.3f}" for w in AXIS]})]
    path = _table(files, *words, ("FLUX", "8A", {"array": [f"{f}" for f in FLUX]}))
    assert read_spectrum(path).flux == pytest.approx(FLUX)
    path = _table(files, *words, ("FLUX", "8A", {"array": ["high"] * SIZE}))
    with pytest.raises(SpectrumReadError, match="column FLUX holds text, not numbers"):
        read_spectrum(path)
    with pytest.raises(SpectrumReadError, match="column FLUX holds complex numbers"):
        read_spectrum(_with(files, ("FLUX", "M", {"array": FLUX + 1j})))


def test_a_mask_never_stops_a_spectrum(files):
    """Eight bits a pixel are one mask; a mask of another length is none."""
    bits = np.zeros((SIZE, 8), bool)
    bits[2, 5] = True
    flux = ("FLUX", "D", {"array": FLUX})
    spectrum = read_spectrum(_with(files, flux, ("MASK", "8X", {"array": bits})))
    assert np.flatnonzero(spectrum.warned).tolist() == [2]
    path = _table(
        files,
        ("WAVE", f"{SIZE}D", {"array": [AXIS]}),
        ("FLUX", f"{SIZE}D", {"array": [FLUX]}),
        ("MASK", "7J", {"array": [np.zeros(7, int)]}),
    )
    odd = read_spectrum(path)
    assert "column MASK has 7 values for 20 pixels, not used" in odd.origin.notes
    assert not odd.warned.any()


@pytest.mark.parametrize(
    ("flux_unit", "error_unit", "used"),
    [
        ("erg/s/cm2/AA", "erg s-1 cm-2 Angstrom-1", True),
        ("counts", "count", True),
        ("", "erg/s/cm2/AA", True),
        ("1e-17 erg/s/cm2/AA", "erg/s/cm2/AA", False),
        ("mJy", "Jy", False),
        ("counts", "percent", False),
        ("erg/s/cm2/AA", "mag", False),
    ],
)
def test_an_error_in_another_unit_is_no_error(files, flux_unit, error_unit, used):
    columns = [("FLUX", "D", {"array": FLUX, "unit": flux_unit or None})]
    columns += [("ERR", "D", {"array": FLUX * 0 + 0.5, "unit": error_unit})]
    names = f"wave,flux{f' [{flux_unit}]' if flux_unit else ''},err [{error_unit}]"
    lines = "".join(f"{w},{f},0.5\n" for w, f in zip(AXIS, FLUX, strict=True))
    for path in (_with(files, *columns), files.raw("a.csv", f"{names}\n{lines}")):
        spectrum = read_spectrum(path)
        assert (spectrum.ivar is not None) == used
        assert any("unlike the flux, not used" in n for n in spectrum.origin.notes) != used
        if used:
            assert spectrum.ivar == pytest.approx(np.full(SIZE, 4.0))


def test_ids_beyond_the_signed_range_keep_every_digit(files):
    ids = np.array([2**63 + 5, 2**64 - 1], "u8")
    path = _table(
        files,
        ("TARGETID", "K", {"array": ids, "bzero": 2**63}),
        ("WAVE", f"{SIZE}D", {"array": [AXIS] * 2}),
        ("FLUX", f"{SIZE}D", {"array": [FLUX, FLUX + 1]}),
        uint=True,
    )
    assert list_objects(path).object_ids == ("9223372036854775813", "18446744073709551615")
    assert [s.flux[0] for s in read_all(path)] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("names", "rows", "said"),
    [
        (("FREQUENCY", "FLUX"), SIZE, "whose FREQUENCY holds frequencies, .* write wavelengths"),
        (("WAVENUMBER", "FLUX"), SIZE, "holds wavenumbers"),
        (("ENERGY", "FLUX"), SIZE, "holds energies"),
        (("X", "FLUX"), SIZE, "without a column of wavelengths; name one WAVELENGTH"),
        (("WAVE", "Y"), SIZE, "without a column of flux; name one FLUX"),
        (("WAVE", "FLUX"), 1, "of 1 rows, and a spectrum has at least 2 pixels"),
    ],
)
def test_a_table_that_is_no_spectrum_is_told_what_it_lacks(files, names, rows, said):
    columns = [(n, "D", {"array": v[:rows]}) for n, v in zip(names, (AXIS, FLUX), strict=True)]
    with pytest.raises(SpectrumReadError, match=said):
        read_spectrum(_table(files, *columns))


def test_who_has_frequencies_in_a_text_is_not_told_to_rename_them(files):
    with pytest.raises(SpectrumReadError, match=r"freq \[Hz\] holds frequencies; write wavel"):
        read_spectrum(files.raw("a.csv", "freq [Hz],flux\n6e14,1\n5e14,2\n"))


def test_missing_values_in_quotes_as_astropy_writes_them(files):
    for head in ("wave flux\n", "# wave flux\n"):
        spectrum = read_spectrum(files.raw("a.txt", head + '5000 ""\n5001 2\n5002 3\n'))
        assert spectrum.good.tolist() == [False, True, True]
