"""From a file's arrays to a Spectrum: sorted, native, judged pixel by pixel, with notes."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.quality import masked_spike_share
from specreview.spectra.spectrum import BoolArray, FloatArray, Origin, Spectrum

SAME_WAVELENGTH = 1e-4
"""Å: two pixels closer than this are one wavelength stored twice (survey grids are 0.1 Å up)."""

LONGEST = 1e8
"""Å, a centimetre: no spectrum here reaches beyond it; the number is a frequency, or damaged."""

SPIKE_NOTED = 0.5
"""From this share of the model's picture on, a masked spike is mentioned."""


ZEROS_NOTED = 0.01
"""From this share of pixels on, a flux of exactly zero (padding) is mentioned."""


class NoSpectrum(ValueError):
    """The arrays hold no spectrum; the text says why."""


@dataclass
class Pixels:
    """The arrays as a reader found them, all (n,); wavelengths in Å, vacuum."""

    wavelength: NDArray[np.float64]
    flux: FloatArray
    ivar: FloatArray | None = None
    fatal: BoolArray | None = None
    warned: BoolArray | None = None
    notes: list[str] = field(default_factory=list)

    def take(self, index: NDArray[Any]) -> "Pixels":
        """The pixels chosen by a mask or an index array, notes shared."""
        return Pixels(
            self.wavelength[index],
            self.flux[index],
            None if self.ivar is None else self.ivar[index],
            None if self.fatal is None else self.fatal[index],
            None if self.warned is None else self.warned[index],
            self.notes,
        )


def assemble(pixels: Pixels, origin: Origin, *, overlap_note: str | None = None) -> Spectrum:
    """The spectrum of `pixels`; `origin.notes` and what was mended here go into its notes.

    `overlap_note` replaces the note on duplicate wavelengths where arms overlap by design.

    Raises
    ------
    NoSpectrum
        Fewer than two pixels have a wavelength, or no pixel has a finite flux.
    """
    pixels = _drop_unplaced(pixels)
    pixels = _sort(pixels, silent=overlap_note is not None)
    pixels = _merge_duplicates(pixels, overlap_note)
    if pixels.wavelength.size < 2:
        many = f"only {pixels.wavelength.size} pixel" if pixels.wavelength.size else "no pixel"
        raise NoSpectrum(f"{many} with a wavelength, at least 2 needed; check the wavelengths")
    flux = _as_float(pixels.flux)
    good = np.isfinite(flux)
    if not good.any():
        raise NoSpectrum("no pixel has a finite flux")
    ivar = None if pixels.ivar is None else _as_float(pixels.ivar)
    if ivar is not None:
        good &= np.isfinite(ivar) & (ivar > 0)
    if pixels.fatal is not None:
        good &= ~pixels.fatal
    warned = np.zeros(flux.size, dtype=bool) if pixels.warned is None else pixels.warned
    spectrum = Spectrum(pixels.wavelength, flux, ivar, good, warned, origin)
    notes = (*origin.notes, *pixels.notes, *_quality_notes(spectrum))
    return replace(spectrum, origin=replace(origin, notes=notes)) if notes else spectrum


def _quality_notes(spectrum: Spectrum) -> list[str]:
    notes = []
    if not spectrum.good.any():
        notes.append("no good pixel: every pixel is masked or has no error")
    zeros = 1.0 - np.count_nonzero(spectrum.flux) / len(spectrum)
    if zeros >= ZEROS_NOTED:
        notes.append(f"{100 * zeros:.0f} % of the pixels have a flux of exactly zero")
    share = masked_spike_share(spectrum)
    if share is not None and share >= SPIKE_NOTED:
        notes.append(f"a masked spike fills {100 * share:.0f} % of the model's picture")
    return notes


def _drop_unplaced(pixels: Pixels) -> Pixels:
    placed = pixels.wavelength > 0
    placed &= pixels.wavelength <= LONGEST
    missing = int(placed.size - np.count_nonzero(placed))
    if not missing:
        return pixels
    pixels.notes.append(
        f"{missing} pixel{'s' if missing > 1 else ''} without a usable wavelength dropped"
    )
    return pixels.take(placed)


def _sort(pixels: Pixels, *, silent: bool) -> Pixels:
    steps = np.diff(pixels.wavelength)
    if steps.size == 0 or steps.min() >= 0:
        return pixels
    if not silent:
        kind = "descending" if steps.max() <= 0 else "not in order"
        pixels.notes.append(f"wavelength axis was {kind}, sorted")
    return pixels.take(np.argsort(pixels.wavelength, kind="stable"))


def _merge_duplicates(pixels: Pixels, overlap_note: str | None) -> Pixels:
    new = np.diff(pixels.wavelength, prepend=-np.inf) > SAME_WAVELENGTH
    repeated = int(new.size - np.count_nonzero(new))
    if not repeated:
        return pixels
    many = "" if repeated == 1 else "s"
    how = "averaged" if pixels.ivar is None else "combined by inverse variance"
    pixels.notes.append(overlap_note or f"{repeated} duplicate wavelength{many} {how}")
    return combine(pixels, np.flatnonzero(new))


def combine(pixels: Pixels, starts: NDArray[np.intp]) -> Pixels:
    """Groups of pixels that begin at `starts`, each made one by inverse-variance weights.

    Lone pixels stay as they are.  Pixels that are fatal, not finite or without error have no
    weight; where none of a group has weight, the plain mean of its finite flux stays, with ivar 0
    and marked fatal.
    """
    flux = pixels.flux.astype(np.float64)
    usable = np.isfinite(flux)
    finite = np.where(usable, flux, 0.0)
    weight = usable.astype(np.float64)
    if pixels.ivar is not None:
        weight = np.where(np.isfinite(pixels.ivar) & (pixels.ivar > 0), pixels.ivar, 0.0) * usable
    if pixels.fatal is not None:
        weight = np.where(pixels.fatal, 0.0, weight)
    total = np.add.reduceat(weight, starts)
    plain = np.add.reduceat(usable.astype(np.float64), starts)
    has_weight = total > 0
    mean = np.add.reduceat(finite, starts) / np.where(plain > 0, plain, 1.0)
    best = np.add.reduceat(finite * weight, starts) / np.where(has_weight, total, 1.0)
    value = np.where(has_weight, best, np.where(plain > 0, mean, np.nan))
    alone = np.diff(starts, append=flux.size) == 1  # a lone pixel keeps the file's own values
    value = np.where(alone, flux[starts], value)
    ivar = pixels.ivar
    warned = pixels.warned
    return Pixels(
        pixels.wavelength[starts],
        value.astype(_as_float(pixels.flux).dtype),
        None if ivar is None else np.where(alone, ivar[starts], total).astype(ivar.dtype),
        None if pixels.fatal is None else np.logical_and.reduceat(pixels.fatal, starts),
        None if warned is None else np.logical_or.reduceat(warned, starts),
        pixels.notes,
    )


def _as_float(values: NDArray[Any]) -> FloatArray:
    """Native float; integers become float64, floats keep their width."""
    if values.dtype.kind != "f":
        return values.astype(np.float64)
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))
