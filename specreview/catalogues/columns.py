"""Which column of a catalogue plays which role: guessed by usual names, overridden by --map."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from specreview.errors import CatalogueError

ROLES: dict[str, tuple[str, ...]] = {
    "id": ("obsid", "specobjid", "targetid", "object_id", "objid", "spectrum_id", "id",
           "source_id", "obs_id", "specid"),
    "path": ("path", "file", "filename", "file_name", "filepath", "spectrum", "specfile", "fits"),
    "task": ("task", "task_key"),
    "ra": ("ra", "raj2000", "ra_obs", "target_ra", "plug_ra", "ra_deg", "_raj2000", "radeg"),
    "dec": ("dec", "dej2000", "dec_obs", "target_dec", "plug_dec", "dec_deg", "_dej2000", "de",
            "decdeg"),
    "redshift": ("z", "redshift", "z_best", "zbest", "z_pipe", "z_noqso"),
    "score": ("score", "probability", "prob", "p", "proba", "likelihood"),
    "class": ("class", "spectype", "subclass", "sptype", "spectral_type"),
    "survey": ("survey",),
    "release": ("release", "data_release", "dr", "data_v"),
    "truth": ("truth", "truth_class", "ground_truth"),
    "label": (),
    "planid": ("planid", "plan_id", "plan"),
    "lmjd": ("lmjd",),
    "spid": ("spid", "sp_id"),
    "fiberid": ("fiberid", "fiber", "fibre", "fiber_id"),
    "plate": ("plate", "plateid"),
    "mjd": ("mjd",),
    "field": ("field", "fieldid", "field_id"),
    "catalogid": ("catalogid", "catalog_id"),
    "healpix": ("healpix", "hpxpixel", "hpix"),
    "program": ("program", "faprgrm"),
}  # fmt: skip
"""Role to the usual column names, matched without regard to case; the first that exists wins.

`truth` takes every column of its names: scoring needs them, reviewers must not see them.
`label` is never guessed by name: what a class means under a task is for a person to say.
`path` keeps the others in reserve, for rows whose file the first one does not name.
"""
_SHOWN = 36
_SEVERAL = frozenset({"truth", "path"})


@dataclass(frozen=True)
class Columns:
    """The columns of one catalogue by role; `truth` and `path` may hold several names."""

    names: tuple[str, ...]
    by_role: Mapping[str, tuple[str, ...]]
    chosen: frozenset[str] = frozenset()
    """Roles that the user mapped, as against guessed ones."""
    secret: tuple[str, ...] = ()
    """Columns that an earlier import kept back."""
    units: Mapping[str, str] = field(default_factory=dict)
    """By column, as the list states them."""

    def name(self, role: str) -> str | None:
        """The column of `role`, None where there is none."""
        found = self.by_role.get(role, ())
        return found[0] if found else None

    def value(self, cells: Mapping[str, str], role: str) -> str:
        """The cell of `role`, "" where there is no such column."""
        name = self.name(role)
        return "" if name is None else cells.get(name, "")

    def unit(self, role: str) -> str:
        """The unit that the list states for the column of `role`, "" where it states none."""
        name = self.name(role)
        if name is None:
            return ""
        return self.units.get(name, "") or _bare(name)[1]

    def values(self, cells: Mapping[str, str], role: str) -> list[str]:
        """The cells of all columns of `role`."""
        return [cells.get(name, "") for name in self.by_role.get(role, ())]

    def hidden(self, cells: Mapping[str, str]) -> dict[str, str]:
        """The truth and label cells, by column name."""
        return {name: cells.get(name, "") for name in self._kept_back}

    def keeping(self, names: Iterable[str]) -> "Columns":
        """These columns, with those of `names` that are among them kept back too."""
        wanted = set(names)
        return replace(self, secret=tuple(name for name in self.names if name in wanted))

    @property
    def _kept_back(self) -> tuple[str, ...]:
        roles = (*self.by_role.get("truth", ()), *self.by_role.get("label", ()))
        return tuple(dict.fromkeys((*roles, *self.secret)))

    def remaining(self, cells: Mapping[str, str]) -> dict[str, str]:
        """All other cells that say something, verbatim; never a truth."""
        used = {self.name(role) for role in _STORED} | set(self._kept_back)
        return {name: text for name, text in cells.items() if name not in used and text}


_STORED = ("id", "path", "task", "ra", "dec", "redshift", "score", "survey", "release", "truth")
"""Roles with a place of their own in a candidate."""


def match_columns(
    names: Sequence[str],
    mapping: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
) -> Columns:
    """Roles for the columns `names`; `mapping` (role to column) overrides the guess.

    Several truth columns are given as one text with commas; columns that are truth by their
    name stay hidden beside those that are mapped. "" says that no column plays the role.

    Raises
    ------
    CatalogueError
        An unknown role, or a column that the catalogue does not have.
    """
    by_role = {role: _guess(names, role) for role in ROLES}
    for role, wanted in (mapping or {}).items():
        if role not in ROLES:
            allowed = ", ".join(ROLES)
            raise CatalogueError(f"--map {role}={wanted}: no such name; use one of {allowed}")
        found = [_find(names, role, part) for part in _parts(role, wanted) if part]
        guessed = by_role[role] if role == "truth" else ()
        by_role[role] = tuple(dict.fromkeys((*found, *guessed)))
    return Columns(tuple(names), by_role, frozenset(mapping or {}), units=dict(units or {}))


_UNIT = re.compile(r"(.*?)\s*[\[(]\s*([^\])]*)\s*[\])]\s*")


def _lower(name: str) -> str:
    return name.strip().lower()


def _bare(name: str) -> tuple[str, str]:
    """A name and the unit that stands behind it in brackets: "RA (deg)" is ("RA", "deg")."""
    found = _UNIT.fullmatch(name)
    return (found.group(1).strip(), found.group(2).strip()) if found else (name.strip(), "")


def _without_part(name: str) -> str:
    """A name without what ECSV ("sky.ra") and joins by TOPCAT ("ra_1") add to it."""
    return _lower(name).rpartition(".")[2].removesuffix("_1")


def known_names(names: Iterable[str]) -> list[str]:
    """Those of `names` that some role is usually called by."""
    usual = {name for several in ROLES.values() for name in several}
    return [name for name in names if name.strip().lower() in usual]


def _guess(names: Sequence[str], role: str) -> tuple[str, ...]:
    lowered: dict[str, str] = {}
    for spelt in (_lower, lambda name: _bare(name)[0].lower(), _without_part):
        for name in names:
            lowered.setdefault(spelt(name), name)
    found = tuple(lowered[usual] for usual in ROLES[role] if usual in lowered)
    return found if role in _SEVERAL else found[:1]


def _parts(role: str, wanted: str) -> list[str]:
    return wanted.split(",") if role == "truth" else [wanted]


def _find(names: Sequence[str], role: str, wanted: str) -> str:
    if wanted in names:
        return wanted
    for name in names:
        if name.strip().lower() == wanted.strip().lower():
            return name
    near = get_close_matches(wanted.lower(), [name.lower() for name in names], n=1)
    meant = next((name for name in names if near and name.lower() == near[0]), None)
    hint = f"; did you mean {meant}?" if meant else ""
    raise CatalogueError(f"--map {role}={wanted}: no such column; there are {shown(names)}{hint}")


def shown(names: Sequence[str]) -> str:
    """The names of columns for a message, the first three dozen of them."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def parse_mapping(pairs: Iterable[str]) -> dict[str, str]:
    """ROLE=COLUMN texts as a dictionary.

    Raises
    ------
    CatalogueError
        A text without "=", or a role given twice.
    """
    mapping: dict[str, str] = {}
    for pair in pairs:
        role, equals, column = pair.partition("=")
        if not (equals and role and column):
            raise CatalogueError(f"column {pair}: write ROLE=COLUMN, e.g. id=OBSID")
        if role in mapping:
            raise CatalogueError(f"column role {role}: given twice; give one column")
        mapping[role] = column
    return mapping
