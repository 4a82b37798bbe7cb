"""docs/exports.md and the code name the same columns, formats and lists."""

from pathlib import Path

import pytest

from specreview.export import COLUMNS, FORMATS, KINDS
from specreview.export.columns import REVIEWERS
from specreview.export.job import COLUMNS_OF

CANDIDATES = (*COLUMNS, REVIEWERS)


def _section(repository: Path, title: str) -> list[list[str]]:
    """Cells of the lines of a section's table."""
    text = (repository / "docs" / "exports.md").read_text(encoding="utf-8")
    body = text.split(f"\n### {title}\n")[1].split("\n#")[0]
    lines = [line for line in body.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(
    ("title", "columns"),
    [("approved, current", CANDIDATES), *COLUMNS_OF.items()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_column_is_documented(repository: Path, title, columns) -> None:  # type: ignore[no-untyped-def]
    told = [cells for cells in _section(repository, title) if cells[0] != "cat_NAME"]
    assert told == [[c.name, c.kind, c.unit, c.ucd, c.description] for c in columns]
    names = [column.name for column in columns]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 60 and name.isidentifier() for name in names)


def test_each_list_and_format_is_documented(repository: Path) -> None:
    text = (repository / "docs" / "exports.md").read_text(encoding="utf-8")
    assert all(f"- **{kind}**: " in text for kind in KINDS)
    assert all(f"\n| {ending} | " in text for ending in FORMATS)
