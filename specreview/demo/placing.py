"""Where each demo object gets its place on the sky, its opaque ids and its file name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from specreview.demo.roles import Role

_DESI_GROUP = 4
"""Targets in one DESI coadd."""
_FIRST_PLATE = 16_001
"""Beyond any real plate, so that no synthetic id is a real one; ids still pass 2**63."""


@dataclass(frozen=True)
class Placed:
    """A role with ids and position; `file_name` lies in the demo's spectra folder."""

    role: Role
    object_id: str
    file_name: str
    ra: float
    dec: float
    mjd: int
    fibre: int
    plan: str = ""
    spectrograph: int = 0
    plate: int = 0
    healpix: int = 0


def sdss_object_id(plate: int, mjd: int, fibre: int) -> str:
    """specObjID by SDSS's bit packing: plate 14 bits, fibre 12, MJD - 50000 14, run2d 14.

    https://skyserver.sdss.org/dr16/en/help/docs/glossary.aspx#specObjID
    """
    return str((plate << 50) | (fibre << 38) | ((mjd - 50_000) << 24))


def _lamost(bare: Placed, draws: np.random.Generator, number: int) -> Placed:
    spectrograph = int(draws.integers(1, 17))
    fibre = int(draws.integers(1, 251))
    plan = f"SYNTHETIC{1 + number % 7:02d}"
    name = f"spec-{bare.mjd}-{plan}_sp{spectrograph:02d}-{fibre:03d}.fits.gz"
    return replace(bare, file_name=name, fibre=fibre, plan=plan, spectrograph=spectrograph,
                   object_id=str(990_000_000 + 1_000 * number + fibre))  # fmt: skip


def _sdss(bare: Placed, draws: np.random.Generator, number: int) -> Placed:
    plate = _FIRST_PLATE + number
    fibre = int(draws.integers(1, 641))
    name = f"spec-{plate}-{bare.mjd}-{fibre:04d}.fits"
    object_id = sdss_object_id(plate, bare.mjd, fibre)
    return replace(bare, file_name=name, fibre=fibre, plate=plate, object_id=object_id)


def _desi(bare: Placed, draws: np.random.Generator, number: int, order: int) -> Placed:
    healpix = 90_001 + order // _DESI_GROUP
    object_id = str(39_990_000_000_000_000 + 1_000_003 * number + int(draws.integers(999)))
    name = f"coadd-synthetic-dark-{healpix}.fits"
    return replace(bare, file_name=name, healpix=healpix, object_id=object_id)


def _sky_position(draws: np.random.Generator) -> tuple[float, float]:
    return round(float(draws.uniform(0, 360)), 6), round(float(draws.uniform(-5, 60)), 6)


def place(roles: Sequence[Role], seed: int) -> list[Placed]:
    """Ids, names and positions for all roles, in their order; the same for the same seed."""
    draws = np.random.default_rng(seed)
    placed: list[Placed] = []
    desi = 0
    for number, role in enumerate(roles):
        ra, dec = _sky_position(draws)
        for earlier in placed:
            if role.same_sky_as and earlier.role.tour.startswith(role.same_sky_as):
                ra, dec = round(earlier.ra + 0.0001, 6), earlier.dec
        mjd = 60_310 + int(draws.integers(0, 300))
        bare = Placed(role, "", "", ra, dec, mjd, 0)
        if role.form == "desi":
            placed.append(_desi(bare, draws, number, desi))
            desi += 1
        else:
            make = _sdss if role.form == "sdss" else _lamost
            placed.append(make(bare, draws, number))
    return placed
