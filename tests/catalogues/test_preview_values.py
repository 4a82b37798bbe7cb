"""The values found in a list's columns, counted while it is read for its preview."""

import os
from collections import Counter
from pathlib import Path

from specreview.catalogues.preview import FEW, preview_with_values
from specreview.ui.imports import Imports


def test_columns_of_classes_are_counted_with_the_preview_and_ids_are_not(tmp_path: Path) -> None:
    path, rows = tmp_path / "long.csv", 3 * FEW
    body = "\n".join(f"{n},{('CV', 'star', '')[n % 3]}" for n in range(rows))
    path.write_text(f"id,kind\n{body}\n")
    preview, found = preview_with_values(path)
    assert preview.n_rows == rows
    assert found == {"kind": Counter({"CV": FEW, "star": FEW, "": FEW})}


def test_a_label_is_chosen_without_reading_the_list_again(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("id,kind\n1,CV\n2,star\n")
    imports = Imports()
    imports.preview(path)
    told = path.stat()
    path.write_text("id,kind\n1,xx\n2,xxxx\n")
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))  # to the page the same file
    assert imports.values(path, "kind") == Counter({"CV": 1, "star": 1})
