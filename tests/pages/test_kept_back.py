"""What the reviewer must not see while deciding: labels and truth, on no page."""

import time
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
    with pytest.raises(CatalogueError, match="has labels, which this import would take away"):
        workspace.import_queue(ImportRequest("known", source, "cv"))
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


def test_the_import_asks_for_share_and_positive_values(app, workspace, folder, find) -> None:
    source = folder / "more.csv"
    rows = "".join(f"{n},spectra/star{n}.csv,{'cv' if n else 'star'}\n" for n in range(5))
    source.write_text("id,path,kind\n" + rows, encoding="utf-8")
    at = app("candidates")
    for key, typed in (("path", str(source)), ("name", "more"), ("map", "label=kind"),
                       ("positive", "CV"), ("share", "150")):  # fmt: skip
        at.text_input(key=f"import_{key}").set_value(typed).run()
    at.selectbox(key="import_task").select("cv").run()
    find(at, "import_begin").click().run()
    assert any("must lie between 0 and 1" in text.value for text in at.text)
    at.text_input(key="import_share").set_value("2.5 %").run()
    find(at, "import_begin").click().run()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _imported(workspace):
        time.sleep(0.1)
    queue = workspace.store.queues.get("more")
    assert queue.expected_share == 0.025
    assert sorted(workspace.store.queues.labels(queue.id).values()) == ["NO", *["YES"] * 4]


def _imported(workspace: Workspace) -> bool:
    names = {queue.name: queue.id for queue in workspace.store.queues.all()}
    return "more" in names and len(workspace.store.queues.labels(names["more"])) == 5
