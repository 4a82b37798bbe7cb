"""What survey files state of plate, spectrograph, fibre and night, held against their names."""

from pathlib import Path

import pytest

from specreview.elsewhere.whence import Whence, whence
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Origin

DESI = {
    "desi_cut_coadd-5-169_39633300968442591.fits": Whence("169", "5", 2504, "20210419"),
    "desi_cut_coadd-sv3-dark-26065_39627866878511337.fits": Whence("271", "3", 1566, "20210406"),
}


@pytest.mark.reference
@pytest.mark.parametrize("pattern", ["lamost_*_spec-*.fits*", "sdss_*_spec-*.fits"])
def test_headers_state_what_the_released_names_do(reference: Path, pattern: str) -> None:
    found = sorted((reference / "spectra").glob(pattern))
    assert len(found) >= 9
    for path in found:
        named = whence(Origin("", "x"), {}, path.name)
        stated = whence(read_spectrum(path).origin, {}, "")
        assert (stated.plate, stated.fibre) == (named.plate, named.fibre)
        assert stated.night == named.night
        assert not named.spectrograph or stated.spectrograph == named.spectrograph


@pytest.mark.reference
@pytest.mark.parametrize("name", DESI)
def test_a_desi_file_states_them_of_its_target(reference: Path, name: str) -> None:
    assert whence(read_spectrum(reference / "spectra" / name).origin, {}, "") == DESI[name]
