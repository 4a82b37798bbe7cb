"""The user's own examples: `known/<task>/positive/` and `known/<task>/look-alike/`.

Any spectrum file that specreview reads will do. A file's name says what the object is:
`dwarf_nova_SS_Cyg.fits` is "dwarf nova SS Cyg".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from specreview.errors import SpectrumReadError
from specreview.known.known import SIDES, Known, Side
from specreview.known.vectors import vector
from specreview.measure.diagnose import measure_task
from specreview.spectra.readers import read_spectrum
from specreview.spectra.redshift import marker_redshift
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

FOLDER = "known"
MOST = 200
"""Files of one side that are read."""


@dataclass(frozen=True, eq=False)
class FolderLibrary:
    """What was read, and a sentence for each file that was not."""

    known: tuple[Known, ...]
    refused: tuple[str, ...]


def folder_files(workspace: Path, task_key: str) -> tuple[tuple[Side, Path, int, int], ...]:
    """(side, file, time changed, size) of each example, in the order of names."""
    return tuple(_files(workspace / FOLDER / task_key))


def _files(folder: Path) -> Iterator[tuple[Side, Path, int, int]]:
    for side in SIDES:
        place = folder / side
        if not place.is_dir():
            continue
        paths = [p for p in sorted(place.iterdir()) if p.is_file() and p.name[0] not in "._"]
        for path in paths[:MOST]:
            stat = path.stat()
            yield side, path, stat.st_mtime_ns, stat.st_size


def folder_library(
    files: tuple[tuple[Side, Path, int, int], ...], task: VettingTask
) -> FolderLibrary:
    """Read and measure the user's examples; a file that cannot be read stops no other."""
    known: list[Known] = []
    refused: list[str] = []
    for side, path, _, _ in files:
        try:
            known.append(_known(side, path, task))
        except SpectrumReadError as error:
            refused.append(str(error))
    return FolderLibrary(tuple(known), tuple(refused))


def _known(side: Side, path: Path, task: VettingTask) -> Known:
    spectrum = read_spectrum(path)
    catalogued = spectrum.origin.redshift if task.redshift == "catalogue" else None
    measured = measure_task(spectrum, task, catalogued)
    return Known(
        key=f"{side}/{path.name}",
        side=side,
        what=_name(path),
        source="your folder",
        vector=vector(task, measured),
        redshift=_shift(spectrum, task),
        load=partial(read_spectrum, path),
    )


def _shift(spectrum: Spectrum, task: VettingTask) -> float | None:
    applied = marker_redshift(spectrum.origin, task.redshift)
    return applied.value if applied.applied else None


def _name(path: Path) -> str:
    name = path.name.removesuffix(".gz")
    stem = name.rsplit(".", 1)[0] if "." in name else name
    return " ".join(stem.replace("_", " ").split())
