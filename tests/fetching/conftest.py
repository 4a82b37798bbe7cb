"""A server that plays recorded answers, and spectra in the surveys' layouts for it to give."""

import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits

from specreview.fetching.recorded import RecordedServer

CONE = "/cone?ra={ra}&dec={dec}&sr={degrees}&output.fmt=csv&token={token}"


@pytest.fixture(scope="module")
def _server() -> Iterator[RecordedServer]:
    with RecordedServer() as server:
        yield server


@pytest.fixture
def server(_server: RecordedServer) -> RecordedServer:
    _server.replay({})
    return _server


@cache
def _sdss(plate: int, mjd: int, fibre: int) -> bytes:
    n = 400
    primary = fits.PrimaryHDU()
    for card, value in (("PLATEID", plate), ("MJD", mjd), ("FIBERID", fibre)):
        primary.header[card] = value
    primary.header["PLUG_RA"], primary.header["PLUG_DEC"] = 146.71, -1.04
    columns = [
        fits.Column("flux", "E", array=np.full(n, 3.0)),
        fits.Column("loglam", "E", array=3.58 + 1e-4 * np.arange(n)),
        fits.Column("ivar", "E", array=np.full(n, 4.0)),
    ]
    return _bytes(primary, fits.BinTableHDU.from_columns(columns, name="COADD"))


@cache
def _sdss_v(field: int, mjd: int, catalogid: int) -> bytes:
    n = 400
    columns = [
        fits.Column("FLUX", "E", array=np.full(n, 3.0)),
        fits.Column("LOGLAM", "E", array=3.58 + 1e-4 * np.arange(n)),
        fits.Column("IVAR", "E", array=np.full(n, 4.0)),
    ]
    facts = {"FIELD": field, "MJD": mjd, "CATALOGID": catalogid, "Z": 0.1}
    row = [
        fits.Column(name, "D" if name == "Z" else "K", array=[value])
        for name, value in facts.items()
    ]
    return _bytes(
        fits.PrimaryHDU(),
        fits.BinTableHDU.from_columns(columns, name="COADD"),
        fits.BinTableHDU.from_columns(row, name="SPALL"),
    )


@cache
def _lamost(obsid: int, name: str) -> bytes:
    n = 400
    wavelength = 10 ** (3.5682 + 1e-4 * np.arange(n))
    rows = (np.ones(n), np.full(n, 25.0), wavelength, np.zeros(n), np.zeros(n))
    hdu = fits.PrimaryHDU(np.asarray(rows, ">f4"))
    cards = {"OBSID": obsid, "FILENAME": name, "TELESCOP": "LAMOST", "COEFF0": 3.5682,
             "COEFF1": 1e-4, "RA": 70.0, "DEC": 40.0}  # fmt: skip
    for card, value in cards.items():
        hdu.header[card] = value
    return _bytes(hdu)


def _bytes(*hdus: fits.PrimaryHDU | fits.BinTableHDU) -> bytes:
    buffer = io.BytesIO()
    fits.HDUList(list(hdus)).writeto(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="session")
def sdss_file() -> Callable[[int, int, int], bytes]:
    return _sdss


@pytest.fixture(scope="session")
def sdss_v_file() -> Callable[[int, int, int], bytes]:
    return _sdss_v


@pytest.fixture(scope="session")
def lamost_file() -> Callable[[int, str], bytes]:
    return _lamost


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "spectra"


@pytest.fixture
def workspace(tmp_path, server):
    def settings(**more):
        lamost = server.url + "/dr10/v2.0/spectrum/fits/{obsid}?token={token}"
        fetch = {"allowed": True, "pause": 0, "sdss_url": f"{server.url}/sas",
                 "sparcl_url": server.url, "skyserver_url": server.url, "lamost_url": lamost,
                 "lamost_search_url": server.url + CONE}  # fmt: skip
        content = json.dumps({"fetch": fetch | more})
        (tmp_path / "settings.json").write_text(content)
        return tmp_path

    settings()
    return settings
