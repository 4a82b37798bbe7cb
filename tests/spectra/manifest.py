"""The list of reference spectra, what a reader made of each, and where the two differ.

The list was written by a rough reader: first two columns or the first array, nothing masked.
"""

import csv
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from specreview.errors import SpectrumReadError
from specreview.spectra.frames import vacuum_to_air
from specreview.spectra.readers import list_objects, read_spectrum
from specreview.spectra.spectrum import Spectrum

Row = dict[str, str]


@dataclass(frozen=True)
class Entry:
    """A row of the list, and the first object that was read (None: refused, with the reason)."""

    row: Row
    spectrum: Spectrum | None
    objects: int
    reason: str

    @property
    def file(self) -> str:
        return self.row["file"]

    @property
    def reader(self) -> str:
        return "" if self.spectrum is None else self.spectrum.origin.reader


def read_all_of(folder: Path) -> tuple[Entry, ...]:
    """Every file of the list, once; a warning counts as an error."""
    with (folder / "MANIFEST.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return tuple(_entry(folder, row) for row in rows)


def _entry(folder: Path, row: Row) -> Entry:
    path = folder / row["file"]
    try:
        ids = list_objects(path).object_ids
        return Entry(row, read_spectrum(path, ids[0]), len(ids), "")
    except SpectrumReadError as error:
        return Entry(row, None, 0, str(error))


def differences(entry: Entry) -> Iterator[tuple[str, str]]:
    """(kind, "theirs against ours") of each statement of the list that the spectrum contradicts."""
    assert entry.spectrum is not None
    for kind, check in CHECKS.items():
        said = check(entry.row, entry.spectrum)
        if said:
            yield kind, said


def _pixels(row: Row, spectrum: Spectrum) -> str:
    counted = re.match(r"0:PRIMARY\[(\d+)\]|TEXT .*?, (\d+) rows", row["format"])
    stated = int(counted[1] or counted[2]) if counted else len(spectrum)
    return "" if stated == len(spectrum) else f"{stated} against {len(spectrum)}"


def own_axis(spectrum: Spectrum) -> np.ndarray:
    """(n,) Å in the medium of the file."""
    air = spectrum.origin.frame.startswith("air")
    return vacuum_to_air(spectrum.wavelength) if air else spectrum.wavelength


def _ends(low: float, high: float, axis: np.ndarray, tolerance: float) -> str:
    if max(abs(low - axis[0]), abs(high - axis[-1])) <= tolerance:
        return ""
    return f"{low:.2f}-{high:.2f} against {axis[0]:.2f}-{axis[-1]:.2f} Å"


def _axis(row: Row, spectrum: Spectrum) -> str:
    cards = re.search(r"CRVAL1=(\S+) CDELT1=(\S+) .* (linear|log10)", row["oddities"])
    if cards is None:
        return ""
    ends = float(cards[1]) + float(cards[2]) * np.array([0, len(spectrum) - 1])
    low, high = 10**ends if cards[3] == "log10" else ends
    return _ends(low, high, own_axis(spectrum), 0.01)


def _range(row: Row, spectrum: Spectrum) -> str:
    stated = re.search(r"data only (\d+)-(\d+) A", row["oddities"])
    if stated is None:
        return ""
    there = np.isfinite(spectrum.flux) & (spectrum.flux != 0)
    return _ends(float(stated[1]), float(stated[2]), own_axis(spectrum)[there], 2.0)


def _not_finite(row: Row, spectrum: Spectrum) -> str:
    stated = re.search(r"(\d+) NaN/inf flux", row["oddities"])
    ours = int(np.count_nonzero(~np.isfinite(spectrum.flux)))
    return "" if stated is None or int(stated[1]) == ours else f"{stated[1]} against {ours}"


def _share(
    what: str, of: Callable[[Spectrum], np.ndarray | None]
) -> Callable[[Row, Spectrum], str]:
    def check(row: Row, spectrum: Spectrum) -> str:
        stated = re.search(rf"([\d.]+)% (?:{what})", row["oddities"])
        if stated is None:
            return ""
        mask = of(spectrum)
        ours = "none" if mask is None else f"{100 * mask.mean():.1f}"
        close = mask is not None and abs(100 * mask.mean() - float(stated[1])) <= 1
        return "" if close else f"{stated[1]} % against {ours} %"

    return check


def _without_error(spectrum: Spectrum) -> np.ndarray | None:
    return None if spectrum.ivar is None else ~(spectrum.ivar > 0)


def _spike(row: Row, spectrum: Spectrum) -> str:
    stated = re.search(r"max/median=(\d+)", row["oddities"])
    if stated is None:
        return ""
    ours = float(np.nanmax(spectrum.flux) / np.nanmedian(spectrum.flux[spectrum.flux != 0]))
    return "" if abs(ours / float(stated[1]) - 1) < 0.02 else f"{stated[1]} against {ours:.0f}"


def _medium(row: Row, spectrum: Spectrum) -> str:
    """Only what moves wavelengths counts: air in one and not in the other."""
    said, frame = row["vac_air"], spectrum.origin.frame
    words = {w for w in ("air", "vacuum") if re.search(rf"\b{w}\b", said, re.IGNORECASE)}
    return "" if (words == {"air"}) == frame.startswith("air") else f"{said} against {frame}"


def _flux_unit(row: Row, spectrum: Spectrum) -> str:
    said, ours = row["units"], spectrum.origin.flux_unit
    absolute = bool(re.search(r"erg|FLAM|Wm", said))
    return "" if absolute == (ours != "relative") else f"{said or 'nothing'} against {ours}"


def _redshift(row: Row, spectrum: Spectrum) -> str:
    ours = spectrum.origin.redshift
    try:
        stated = float(row["z"])
    except ValueError:
        return ""
    close = ours is not None and abs(stated - ours) < 1e-6
    by_file = re.match(r"(FITS|LAMOST) header|SPECOBJ|SDSS SPALL", row["label_source"])
    return "" if close or not by_file else f"{stated} against {ours}"


def _class(row: Row, spectrum: Spectrum) -> str:
    origin = spectrum.origin
    if row["label_source"] not in ("FITS header CLASS/SUBCLASS", "SPECOBJ CLASS/SUBCLASS"):
        return ""
    ours = f"{origin.pipeline_class or ''} {origin.pipeline_subclass or ''}".split()
    return "" if ours == row["label"].split() else f"{row['label']} against {' '.join(ours)}"


def _release(row: Row, spectrum: Spectrum) -> str:
    stated = re.search(r"LAMOST (DR\d+)", row["oddities"])
    ours = spectrum.origin.release or ""
    return "" if stated is None or stated[1] in ours else f"{stated[1]} against {ours}"


CHECKS: dict[str, Callable[[Row, Spectrum], str]] = {
    "pixels": _pixels,
    "axis": _axis,
    "range": _range,
    "not finite": _not_finite,
    "negative": _share("negative flux", lambda s: s.flux < 0),
    "zero": _share("zero flux", lambda s: s.flux == 0),
    "without error": _share("ivar<=0|err<=0/NaN", _without_error),
    "spike": _spike,
    "medium": _medium,
    "flux unit": _flux_unit,
    "redshift": _redshift,
    "class": _class,
    "release": _release,
}
