"""The usual names of a catalogue's columns, and which column is meant where none is mapped."""

import re
from collections.abc import Iterable, Sequence

from specreview.catalogues.split_angles import split_angle

ROLES: dict[str, tuple[str, ...]] = {
    "id": ("obsid", "specobjid", "targetid", "object_id", "objid", "spectrum_id", "id",
           "source_id", "obs_id", "specid"),
    "path": ("path", "file", "filename", "file_name", "filepath", "spectrum", "specfile", "fits"),
    "task": ("task", "task_key"),
    "ra": ("ra", "raj2000", "ra_obs", "target_ra", "plug_ra", "ra_deg", "_raj2000", "radeg",
           "ra_icrs", "_ra_icrs", "_ra.icrs", "ra2000", "s_ra", "_ra"),
    "dec": ("dec", "dej2000", "dec_obs", "target_dec", "plug_dec", "dec_deg", "_dej2000", "de",
            "decdeg", "dedeg", "de_icrs", "_de_icrs", "_de.icrs", "dec_icrs", "dec2000", "de2000",
            "s_dec", "_de"),
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

_OTHER_FRAMES = (
    ("rab1950", "deb1950"), ("_rab1950", "_deb1950"), ("ra1950", "dec1950"), ("ra1950", "de1950"),
    ("ra_1950", "dec_1950"), ("ra_b1950", "dec_b1950"),
    ("glon", "glat"), ("_glon", "_glat"), ("gal_lon", "gal_lat"), ("gal_l", "gal_b"), ("l", "b"),
    ("elon", "elat"), ("_elon", "_elat"), ("ecl_lon", "ecl_lat"),
)  # fmt: skip
"""Columns of a position in another frame, taken where there is none in ICRS or J2000."""
_LETTERS = ("l", "b")
"""Only as they are spelt here: L and B are a luminosity and a magnitude."""
_SEVERAL = frozenset({"truth", "path"})
_UNIT = re.compile(r"(.*?)\s*[\[(]\s*([^\])]*)\s*[\])]\s*")


def guess(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The columns of each role by their names alone."""
    lowered: dict[str, str] = {}
    for spelt in (_lower, lambda name: bare_name(name)[0].lower(), _without_part):
        for name in names:
            lowered.setdefault(spelt(name), name)
    found = {role: _usual(role, lowered) for role in ROLES}
    if not (found["ra"] or found["dec"]):
        found["ra"], found["dec"] = _in_parts(names) or _in_other_frame(lowered)
    return found


def _usual(role: str, lowered: dict[str, str]) -> tuple[str, ...]:
    found = tuple(lowered[usual] for usual in ROLES[role] if usual in lowered)
    return found if role in _SEVERAL else found[:1]


def _in_parts(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    ra, dec = split_angle("ra", names), split_angle("dec", names)
    return (ra, dec) if ra and dec else None


def _in_other_frame(lowered: dict[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for pair in _OTHER_FRAMES:
        found = [lowered[name] for name in pair if name in lowered]
        if len(found) == len(pair) and (pair != _LETTERS or tuple(found) == _LETTERS):
            return (found[0],), (found[1],)
    return (), ()


def _lower(name: str) -> str:
    return name.strip().lower()


def bare_name(name: str) -> tuple[str, str]:
    """A name and the unit that stands behind it in brackets: "RA (deg)" is ("RA", "deg")."""
    found = _UNIT.fullmatch(name)
    return (found.group(1).strip(), found.group(2).strip()) if found else (name.strip(), "")


def _without_part(name: str) -> str:
    """A name without what ECSV ("sky.ra") and joins by TOPCAT ("ra_1") add to it."""
    return _lower(name).rpartition(".")[2].removesuffix("_1")


def known_names(names: Iterable[str]) -> list[str]:
    """Those of `names` that some role is usually called by."""
    there = list(names)
    usual = {name for several in ROLES.values() for name in several}
    pairs = guess(there)
    placed = {*pairs["ra"], *pairs["dec"]}
    return [name for name in there if name.strip().lower() in usual or name in placed]
