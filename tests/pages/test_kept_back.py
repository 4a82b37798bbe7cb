"""What the reviewer must not see while deciding: labels and truth, on no page."""

from pathlib import Path

import pytest

from specreview.catalogues import Wording
from specreview.errors import CatalogueError
from specreview.services import ImportRequest, Workspace

PLANTED = "planted-class"


@pytest.fixture
def labelled(workspace: Workspace, folder: Path) -> int:
    """A queue from a catalogue whose label column holds an unmistakable class."""
    rows = [f"{n},spectra/star{n}.csv,{PLANTED if n < 2 else 'other-class'},kept" for n in range(5)]
    source = folder / "list.csv"
    source.write_text("id,path,kind,remark\n" + "\n".join(rows) + "\n", encoding="utf-8")
    request = ImportRequest("known", source, "cv", mapping={"label": "kind"},
                            wording=Wording((PLANTED,)))  # fmt: skip
    queue, report = workspace.import_queue(request)
    assert report.labels == {"YES": 2, "NO": 3}
    return queue.id


@pytest.mark.parametrize("page", ["candidates", "review", "export"])
def test_no_page_shows_a_label(app, labelled: int, page: str) -> None:
    at = app(page, queue="known")
    drawn = str(at._tree) + "".join(str(one.value) for one in at.dataframe)
    assert "known" in drawn
    assert PLANTED not in drawn
    assert "other-class" not in drawn


def test_an_import_that_forgets_the_label_column_shows_and_loses_nothing(
    workspace, labelled: int, folder: Path
) -> None:
    source = folder / "list.csv"
    _, again = workspace.import_queue(ImportRequest("known", source, "cv"))
    assert (again.unchanged, again.labels) == (5, {"YES": 2, "NO": 3}), "read as the last time"
    with pytest.raises(CatalogueError, match="has labels, which this import would take away"):
        workspace.import_queue(ImportRequest("known", source, "cv", guess=True))
    with pytest.raises(CatalogueError, match="a folder has no label column"):
        workspace.import_queue(ImportRequest("known", folder / "spectra", "cv"))
    words = Wording(("kept",))
    other = ImportRequest("known", source, "cv", mapping={"label": "remark"}, wording=words)
    _, report = workspace.import_queue(other)
    assert report.labels == {"YES": 5}
    rows = workspace.store.rows(labelled, "ann")
    assert [row.candidate.catalogue for row in rows] == [{}] * 5
    assert PLANTED not in repr(rows)
    _, again = workspace.import_queue(other)
    assert (again.unchanged, again.changed) == (5, 0)
