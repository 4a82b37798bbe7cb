"""What is wanted: ids and positions as typed, or the rows of a catalogue that have no file."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.catalogues import cells as read
from specreview.catalogues.columns import Columns
from specreview.catalogues.files import FileFinder, survey_names
from specreview.catalogues.importing import read_catalogue
from specreview.catalogues.quantities import position_of
from specreview.errors import CatalogueError, FetchError
from specreview.fetching.offers import Survey
from specreview.fetching.sdss_ids import fibre_of, field_of
from specreview.fetching.service import Wanted
from specreview.review.rows import Candidate
from specreview.spectra.file_names import LAMOST_NAME

_PLATE, _FIELD = ("plate", "mjd", "fiberid"), ("field", "mjd", "catalogid")


@dataclass(frozen=True)
class Missing:
    """The rows of a catalogue that want a file; how many have one, or are another survey's."""

    wanted: tuple[Wanted, ...]
    have_file: int = 0
    other_survey: int = 0


def by_ids(ids: Sequence[str]) -> list[Wanted]:
    """What ids on a command line ask for; one that lost digits is told so, and not asked for."""
    return [_by_id(text) for text in ids]


def by_positions(positions: Sequence[str]) -> list[Wanted]:
    """What positions ask for: "RA DEC" in degrees, or sexagesimal (RA in hours).

    Raises
    ------
    FetchError
        When one cannot be read.
    """
    return [_by_position(text) for text in positions]


def without_file(
    source: Path,
    folder: Path,
    survey: Survey,
    mapping: Mapping[str, str] | None = None,
    rows: Collection[int] | None = None,
) -> Missing:
    """The rows of a catalogue for which `queue create --spectra FOLDER` would find no file.

    `rows` are the only row numbers that count; None: all.

    Raises
    ------
    CatalogueError
        When the catalogue cannot be read.
    """
    table = read_catalogue(source, mapping)
    finder = FileFinder(source, folder)
    wanted, have_file, other = [], 0, 0
    for row in table.rows:
        if rows is not None and row.number not in rows:
            continue
        stated = table.columns.value(row.cells, "survey").strip().lower()
        if stated and not _is_of(stated, survey):
            other += 1
        elif _has_file(finder, table.columns, row.cells):
            have_file += 1
        else:
            wanted.append(_of_row(row.number, table.columns, row.cells, survey))
    return Missing(tuple(wanted), have_file, other)


def without_spectrum(candidates: Iterable[Candidate], survey: Survey) -> list[Wanted]:
    """The candidates of a survey whose file is gone, by their id, else by their position."""
    wanted = []
    for one in candidates:
        if one.survey and not _is_of(one.survey.lower(), survey):
            continue
        known = _own_id(one.object_id, survey)
        if (known or one.ra is not None) and not _is_there(one.path):
            wanted.append(Wanted(one.object_id, known, one.ra, one.dec))
    return wanted


def _is_there(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _is_of(stated: str, survey: Survey) -> bool:
    """A catalogue's word for a survey: "SDSS", "boss", "LAMOST DR7"; DESI's own surveys, too."""
    words = {"sdss": ("sdss", "boss", "segue"), "lamost": ("lamost",),
             "desi": ("desi", "main", "sv", "cmx", "special")}  # fmt: skip
    return any(word in stated for word in words[survey])


def _has_file(finder: FileFinder, columns: Columns, cells: Mapping[str, str]) -> bool:
    object_id, _ = read.id_of(columns.value(cells, "id"))
    try:
        finder.find(columns, cells, object_id)
    except CatalogueError as error:
        return "files match" in str(error)  # several: fetching one more would not help
    return True


def _of_row(number: int, columns: Columns, cells: Mapping[str, str], survey: Survey) -> Wanted:
    stated = columns.value(cells, "id")
    object_id, fault = read.id_of(stated)
    ra, dec = position_of(columns, cells) or (None, None)
    text = f"row {number} ({stated.strip() or 'no id'})"
    known = _of_survey(object_id, columns, cells, survey)
    if known is not None:
        return Wanted(text, known, stem=_stem(columns, cells, survey))
    if ra is not None and dec is not None:
        return Wanted(f"row {number} at {ra:.5f} {dec:+.5f}", ra=ra, dec=dec)
    reason = fault or f"neither an id of {survey.upper()} nor a position in this row"
    return Wanted(text, fault=reason)


def _of_survey(
    object_id: str | None, columns: Columns, cells: Mapping[str, str], survey: Survey
) -> str | None:
    """The survey's id of a row; for SDSS also from the three columns of a file's name."""
    own = _own_id(object_id, survey)
    if own is not None or survey != "sdss":
        return own
    for roles, named in ((_PLATE, fibre_of), (_FIELD, field_of)):
        told = [read.id_of(columns.value(cells, role))[0] or "" for role in roles]
        if all(told) and named("-".join(told)):
            return "-".join(told)
    return None


def _own_id(object_id: str | None, survey: Survey) -> str | None:
    """The id where it has a form of that survey's, else None."""
    if not object_id:
        return None
    if survey == "sdss":
        return object_id if fibre_of(object_id) or field_of(object_id) else None
    return object_id if object_id.isascii() and object_id.removeprefix("-").isdigit() else None


def _stem(columns: Columns, cells: Mapping[str, str], survey: Survey) -> str:
    """The survey's own file name of a row's columns: what `queue create` looks for first."""
    if survey != "lamost":
        return ""
    names = survey_names(columns, cells)
    return next((name for name in names if LAMOST_NAME.fullmatch(f"{name}.fits")), "")


def _by_id(text: str) -> Wanted:
    object_id, fault = read.id_of(text)
    return Wanted(text, object_id, fault=fault)


def _by_position(text: str) -> Wanted:
    for ra_text, dec_text in _halves(text):
        ra, dec = read.right_ascension(ra_text), read.declination(dec_text)
        if ra is not None and dec is not None:
            return Wanted(text, ra=ra, dec=dec)
    raise FetchError(
        f"--at {text!r}: no position; write RA DEC in degrees, such as '150.1 2.2', or "
        "'10:00:24 +02:12:00'"
    )


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """The two numbers of a position: split at its comma, else in the middle of its words."""
    if text.count(",") == 1:
        ra, dec = text.split(",")
        yield ra.strip(), dec.strip()
    words = text.replace(",", " ").split()
    if words and len(words) % 2 == 0:
        middle = len(words) // 2
        yield " ".join(words[:middle]), " ".join(words[middle:])
