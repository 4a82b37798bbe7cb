"""Fills a folder with what is wanted: what is there stays, what comes is whole or not kept."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from specreview.errors import FetchError, SpectrumReadError
from specreview.fetching.ledger import Entry, Ledger, sha256_of
from specreview.fetching.service import Arrived, Service, Target, Wanted
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import NotThere, Trouble
from specreview.fetching.wholeness import cut_short
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Spectrum
from specreview.whole_files import settle

State = Literal["fetched", "cached", "unknown", "failed", "not tried"]
STATES: tuple[State, ...] = ("fetched", "cached", "unknown", "failed", "not tried")

_GIVE_UP_AFTER = 3
"""One reason so many times in a row meets all others, too: asking on would only be a burden."""
_ONE_SOURCE = 2.0
"""Arcsec within which spectra are of one source: fibres are 1.5 to 3.3 arcsec wide."""
_ENDINGS = (".fits", ".fits.gz")


@dataclass(frozen=True)
class Outcome:
    """What became of one spectrum that was wanted."""

    wanted: Wanted
    state: State
    path: Path | None = None
    id: str = ""
    release: str = ""
    reason: str = ""


def never() -> bool:
    """Nobody cancels."""
    return False


class Fetching:
    """Fetches into the folder of `ledger` by one `service`.

    `every` takes all spectra near a position, else the nearest; `radius` is in arcsec.
    """

    def __init__(
        self,
        service: Service,
        transport: Transport,
        ledger: Ledger,
        *,
        radius: float = 2.0,
        every: bool = False,
        cancelled: Callable[[], bool] = never,
    ) -> None:
        self._service, self._transport, self._ledger = service, transport, ledger
        self._folder = ledger.path.parent
        self._radius, self._every = radius, every
        self._cancelled = cancelled
        self._lasting = False

    def cached(self, wanted: Wanted) -> Outcome | None:
        """The outcome where the file is there already; nothing is asked of the service."""
        if wanted.fault:
            return None
        try:
            targets = self._near(wanted) if wanted.id is None else self._by_id(wanted)
            found = (self._there(wanted, target) for target in targets)
            return next((outcome for outcome in found if outcome is not None), None)
        except Trouble:
            return None

    def _by_id(self, wanted: Wanted) -> list[Target]:
        return self._service.targets(wanted, self._transport, self._radius)

    def _near(self, wanted: Wanted) -> Iterator[Target]:
        """What was brought from this position before; of all spectra there nobody here knows."""
        if self._every or wanted.ra is None or wanted.dec is None:
            return
        survey, radius = self._service.survey, min(self._radius, _ONE_SOURCE)
        for entry in self._ledger.near(survey, wanted.ra, wanted.dec, radius):
            if entry.release == self._service.release:
                yield Target(entry.id, entry.path.partition(".fits")[0], entry.release)

    def run(self, wanted: Sequence[Wanted]) -> Iterator[Outcome]:
        """What became of each, one after the other.

        A trouble that would meet all others ends the run: the rest is "not tried".

        Raises
        ------
        FetchError
            When the folder cannot be written.
        """
        reasons: list[str] = []
        for place, one in enumerate(wanted):
            if self._cancelled():
                yield from (Outcome(left, "not tried", reason="stopped") for left in wanted[place:])
                return
            for outcome in self._outcomes(one):
                yield outcome
                if not one.fault:  # of the list, which says nothing about the service
                    reasons.append(outcome.reason if outcome.state == "failed" else "")
            why = self._hopeless(reasons)
            if why:
                rest = wanted[place + 1 :]
                yield from (Outcome(left, "not tried", reason=why) for left in rest)
                return

    def _hopeless(self, reasons: list[str]) -> str:
        """Why the rest is not asked for, "" while there is hope."""
        last = reasons[-_GIVE_UP_AFTER:]
        same = len(last) == _GIVE_UP_AFTER and len(set(last)) == 1 and last[0]
        if self._lasting or same:
            return "the run ended: " + last[-1]
        return ""

    def _outcomes(self, wanted: Wanted) -> Iterator[Outcome]:
        self._lasting = False
        if wanted.fault:
            yield Outcome(wanted, "failed", reason=wanted.fault)
            return
        try:
            targets = self._service.targets(wanted, self._transport, self._radius)
        except Trouble as trouble:
            yield self._failed(wanted, trouble)
            return
        if not targets:
            whose = f"{self._service.survey} {self._service.release}".strip()
            reason = f"{whose} has no spectrum within {self._radius:g} arcsec"
            yield Outcome(wanted, "unknown", reason=reason)
        for target in targets if self._every else targets[:1]:
            yield self._one(wanted, target)

    def _one(self, wanted: Wanted, target: Target) -> Outcome:
        try:
            if there := self._there(wanted, target):
                return there
            return self._brought(wanted, target)
        except Trouble as trouble:
            return self._failed(wanted, trouble)

    def _failed(self, wanted: Wanted, trouble: Trouble) -> Outcome:
        self._lasting = trouble.lasting
        state: State = "unknown" if isinstance(trouble, NotThere) else "failed"
        return Outcome(wanted, state, reason=self._transport.redacted(str(trouble)))

    def _there(self, wanted: Wanted, target: Target) -> Outcome | None:
        """The target's file, where it is there and reads as this spectrum."""
        for path in self._candidates(target):
            if not path.is_file():
                continue
            known = self._ledger.find(self._service.survey, target.id)
            if known and known.path == path.name and known.release != target.release:
                raise Trouble(
                    f"{path.name} there is of {known.release}, not of {target.release}; name "
                    "another folder"
                )
            if self._reads(path, target):
                self._keep(target, Arrived(path.name, known.address if known else ""))
                return Outcome(wanted, "cached", path, target.id, target.release)
        return None

    def _candidates(self, target: Target) -> Iterator[Path]:
        known = self._ledger.find(self._service.survey, target.id)
        names = [known.path] if known else []
        names += [stem + end for stem in (target.stem, target.id) for end in _ENDINGS]
        yield from (self._folder / name for name in dict.fromkeys(names))

    def _reads(self, path: Path, target: Target) -> bool:
        """Whether a file is whole and that spectrum's: others leave half files under full names."""
        try:
            held = read_spectrum(path).origin.object_id
        except SpectrumReadError:
            return False
        return self._service.is_it(target, held) and not cut_short(path)

    def _brought(self, wanted: Wanted, target: Target) -> Outcome:
        part = self._folder / f".{target.stem}.part"
        try:
            arrived = self._service.download(target, self._transport, part)
            spectrum = _spectrum(part)
            if not self._service.is_it(target, spectrum.origin.object_id):
                raise Trouble(f"the service sent another spectrum ({spectrum.origin.object_id})")
            path = self._folder / arrived.name
            self._settle(part, path)
        finally:
            part.unlink(missing_ok=True)
        self._keep(target, arrived, spectrum)
        return Outcome(wanted, "fetched", path, target.id, target.release)

    def _settle(self, part: Path, path: Path) -> None:
        try:
            settle({path: part})
        except OSError as error:
            raise FetchError(f"{path}: cannot be written: {error.strerror}") from None

    def _keep(self, target: Target, arrived: Arrived, spectrum: Spectrum | None = None) -> None:
        """Write the file down, unless it is written down already."""
        known = self._ledger.find(self._service.survey, target.id)
        if spectrum is None and known is not None and known.path == arrived.name:
            return
        path = self._folder / arrived.name
        spectrum = spectrum or read_spectrum(path)
        ra = target.ra if spectrum.origin.ra is None else spectrum.origin.ra
        dec = target.dec if spectrum.origin.dec is None else spectrum.origin.dec
        self._ledger.add(
            Entry(
                id=target.id,
                path=path.name,
                survey=self._service.survey,
                release=target.release,
                ra="" if ra is None else repr(ra),
                dec="" if dec is None else repr(dec),
                bytes=str(path.stat().st_size),
                sha256=sha256_of(path),
                fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
                address=arrived.address,
            )
        )


def counts(outcomes: Sequence[Outcome]) -> dict[State, int]:
    """How many came to which end, in the order of `STATES`; all of them, zeros too."""
    found = Counter(outcome.state for outcome in outcomes)
    return {state: found[state] for state in STATES}


def _spectrum(part: Path) -> Spectrum:
    try:
        return read_spectrum(part)
    except SpectrumReadError as error:
        reason = str(error).removeprefix(f"{part}: ")
        raise Trouble(f"what the service sent is no spectrum: {reason}") from None
