"""Builds the demo: survey files, and one catalogue of candidates with the truth in it."""

import csv
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np

from specreview.demo.cast import CAST
from specreview.demo.formats import (
    DESI_ARMS,
    LAMOST_PIXELS,
    LAMOST_START,
    RELEASE,
    SDSS_PIXELS,
    SDSS_START,
    desi_axis,
    log_axis,
    write_desi,
    write_lamost,
    write_lamost_table,
    write_sdss,
)
from specreview.demo.instrument import Pixels, fine_grid, observe
from specreview.demo.placing import Placed, place
from specreview.demo.profiles import Array
from specreview.demo.roles import Role
from specreview.demo.tour import TOUR
from specreview.errors import SettingsError

CATALOGUE = "candidates.csv"
SPECTRA = "spectra"
BROKEN = "spec-60444-SYNTHETIC08_sp11-204.fits.gz"
COLUMNS = (
    "obsid", "task", "path", "ra", "dec", "z", "survey", "release", "mjd", "tour", "truth",
    "truth_class",
)  # fmt: skip
_COUNTS = 900.0
"""Median flux of a LAMOST spectrum, in counts."""
_FLUX = 18.0
"""Median flux of an SDSS or DESI spectrum, in 1e-17 erg/s/cm2/Å."""


def demo_roles(seed: int) -> list[Role]:
    """The tour, then the others task by task, shuffled within each task."""
    draws = np.random.default_rng(seed)
    roles = list(TOUR)
    for _, members in groupby(CAST, key=lambda role: role.task):
        group = list(members)
        roles.extend(group[index] for index in draws.permutation(len(group)))
    return roles


def build_demo(folder: Path, seed: int = 20261, first: int | None = None) -> Path:
    """Write the demo's files below `folder`; returns the catalogue's path.

    The same seed gives the same bytes.  Files of an earlier build are replaced.  `first` keeps to
    so many candidates, the tour's before the others; None makes all, about 60.

    Raises
    ------
    SettingsError
        When the folder cannot be written, or has a catalogue of that name that is no demo's.
    """
    placed = place(demo_roles(seed), seed)[:first]
    try:
        _refuse_foreign(folder / CATALOGUE)
        (folder / SPECTRA).mkdir(parents=True, exist_ok=True)
        _write_spectra(folder / SPECTRA, placed, seed)
        _write_catalogue(folder / CATALOGUE, placed)
    except OSError as error:
        raise SettingsError(
            f"{folder}: the demo cannot be written: {error.strerror}; choose another --dir"
        ) from error
    return folder / CATALOGUE


def _refuse_foreign(catalogue: Path) -> None:
    """A demo may be made in a workspace in use: a person's own list is not written over."""
    header = f"{','.join(COLUMNS)}\n".encode()
    if not catalogue.exists():
        return
    with catalogue.open("rb") as stream:
        if stream.read(len(header)) != header:
            raise SettingsError(f"{catalogue}: is not the demo's and stays; choose another --dir")


def _write_spectra(folder: Path, placed: list[Placed], seed: int) -> None:
    grid = fine_grid()
    desi: dict[str, list[tuple[Placed, dict[str, Pixels]]]] = {}
    for number, one in enumerate(placed):
        source = one.role.source(grid)
        own_seed = seed + 1_000 * (number + 1)
        path = folder / one.file_name
        if one.role.form == "desi":
            pixels = _observe_desi(source, one, own_seed)
            desi.setdefault(one.file_name, []).append((one, pixels))
        else:
            _write_single(path, one, source, own_seed)
    for name, targets in desi.items():
        write_desi(folder / name, [one for one, _ in targets], [arms for _, arms in targets])
    whole = (folder / placed[0].file_name).read_bytes()
    (folder / BROKEN).write_bytes(whole[: len(whole) * 3 // 5])


def _write_single(path: Path, one: Placed, source: Array, seed: int) -> None:
    if one.role.form == "sdss":
        axis = log_axis(SDSS_START, SDSS_PIXELS)
        write_sdss(path, one, _observe(source, one, axis, _FLUX, seed))
        return
    axis = log_axis(LAMOST_START, LAMOST_PIXELS)
    write = write_lamost if one.role.form == "lamost" else write_lamost_table
    write(path, one, _observe(source, one, axis, _COUNTS, seed))


def _observe(
    source: Array, one: Placed, axis: Array, level: float, seed: int, camera: int = 0
) -> Pixels:
    form = one.role.form
    exposure = replace(
        one.role.exposure,
        telluric=form.startswith("lamost"),
        resolution=3_000.0 if form == "desi" else 1_800.0,
    )
    pixels = observe(source, one.role.true_redshift, axis, exposure, seed, camera)
    return pixels.scaled(level)


def _observe_desi(source: Array, one: Placed, seed: int) -> dict[str, Pixels]:
    """Each arm cut out of a whole spectrum of its own, so that arms agree in flux scale."""
    axes = {arm: desi_axis(arm) for arm in DESI_ARMS}
    axis = np.unique(np.concatenate(list(axes.values())))
    arms = {}
    for camera, (arm, own) in enumerate(axes.items()):
        whole = _observe(source, one, axis, _FLUX, seed, camera)
        arms[arm] = whole.cut(np.isin(axis, own))
    return arms


def _write_catalogue(path: Path, placed: Iterable[Placed]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_catalogue_row(one) for one in placed)
        broken = ["990999204", "cv", f"{SPECTRA}/{BROKEN}", "", "", "", "LAMOST", RELEASE]
        writer.writerow([*broken, "60444", "", "NO", "broken file"])


def _catalogue_row(one: Placed) -> list[str]:
    role = one.role
    survey = {"sdss": "SDSS", "desi": "DESI"}.get(role.form, "LAMOST")
    numbers = [f"{one.ra:.6f}", f"{one.dec:.6f}", repr(role.stated_redshift)]
    place_in_file = [one.object_id, role.task, f"{SPECTRA}/{one.file_name}"]
    return [*place_in_file, *numbers, survey, RELEASE, str(one.mjd), role.tour, role.truth,
            role.truth_class]  # fmt: skip
