"""What a survey's service offers: from what was asked for to spectra, and each into a file."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from specreview.fetching.transport import Transport


@dataclass(frozen=True)
class Wanted:
    """One spectrum that somebody wants: by id, or by position.

    Attributes
    ----------
    text
        As it was asked for; messages name it.
    id
        In one of the survey's own forms, exact; None for a position.
    ra, dec
        Degrees, ICRS.
    stem
        File name without ending that the survey's rule makes of a catalogue's row; "" for none.
    fault
        Why this cannot be asked for at all, "" for nothing.
    """

    text: str
    id: str | None = None
    ra: float | None = None
    dec: float | None = None
    stem: str = ""
    fault: str = ""


@dataclass(frozen=True)
class Target:
    """One spectrum of a service, its id settled.

    Attributes
    ----------
    id
        The survey's id as a catalogue holds it.
    stem
        Name of its file, without ending.
    release
        Data release, as people call it.
    places
        Addresses to try, in order.
    record
        The service's own key for it, where it has one.
    """

    id: str
    stem: str
    release: str
    places: tuple[str, ...] = ()
    record: str = ""
    ra: float | None = None
    dec: float | None = None


@dataclass(frozen=True)
class Arrived:
    """A spectrum that was written: its final file name, and where it came from."""

    name: str
    address: str


class Service(Protocol):
    """One survey's service.  Both methods raise `Trouble`, for one spectrum or for all."""

    survey: str

    @property
    def release(self) -> str:
        """The data release that is asked, as people call it."""
        ...

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        """The spectra that are meant, the nearest first; empty where the survey has none.

        `radius` is in arcsec.  No request is made for an id.
        """
        ...

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        """Write the spectrum to `part`."""
        ...

    def is_it(self, target: Target, object_id: str) -> bool:
        """Whether a file whose spectrum calls itself `object_id` is that target's."""
        ...


def ending(part: Path) -> str:
    """.fits or .fits.gz, by what is in the file."""
    with part.open("rb") as file:
        return ".fits.gz" if file.read(2) == b"\x1f\x8b" else ".fits"


def nearest_first(found: Iterable[tuple[float, Target]]) -> list[Target]:
    """Targets by their distance from where they were looked for."""
    return [target for _, target in sorted(found, key=lambda pair: pair[0])]
