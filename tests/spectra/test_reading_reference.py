"""Reference files judged by an independent read of the same arrays, and by their lines."""

import re
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits

from specreview.spectra.frames import vacuum_to_air
from specreview.spectra.readers import read_all, read_spectrum

pytestmark = pytest.mark.reference

NOT_TWO_COLUMNS = ("fm2002", "gaiaxp", "kast_std_M60")
SIGN_ON_WAVELENGTH = (0, 45, 61)
"""Two files carry the minus sign of a negative flux on the wavelength: dropped, with a note."""

TEXT_ENDINGS = (
    ".csv",
    ".dat",
    ".dat.gz",
    ".txt",
    ".txt.gz",
    ".txtA",
    ".datA",
    ".ascii",
    ".tab",
    ".flm",
)


def _folder(reference: Path) -> Path:
    return reference / "spectra"


def test_lamost_arrays_are_the_file_s_own(reference):
    for path in sorted(_folder(reference).glob("lamost_*")):
        if "med-" in path.name:
            continue
        with fits.open(path) as hdus:
            header = hdus[0].header
            if hdus[0].data is not None:
                flux, ivar = hdus[0].data[0], hdus[0].data[1]
            else:
                flux, ivar = hdus[1].data["FLUX"][0], hdus[1].data["IVAR"][0]
            axis = 10 ** (header["COEFF0"] + header["COEFF1"] * np.arange(flux.size))
            spectrum = read_spectrum(path)
            assert np.array_equal(spectrum.flux, flux), path.name
            assert np.array_equal(spectrum.ivar, ivar), path.name
            assert spectrum.wavelength == pytest.approx(axis, abs=1e-6)
            stated = header["Z"]
            assert spectrum.origin.redshift == (None if stated == -9999 else stated)


def test_lamost_pixels_with_the_first_bit_set_have_no_weight(reference):
    """Value 1 of the and-mask is BADCCD: the pipeline gave each such pixel ivar 0."""
    flagged = 0
    for path in sorted(_folder(reference).glob("lamost_dr7_*.fits")):
        with fits.open(path) as hdus:
            bad = (hdus[0].data[3].astype(int) & 1) != 0
            assert np.all(hdus[0].data[1][bad] == 0), path.name
            assert not read_spectrum(path).good[bad].any()
            flagged += int(bad.sum())
    assert flagged > 400


def test_sdss_arrays_are_the_file_s_own(reference):
    paths = [*_folder(reference).glob("sdss_*spec-*.fits"), *_folder(reference).glob("ppxf_*")]
    assert len(paths) == 12
    for path in paths:
        with fits.open(path) as hdus:
            coadd, row = hdus["COADD"].data, hdus[2].data
            spectrum = read_spectrum(path)
            assert np.array_equal(spectrum.flux, coadd["flux"])
            assert np.array_equal(spectrum.ivar, coadd["ivar"])
            assert spectrum.wavelength == pytest.approx(10.0 ** coadd["loglam"].astype(float))
            fatal = (coadd["and_mask"] & ((1 << 18) | (1 << 24))) != 0
            assert np.array_equal(spectrum.good, (coadd["ivar"] > 0) & ~fatal)
            assert spectrum.origin.redshift == pytest.approx(row["Z"][0], rel=1e-6)
            assert spectrum.origin.pipeline_class == row["CLASS"][0].strip()
            assert spectrum.origin.object_id == str(row["SPECOBJID"][0]).strip()
            assert spectrum.origin.ra == pytest.approx(row["PLUG_RA"][0], abs=1e-9)


def test_desi_rows_are_the_file_s_own_outside_the_overlaps(reference):
    for path in _folder(reference).glob("desi_*"):
        with fits.open(path) as hdus:
            ids = [str(i) for i in hdus["FIBERMAP"].data["TARGETID"]]
            for row, spectrum in enumerate(read_all(path)):
                assert spectrum.origin.object_id == ids[row]
                for arm, low, high in (("B", 3600, 5759), ("R", 5801, 7519), ("Z", 7621, 9824)):
                    wave = hdus[f"{arm}_WAVELENGTH"].data
                    chosen = (wave >= low) & (wave <= high)
                    ours = (spectrum.wavelength >= low) & (spectrum.wavelength <= high)
                    flux, ivar = hdus[f"{arm}_FLUX"].data[row], hdus[f"{arm}_IVAR"].data[row]
                    assert np.array_equal(spectrum.flux[ours], flux[chosen])
                    assert np.array_equal(spectrum.ivar[ours], ivar[chosen])


def test_desi_concatenated_arms_as_text_give_the_spectrum_of_the_fits_file(reference):
    folder = _folder(reference)
    text = read_spectrum(folder / "derived_desi_39627866878514741_armsconcat_unsorted.csv")
    image = read_spectrum(
        folder / "desi_multi_coadd-sv3-dark-26065_nores.fits.gz", "39627866878514741"
    )
    assert text.wavelength == pytest.approx(image.wavelength)
    assert text.flux == pytest.approx(image.flux, rel=1e-5, abs=1e-5)
    assert text.ivar == pytest.approx(image.ivar, rel=1e-5)


def _numbers(path: Path) -> np.ndarray:
    """First two columns by a plain read: every line whose cells are all numbers."""
    rows = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            cells = [float(c) for c in re.split(r"[,\s]+", line.strip()) if c]
        except ValueError:
            continue
        if len(cells) >= 2:
            rows.append(cells[:2])
    return np.array(rows)


def test_text_columns_are_the_file_s_own(reference):
    folder, compared = _folder(reference), 0
    for path in sorted(folder.iterdir()):
        plain = path.name.endswith(TEXT_ENDINGS) and not path.name.endswith(".gz")
        other = path.name.startswith(NOT_TWO_COLUMNS)
        if not plain or path.name == "MANIFEST.csv" or "armsconcat" in path.name or other:
            continue
        numbers = _numbers(path)
        kept = numbers[numbers[:, 0] > 0]
        assert len(numbers) - len(kept) in SIGN_ON_WAVELENGTH, path.name
        spectrum = read_spectrum(path)
        assert np.array_equal(spectrum.wavelength, kept[:, 0]), path.name
        assert np.array_equal(spectrum.flux, kept[:, 1]), path.name
        compared += 1
    assert compared > 120


def test_sdss_text_copies_agree_with_the_survey_file(reference):
    """The text files of this source lie on the survey's own vacuum grid."""
    for path in _folder(reference).glob("sdss_cv_spec-*-catB.dat"):
        loglam = np.log10(read_spectrum(path).wavelength)
        assert np.diff(loglam) == pytest.approx(1e-4, abs=2e-8)


@pytest.mark.parametrize(
    ("pattern", "count", "first", "step"),
    [
        ("indous_*.fits", 15011, 3465.0, 0.4),
        ("stelib_*.fits", 6700, None, None),
    ],
)
def test_stellar_libraries_keep_their_published_grids(reference, pattern, count, first, step):
    paths = list(_folder(reference).glob(pattern))
    assert paths
    for path in paths:
        spectrum = read_spectrum(path)
        assert len(spectrum) == count
        air = vacuum_to_air(spectrum.wavelength)
        if first is None:
            assert air[0] == pytest.approx(3200, abs=5)
            assert air[-1] == pytest.approx(9900, abs=15)
        else:
            assert air[0] == pytest.approx(first, abs=1e-6)
            assert np.diff(air) == pytest.approx(step, abs=1e-6)


def _line_centre(spectrum, guess: float, width: float = 12.0) -> float:
    """Parabola through the five deepest pixels below a straight continuum."""
    near = np.abs(spectrum.wavelength - guess) < width
    wave, flux = spectrum.wavelength[near], spectrum.flux[near]
    ends = np.r_[0:3, -3:0]
    depth = np.polyval(np.polyfit(wave[ends] - guess, flux[ends], 1), wave - guess) - flux
    core = slice(max(0, int(np.argmax(depth)) - 2), int(np.argmax(depth)) + 3)
    square, slope, _ = np.polyfit(wave[core] - guess, depth[core], 2)
    return guess - slope / (2 * square)


@pytest.mark.parametrize(
    ("pattern", "frame", "line"),
    [
        ("miles_*.fits", "air (MILES convention), made vacuum", 6564.61),
        ("stelib_*.fits", "air (STELIB convention), made vacuum", 6564.61),
        ("indous_*.fits", "air (Indo-US convention), made vacuum", 6564.61),
        ("calspec_*.txt", "vacuum (CALSPEC convention)", 4862.68),
    ],
)
def test_libraries_with_a_known_medium_have_their_lines_in_vacuum(reference, pattern, frame, line):
    offsets = []
    for path in sorted(_folder(reference).glob(pattern)):
        spectrum = read_spectrum(path)
        assert spectrum.origin.frame == frame
        offsets.append(_line_centre(spectrum, line) - line)
    assert len(offsets) >= 2
    assert np.median(offsets) == pytest.approx(0, abs=0.6)  # the other medium is 1.4 to 1.8 Å away
