"""Survey files around the synthetic pixels, each marked as synthetic in its header.

LAMOST: https://www.lamost.org/dr7/v2.0/doc/lr-data-production-description ((5, N) image) and
https://www.lamost.org/dr9/v2.0/doc/lr-data-production-description (COADD table).
SDSS: https://data.sdss.org/datamodel/files/BOSS_SPECTRO_REDUX/RUN2D/spectra/lite/PLATE4/spec.html
DESI: https://desidatamodel.readthedocs.io/ (healpix coadd).
"""

import gzip
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from astropy.io import fits

from specreview.demo.instrument import Pixels
from specreview.demo.placing import Placed
from specreview.demo.profiles import Array

RELEASE = "synthetic"

LAMOST_START, LAMOST_PIXELS = 3.5682, 3909
SDSS_START, SDSS_PIXELS = 3.5800, 3842
LOG_STEP = 1e-4
DESI_ARMS = {"B": (3600.0, 5800.0), "R": (5760.0, 7620.0), "Z": (7520.0, 9824.0)}
DESI_STEP = 0.8

_LAMOST_BAD, _LAMOST_BRIGHT_SKY = 1 | 32, 8
_SDSS_NODATA, _SDSS_BRIGHT_SKY = 1 << 24, 1 << 23


def _mark(header: fits.Header) -> None:
    header["SYNTHET"] = (True, "synthetic spectrum, no observation")
    header.add_comment("Synthetic spectrum made by specreview's demo; not an observation.")


def _write(hdus: fits.HDUList, path: Path) -> None:
    """Write without time stamps, so that the same seed gives the same bytes."""
    buffer = io.BytesIO()
    hdus.writeto(buffer)
    content = buffer.getvalue()
    if path.suffix == ".gz":
        content = gzip.compress(content, compresslevel=4, mtime=0)
    path.write_bytes(content)


def _lamost_header(header: fits.Header, placed: Placed) -> None:
    role = placed.role
    cards: dict[str, object] = {
        "FILENAME": placed.file_name,
        "OBSID": int(placed.object_id),
        "DATA_V": f"LAMOST {RELEASE}",
        "TELESCOP": "LAMOST",
        "LMJD": placed.mjd,
        "MJD": placed.mjd - 1,
        "PLANID": placed.plan,
        "SPID": placed.spectrograph,
        "FIBERID": placed.fibre,
        "RA": placed.ra,
        "DEC": placed.dec,
        "HELIO": True,
        "HELIO_RV": 11.5,
        "VACUUM": True,
        "CLASS": role.pipeline[0],
        "SUBCLASS": role.pipeline[1] or "Non",
        "Z": role.stated_redshift,
    }
    for keyword, value in cards.items():
        header[keyword] = value
    _mark(header)


def write_lamost(path: Path, placed: Placed, pixels: Pixels) -> None:
    """The (5, N) image: flux, ivar, wavelength, and-mask, or-mask."""
    ormask = np.where(pixels.bright_sky, _LAMOST_BRIGHT_SKY, 0)
    rows = (pixels.flux, pixels.ivar, pixels.wavelength, pixels.bad * _LAMOST_BAD, ormask)
    hdu = fits.PrimaryHDU(np.asarray(rows, dtype=">f4"))
    hdu.header["EXTNAME"] = "Flux"
    _lamost_header(hdu.header, placed)
    axis = {"COEFF0": LAMOST_START, "COEFF1": LOG_STEP, "CRVAL1": LAMOST_START, "CD1_1": LOG_STEP,
            "CRPIX1": 1, "CTYPE1": "LINEAR", "DC-FLAG": 1, "WFITTYPE": "LOG-LINEAR"}  # fmt: skip
    for keyword, value in axis.items():
        hdu.header[keyword] = value
    _write(fits.HDUList([hdu]), path)


def write_lamost_table(path: Path, placed: Placed, pixels: Pixels) -> None:
    """The table of one row of vectors that LAMOST writes from DR9 on."""
    n = pixels.wavelength.size
    ormask = np.where(pixels.bright_sky, _LAMOST_BRIGHT_SKY, 0)
    named = {
        "FLUX": pixels.flux, "IVAR": pixels.ivar, "WAVELENGTH": pixels.wavelength,
        "ANDMASK": pixels.bad * _LAMOST_BAD, "ORMASK": ormask,
        "NORMALIZATION": pixels.flux / np.median(pixels.flux),
    }  # fmt: skip
    columns = [
        fits.Column(name, f"{n}E", array=np.asarray(values, "f4")[None])
        for name, values in named.items()
    ]
    primary = fits.PrimaryHDU()
    _lamost_header(primary.header, placed)
    _write(fits.HDUList([primary, fits.BinTableHDU.from_columns(columns, name="COADD")]), path)


def write_sdss(path: Path, placed: Placed, pixels: Pixels) -> None:
    """A spec-lite file: COADD, and SPECOBJ with what the pipeline made of it."""
    role = placed.role
    primary = fits.PrimaryHDU()
    cards: dict[str, object] = {
        "TELESCOP": "SDSS 2.5-M", "PLATEID": placed.plate, "MJD": placed.mjd,
        "FIBERID": placed.fibre, "COEFF0": SDSS_START, "COEFF1": LOG_STEP, "VACUUM": True,
        "PLUG_RA": placed.ra, "PLUG_DEC": placed.dec, "RUN2D": RELEASE,
        "BUNIT": "1E-17 erg/cm^2/s/Ang",
    }  # fmt: skip
    for keyword, value in cards.items():
        primary.header[keyword] = value
    _mark(primary.header)
    coadd = [
        fits.Column("flux", "E", array=pixels.flux),
        fits.Column("loglam", "E", array=np.log10(pixels.wavelength)),
        fits.Column("ivar", "E", array=pixels.ivar),
        fits.Column("and_mask", "J", array=pixels.bad * _SDSS_NODATA),
        fits.Column("or_mask", "J", array=pixels.bright_sky * _SDSS_BRIGHT_SKY),
    ]
    row = {"SURVEY": ("9A", RELEASE), "SPECOBJID": ("22A", placed.object_id),
           "PLATE": ("J", placed.plate), "MJD": ("J", placed.mjd),
           "FIBERID": ("J", placed.fibre), "PLUG_RA": ("D", placed.ra),
           "PLUG_DEC": ("D", placed.dec), "CLASS": ("6A", role.pipeline[0]),
           "SUBCLASS": ("21A", role.pipeline[1]), "Z": ("E", role.stated_redshift),
           "ZWARNING": ("J", 0), "RUN2D": ("9A", RELEASE)}  # fmt: skip
    specobj = [fits.Column(name, form, array=[value]) for name, (form, value) in row.items()]
    tables = [
        fits.BinTableHDU.from_columns(coadd, name="COADD"),
        fits.BinTableHDU.from_columns(specobj, name="SPECOBJ"),
    ]
    _write(fits.HDUList([primary, *tables]), path)


def log_axis(start: float, pixels: int) -> Array:
    """Vacuum Å of a log-linear axis that begins at log10 `start`."""
    return np.asarray(10.0 ** (start + LOG_STEP * np.arange(pixels)))


def desi_axis(arm: str) -> Array:
    """Vacuum Å of one DESI arm."""
    lower, upper = DESI_ARMS[arm]
    return np.round(np.arange(lower, upper + 0.4, DESI_STEP), 1)


def write_desi(path: Path, group: Sequence[Placed], arms: Sequence[dict[str, Pixels]]) -> None:
    """A healpix coadd with several targets and three overlapping arms."""
    primary = fits.PrimaryHDU()
    cards: dict[str, object] = {
        "SPGRP": "healpix", "SPGRPVAL": group[0].healpix, "HPXPIXEL": group[0].healpix,
        "SURVEY": RELEASE, "PROGRAM": "dark", "DEPNAM00": "SPECPROD", "DEPVER00": RELEASE,
    }  # fmt: skip
    for keyword, value in cards.items():
        primary.header[keyword] = value
    _mark(primary.header)
    fibermap = [
        fits.Column("TARGETID", "K", array=[int(placed.object_id) for placed in group]),
        fits.Column("COADD_FIBERSTATUS", "J", array=[0] * len(group)),
        fits.Column("TARGET_RA", "D", array=[placed.ra for placed in group]),
        fits.Column("TARGET_DEC", "D", array=[placed.dec for placed in group]),
        fits.Column("OBJTYPE", "3A", array=["TGT"] * len(group)),
    ]
    hdus = [primary, fits.BinTableHDU.from_columns(fibermap, name="FIBERMAP")]
    for arm in DESI_ARMS:
        hdus.extend(_desi_arm(arm, [observed[arm] for observed in arms]))
    _write(fits.HDUList(hdus), path)


def _desi_arm(arm: str, targets: Sequence[Pixels]) -> list[fits.ImageHDU]:
    wavelength = fits.ImageHDU(desi_axis(arm), name=f"{arm}_WAVELENGTH")
    wavelength.header["BUNIT"] = "Angstrom"
    flux = fits.ImageHDU(np.array([t.flux for t in targets], "f4"), name=f"{arm}_FLUX")
    flux.header["BUNIT"] = "10**-17 erg/(s cm2 Angstrom)"
    ivar = fits.ImageHDU(np.array([t.ivar for t in targets], "f4"), name=f"{arm}_IVAR")
    ivar.header["BUNIT"] = "10**+34 (s2 cm4 Angstrom2) / erg2"
    mask = fits.ImageHDU(np.array([t.bad for t in targets], "i4"), name=f"{arm}_MASK")
    return [wavelength, flux, ivar, mask]
