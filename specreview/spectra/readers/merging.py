"""Arms and orders of one spectrum on one axis; what is kept where two of them overlap.

Arms on one grid (DESI) share their pixels, which are combined by inverse variance.  Echelle orders
have pixels of their own: mean values would need new pixels with correlated errors, and pixels of
both in turn would draw the difference of two calibrations as a saw.  So each overlap is cut once,
where the sum of inverse variances that is kept is largest: every pixel stays the file's own.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.assembly import SAME_WAVELENGTH, NoSpectrum, Pixels

_LISTED = 3
"""Overlaps up to which each is named."""


def merged(parts: Sequence[Pixels], what: str) -> tuple[Pixels, str | None]:
    """The parts in one run of pixels, and the note on their overlaps; None where there is none.

    `what` the parts are called: "arms", "orders".  All parts have ivar, or none has; so for masks.

    Raises
    ------
    NoSpectrum
        No part has a pixel with a wavelength.
    """
    ordered = sorted((p for p in map(_rising, parts) if p.wavelength.size), key=_start)
    if not ordered:
        raise NoSpectrum("no pixel has a wavelength")
    overlaps = [(a, b) for a, b in pairwise(ordered) if _start(b) <= a.wavelength[-1]]
    if all(_one_grid(a, b) for a, b in overlaps):
        return _joined(ordered), _note(overlaps, what, "combined by inverse variance")
    kept = ordered[:1]
    for part in ordered[1:]:
        kept[-1:] = _cut(kept[-1], part)
    how = "cut where most weight is kept"
    if ordered[0].ivar is None:
        how = "cut in the middle, as there are no errors"
    return _joined([p for p in kept if p.wavelength.size]), _note(overlaps, what, how)


def _start(part: Pixels) -> float:
    return float(part.wavelength[0])


def _rising(part: Pixels) -> Pixels:
    placed = np.isfinite(part.wavelength) & (part.wavelength > 0)
    if placed.all() and np.all(np.diff(part.wavelength) > 0):
        return part
    index = np.flatnonzero(placed)
    return part.take(index[np.argsort(part.wavelength[index], kind="stable")])


def _one_grid(left: Pixels, right: Pixels) -> bool:
    """Whether every pixel of their overlap stands in both."""
    ours = left.wavelength[left.wavelength >= _start(right) - SAME_WAVELENGTH]
    theirs = right.wavelength[: ours.size]
    return ours.size == theirs.size and bool(np.all(np.abs(ours - theirs) < SAME_WAVELENGTH))


def _cut(left: Pixels, right: Pixels) -> list[Pixels]:
    """Both, each on its own side of one wavelength."""
    if _start(right) > left.wavelength[-1]:
        return [left, right]
    border = _border(left, right)
    below = np.searchsorted(left.wavelength, border - SAME_WAVELENGTH, side="left")
    above = np.searchsorted(right.wavelength, border, side="left")
    first = left.take(np.arange(below))
    second = right.take(np.arange(above, right.wavelength.size))
    if second.wavelength.size == 0:
        return [first]
    return [first, second] if first.wavelength.size else [second]


def _border(left: Pixels, right: Pixels) -> float:
    """The wavelength that parts them: pixels of `left` below it and of `right` from it on."""
    start, end = _start(right), min(left.wavelength[-1], right.wavelength[-1])
    if left.ivar is None or right.ivar is None:
        return float(start + end) / 2
    both = np.concatenate([left.wavelength, right.wavelength])
    borders = np.unique(both[(both >= start) & (both <= end)])
    last = max(left.wavelength[-1], right.wavelength[-1])
    borders = np.append(borders, np.array([end, last]) + 2 * SAME_WAVELENGTH)
    held = _sums(left)[np.searchsorted(left.wavelength, borders, side="left")]
    lost = _sums(right)[np.searchsorted(right.wavelength, borders, side="left")]
    gain = held - lost
    best = np.flatnonzero(gain == gain.max())
    return float(borders[best[best.size // 2]])


def _sums(part: Pixels) -> NDArray[np.float64]:
    """(n + 1,) inverse variances of the usable pixels summed up to each pixel."""
    assert part.ivar is not None
    ivar = part.ivar.astype(np.float64)
    usable = np.isfinite(part.flux) & np.isfinite(ivar) & (ivar > 0)
    if part.fatal is not None:
        usable &= ~part.fatal
    return np.concatenate([[0.0], np.cumsum(np.where(usable, ivar, 0.0))])


def _joined(parts: Sequence[Pixels]) -> Pixels:
    if len(parts) == 1:
        return parts[0]
    return Pixels(
        np.concatenate([p.wavelength for p in parts]),
        np.concatenate([p.flux for p in parts]),
        _end_to_end([p.ivar for p in parts]),
        _end_to_end([p.fatal for p in parts]),
        _end_to_end([p.warned for p in parts]),
        list(dict.fromkeys(n for p in parts for n in p.notes)),
    )


def _end_to_end(arrays: Sequence[NDArray[Any] | None]) -> NDArray[Any] | None:
    there = [a for a in arrays if a is not None]
    return np.concatenate(there) if len(there) == len(arrays) else None


def _note(overlaps: Sequence[tuple[Pixels, Pixels]], what: str, how: str) -> str | None:
    if not overlaps:
        return None
    if len(overlaps) > _LISTED:
        return f"{what} overlap in {len(overlaps)} places, {how}"
    spans = (f"{_start(b):.0f}-{a.wavelength[-1]:.0f} Å" for a, b in overlaps)
    return f"{what} overlap at {' and '.join(spans)}, {how}"
