"""What an id of SDSS says: plate, MJD and fibre, or SDSS-V's field, MJD and CATALOGID."""

import re
from dataclasses import dataclass

_PLATE_NAME = re.compile(r"(?:spec-)?(\d{1,5})-(\d{5})-(\d{1,4})(?:\.fits(?:\.gz)?)?", re.ASCII)
_FIELD_NAME = re.compile(r"(?:spec-)?(\d{1,6})-(\d{5})-(\d{5,19})(?:\.fits(?:\.gz)?)?", re.ASCII)
LEGACY = ("26", "103", "104")
"""run2d of SDSS-I and II: 103 for clusters, 104 for SEGUE-2, 26 for all else.

Source: https://www.sdss4.org/dr17/data_access/bulk/, "Optical Spectra Versions".
"""
_FIRST_PLATE, _FIRST_MJD, _FIBRES = 266, 51578, 1000


@dataclass(frozen=True)
class Fibre:
    """A spectrum of SDSS-I to IV; `run2d` is "" where the id does not say it."""

    plate: int
    mjd: int
    fibre: int
    run2d: str = ""

    @property
    def name(self) -> str:
        return f"{self.plate:04d}-{self.mjd}-{self.fibre:04d}"


@dataclass(frozen=True)
class FieldVisit:
    """A spectrum of SDSS-V, which has fields in place of plates."""

    field: int
    mjd: int
    catalogid: int

    @property
    def name(self) -> str:
        return f"{self.field:06d}-{self.mjd}-{self.catalogid}"


def fibre_of(text: str) -> Fibre | None:
    """Plate, MJD and fibre of "0266-51602-0013" (or its file) or of a specObjID; else None.

    Bits of a specObjID from DR8 on: 63-50 plate, 49-38 fibre, 37-24 MJD - 50000, 23-10 run2d, which
    for "vN_M_P" is (N - 5) 10000 + 100 M + P.
    Source: https://www.sdss4.org/dr17/help/glossary/#specobj, and ids in files of the survey.
    """
    if named := _PLATE_NAME.fullmatch(text.strip()):
        plate, mjd, number_on_plate = (int(part) for part in named.groups())
        return Fibre(plate, mjd, number_on_plate)
    digits = text.strip()
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        return None
    number = int(digits) % 2**64 if -(2**63) <= int(digits) < 0 else int(digits)
    found = unpacked(number) if 0 <= number < 2**64 else None
    return found if found is not None and _could_be(found) else None


def field_of(text: str) -> FieldVisit | None:
    """Field, MJD and CATALOGID of "015000-59146-4375924756" (or its file); else None."""
    named = _FIELD_NAME.fullmatch(text.strip())
    return None if named is None else FieldVisit(*(int(part) for part in named.groups()))


def unpacked(number: int) -> Fibre:
    """What the bits of an unsigned specObjID say, whether or not there is such a spectrum."""
    run = (number >> 10) & 0x3FFF
    return Fibre(
        plate=number >> 50,
        mjd=((number >> 24) & 0x3FFF) + 50000,
        fibre=(number >> 38) & 0xFFF,
        run2d=_run_name(run),
    )


def _could_be(fibre: Fibre) -> bool:
    """Whether SDSS ever had it; ids of other surveys come to other numbers."""
    return fibre.plate >= _FIRST_PLATE and fibre.mjd >= _FIRST_MJD and 1 <= fibre.fibre <= _FIBRES


def _run_name(run: int) -> str:
    if str(run) in LEGACY:
        return str(run)
    return f"v{run // 10000 + 5}_{run % 10000 // 100}_{run % 100}"
