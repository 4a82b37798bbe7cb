"""The peaks of all spectra of a queue, held so that one wavelength is looked up in milliseconds."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.packing import PEAK, split, steps_of
from specreview.elsewhere.whence import Whence

TOLERANCE_KMS = 110.0
"""Half-width of "the same observed wavelength": 1.6 pixels of LAMOST or SDSS, 2.4 Å at 6565 Å."""

_SPAN_BYTES = 4
_STEP_KMS = 13.806
"""Of `packing.STEP`: c ln(10) 2e-5."""
TOLERANCE_STEPS = round(TOLERANCE_KMS / _STEP_KMS)


def steps_for(half_width_kms: float) -> int:
    """Steps that count as one wavelength: 110 km/s, for a broad feature half its half-width."""
    return max(TOLERANCE_STEPS, round(0.5 * half_width_kms / _STEP_KMS))


@dataclass(frozen=True)
class Indexed:
    """One spectrum of the index: whose it is, where it was taken, its packed peaks."""

    candidate_id: int
    survey: str
    whence: Whence
    peaks: bytes


@dataclass(frozen=True, eq=False)
class PeakIndex:
    """All peaks of a queue, sorted by observed wavelength.

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
    def of(cls, entries: Iterable[Indexed]) -> "PeakIndex":
        """The index of these spectra; those packed by another version are left out."""
        kept = [(one, parts) for one in entries if (parts := split(one.peaks)) is not None]
        tables, spans = [table for _, (table, _) in kept], [span for _, (_, span) in kept]
        # Joined as bytes: an array a spectrum takes longer than all the rest together.
        peaks = np.frombuffer(b"".join(tables), dtype=PEAK)
        span = np.frombuffer(b"".join(spans), dtype="<u2").reshape(-1, 2)
        places = np.arange(len(kept), dtype=np.int32)
        owner = np.repeat(places, [len(table) // PEAK.itemsize for table in tables])
        covers = np.repeat(places, [len(one) // _SPAN_BYTES for one in spans])
        order = np.argsort(peaks["step"], kind="stable")
        return cls(
            np.array([one.candidate_id for one, _ in kept], dtype=np.int64),
            np.array([one.survey for one, _ in kept], dtype=np.str_),
            np.array([one.whence.plate for one, _ in kept], dtype=np.str_),
            np.array([one.whence.spectrograph for one, _ in kept], dtype=np.str_),
            np.array([one.whence.night for one, _ in kept], dtype=np.str_),
            np.array([_fibre(one.whence) for one, _ in kept], dtype=np.int32),
            peaks["step"][order],
            peaks["snr"][order],
            owner[order],
            span[:, 0],
            span[:, 1],
            covers,
        )

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
        middle = int(steps_of(np.array(wavelength)))
        covering = (self.covered_from <= middle) & (self.covered_to >= middle)
        could = np.zeros(len(self), dtype=bool)
        could[self.covers[covering]] = True
        return Standing(strongest > 0, could | (strongest > 0), strongest)

    def owners(self, wavelength: float, sign: int, tolerance: int) -> NDArray[np.int32]:
        """Places of the spectra that have a peak there; one with two of them comes twice."""
        return self._peaks_at(wavelength, sign, tolerance)[0]

    def _peaks_at(
        self, wavelength: float, sign: int, tolerance: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """(owner, S/N in tenths) of the peaks of this sign within the tolerance."""
        middle = int(steps_of(np.array(wavelength)))
        first = np.searchsorted(self.step, np.uint16(max(middle - tolerance, 0)), side="left")
        last = np.searchsorted(self.step, np.uint16(min(middle + tolerance, 65_535)), side="right")
        owner, snr = self.owner[first:last], self.snr[first:last]
        fits = np.sign(snr) == sign if sign else np.ones(snr.size, dtype=bool)
        return owner[fits], snr[fits]


def _fibre(whence: Whence) -> int:
    return -1 if whence.fibre is None else whence.fibre


@dataclass(frozen=True, eq=False)
class Standing:
    """(m,) arrays, one entry a spectrum: it has a peak there; it could; the peak's |S/N|."""

    has: NDArray[np.bool_]
    could: NDArray[np.bool_]
    strength: NDArray[np.float64]
