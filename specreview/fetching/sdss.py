"""SDSS-I to V: spec files from the Science Archive Server, by id or position.

A file's address follows from plate, MJD, fibre and pipeline, all of which stand in a specObjID, or
in SDSS-V from field, MJD and CATALOGID.  Positions are looked up in SPARCL, from DR19 on in SDSS's
own table of all spectra.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from specreview.fetching import allspec, sparcl
from specreview.fetching.sdss_ids import Fibre, FieldVisit, fibre_of, field_of, unpacked
from specreview.fetching.sdss_places import Archive
from specreview.fetching.service import Arrived, Target, Wanted, ending, nearest_first
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import NotThere, Trouble

_SPARCL_SETS = ["SDSS-DR17", "BOSS-DR17"]
"""Source: sparclclient 1.3.1, Results.py."""


@dataclass(frozen=True)
class SdssAddresses:
    """Where the archive, SPARCL and SkyServer are."""

    archive: str
    sparcl: str
    skyserver: str


class Sdss:
    """The files of one data release."""

    survey = "SDSS"

    def __init__(self, addresses: SdssAddresses, release: str) -> None:
        self._at, self._release = addresses, release
        self._archive = Archive(addresses.archive, release)

    @property
    def release(self) -> str:
        return self._release.upper()

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        if wanted.id is not None:
            return [self._named(wanted.text, wanted.id.strip())]
        assert wanted.ra is not None
        assert wanted.dec is not None
        near = self._in_allspec if self._archive.in_allspec else self._in_sparcl
        return nearest_first(near(transport, wanted.ra, wanted.dec, radius))

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        for address in target.places:
            try:
                transport.file(address, part)
            except NotThere:
                continue
            return Arrived(target.stem + ending(part), address)
        raise NotThere(f"{self.release} has no file {target.stem}.fits")

    def is_it(self, target: Target, object_id: str) -> bool:
        """Plate, MJD and fibre agree, or field, MJD and CATALOGID; the pipeline may be another one.

        An id of another form, as some pipelines of SDSS-V wrote, cannot be compared.
        """
        holds, meant = _of(object_id), _of(target.stem)
        return holds is None or meant is None or holds.name == meant.name

    def _named(self, text: str, object_id: str) -> Target:
        found = _of(object_id)
        if found is None:
            raise Trouble(
                f"{text}: no id of SDSS; give a specObjID, PLATE-MJD-FIBER such as "
                "0266-51602-0013, or FIELD-MJD-CATALOGID such as 015000-59146-4375924756"
            )
        digits = object_id.removeprefix("-").isdigit()
        return self._target(found, object_id if digits else found.name)

    def _target(self, found: Fibre | FieldVisit, object_id: str) -> Target:
        if isinstance(found, Fibre):
            place = self._archive.of_fibre(found)
        elif self._archive.has_fields:
            place = self._archive.of_field(found)
        else:
            raise NotThere(
                f"{self.release} holds no spectra of SDSS-V ({found.name}); give "
                "--release dr19, or set fetch.sdss_release"
            )
        return Target(object_id, place.stem, self.release, place.addresses)

    def _in_sparcl(
        self, transport: Transport, ra: float, dec: float, radius: float
    ) -> Iterator[tuple[float, Target]]:
        found = sparcl.find_near(transport, self._at.sparcl, ra, dec, radius, _SPARCL_SETS)
        for away, record in found:
            number = record["specid"] % 2**64
            target = self._target(unpacked(number), str(number))
            yield away, replace(target, ra=record["ra"], dec=record["dec"])

    def _in_allspec(
        self, transport: Transport, ra: float, dec: float, radius: float
    ) -> Iterator[tuple[float, Target]]:
        base = self._at.skyserver
        for away, row in allspec.find_near(transport, base, self._release, ra, dec, radius):
            named, numbered = _of(row.file), fibre_of(row.specobjid)
            if named is None:
                continue  # another instrument's spec- file
            same = numbered is not None and numbered.name == named.name
            found, object_id = (numbered, row.specobjid) if same else (named, named.name)
            assert found is not None
            target = self._target(found, object_id)
            yield away, replace(target, ra=row.ra, dec=row.dec)


def _of(text: str) -> Fibre | FieldVisit | None:
    return fibre_of(text) or field_of(text)
