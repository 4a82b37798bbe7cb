"""SDSS, BOSS and eBOSS: spec files from the Science Archive Server, by id or position.

https://www.sdss4.org/dr17/spectro/spectro_access: a file's address follows from plate, MJD, fibre
and the pipeline's version run2d.  All four stand in a specObjID; positions are looked up in SPARCL.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from specreview.fetching import sparcl
from specreview.fetching.service import Arrived, Target, Wanted, ending, nearest_first
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import NotThere, Trouble

_PLATE_NAME = re.compile(r"(?:spec-)?(\d{1,5})-(\d{5})-(\d{1,4})(?:\.fits(?:\.gz)?)?", re.ASCII)
_FIRST_BOSS_PLATE = 3510
"""SDSS-I and II used plates up to 3481 (run2d 26, 103 for clusters, 104 for SEGUE-2)."""
_LEGACY = ("26", "103", "104")
_BOSS_RUN = {16: "v5_13_0", 17: "v5_13_2", 18: "v5_13_2"}
"""The pipeline under which a release holds all plates of BOSS and eBOSS
(https://www.sdss4.org/dr17/spectro/pipeline)."""
_FIRST_PLATE, _FIRST_MJD, _FIBRES = 266, 51578, 1000


@dataclass(frozen=True)
class Fibre:
    """Which spectrum; `run2d` is "" where the id does not say it."""

    plate: int
    mjd: int
    fibre: int
    run2d: str = ""

    @property
    def name(self) -> str:
        return f"{self.plate:04d}-{self.mjd}-{self.fibre:04d}"


def fibre_of(text: str) -> Fibre | None:
    """Plate, MJD and fibre of "0266-51602-0013" (or its file) or of a specObjID; else None.

    Bits of a specObjID from DR8 on: 63-50 plate, 49-38 fibre, 37-24 MJD - 50000, 23-10 run2d, which
    for "vN_M_P" is (N - 5) 10000 + 100 M + P (https://www.sdss4.org/dr17/help/glossary/#specobj).
    """
    if named := _PLATE_NAME.fullmatch(text.strip()):
        plate, mjd, number_on_plate = (int(part) for part in named.groups())
        return Fibre(plate, mjd, number_on_plate)
    digits = text.strip()
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        return None
    number = int(digits) % 2**64 if -(2**63) <= int(digits) < 0 else int(digits)
    found = _unpacked(number) if 0 <= number < 2**64 else None
    return found if found is not None and _could_be(found) else None


def _could_be(fibre: Fibre) -> bool:
    """Whether SDSS ever had it; ids of other surveys come to other numbers."""
    return fibre.plate >= _FIRST_PLATE and fibre.mjd >= _FIRST_MJD and 1 <= fibre.fibre <= _FIBRES


def _unpacked(number: int) -> Fibre:
    run = (number >> 10) & 0x3FFF
    return Fibre(
        plate=number >> 50,
        mjd=((number >> 24) & 0x3FFF) + 50000,
        fibre=(number >> 38) & 0xFFF,
        run2d=_run_name(run),
    )


def _run_name(run: int) -> str:
    if str(run) in _LEGACY:
        return str(run)
    return f"v{run // 10000 + 5}_{run % 10000 // 100}_{run % 100}"


class Sdss:
    """The files of one data release."""

    survey = "SDSS"

    def __init__(self, base: str, release: str, sparcl_base: str) -> None:
        self._base, self._release = base.rstrip("/"), release
        self._sparcl = sparcl_base.rstrip("/")

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        if wanted.id is not None:
            fibre = fibre_of(wanted.id)
            if fibre is None:
                raise Trouble(
                    f"{wanted.text}: no id of SDSS; give a specObjID, or PLATE-MJD-FIBER such as "
                    "0266-51602-0013"
                )
            return [self._target(fibre, wanted.id.strip())]
        assert wanted.ra is not None
        assert wanted.dec is not None
        found = sparcl.find_near(
            transport, self._sparcl, wanted.ra, wanted.dec, radius, ["SDSS-DR17", "BOSS-DR17"]
        )
        return nearest_first((away, self._found(record)) for away, record in found)

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        for address in target.places:
            try:
                transport.file(address, part)
            except NotThere:
                continue
            return Arrived(target.stem + ending(part), address)
        raise NotThere(f"{self._release.upper()} has no file {target.stem}.fits")

    def is_it(self, target: Target, object_id: str) -> bool:
        """Plate, MJD and fibre agree; the pipeline's version may be another one."""
        holds = fibre_of(object_id)
        return holds is None or f"spec-{holds.name}" == target.stem

    def _found(self, record: sparcl.Record) -> Target:
        number = int(record["specid"]) % 2**64
        return self._target(
            _unpacked(number), str(number), float(record["ra"]), float(record["dec"])
        )

    def _target(
        self, fibre: Fibre, object_id: str, ra: float | None = None, dec: float | None = None
    ) -> Target:
        given = object_id if object_id.removeprefix("-").isdigit() else fibre.name
        places = tuple(self._places(fibre))
        return Target(given, f"spec-{fibre.name}", self._release.upper(), places, "", ra, dec)

    def _places(self, fibre: Fibre) -> list[str]:
        """Addresses that may hold it: spec-lite first, then the full file where the run is told."""
        file = f"{fibre.plate:04d}/spec-{fibre.name}.fits"
        runs = self._runs(fibre)
        lite = [f"{redux}/{run}/spectra/lite/{file}" for run in runs for redux in self._redux(run)]
        if not fibre.run2d:
            return lite
        full = "spectra" if fibre.run2d in _LEGACY else "spectra/full"
        return [*lite, f"{self._redux(runs[0])[0]}/{runs[0]}/{full}/{file}"]

    def _runs(self, fibre: Fibre) -> list[str]:
        """Pipeline versions under which the release may hold it."""
        if fibre.plate >= _FIRST_BOSS_PLATE:
            return [_BOSS_RUN[int(self._release[2:])]]
        return [fibre.run2d] if fibre.run2d in _LEGACY else list(_LEGACY)

    def _redux(self, run: str) -> list[str]:
        """Where the reductions stand: BOSS's had a folder of their own; DR18 turned two round."""
        if int(self._release[2:]) > 17:
            order = ["spectro/sdss"]
        else:
            order = ["sdss/spectro"] if run in _LEGACY else ["sdss/spectro", "eboss/spectro"]
        return [f"{self._base}/{self._release}/{folder}/redux" for folder in order]
