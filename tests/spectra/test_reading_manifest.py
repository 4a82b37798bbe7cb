"""Every file of the list of reference spectra: read rightly or refused with the right reason.

Where the list and a reader differ, one of them is right: each such place is settled here, by a look
at the file with astropy or at its survey's document.
"""

import fnmatch

import numpy as np
import pytest
from astropy.io import fits

from tests.spectra import manifest

pytestmark = pytest.mark.reference

READERS = {
    "AAOmega (2dF/OzDES)": {"aaomega"},
    "APO/KPNO (Kowalski+2013)": {"text"},
    "Bessell/Stromlo DBS spectrophotometry": {"text"},
    "CTIO 1.5m": {"wcs1d"},
    "DESI": {"desi", "text"},
    "ESO hststan (STScI CALOBS/CALSPEC)": {"text"},
    "ESO/Oke 1990 spectrophotometric standard": {"text"},
    "Gaia XP": {"gaia_fits", "text_vectors", "votable"},
    "HST CALSPEC": {"calspec"},
    "HST STIS CALSPEC (2024 Nov)": {"text"},
    "HST STIS NGSL": {"text"},
    "INT/IDS 2001": {"text"},
    "IRTF SpeX library": {"stacked"},
    "Indo-US (CFLIB) star on the SDSS grid": {"text"},
    "Indo-US (Coude Feed)": {"wcs1d"},
    "LAMOST LRS": {"lamost"},
    "LAMOST LRS DR1 (2013)": {"lamost"},
    "LAMOST MRS": {"lamost_mrs"},
    "Lick Kast red": {"stacked"},
    "MILES": {"wcs1d"},
    "MILES/XSL": {"wcs1d"},
    "Pickles 1998": {"text"},
    "QSO": {"text"},
    "QSO (various)": {"text", "wcs1d", "refused"},
    "SDSS": {"sdss", "spspec", "text", "wcs1d", "refused"},
    "SDSS (template row: 1 to few stars)": {"text"},
    "SDSS MaStar (clustered)": {"wcs1d"},
    "SDSS-V BOSS": {"text"},
    "SN follow-up": {"text"},
    "SNID template": {"text"},
    "STELIB": {"wcs1d"},
    "template (Fiorucci & Munari 2002)": {"text"},
    "unknown": {"text"},
    "various": {"iraf", "hst_x1d", "wcs1d"},
    "various (Kesseli/Lepine)": {"text"},
}
"""Who reads a survey's files; a survey that is new in the list must be looked at and added."""

REFUSED = {
    "linetools_PH957_e.fits": "holds the errors of another file",
    "sdss_template_spEigenCVstar-55734.fits": "eigenspectra of a template",
}

SETTLED = (
    ("axis", "marz_*", "reader: CRVAL1 stands at CRPIX1, the middle pixel, not at the first"),
    ("pixels", "derived_desi_*", "reader: 177 wavelengths of two arms are one pixel each"),
    ("without error", "calspec_*", "reader: the model beyond the observed range is left out"),
    ("spike", "calspec_*", "reader: as above; the star is 71 and 38 times its median at most"),
    ("spike", "derived_snidsage_*", "neither: the median of a flattened template is about 0"),
    ("without error", "pickles_*", "reader: a third column without a name is no stated error"),
    ("without error", "linetools_UM184.dat.gz", "reader: a third column without a name"),
    ("without error", "barak_*", "reader: a third column without a name; it holds -1.6e35"),
    ("medium", "marz_quasarLinearSkyAirNoHelio.fits", "reader: 2dfdr writes air, as its sky lines"),
    ("medium", "mangadap_MILES_*", "reader: its TPLLIB card says MILES, whose lines are in air"),
    ("medium", "kast_oke_*", "unproven: Hγ, Hδ 1 to 4 Å short of vacuum, Hα 0 to 3 Å beyond it"),
    ("medium", "stromlo_*", "unproven: HD 118055 at -104 km/s in vacuum, -20 in air: either"),
    ("medium", "kowalski_*", "list: Balmer lines at +12 km/s in air, -72 in vacuum, star at +20"),
    ("medium", "alfa_int_*", "unproven: velocities of one file fall by 130 km/s, Hδ to [Ar III]"),
    ("medium", "fm2002_*", "unproven: lines at -30 km/s in vacuum, +54 in air, drifting by 70"),
    ("flux unit", "gaiaxp_calibrator.*", "reader: Gaia's documents give W/m2/nm for sampled XP"),
    ("flux unit", "sn_*", "reader: a comment in the file states erg/s/cm2/Å"),
    ("flux unit", "kast_oke_*", "list: known from elsewhere; the text states no unit"),
    ("flux unit", "kowalski_*", "list: known from elsewhere; the text states no unit"),
    ("flux unit", "kastRED_*", "list asks itself; the header has no unit that parses"),
    ("flux unit", "alfa_int_*", "list: not stated; so relative"),
    ("flux unit", "derived_hststan_*", "list: known from elsewhere; the text states no unit"),
    ("redshift", "lamost_*", "reader: -9999 is a sentinel and no redshift"),
)
"""(kind, files, who is right and why).

Media: centres of lines that were measured in the files; air and vacuum differ by 83 km/s.  None of
these texts has a word that a reader could go by, not even the one that the list is right about.
"""


@pytest.fixture(scope="module")
def entries(reference):
    return manifest.read_all_of(reference / "spectra")


def test_every_file_of_the_list_is_read_by_its_reader_or_refused(entries):
    assert len(entries) >= 332
    unknown = {e.row["survey"] for e in entries} - set(READERS)
    assert not unknown, f"look at these and say who reads them: {unknown}"
    for entry in entries:
        assert (entry.reader or "refused") in READERS[entry.row["survey"]], entry.file
    seen = {survey: set() for survey in READERS}
    for entry in entries:
        seen[entry.row["survey"]].add(entry.reader or "refused")
    assert seen == READERS


def test_what_is_refused_is_refused_for_what_it_is(entries):
    refused = {e.file: e.reason for e in entries if e.spectrum is None}
    assert set(refused) == set(REFUSED)
    for name, said in REFUSED.items():
        assert name in refused[name]
        assert said in refused[name]


def test_spectra_lie_on_rising_axes_that_their_instruments_can_reach(entries):
    for entry in entries:
        if entry.spectrum is None:
            continue
        wavelength = entry.spectrum.wavelength
        assert 900 < wavelength[0] < wavelength[-1] < 51000, entry.file
        assert entry.spectrum.flux.dtype.isnative, entry.file


def test_the_list_and_the_readers_differ_only_where_it_is_settled(entries):
    found, used = [], set()
    for entry in (e for e in entries if e.spectrum is not None):
        for kind, said in manifest.differences(entry):
            rules = [
                (k, files)
                for k, files, _ in SETTLED
                if k == kind and fnmatch.fnmatch(entry.file, files)
            ]
            used.update(rules)
            if not rules:
                found.append(f"{entry.file}: {kind}: {said}")
    assert not found, "\n".join(found)
    idle = {(kind, files) for kind, files, _ in SETTLED} - used
    assert not idle, f"settled, but no longer different: {idle}"


def test_images_hold_the_file_s_own_flux_on_the_axis_of_the_header(entries, reference):
    images = [e for e in entries if e.reader == "wcs1d"]
    assert len(images) >= 70
    for entry in images:
        with fits.open(reference / "spectra" / entry.file) as hdus:
            flux, header = np.ravel(hdus[0].data), hdus[0].header
            step = header.get("CDELT1") or header.get("CD1_1")
            axis = header["CRVAL1"] + step * (np.arange(flux.size) + 1 - header.get("CRPIX1", 1))
        axis = 10**axis if axis[-1] < 10 else axis
        assert np.array_equal(entry.spectrum.flux, flux, equal_nan=True), entry.file
        assert manifest.own_axis(entry.spectrum) == pytest.approx(axis, abs=1e-5), entry.file


def test_files_of_several_objects_are_counted(entries):
    many = {e.file: e.objects for e in entries if e.objects > 1}
    assert many == {
        "marz_emlLogVacuumHelioMultiple.fits": 3,
        "desi_multi_coadd-sv3-dark-26065_nores.fits.gz": 5,
        "gaiaxp_calibrator.ecsv": 2,
        "gaiaxp_calibrator.fits": 2,
        "gaiaxp_calibrator.xml": 2,
        "gaiaxp_calibrator.csv": 2,
        "gaiaxp_SPSS_2nm.csv": 5,
        "specutils_evega.0039.rs.ec.dispcor.fits": 106,
        "specutils_spline.fits": 49,
        "specutils_multispec_equispec.fits": 2,
        "specutils_TRES.fits": 51,
        "specutils_AAO.fits": 51,
    }
