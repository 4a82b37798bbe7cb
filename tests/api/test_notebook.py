"""The notebook runs, and shows what its code gives."""

import json
import os
import subprocess
import sys
from pathlib import Path

NOTEBOOK = "docs/notebook.ipynb"
LARGEST = 200_000
"""Bytes: what is committed stays small."""


def _words(text: str) -> str:
    """Without blanks: a kernel breaks long lines in places of its own."""
    return "".join(text.split())


def _committed(cell: dict[str, list[dict[str, object]]]) -> tuple[str, str | None]:
    """What a cell printed, and the text of its result."""
    printed, result = "", None
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            printed += "".join(output["text"])  # type: ignore[arg-type]
        else:
            result = "".join(output["data"]["text/plain"])  # type: ignore[index]
    return printed, result


def test_the_notebook_runs_and_shows_what_its_code_gives(repository: Path, tmp_path: Path) -> None:
    path = repository / NOTEBOOK
    runner = Path(__file__).with_name("run_notebook.py")
    done = subprocess.run(
        [sys.executable, str(runner), str(path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(repository), "COLUMNS": "80", "LINES": "25"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    now = json.loads(done.stdout)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(now) == len(code) >= 10
    for cell, given in zip(code, now, strict=True):
        printed, result = _committed(cell)
        source = "".join(cell["source"])
        assert _words(printed) == _words(given["stdout"]), source
        assert _words(result or "") == _words(given["result"] or ""), source


def test_what_is_committed_is_small_and_of_no_machine(repository: Path) -> None:
    text = (repository / NOTEBOOK).read_text(encoding="utf-8")
    assert len(text) < LARGEST
    assert not [place for place in ("/home", "/tmp", "/work", "/root", "/Users") if place in text]
