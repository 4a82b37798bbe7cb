"""Lists that came by upload or paste, kept in the workspace so that an import can be repeated."""

import csv
import io
import re
from pathlib import Path

from specreview.canonical import sha256_hex
from specreview.catalogues.parsing import check_upload
from specreview.catalogues.pasted import pasted_table
from specreview.errors import CatalogueError
from specreview.whole_files import write_whole

FOLDER = "lists"
_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST_STEM = 60
_PACKED = (".gz",)


def keep_list(workspace: Path, name: str, content: bytes) -> Path:
    """Keep an uploaded list as `lists/STEM-<sha256[:8]>.EXT` below `workspace`.

    The same content under the same name is the same file. It is there whole or not at all.

    Raises
    ------
    CatalogueError
        Another ending than a list's, too many bytes, content that is plainly no list, or a disk
        that refuses it.
    """
    check_upload(content, name)
    stem, ending = _split(name)
    target = workspace / FOLDER / f"{stem}-{sha256_hex(content)[:8]}{ending}"
    try:
        if not (target.is_file() and target.stat().st_size == len(content)):
            target.parent.mkdir(exist_ok=True)
            write_whole(target, content)
    except OSError as error:
        raise CatalogueError(
            f"{name}: cannot be kept as {target}: {error.strerror}; make room there or give the "
            "list's path instead"
        ) from error
    return target


def keep_ids(workspace: Path, text: str) -> Path:
    """Keep pasted ids, positions, or a pasted table with a header, as a CSV among the lists.

    Raises
    ------
    CatalogueError
        When no line can be read; says which line and what is read.
    """
    header, rows = pasted_table(text)
    table = io.StringIO(newline="")
    csv.writer(table, lineterminator="\n").writerows([header, *rows])
    return keep_list(workspace, "pasted.csv", table.getvalue().encode())


def _split(name: str) -> tuple[str, str]:
    """A safe stem, and the ending(s): "My list.csv.gz" is ("My_list", ".csv.gz")."""
    bare = name.replace("\\", "/").rpartition("/")[2]
    path, ending = Path(bare), ""
    while len(ending) < 2 * len(".parquet") and path.suffix:
        packed = path.suffix.lower() in _PACKED
        path, ending = path.with_suffix(""), path.suffix.lower() + ending
        if not packed:
            break
    stem = _UNSAFE.sub("_", path.name).strip("._-")[:_LONGEST_STEM]
    return stem or "list", _UNSAFE.sub("", ending)
