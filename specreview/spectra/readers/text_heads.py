r"""What stands above the numbers of a text table: names and units of its columns.

IPAC tables (https://irsa.ipac.caltech.edu/applications/DDGEN/Doc/ipac_tbl.html): `\keyword`
lines, then up to four lines between bars: names, types, units, the word for a missing value.
"""

import re

import yaml

from specreview.spectra.readers.text_columns import role
from specreview.spectra.readers.units import of_other_kind, wavelength_unit

Lines = list[tuple[int, str]]
"""Numbered lines of a text."""

TOKEN = re.compile(r"[^\s,;\[\](){}]+(?:\s?[\[(][^\])]*[\])])?")
_IN_BRACKETS = re.compile(r"[\[(]([^\])]*)[\])]")
_ONLY_BRACKETS = re.compile(r"(?:\s*[\[(][^\])]*[\])],?\s*)+")
_NEAR = 5
"""Comment lines above the numbers in which names are looked for."""


class NoEcsv(ValueError):
    """An ECSV header that cannot be read."""


def unbarred(lines: Lines) -> Lines:
    """Lines without bars: IPAC's heads as one line of name[unit], other bars as tabs."""
    barred = [n for n, (_, line) in enumerate(lines) if line.startswith("|")]
    if not barred or barred[0] != next(n for n, (_, t) in enumerate(lines) if t[0] != "\\"):
        return lines
    kept = lines[barred[0] :]
    if len(barred) == len(kept):
        made = [(number, "\t".join(_between_bars(line))) for number, line in kept]
    else:
        rows = [_between_bars(line) for _, line in kept[: len(barred)]]
        units = rows[2] if len(rows) > 2 else []
        made = [(kept[0][0], " ".join(with_units(rows[0], units))), *kept[len(barred) :]]
    return [(number, line) for number, line in made if line.strip()]


def _between_bars(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def with_units(names: list[str], units: list[str]) -> list[str]:
    """name[unit] of each, where there are as many units as names, and where a unit is given."""
    if len(units) != len(names):
        return names
    return [f"{n}[{u}]" if u and u != "-" else n for n, u in zip(names, units, strict=True)]


def units_in_line(names: list[str], cells: list[str]) -> list[str]:
    """The units that a line below the names gives; [] where it is no such line.

    It is one where it says a unit of wavelength below the name of the wavelengths.
    """
    bare = [cell.strip().strip("[]()") for cell in cells]
    axis = next((i for i, n in enumerate(names) if is_wave(n)), None)
    if axis is None or len(bare) != len(names) or not bare[axis]:
        return []
    return bare if wavelength_unit(bare[axis]) is not None else []


def names_in_comments(comments: list[str], width: int) -> list[str]:
    """Column names from the last comment lines, as in "# wave flux err"; [] where none fits.

    A line of nothing but brackets below them holds their units, as in "# [A] [mJy] [mJy]".
    """
    units: list[str] = []
    for comment in reversed(comments[-_NEAR:]):
        if _ONLY_BRACKETS.fullmatch(comment):
            units = _IN_BRACKETS.findall(comment)
            continue
        tokens = TOKEN.findall(comment)
        if len(tokens) >= width and any(is_wave(t) for t in tokens[-width:]):
            names = tokens[-width:]
            return names if any(unit_of(n) for n in names) else with_units(names, units)
    return []


def ecsv_units(text: str, names: list[str]) -> list[str]:
    """Units by column from an ECSV header (https://github.com/astropy/astropy-APEs APE 6)."""
    header = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    end = next((i for i, line in enumerate(header) if line.startswith(("meta:", "schema:"))), None)
    try:
        stated = yaml.safe_load("\n".join(header[2:end]))
        units = {str(c["name"]): str(c.get("unit", "")) for c in stated["datatype"]}
    except (yaml.YAMLError, KeyError, TypeError, AttributeError):
        raise NoEcsv("its ECSV header cannot be read") from None
    return [units.get(n, "") for n in names]


def without_wavelengths(header: list[str]) -> str:
    """Why a header names no wavelengths; who has frequencies must not be told to rename them."""
    for cell in header:
        other = of_other_kind(without_unit(cell))
        if other:
            return f"column {cell} holds {other}; write wavelengths"
    return f"no wavelength column among {', '.join(header)[:120]}; name one wavelength"


def is_wave(token: str) -> bool:
    return role(without_unit(token)) in ("wavelength", "log_wavelength")


def without_unit(name: str) -> str:
    return re.sub(r"\s*[\[(].*$", "", name.strip().strip("\"'")).strip()


def unit_of(name: str) -> str:
    match = re.search(r"[\[(](.*)[\])]", name)
    return match.group(1).strip() if match else ""
