"""Peaks as bytes: five a peak and four a stretch, so that 300 000 spectra stay affordable."""

import struct

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.peaks import Peaks
from specreview.elsewhere.residual import Array

VERSION = 1
"""Of the search for peaks and of their packing; spectra indexed by another are indexed anew."""

FIRST = 1000.0
"""Vacuum Å of step 0."""

STEP = 2e-5
"""dex a step: 14 km/s, a fifth of a LAMOST or SDSS pixel; 65 535 steps reach 20 450 Å."""

_LAST = 65_535
_SNR_UNIT = 0.1
_FWHM_UNIT = 0.1
PEAK = np.dtype([("step", "<u2"), ("snr", "<i2"), ("fwhm", "u1")])
_HEAD = "<BH"
_HEAD_SIZE = struct.calcsize(_HEAD)


def pack(peaks: Peaks) -> bytes:
    """Bytes of the peaks; those outside 1000 to 20 450 Å are left out."""
    steps = steps_of(peaks.wavelength)
    inside = (steps >= 0) & (steps <= _LAST)
    table = np.zeros(int(inside.sum()), dtype=PEAK)
    table["step"] = steps[inside]
    table["snr"] = np.clip(np.round(peaks.snr[inside] / _SNR_UNIT), -32_767, 32_767)
    table["fwhm"] = np.clip(np.round(peaks.fwhm[inside] / _FWHM_UNIT), 0, 255)
    covered = np.clip(steps_of(peaks.covered), 0, _LAST).astype("<u2")
    return struct.pack(_HEAD, VERSION, table.size) + table.tobytes() + covered.tobytes()


def unpack(packed: bytes) -> Peaks | None:
    """The peaks, or None for bytes of another version."""
    parts = split(packed)
    if parts is None:
        return None
    table, covered = np.frombuffer(parts[0], dtype=PEAK), np.frombuffer(parts[1], dtype="<u2")
    return Peaks(
        wavelengths_of(table["step"]),
        table["snr"] * _SNR_UNIT,
        table["fwhm"] * _FWHM_UNIT,
        wavelengths_of(covered.reshape(-1, 2)),
    )


def split(packed: bytes) -> tuple[bytes, bytes] | None:
    """The bytes of the peaks and those of the covered stretches; None for another version."""
    if len(packed) < _HEAD_SIZE or packed[0] != VERSION:
        return None
    end = _HEAD_SIZE + int.from_bytes(packed[1:_HEAD_SIZE], "little") * PEAK.itemsize
    return packed[_HEAD_SIZE:end], packed[end:]


def steps_of(wavelength: Array) -> NDArray[np.int64]:
    """Nearest step of each wavelength (vacuum Å, observed), any shape."""
    return np.round(np.log10(np.maximum(wavelength, 1.0) / FIRST) / STEP).astype(np.int64)


def wavelengths_of(steps: NDArray[np.uint16]) -> Array:
    """Vacuum Å, observed, of steps of any shape."""
    return np.asarray(FIRST * 10.0 ** (steps.astype(np.float64) * STEP))
