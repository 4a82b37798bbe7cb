"""`specreview read` as a shell user meets it."""

import json

import numpy as np
import pytest
from astropy.io import fits

from tests.builders import commanded

KEYS = (
    "file reader survey release id ra dec n_pixels n_good wavelength_min wavelength_max frame "
    "flux_unit snr der_snr redshift redshift_source redshift_applied pipeline_class notes"
)


def _run(*arguments):
    """Exit code, stdout and stderr of `specreview read ARGUMENTS`."""
    return commanded("read", *arguments)


@pytest.fixture
def desi(tmp_path):
    path = tmp_path / "coadd.fits"
    axis = np.round(np.arange(3600, 3700, 0.8), 4)
    ids = fits.Column("TARGETID", "K", array=[39627772183708817, -7])
    fits.HDUList(
        [
            fits.PrimaryHDU(),
            fits.BinTableHDU.from_columns([ids], name="FIBERMAP"),
            fits.ImageHDU(axis, name="B_WAVELENGTH"),
            fits.ImageHDU(np.ones((2, axis.size), "f4"), name="B_FLUX"),
            fits.ImageHDU(np.full((2, axis.size), 25, "f4"), name="B_IVAR"),
        ]
    ).writeto(path)
    return str(path)


def test_json_has_the_promised_keys_one_entry_an_object(desi):
    code, out, error = _run("--json", desi)
    assert (code, error) == (0, "")
    first, second = json.loads(out)
    assert set(KEYS.split()) <= set(first)
    assert (first["id"], second["id"]) == ("39627772183708817", "-7")
    assert first["snr"] == 5.0
    assert first["redshift_applied"] is False
    assert first["der_snr_is"].startswith("estimate")


def test_one_object_by_id_and_a_list(desi):
    chosen = json.loads(_run("--json", "--id", "-7", desi)[1])
    assert [f["id"] for f in chosen] == ["-7"]
    listed = json.loads(_run("--json", "--list", desi)[1])
    assert listed[0]["ids"] == ["39627772183708817", "-7"]
    assert "39627772183708817, -7" in _run("--list", desi)[1]


def test_each_refusal_is_one_line_and_the_rest_goes_on(desi, tmp_path):
    page = tmp_path / "page.fits"
    page.write_text("<html>gone</html>")
    code, out, error = _run(page, desi, tmp_path / "none.fits")
    assert code == 2
    told = error.splitlines()
    assert len(told) == 2
    assert "HTML" in told[0]
    assert "no such file" in told[1]
    assert out.count("reader desi") == 2


def test_an_unknown_id_is_refused(desi):
    code, _, error = _run("--id", "99", desi)
    assert code == 2
    assert "has no object 99; it holds 39627772183708817, -7" in error
