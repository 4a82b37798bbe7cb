"""Files that came by upload, judged by what is in them: at most one list, and spectra.

A browser's own filter can be passed by, and an ending says little: a FITS file may be either. The
list is kept among the workspace's lists, the spectra in a folder of their own below `uploads`, so
that an import can be repeated and a candidate's file stays where it was.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.canonical import sha256_hex
from specreview.catalogues.columns import match_columns
from specreview.catalogues.importing import kind_of, read_catalogue
from specreview.errors import CatalogueError, SpecreviewError
from specreview.kept_lists import keep_list
from specreview.spectra.readers import list_objects, read_spectrum

FOLDER = "uploads"
MOST_BYTES = 1 << 30
"""Of the spectra of one upload; more is better given by a folder's path."""
_LEADING = ("id", "path", "ra", "dec")


@dataclass(frozen=True)
class Upload:
    """A file as the browser sent it; the name is the browser's and not to be trusted."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Kept:
    """Where list and spectra are kept; `refused` says of each other file why it is neither."""

    list: Path | None = None
    spectra: Path | None = None
    count: int = 0
    refused: tuple[str, ...] = ()

    @property
    def source(self) -> Path | None:
        """What an import reads: the list, else the folder of spectra."""
        return self.list or self.spectra


def keep_uploads(workspace: Path, files: Sequence[Upload]) -> Kept:
    """Keep what can be used of the files below `workspace`.

    Raises
    ------
    CatalogueError
        More bytes than an upload takes, or a disk that refuses them.
    """
    if sum(len(one.content) for one in files) > MOST_BYTES:
        raise CatalogueError(
            f"more than {MOST_BYTES >> 20} MiB of files; copy them to the server and give the "
            "folder's path"
        )
    try:
        (workspace / FOLDER).mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=workspace / FOLDER, prefix=".new-") as place:
            return _sorted(workspace, files, Path(place))
    except OSError as error:
        raise CatalogueError(
            f"{workspace / FOLDER}: the files cannot be kept: {error.strerror}; make room there or "
            "give a path instead"
        ) from error


def is_spectrum(path: Path) -> bool:
    """Whether the file at `path` is one that a reader of spectra takes, and no list by its header.

    Any two columns of numbers may be a spectrum: a table that names ids, paths or positions is one
    only where it names flux too.
    """
    try:
        if list_objects(path).reader == "text":
            read_spectrum(path)
            return not _lists(path)
    except SpecreviewError:
        return False
    return path.suffix.lower() != ".parquet"


def _lists(path: Path) -> bool:
    try:
        columns = read_catalogue(path).columns
    except CatalogueError:
        return False
    flux = any("flux" in name.lower() for name in columns.names)
    known = match_columns(columns.names)
    return not flux and any(known.name(role) for role in _LEADING)


def _sorted(workspace: Path, files: Sequence[Upload], place: Path) -> Kept:
    lists, spectra, refused = list[Path](), dict[str, str](), list[str]()
    for one in files:
        name = safe_name(one.name)
        target = place / name
        if name in spectra:
            if spectra[name] != sha256_hex(one.content):
                refused.append(f"{name}: another spectrum has this name; rename one")
            continue
        target.write_bytes(one.content)
        if is_spectrum(target):
            spectra[name] = sha256_hex(one.content)
            continue
        try:
            if kind_of(target) == "table":
                read_catalogue(target)  # nothing is kept that cannot be read
            lists.append(keep_list(workspace, name, one.content))
        except CatalogueError as error:
            refused.append(str(error).replace(str(target), name))
        target.unlink()
    if len(lists) > 1:
        names = ", ".join(path.name for path in lists[1:])
        refused.append(f"{names}: one list at a time; {lists[0].name} is taken")
    folder = _settled(workspace, place, spectra) if spectra else None
    return Kept(lists[0] if lists else None, folder, len(spectra), tuple(refused))


def _settled(workspace: Path, place: Path, spectra: dict[str, str]) -> Path:
    """The folder of these spectra, made whole or not at all; the same ones are the same folder."""
    named = "\n".join(f"{name} {spectra[name]}" for name in sorted(spectra))
    folder = workspace / FOLDER / f"spectra-{sha256_hex(named.encode())[:8]}"
    if not folder.is_dir():
        made = place / "whole"
        made.mkdir()
        for name in spectra:
            shutil.move(place / name, made / name)
        os.replace(made, folder)  # noqa: PTH105
    return folder


def safe_name(name: str) -> str:
    """A file name without folders, unseen characters or a leading point."""
    bare = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(letter for letter in bare if letter.isprintable() and letter not in ':*?"<>|')
    return kept.strip().lstrip(".")[-120:] or "file"
