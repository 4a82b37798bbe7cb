"""Finds a catalogue row's spectrum file: by its path, by the survey's file name, or by id."""

import contextlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from specreview.catalogues.cells import id_of, is_blank
from specreview.catalogues.columns import Columns
from specreview.catalogues.places import typed_path
from specreview.catalogues.sources import MATCH_ARCSEC, KnownSource, SourceMatcher
from specreview.catalogues.walking import walk
from specreview.errors import CatalogueError, SpecreviewError
from specreview.spectra.readers.registry import list_objects, read_all

_SUFFIXES = (".gz", ".fits", ".fit", ".csv", ".txt", ".dat", ".ecsv", ".ascii")


def stem(name: str) -> str:
    """A file's name without the endings of spectra: "spec-1.fits.gz" is "spec-1"."""
    lowered = name.lower()
    for suffix in _SUFFIXES:
        if lowered.endswith(suffix):
            return stem(name[: -len(suffix)])
    return name


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_file(path: Path) -> bool:
    """False also for a name that no disk takes, and for one in a folder without rights."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


_BY_RULE = (
    ("planid", "lmjd", "spid", "fiberid"),
    ("plate", "mjd", "fiberid"),
    ("survey", "program", "healpix"),
    ("field", "mjd", "catalogid"),
)
"""Roles of LAMOST's, SDSS's, DESI's and SDSS-V's file names."""


def names_files(columns: Columns) -> bool:
    """Whether there are the columns that one of the surveys' file names is made of."""
    return any(all(columns.name(role) for role in roles) for roles in _BY_RULE)


def survey_names(columns: Columns, cells: Mapping[str, str]) -> list[str]:
    """File names without ending that the surveys' own rules make of a row's columns.

    LAMOST: spec-LMJD-PLANID_spNN-FFF, med- in medium resolution; SDSS: spec-PLATE-MJD-FIBER,
    before DR8 spSpec-MJD-PLATE-FIB, in SDSS-V spec-FIELD-MJD-CATALOGID; DESI:
    coadd-SURVEY-PROGRAM-HEALPIX and spectra- likewise (files of many targets).
    https://data.sdss.org/datamodel, https://desidatamodel.readthedocs.io and LAMOST's
    descriptions of its releases say so.
    """
    told = {role: _plain(columns.value(cells, role)) for roles in _BY_RULE for role in roles}
    names = []
    if all(told[role] for role in _BY_RULE[0]):
        fibre = f"{told['planid']}_sp{told['spid']:0>2}-{told['fiberid']:0>3}"
        names += [f"{kind}-{told['lmjd']:0>5}-{fibre}" for kind in ("spec", "med")]
    if all(told[role] for role in _BY_RULE[1]):
        plate, mjd, fibre = (told[role] for role in _BY_RULE[1])
        names.append(f"spec-{plate:0>4}-{mjd}-{fibre:0>4}")
        names.append(f"spSpec-{mjd:0>5}-{plate:0>4}-{fibre:0>3}")
    if all(told[role] for role in _BY_RULE[2]):
        place = "-".join(told[role].lower() for role in _BY_RULE[2])
        names += [f"{kind}-{place}" for kind in ("coadd", "spectra")]
    if all(told[role] for role in _BY_RULE[3]):
        field, mjd, source = (told[role] for role in _BY_RULE[3])
        padded = (f"spec-{field:0>6}-{mjd}-{source:0>11}", f"spec-{field:0>6}-{mjd}-{source}")
        names += [*padded, f"spec-{field}-{mjd}-{source}"]
    return names


def _plain(text: str) -> str:
    """A number of a file's name, "3" also where a null has made its column one of floats."""
    number = id_of(text)[0]
    return number or ""


def _named(columns: Columns, cells: Mapping[str, str]) -> str:
    names = survey_names(columns, cells)
    return f"the name {' or '.join(names)}" if names else "a blank id, and the row no path"


class FileFinder:
    """Looks for spectra beside the catalogue, and in the folder given with --spectra."""

    def __init__(self, catalogue: Path, spectra: Path | None) -> None:
        self._beside = catalogue.parent
        self._spectra = spectra

    def at(self, ra: float, dec: float) -> list[tuple[Path, str]]:
        """File and object id of each spectrum whose own position is within 3 arcsec.

        Raises
        ------
        CatalogueError
            When there is none; says how many were looked at.
        """
        places, matcher = self._by_position
        found = [places[int(at)] for _, at in matcher.within(ra, dec)]
        if not found:
            raise CatalogueError(
                f"none of {len(places)} spectra with a position in {self._folder} lies within "
                f"{MATCH_ARCSEC:g} arcsec of {ra:.5f} {dec:+.5f}"
            )
        return found

    @property
    def _folder(self) -> Path:
        return self._spectra or self._beside

    def find(self, columns: Columns, cells: Mapping[str, str], object_id: str | None) -> Path:
        """The row's file.

        Raises
        ------
        CatalogueError
            None, or more than one; says where it was looked for and what to add.
        """
        stated = [text for text in columns.values(cells, "path") if not is_blank(text)]
        if stated:
            return self._by_paths(stated)
        for name in survey_names(columns, cells):
            if name in self._by_stem:
                return self._only(self._by_stem[name], name)
        if object_id is None:
            raise CatalogueError(f"no file in {self._folder} has {_named(columns, cells)}")
        by_name = self._by_stem.get(object_id) or self._by_content.get(object_id)
        if not by_name:
            raise CatalogueError(
                f"no file in {self._folder} has this id in its name or header; add a path column"
            )
        return self._only(by_name, object_id)

    def _by_paths(self, stated: list[str]) -> Path:
        """The file that the first of these names; the complaint is about the first."""
        for text in stated:
            with contextlib.suppress(CatalogueError):
                return self._by_path(text)
        return self._by_path(stated[0])

    def _by_path(self, stated: str) -> Path:
        relative = typed_path(stated)
        roots = [self._beside] if self._spectra is None else [self._spectra, self._beside]
        for root in roots:
            candidate = root / relative
            if _is_file(candidate):
                return candidate
            if _is_folder(candidate):
                raise CatalogueError(f"{candidate} is a folder; name the file in it")
        if self._spectra is not None and relative.name in self._by_name:
            return self._only(self._by_name[relative.name], stated)
        places = " or ".join(str(root) for root in roots)
        raise CatalogueError(f"no file {stated} in {places}")

    @staticmethod
    def _only(paths: list[Path], wanted: str) -> Path:
        if len(paths) > 1:
            shown = ", ".join(str(path) for path in paths[:3])
            raise CatalogueError(f"{len(paths)} files match {wanted} ({shown}); add a path column")
        return paths[0]

    @cached_property
    def _files(self) -> list[Path]:
        return [found.path for found in walk(self._folder) if not found.reason]

    @cached_property
    def _by_name(self) -> dict[str, list[Path]]:
        named: dict[str, list[Path]] = {}
        for path in self._files:
            named.setdefault(path.name, []).append(path)
        return named

    @cached_property
    def _by_stem(self) -> dict[str, list[Path]]:
        named: dict[str, list[Path]] = {}
        for path in self._files:
            named.setdefault(stem(path.name), []).append(path)
        return named

    @cached_property
    def _by_position(self) -> tuple[list[tuple[Path, str]], SourceMatcher]:
        """Spectra that state a position, found by it; each file is opened for this."""
        places: list[tuple[Path, str]] = []
        matcher = SourceMatcher()
        for path in self._files:
            with contextlib.suppress(SpecreviewError):
                for spectrum in read_all(path):
                    origin = spectrum.origin
                    if origin.ra is not None and origin.dec is not None:
                        at = str(len(places))
                        places.append((path, origin.object_id))
                        matcher.add(KnownSource(at, "", at, origin.ra, origin.dec))
        return places, matcher

    @cached_property
    def _by_content(self) -> dict[str, list[Path]]:
        """Ids in the files themselves: the last resort, since it opens each file."""
        holding: dict[str, list[Path]] = {}
        for path in self._files:
            try:
                ids = list_objects(path).object_ids
            except SpecreviewError:
                continue  # read_catalogue's own file, notes, and the like lie here too
            for object_id in ids:
                holding.setdefault(object_id, []).append(path)
        return holding
