"""Reading by format against bare reads of the same arrays, and against specutils.

Run: python benchmarks/bench_reading.py [FOLDER]    (default ../shared/spectra)
All take turns in one process; medians over REPEATS rounds (SLOW_REPEATS for specutils).  A bare
read is astropy.io.fits (text: numpy.loadtxt, VOTable: astropy.io.votable) and the arrays in native
byte order, without facts, masks or checks.  Of surveys whose files are read by the thousand the
ratio must keep within LIMIT; SDSS is compared without its table of z and class.  Formats without a
reference file are written first.
"""

import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from astropy.io import fits, votable

from specreview.spectra.readers import list_objects, read_spectrum

REPEATS = 40
SLOW_REPEATS = 3
LIMIT = 1.5


def _native(values):
    return np.array(values, dtype=values.dtype.newbyteorder("="))


def bare_lamost(path: Path):
    with fits.open(path) as hdus:
        if hdus[0].data is not None:
            return [_native(row) for row in hdus[0].data]
        table = hdus["COADD"].data
        return [_native(table[n][0]) for n in ("FLUX", "IVAR", "WAVELENGTH", "ANDMASK", "ORMASK")]


def bare_mrs(path: Path):
    names = ("FLUX", "IVAR", "LOGLAM", "ANDMASK", "ORMASK")
    with fits.open(path) as hdus:
        tables = [hdus[f"COADD_{arm}"].data for arm in "BR"]
        return [_native(table[n]) for table in tables for n in names]


def bare_sdss(path: Path):
    with fits.open(path) as hdus:
        table = hdus["COADD"].data
        return [_native(table[n]) for n in ("flux", "loglam", "ivar", "and_mask", "or_mask")]


def bare_spspec(path: Path):
    with fits.open(path) as hdus:
        masks = hdus[6].data
        return [_native(row) for row in hdus[0].data[[0, 2]]] + [
            _native(masks[n]) for n in ("andMask", "orMask")
        ]


def bare_desi(path: Path):
    parts = ("FLUX", "IVAR", "MASK")
    with fits.open(path) as hdus:
        rows = [_native(hdus[f"{a}_{p}"].data[0]) for a in "BRZ" for p in parts]
        waves = [_native(hdus[f"{a}_WAVELENGTH"].data) for a in "BRZ"]
        return [*rows, *waves, hdus["FIBERMAP"].data["TARGETID"]]


def bare_table(path: Path):
    with fits.open(path) as hdus:
        table = hdus[1].data
        return [_native(np.ravel(table.field(i))) for i in range(min(4, len(table.columns)))]


def bare_image(path: Path):
    with fits.open(path) as hdus:
        return _native(hdus[0].data)


def bare_text(path: Path):
    return np.loadtxt(path)


def bare_votable(path: Path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return votable.parse_single_table(path).to_table()


CASES = (
    ("LAMOST (5, N)", "lamost_dr7_spec-*.fits", bare_lamost, True),
    ("LAMOST table .gz", "lamost_cmost_*.fits.gz", bare_lamost, True),
    ("LAMOST medium resolution", "lamost_laspec_med-58408*.fits", bare_mrs, True),
    ("SDSS lite", "sdss_pyqsofit_spec-0266-51602-0013.fits", bare_sdss, True),
    ("SDSS full", "sdss_pyhammer_spec-4068-*.fits", bare_sdss, True),
    ("SDSS spSpec", "pyspeckit_SIIdoublet.fits", bare_spspec, True),
    ("DESI one target", "desi_cut_coadd-5-169_*.fits", bare_desi, True),
    ("DESI five targets .gz", "desi_multi_*.fits.gz", bare_desi, True),
    ("CALSPEC", "calspec_wd0148_*.fits", bare_table, False),
    ("ESO phase 3", "made_eso.fits", bare_table, False),
    ("table, row a pixel", "made_rows.fits", bare_table, False),
    ("1-D image", "stelib_HD047839.fits", bare_image, False),
    ("SpeX (3, N)", "spex_irtf_M2III_*.fits", bare_image, False),
    ("IRAF multispec", "specutils_TRES.fits", bare_image, False),
    ("STIS echelle .gz", "specutils_odbue5030_x1d.fits.gz", bare_table, False),
    ("text, 2 columns", "alfa_int_NGC6778_R.ascii", bare_text, False),
    ("Gaia XP VOTable", "gaiaxp_calibrator.xml", bare_votable, False),
)


def make(folder: Path) -> None:
    """The two tables that no reference file has: ESO's vectors, and a row a pixel."""
    axis = np.linspace(3000.0, 10200.0, 40000)
    values = {"WAVE": axis, "FLUX": np.sin(axis) + 2, "ERR": np.full(axis.size, 0.1)}
    roles = ("SpectralAxis.Value", "FluxAxis.Value", "FluxAxis.Accuracy.StatError")
    vectors = fits.BinTableHDU.from_columns(
        [fits.Column(n, f"{v.size}D", unit="Angstrom", array=[v]) for n, v in values.items()],
        name="SPECTRUM",
    )
    for number, role in enumerate(roles, start=1):
        vectors.header[f"TUTYP{number}"] = f"Spectrum.Data.{role}"
    vectors.header["TUCD1"] = "em.wl"
    rows = fits.BinTableHDU.from_columns(
        [fits.Column(n, "D", unit="Angstrom", array=v) for n, v in values.items()]
    )
    for name, table in (("made_eso.fits", vectors), ("made_rows.fits", rows)):
        fits.HDUList([fits.PrimaryHDU(), table]).writeto(folder / name)


def by_specutils() -> Callable[[Path], Any] | None:
    """specutils' own choice of a loader; None where it is not installed."""
    try:
        from specutils import Spectrum, SpectrumList
    except ImportError:
        return None

    def read(path: Path) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return Spectrum.read(path)
            except Exception:  # noqa: BLE001 - loaders raise whatever their parsers raise
                return SpectrumList.read(path)

    return read


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


def slow(path: Path, read: Callable[[Path], Any] | None) -> float | None:
    """Median milliseconds of specutils; None where it has no loader that takes the file."""
    if read is None:
        return None
    try:
        return 1e3 * float(np.median([_seconds(lambda: read(path)) for _ in range(SLOW_REPEATS)]))
    except Exception:  # noqa: BLE001 - as above
        return None


def main(folder: Path) -> int:
    worst, specutils = 0.0, by_specutils()
    print(f"{'format':26}{'ours ms':>9}{'bare ms':>9}{'ratio':>7}{'specutils ms':>14}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as made:
        make(Path(made))
        for label, pattern, bare, limited in CASES:
            path = sorted((Path(made) if pattern.startswith("made_") else folder).glob(pattern))[0]
            ours, theirs = compare(path, bare)
            other = slow(path, specutils)
            worst = max(worst, ours / theirs) if limited else worst
            shown = f"{'not read':>14}" if other is None else f"{other:14.1f}{other / ours:8.1f}"
            print(f"{label:26}{ours:9.2f}{theirs:9.2f}{ours / theirs:7.2f}{shown}", flush=True)
    print(f"worst ratio of the surveys {worst:.2f}, limit {LIMIT}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/spectra")))
