"""The peaks of all spectra of a queue, held so that one wavelength is looked up in milliseconds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.packing import PEAK, split, steps_of

TOLERANCE_KMS = 110.0
"""Half-width of "the same observed wavelength": 1.6 pixels of LAMOST or SDSS, 2.4 Å at 6565 Å."""

_SPAN_BYTES = 4
_LAST = 65_535
_STEP_KMS = 13.806
"""Of `packing.STEP`: c ln(10) 2e-5."""
TOLERANCE_STEPS = round(TOLERANCE_KMS / _STEP_KMS)


def steps_for(half_width_kms: float) -> int:
    """Steps that count as one wavelength: 110 km/s, for a broad feature half its half-width."""
    return max(TOLERANCE_STEPS, round(0.5 * half_width_kms / _STEP_KMS))


class Entry(Protocol):
    """One spectrum of the index: whose it is, where it was taken, its packed peaks."""

    @property
    def candidate_id(self) -> int: ...
    @property
    def survey(self) -> str: ...
    @property
    def plate(self) -> str: ...
    @property
    def spectrograph(self) -> str: ...
    @property
    def fibre(self) -> int | None: ...
    @property
    def night(self) -> str: ...
    @property
    def peaks(self) -> bytes: ...


@dataclass(frozen=True, eq=False)
class Part:
    """Some spectra of a queue and all their peaks, sorted by observed wavelength.

    Attributes
    ----------
    candidates : (m,) int64
        Ids of the spectra.
    survey, plate, spectrograph, night : (m,) str, fibre : (m,) int32
        What the survey states of each spectrum: "" and -1 for nothing.
    step : (p,) uint16, snr : (p,) int16, owner : (p,) int32
        Sorted by step; `owner` is the place in `candidates`, S/N in tenths.
    covered_from, covered_to : (r,) uint16, covers : (r,) int32
        Stretches of good pixels and the place of the spectrum that has them.
    """

    candidates: NDArray[np.int64]
    survey: NDArray[np.str_]
    plate: NDArray[np.str_]
    spectrograph: NDArray[np.str_]
    night: NDArray[np.str_]
    fibre: NDArray[np.int32]
    step: NDArray[np.uint16]
    snr: NDArray[np.int16]
    owner: NDArray[np.int32]
    covered_from: NDArray[np.uint16]
    covered_to: NDArray[np.uint16]
    covers: NDArray[np.int32]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Part":
        """These spectra; those packed by another version are left out."""
        kept = [(one, parts) for one in entries if (parts := split(one.peaks)) is not None]
        tables, spans = [table for _, (table, _) in kept], [span for _, (_, span) in kept]
        # Joined as bytes: an array a spectrum takes longer than all the rest together.
        peaks = np.frombuffer(b"".join(tables), dtype=PEAK)
        span = np.frombuffer(b"".join(spans), dtype="<u2").reshape(-1, 2)
        numbers = np.arange(len(kept), dtype=np.int32)
        owner = np.repeat(numbers, [len(table) // PEAK.itemsize for table in tables])
        covers = np.repeat(numbers, [len(one) // _SPAN_BYTES for one in spans])
        order = np.argsort(peaks["step"], kind="stable")
        return cls(
            np.array([one.candidate_id for one, _ in kept], dtype=np.int64),
            np.array([one.survey for one, _ in kept], dtype=np.str_),
            np.array([one.plate for one, _ in kept], dtype=np.str_),
            np.array([one.spectrograph for one, _ in kept], dtype=np.str_),
            np.array([one.night for one, _ in kept], dtype=np.str_),
            np.array([-1 if one.fibre is None else one.fibre for one, _ in kept], dtype=np.int32),
            peaks["step"][order],
            peaks["snr"][order],
            owner[order],
            span[:, 0].copy(),
            span[:, 1].copy(),
            covers,
        )

    def between(self, first: int, last: int) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """(owner, S/N in tenths) of the peaks from step `first` to step `last`."""
        start = self.step.searchsorted(np.uint16(first), side="left")
        end = self.step.searchsorted(np.uint16(last), side="right") if last >= first else start
        return self.owner[start:end], self.snr[start:end]


@dataclass(frozen=True, eq=False)
class PeakIndex:
    """All peaks of a queue: a few parts, each sorted, so that one can be read anew alone.

    Attributes
    ----------
    parts, first
        The parts, and the place of each one's first spectrum among all.
    candidates, survey, plate, spectrograph, night, fibre : (m,)
        As in `Part`, of all spectra.
    """

    parts: tuple[Part, ...]
    first: tuple[int, ...]
    candidates: NDArray[np.int64]
    survey: NDArray[np.str_]
    plate: NDArray[np.str_]
    spectrograph: NDArray[np.str_]
    night: NDArray[np.str_]
    fibre: NDArray[np.int32]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "PeakIndex":
        """The index of these spectra; those packed by another version are left out."""
        return cls.joined([Part.of(entries)])

    @classmethod
    def joined(cls, parts: Sequence[Part]) -> "PeakIndex":
        """One index of one part or more."""
        places = accumulate((part.candidates.size for part in parts), initial=0)
        names = ("candidates", "survey", "plate", "spectrograph", "night", "fibre")
        columns = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
        return cls(tuple(parts), tuple(places)[:-1], *columns)

    def __len__(self) -> int:
        return int(self.candidates.size)

    def standing(
        self, wavelength: float, sign: int, tolerance: int = TOLERANCE_STEPS
    ) -> "Standing":
        """Which spectra have a peak of this sign at an observed wavelength, and which could.

        `sign` is +1 for emission, -1 for absorption, 0 for either; `tolerance` counts steps.
        """
        owner, snr = self._peaks_at(wavelength, sign, tolerance)
        strongest = np.zeros(len(self))
        np.maximum.at(strongest, owner, np.abs(snr) / 10.0)
        could = self._covering(int(steps_of(np.array(wavelength))))
        return Standing(strongest > 0, could | (strongest > 0), strongest)

    def owners(self, wavelength: float, sign: int, tolerance: int) -> NDArray[np.int32]:
        """Places of the spectra that have a peak there; one with two of them comes twice."""
        return self._peaks_at(wavelength, sign, tolerance)[0]

    def owners_near(
        self, wavelength: float, sign: int, tolerance: int, blocks: tuple[int, int]
    ) -> NDArray[np.int32]:
        """As `owners`, for all places from the first to the last of `blocks` to either side.

        A block is as wide as what `owners` looks at; number 0 is the wavelength's own.
        """
        middle, width = int(steps_of(np.array(wavelength))), 2 * tolerance + 1
        near, far = blocks[0] * width - tolerance, blocks[1] * width + tolerance
        sides = ((middle - far, middle - near), (middle + near, middle + far))
        return np.concatenate([self._peaks_between(*side, sign)[0] for side in sides])

    def _covering(self, step: int) -> NDArray[np.bool_]:
        """(m,) whether a spectrum has good pixels at a step."""
        could = np.zeros(len(self), dtype=bool)
        for part, first in self._placed():
            covering = (part.covered_from <= step) & (part.covered_to >= step)
            could[part.covers[covering] + first] = True
        return could

    def _peaks_at(
        self, wavelength: float, sign: int, tolerance: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """(owner, S/N in tenths) of the peaks of this sign within the tolerance."""
        middle = int(steps_of(np.array(wavelength)))
        return self._peaks_between(middle - tolerance, middle + tolerance, sign)

    def _peaks_between(
        self, low: int, high: int, sign: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """The same of the peaks from step `low` to step `high`."""
        low, high = max(low, 0), min(high, _LAST)
        found = [(part.between(low, high), first) for part, first in self._placed()]
        owner = np.concatenate([mine + np.int32(first) for (mine, _), first in found])
        snr = np.concatenate([mine for (_, mine), _ in found])
        fits = np.sign(snr) == sign if sign else np.ones(snr.size, dtype=bool)
        return owner[fits], snr[fits]

    def _placed(self) -> Iterator[tuple[Part, int]]:
        return zip(self.parts, self.first, strict=True)


@dataclass(frozen=True, eq=False)
class Standing:
    """(m,) arrays, one entry a spectrum: it has a peak there; it could; the peak's |S/N|."""

    has: NDArray[np.bool_]
    could: NDArray[np.bool_]
    strength: NDArray[np.float64]
