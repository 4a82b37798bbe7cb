"""Which column of a catalogue plays which role: guessed by usual names, overridden by --map."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from specreview.catalogues.roles import ROLES, bare_name, guess
from specreview.catalogues.sky_frames import SkyFrame, StatedFrames
from specreview.catalogues.split_angles import joined, split_angle
from specreview.errors import CatalogueError

_SHOWN = 36
PASTED_LINE = "pasted line"
"""Name of the column that says in which line of a pasted text a row stood."""


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
    frames: StatedFrames = field(default_factory=StatedFrames)
    """As the list states them."""

    def name(self, role: str) -> str | None:
        """The column of `role`, None where there is none."""
        found = self.by_role.get(role, ())
        return found[0] if found else None

    def value(self, cells: Mapping[str, str], role: str) -> str:
        """The cell of `role`, "" where there is no such column; the parts of an angle as one."""
        names = self.by_role.get(role, ())
        if not names:
            return ""
        if role in _ANGLES and len(names) > 1:
            return joined(names, self.values(cells, role))
        return cells.get(names[0], "")

    def unit(self, role: str) -> str:
        """The unit that the list states for the column of `role`, "" where it states none."""
        name = self.name(role)
        if name is None:
            return ""
        return self.units.get(name, "") or bare_name(name)[1]

    @cached_property
    def frame(self) -> SkyFrame | None:
        """The frame of the positions, None for ICRS; one without axes where they differ."""
        ra, dec = (self.by_role.get(role, ()) for role in _ANGLES)
        if not (ra and dec):
            return None
        first, second = self.frames.of(ra[-1]), self.frames.of(dec[-1])
        return first if first == second else SkyFrame("two frames")

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
        stored = {self.name(role) for role in _STORED} | {PASTED_LINE, *self._kept_back}
        used = stored if self.frame else stored.union(*(self.by_role.get(r, ()) for r in _ANGLES))
        return {name: text for name, text in cells.items() if name not in used and text}


_STORED = ("id", "path", "task", "redshift", "score", "survey", "release", "truth")
"""Roles with a place of their own in a candidate; positions too, but for those of other frames."""
_ANGLES = ("ra", "dec")


def match_columns(
    names: Sequence[str],
    mapping: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    frames: StatedFrames | None = None,
) -> Columns:
    """Roles for the columns `names`; `mapping` (role to column) overrides the guess.

    Several truth columns are given as one text with commas; columns that are truth by their
    name stay hidden beside those that are mapped. "" says that no column plays the role.

    Raises
    ------
    CatalogueError
        An unknown role, or a column that the catalogue does not have.
    """
    by_role = guess(names)
    for role, wanted in (mapping or {}).items():
        if role not in ROLES:
            allowed = ", ".join(ROLES)
            raise CatalogueError(f"--map {role}={wanted}: no such name; use one of {allowed}")
        found = [_find(names, role, part) for part in _parts(role, wanted) if part]
        guessed = by_role[role] if role == "truth" else ()
        by_role[role] = tuple(dict.fromkeys((*found, *guessed)))
        if role in _ANGLES and found:
            by_role[role] = split_angle(role, names, found[0]) or by_role[role]
    return Columns(
        tuple(names),
        by_role,
        frozenset(mapping or {}),
        units=dict(units or {}),
        frames=frames or StatedFrames(),
    )


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
