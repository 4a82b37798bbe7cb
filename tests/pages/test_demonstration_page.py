"""A demonstration on the Review page: trace and pictures, and words where the chart would be."""

from pathlib import Path

from specreview.services import ImportRequest
from tests.catalogues.demonstration_files import demonstration, write_demonstrations


def test_a_demonstration_is_shown_without_a_spectrum(app, html, workspace, tmp_path: Path) -> None:
    source = write_demonstrations(tmp_path / "sft", [demonstration(1), demonstration(2, "NO")])
    queue, _ = workspace.import_queue(ImportRequest("demos", source, task="cv"))
    (first, _) = [row.candidate for row in workspace.store.rows(queue.id, "ann")]
    at = app(queue="demos")
    assert not at.exception
    shown = html(at)
    assert "There is no spectrum file" in shown
    assert "spec-55859-F5902_sp01-001.fits" in shown
    assert "import the list again and name the folder" in shown
    assert "demonstration" in shown
    assert "Hα" in shown
    assert "\x03" not in shown
    assert "EW 75 Å." in shown
    trace = workspace.store.traces.latest(first.id)
    for sha in workspace.store.traces.images(trace):
        assert sha in shown, "each picture has its place"
    assert "ground_truth" not in shown
    assert "No answer is possible without a spectrum" in shown
