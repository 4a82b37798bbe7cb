"""Reading a survey file against a bare astropy read of the same arrays.

Run: python benchmarks/bench_reading.py [FOLDER]    (default ../shared/spectra)
The two alternate in one process; medians over REPEATS rounds; a ratio above LIMIT fails.
The bare read of SDSS takes the COADD columns only, not the table with z and class.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from astropy.io import fits

from specreview.spectra.readers import list_objects, read_spectrum

REPEATS = 40
LIMIT = 1.5


def _native(values):
    return np.array(values, dtype=values.dtype.newbyteorder("="))


def bare_lamost(path: Path):
    with fits.open(path) as hdus:
        if hdus[0].data is not None:
            return [_native(row) for row in hdus[0].data]
        table = hdus["COADD"].data
        return [_native(table[n][0]) for n in ("FLUX", "IVAR", "WAVELENGTH", "ANDMASK", "ORMASK")]


def bare_sdss(path: Path):
    with fits.open(path) as hdus:
        table = hdus["COADD"].data
        return [_native(table[n]) for n in ("flux", "loglam", "ivar", "and_mask", "or_mask")]


def bare_desi(path: Path):
    parts = ("FLUX", "IVAR", "MASK")
    with fits.open(path) as hdus:
        rows = [_native(hdus[f"{a}_{p}"].data[0]) for a in "BRZ" for p in parts]
        waves = [_native(hdus[f"{a}_WAVELENGTH"].data) for a in "BRZ"]
        return [*rows, *waves, hdus["FIBERMAP"].data["TARGETID"]]


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def compare(path: Path, bare: Callable[[Path], object]) -> tuple[float, float]:
    """Median milliseconds of ours and of the bare read, taken in turns."""
    first = list_objects(path).object_ids[0]
    ours, theirs = [], []
    for _ in range(REPEATS):
        ours.append(_seconds(lambda: read_spectrum(path, first)))
        theirs.append(_seconds(lambda: bare(path)))
    return 1e3 * float(np.median(ours)), 1e3 * float(np.median(theirs))


CASES = (
    ("LAMOST (5, N)", "lamost_dr7_spec-*.fits", bare_lamost),
    ("LAMOST table .gz", "lamost_cmost_*.fits.gz", bare_lamost),
    ("SDSS lite", "sdss_pyqsofit_spec-0266-51602-0013.fits", bare_sdss),
    ("SDSS full", "sdss_pyhammer_spec-4068-*.fits", bare_sdss),
    ("DESI one target", "desi_cut_coadd-5-169_*.fits", bare_desi),
    ("DESI five targets .gz", "desi_multi_*.fits.gz", bare_desi),
)


def main(folder: Path) -> int:
    worst = 0.0
    print(f"{'format':24}{'ours ms':>9}{'bare ms':>9}{'ratio':>7}")
    for label, pattern, bare in CASES:
        path = sorted(folder.glob(pattern))[0]
        ours, theirs = compare(path, bare)
        worst = max(worst, ours / theirs)
        print(f"{label:24}{ours:9.2f}{theirs:9.2f}{ours / theirs:7.2f}")
    print(f"worst ratio {worst:.2f}, limit {LIMIT}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/spectra")))
