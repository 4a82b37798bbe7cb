"""Folders that this account may not list."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from specreview.catalogues.places import check_folder, check_place
from specreview.errors import CatalogueError

NOBODY = 65534


@contextmanager
def no_rights() -> Iterator[None]:
    """Root may read every folder: for this long the process is nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.parametrize("check", [check_place, check_folder])
def test_a_folder_without_rights_is_refused(check) -> None:
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        closed = Path(home) / "closed"
        closed.mkdir(mode=0o600)
        with no_rights(), pytest.raises(CatalogueError, match=r"closed: cannot be listed: Perm"):
            check(closed)
