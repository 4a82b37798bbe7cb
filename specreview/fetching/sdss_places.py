"""Where the files of SDSS's data releases lie on the Science Archive Server.

Sources, read and not tried: https://www.sdss4.org/dr17/data_access/bulk/ (26, 103, 104 and
v5_13_2; full and lite); sdss_tree 4.1.4, data/dr8.cfg to dr20.cfg, with sdss_access 3.0.11,
path.py (SPECTRO_REDUX and BOSS_SPECTRO_REDUX of each release, spec, spec-lite, specLite and
specFull); astroquery 0.4.11, sdss/core.py (one folder for all reductions, turned round in DR18).
"""

from dataclasses import dataclass

from specreview.fetching.sdss_ids import LEGACY, Fibre, FieldVisit

_FIRST_BOSS_PLATE = 3510
"""SDSS-I and II used plates up to 3481."""
_BOSS_RUNS = {
    9: ("v5_4_45",),
    12: ("v5_7_0", "v5_7_2"),
    13: ("v5_9_0",),
    14: ("v5_10_0",),
    15: ("v5_10_0",),
    16: ("v5_13_0",),
    17: ("v5_13_2",),
    18: ("v5_13_2",),
    19: ("v5_13_2",),
    20: ("v5_13_2",),
}
"""The pipelines under which a release holds the plates of BOSS and eBOSS: DR12 has two.

Sources: for DR16 and DR17 https://www.sdss4.org/dr17/spectro/pipeline, for DR14
https://www.sciserver.org/datasets/astronomy/sdss-spectra, for DR9
http://www.sdss3.org/dr9/data_access/bulk.php; for DR12, 13, 15 and 18 to 20 addresses in programs
of others, not the survey's own words.
"""
_FIELD_RUN = {18: "v6_0_4", 19: "v6_1_3", 20: "v6_2_1"}
"""The pipeline of SDSS-V's spectra in a release.

Sources: DR18 astroquery 0.4.11, sdss/tests; DR19 https://www.sdss.org/dr19/data_access/allspec;
DR20 addresses in programs of others, not the survey's own words.
"""
RELEASES = tuple(f"dr{number}" for number in _BOSS_RUNS)


@dataclass(frozen=True)
class Place:
    """The addresses that may hold a spectrum, in order, and its file's name without ending."""

    stem: str
    addresses: tuple[str, ...]


class Archive:
    """One release's folders below `base`."""

    def __init__(self, base: str, release: str) -> None:
        self._number = int(release.removeprefix("dr"))
        self._root = f"{base.rstrip('/')}/{release}"

    @property
    def has_fields(self) -> bool:
        """Whether the release holds spectra of SDSS-V."""
        return self._number in _FIELD_RUN

    @property
    def in_allspec(self) -> bool:
        """Whether SkyServer has the table of all spectra for it."""
        return self._number >= 19

    def of_fibre(self, fibre: Fibre) -> Place:
        """spec-lite first, then the full file where the run is told."""
        stem = f"spec-{fibre.name}"
        file = f"{fibre.plate:04d}/{stem}.fits"
        folders = [(run, redux) for run in self._runs(fibre) for redux in self._redux(run)]
        lite = [f"{redux}/{run}/spectra/lite/{file}" for run, redux in folders]
        if not fibre.run2d:
            return Place(stem, tuple(lite))
        full = [f"{redux}/{run}/{self._full(run)}/{file}" for run, redux in folders]
        return Place(stem, (*lite, *full))

    def of_field(self, visit: FieldVisit) -> Place:
        """spec-lite, then the full file; folders and padding changed with each pipeline."""
        run = _FIELD_RUN[self._number]
        below, stem = _field_folders(self._number, visit)
        root = f"{self._root}/spectro/boss/redux/{run}/spectra"
        group = "daily/" if self._number > 19 else ""
        kinds = (f"{root}/{group}{kind}/{below}/{visit.mjd}" for kind in ("lite", "full"))
        return Place(stem, tuple(f"{folder}/{stem}.fits" for folder in kinds))

    def _runs(self, fibre: Fibre) -> tuple[str, ...]:
        """Pipelines under which the release may hold it: the one that its id names alone."""
        runs = _BOSS_RUNS[self._number] if fibre.plate >= _FIRST_BOSS_PLATE else LEGACY
        return (fibre.run2d,) if fibre.run2d in runs else runs

    def _redux(self, run: str) -> list[str]:
        """Where reductions stand: BOSS's had a folder of their own; DR18 turned two round."""
        if self._number > 17:
            return [f"{self._root}/spectro/sdss/redux"]
        own = "eboss/spectro" if self._number > 12 else "boss/spectro"
        folders = ["sdss/spectro"] if run in LEGACY else [own, "sdss/spectro"]
        return [f"{self._root}/{folder}/redux" for folder in folders]

    def _full(self, run: str) -> str:
        """The folder of full files: of BOSS a separate one from DR16 on."""
        return "spectra" if run in LEGACY or self._number < 16 else "spectra/full"


def _field_folders(number: int, visit: FieldVisit) -> tuple[str, str]:
    """Folders between the kind of file and its MJD, and the file's name without ending."""
    if number == 18:
        return f"{visit.field}p", f"spec-{visit.field}-{visit.mjd}-{visit.catalogid:011d}"
    field = f"{visit.field:06d}"
    group = f"{visit.field // 1000:03d}XXX/" if number > 19 else ""
    return group + field, f"spec-{visit.name}"
