"""DESI: coadds of single targets from SPARCL, written as a coadd file of one target.

DESI's own files hold all targets of a healpix pixel, some 100 MB each; SPARCL gives one.  What it
gives is kept in DESI's layout (https://desidatamodel.readthedocs.io, coadd-*.fits with the arms
joined: BRZ), which DESI's users and tools know; the header says where it came from.
"""

import re
from pathlib import Path

import numpy as np
from astropy.io import fits

from specreview import __version__
from specreview.fetching import sparcl
from specreview.fetching.service import Arrived, Target, Wanted, nearest_first
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import NotThere, Trouble

_PRODUCTION = {"DESI-EDR": "fuji", "DESI-DR1": "iron"}
"""Sources: https://astrosparcl.datalab.noirlab.edu/sparc/datasetnotes and arXiv:2503.14745."""
_FLUX_UNIT = "10**-17 erg/(s cm2 Angstrom)"
_IVAR_UNIT = "10**+34 (s2 cm4 Angstrom2) / erg2"
_WHOLE = re.compile(r"-?\d+", re.ASCII)


class Desi:
    """The spectra of one of SPARCL's data sets."""

    survey = "DESI"

    def __init__(self, base: str, release: str) -> None:
        self._base, self.release = base.rstrip("/"), release

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        if wanted.id is not None:
            number = wanted.id.strip()
            if not _WHOLE.fullmatch(number) or not -(2**63) <= int(number) < 2**63:
                raise Trouble(f"{wanted.text}: no TARGETID, which is a whole number of 64 bits")
            return [Target(str(int(number)), str(int(number)), self.release)]
        assert wanted.ra is not None
        assert wanted.dec is not None
        found = sparcl.find_near(
            transport, self._base, wanted.ra, wanted.dec, radius, [self.release]
        )
        return nearest_first((away, self._found(record)) for away, record in found)

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        key = target.record or self._key(target, transport)
        record = sparcl.spectrum(transport, self._base, key, self.release)
        try:
            if int(record.get("specid", 0)) != int(target.id):
                raise Trouble(f"SPARCL sent the spectrum of {record.get('specid')}")
            write_coadd(part, record, self.release)
        except (TypeError, ValueError, OverflowError) as error:
            raise Trouble(f"SPARCL's spectrum {key} is not of numbers: {error}") from None
        return Arrived(f"{target.stem}.fits", f"{self._base} {key}")

    def is_it(self, target: Target, object_id: str) -> bool:
        return object_id == target.id

    def _key(self, target: Target, transport: Transport) -> str:
        """SPARCL's key of a TARGETID: of several coadds the primary one."""
        found = sparcl.find_id(transport, self._base, int(target.id), [self.release])
        if not found:
            raise NotThere(f"{self.release} has no TARGETID {target.id}")
        return str(found[0]["sparcl_id"])

    def _found(self, record: sparcl.Record) -> Target:
        number = str(record["specid"])
        return Target(
            number,
            number,
            self.release,
            record=str(record["sparcl_id"]),
            ra=record["ra"],
            dec=record["dec"],
        )


def write_coadd(path: Path, record: sparcl.Record, release: str) -> None:
    """A coadd file of one target: wavelengths in vacuum Å, flux in 1e-17 erg/s/cm2/Å."""
    hdus = fits.HDUList(
        [_primary(record, release), _targets(record), *_arrays(record), _redshifts(record)]
    )
    with path.open("wb") as file:
        hdus.writeto(file)


def _primary(record: sparcl.Record, release: str) -> fits.PrimaryHDU:
    primary = fits.PrimaryHDU()
    header = primary.header
    header["DEPNAM00"] = "SPECPROD"
    header["DEPVER00"] = _PRODUCTION.get(release, release)
    header["ORIGIN"] = ("SPARCL, NOIRLab", "service that gave the arrays")
    header["CREATOR"] = (f"specreview {__version__}", "wrote them in DESI's layout")
    header["SPARCLID"] = str(record.get("sparcl_id", ""))
    header["RELEASE"] = str(record.get("data_release", release))
    return primary


def _targets(record: sparcl.Record) -> fits.BinTableHDU:
    columns = [
        fits.Column("TARGETID", "K", array=[int(record["specid"])]),
        fits.Column("TARGET_RA", "D", unit="deg", array=[_number(record.get("ra"))]),
        fits.Column("TARGET_DEC", "D", unit="deg", array=[_number(record.get("dec"))]),
    ]
    return fits.BinTableHDU.from_columns(columns, name="FIBERMAP")


def _arrays(record: sparcl.Record) -> list[fits.ImageHDU]:
    n = len(record["wavelength"])
    wavelength = fits.ImageHDU(np.asarray(record["wavelength"], "f8"), name="BRZ_WAVELENGTH")
    wavelength.header["BUNIT"] = "Angstrom"
    flux = fits.ImageHDU(np.asarray([record["flux"]], "f4"), name="BRZ_FLUX")
    flux.header["BUNIT"] = _FLUX_UNIT
    ivar = fits.ImageHDU(np.asarray([record["ivar"]], "f4"), name="BRZ_IVAR")
    ivar.header["BUNIT"] = _IVAR_UNIT
    bits = np.asarray([record.get("mask", [0] * n)], "i8").astype("i4")
    return [wavelength, flux, ivar, fits.ImageHDU(bits, name="BRZ_MASK")]


def _redshifts(record: sparcl.Record) -> fits.BinTableHDU:
    columns = [
        fits.Column("TARGETID", "K", array=[int(record["specid"])]),
        fits.Column("Z", "D", array=[_number(record.get("redshift"))]),
        fits.Column("ZWARN", "K", array=[int(record.get("redshift_warning") or 0)]),
        fits.Column("SPECTYPE", "6A", array=[str(record.get("spectype") or "")]),
    ]
    return fits.BinTableHDU.from_columns(columns, name="REDSHIFTS")


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("nan")
