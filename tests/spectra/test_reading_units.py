"""Units of wavelength and flux in the dialects of files, and what is neither."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.readers import read_spectrum
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.units import check_flux, in_angstrom, wavelength_unit

AXIS = np.linspace(5000.0, 6000.0, 11)


@pytest.mark.parametrize(
    ("stated", "per_angstrom"),
    [
        *((u, 1.0) for u in ("Angstrom", "AA", "A", "0.1nm", "0.1 nm", "1e-10 m", "10**-10 m")),
        *((u, 1.0) for u in ("10^-10 m", "[Angstrom]", "Angstrom (vacuum)", "ångström")),
        *((u, 0.1) for u in ("nm", "nanometres", "10 AA", "1e-9 m")),
        *((u, 1e-4) for u in ("micron", "um", "µm", "1e-6 m")),
        ("mm", 1e-7),
        ("m", 1e-10),
    ],
)
def test_lengths_and_their_multiples_become_angstrom(stated, per_angstrom):
    assert in_angstrom(AXIS * per_angstrom, stated, "w", "", []) == pytest.approx(AXIS)


@pytest.mark.parametrize("name", ["log(nm)", "log10 nm", "dex(nm)", "[log10(nm)]"])
def test_logarithms_of_any_unit_are_raised(name):
    notes = []
    assert in_angstrom(np.log10(AXIS / 10), name, "w", "", notes) == pytest.approx(AXIS)
    assert notes == ["w holds log10 of the wavelength", "wavelengths multiplied by 10 to give Å"]
    assert in_angstrom(np.log(AXIS), "ln(Angstrom)", "w", "", []) == pytest.approx(AXIS)


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        *((u, "frequencies") for u in ("Hz", "GHz", "THz")),
        *((u, "wavenumbers") for u in ("cm-1", "cm^-1", "1/cm", "cm**-1")),
        *((u, "energies") for u in ("eV", "keV", "erg")),
        ("km/s", "velocities"),
        ("pixel", "pixel numbers"),
    ],
)
def test_what_is_no_wavelength_is_called_what_it_is(stated, kind):
    assert wavelength_unit(stated) is None
    with pytest.raises(NoSpectrum, match=f"axis 1: the unit .* is one for {kind}; write wave"):
        in_angstrom(AXIS, stated, "axis 1", "", [])


def test_numbers_without_a_unit_must_be_possible_in_angstrom():
    for values in (AXIS / 10, 2.998e18 / AXIS):
        with pytest.raises(NoSpectrum, match=r"w from .* without a unit cannot be Å; say it"):
            in_angstrom(values, "", "w", "say it", [])


@pytest.mark.parametrize("unit", ["mag", "AB mag", "ABmag", "mag(AB)", "STmag", "mag/arcsec2"])
def test_magnitudes_are_no_flux(unit):
    with pytest.raises(NoSpectrum, match=r"f holds magnitudes .*; write flux per Angstrom"):
        check_flux(unit, "f", [])
    for unlike in ("nanomaggy", "counts", "erg/s/cm2/AA", "", None):
        check_flux(unlike, "f", [])


def test_every_format_looks_at_the_unit_of_its_flux(files):
    text = "".join(f"{w},{w}\n" for w in AXIS)
    makers = (
        lambda unit: files.image(CRVAL1=5000.0, CDELT1=1.0, BUNIT=unit),
        lambda unit: files.raw("a.csv", f"wave,flux [{unit}]\n{text}"),
    )
    for make in makers:
        with pytest.raises(SpectrumReadError, match="holds magnitudes"):
            read_spectrum(make("AB mag"))
        assert any("per unit of frequency" in n for n in read_spectrum(make("mJy")).origin.notes)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"CTYPE1": "FREQ"}, "its axis holds frequencies"),
        ({"CTYPE1": "WAVN"}, "its axis holds wavenumbers"),
        ({"CTYPE1": "ENER"}, "its axis holds energies"),
        ({"CTYPE1": "VRAD"}, "its axis holds velocities"),
        ({"CTYPE1": "RA---TAN"}, "its axis holds positions"),
        ({"CTYPE1": "WAVE-GRI"}, "a curved axis, is not read"),
    ],
)
def test_an_image_over_something_else_is_refused_without_a_unit_too(files, cards, said):
    with pytest.raises(SpectrumReadError, match=said):
        read_spectrum(files.image(CRVAL1=5000.0, CDELT1=1.0, **cards))


def test_wavelengths_beyond_a_centimetre_are_damage_whatever_the_unit(files):
    path = files.image(CRVAL1=5e14, CDELT1=1e10, CUNIT1="Angstrom")
    with pytest.raises(SpectrumReadError, match=r"no pixel with a wavelength, .* check the wavel"):
        read_spectrum(path)


def test_a_fits_axis_called_wave_is_in_metres_where_it_can_be_nothing_else(files):
    spectrum = read_spectrum(files.image(CRVAL1=5e-7, CDELT1=1e-10, CTYPE1="WAVE"))
    assert spectrum.wavelength[:2] == pytest.approx([5000.0, 5001.0])
    usual = read_spectrum(files.image(CRVAL1=5000.0, CDELT1=1.0, CTYPE1="WAVELENGTH"))
    assert usual.wavelength[0] == 5000.0


def test_logarithms_by_cunit_are_raised_once(files):
    log10 = {"CRVAL1": 3.7, "CDELT1": 1e-4, "CUNIT1": "log(Angstrom)"}
    for cards in (log10, log10 | {"DC_FLAG": 1}, log10 | {"CTYPE1": "LOGLAM"}):
        assert read_spectrum(files.image(**cards)).wavelength[0] == pytest.approx(10**3.7)
    natural = files.image(CRVAL1=8.5, CDELT1=1e-4, CUNIT1="ln(Angstrom)")
    assert read_spectrum(natural).wavelength[1] == pytest.approx(np.exp(8.5001))


def test_the_unit_may_say_the_medium(files):
    columns = [fits.Column(n, "D", array=AXIS) for n in ("WAVE", "FLUX")]
    table = fits.BinTableHDU.from_columns(columns)
    table.header["TUNIT1"] = "Angstrom (air)"
    spectrum = read_spectrum(files.save("a.fits", [fits.PrimaryHDU(), table]))
    assert spectrum.origin.frame == "air (as the column says), made vacuum"
    assert spectrum.wavelength[0] == pytest.approx(air_to_vacuum(5000.0))
