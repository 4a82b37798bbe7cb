"""The sheet of many: pages, order, fonts, and what stands where a file is missing."""

import io
import re
import zlib

import pytest
from matplotlib.figure import Figure
from PIL import Image

from specreview.errors import SettingsError
from specreview.listing import list_of
from specreview.report.sheet import PAGE_MM
from specreview.report.sheet_panel import draw_panel, fitted
from specreview.report.sheet_subject import SheetObject, SheetOptions
from specreview.reporting import listed_candidates, sheet_of, sorted_rows
from tests.builders import commanded


@pytest.fixture(scope="module")
def rows(workspace):  # type: ignore[no-untyped-def]
    return workspace.store.rows(workspace.store.queues.get("stars").id, "ann")


@pytest.fixture(scope="module")
def sheet(workspace, rows):  # type: ignore[no-untyped-def]
    made = list_of(workspace, workspace.store.queues.get("stars"), "current", "ann").made
    return lambda **options: sheet_of(workspace, rows, made, SheetOptions(**options))


def texts(page: bytes) -> bytes:
    """What a PDF holds, its streams unpacked."""
    packed = re.findall(rb"stream\r?\n(.*?)endstream", page, re.DOTALL)
    unpacked = []
    for stream in packed:
        try:
            unpacked.append(zlib.decompress(stream))
        except zlib.error:
            unpacked.append(stream)
    return b"\n".join([page, *unpacked])


def test_a_pdf_has_all_pages_as_vectors_with_its_fonts_inside(sheet) -> None:
    content = sheet(columns=2, rows=1).pdf()
    assert content.startswith(b"%PDF")
    inside = texts(content)
    assert len(re.findall(rb"/Type /Page\b", inside)) == 3, "five spectra, two a page"
    assert b"/FontFile2" in inside, "TrueType, embedded"
    assert b"/Subtype /Image" not in inside, "no pixels"
    assert b"/Type3" not in inside


def test_a_picture_a_page_in_greys_at_the_size_of_a_page(sheet) -> None:
    drawn = sheet(columns=2, rows=2)
    pictures = [Image.open(io.BytesIO(one)) for one in drawn.pictures()]
    assert len(pictures) == drawn.pages == 2
    wide, high = pictures[0].size
    assert high / wide == pytest.approx(PAGE_MM[1] / PAGE_MM[0], rel=1e-3)
    red, green, blue = pictures[0].convert("RGB").split()
    assert red.tobytes() == green.tobytes() == blue.tobytes(), "legible without colour"


def test_the_order_of_the_panels(rows) -> None:
    falling = [row.candidate.snr for row in sorted_rows(rows, "snr")]
    assert falling == sorted(falling, reverse=True)
    surest = [row.confidence for row in sorted_rows(rows, "confidence")]
    assert surest == [4, 4, 4, 4, None], "what is not known comes last"
    assert sorted_rows(rows, "list") == rows


def test_each_list_gives_its_candidates_once(workspace, rows) -> None:
    queue = workspace.store.queues.get("stars")
    ids = [row.candidate.id for row in rows]
    wanted = {"approved": ids[:4], "current": ids[:4], "history": ids[:4], "traces": ids[:1]}
    for kind, listed in wanted.items():
        ready = list_of(workspace, queue, kind, "ann")
        found = listed_candidates(workspace, ready, "ann")
        assert [row.candidate.id for row in found] == listed, kind


def test_what_is_missing_leaves_a_panel_that_says_so() -> None:
    figure = Figure(figsize=(3, 1.5))
    axes = figure.add_subplot()
    shown = SheetObject(
        "1" * 90 + "日本", "LAMOST", "YES 4", None, "a.fits: no file at $this$ path"
    )
    draw_panel(axes, shown, SheetOptions(), 150.0)
    figure.canvas.draw()
    said = [text.get_text() for text in axes.texts]
    assert "a.fits: no file at $this$ path" in said
    assert "…" in said[0]
    assert not axes.lines


def test_a_name_that_is_too_long_keeps_both_ends() -> None:
    assert fitted("18040418627693314048", 57.0, 5.0) == "180404186…693314048"
    assert fitted("ab", 60.0, 5.0) == "ab"


@pytest.mark.parametrize(
    "wrong", [{"columns": 0}, {"rows": 13}, {"window": (6700.0, 6400.0)}, {"smoothing": -1}]
)
def test_what_cannot_be_drawn_by_is_refused(wrong) -> None:
    with pytest.raises(SettingsError):
        SheetOptions(**wrong)


def test_the_command_names_several_pictures_and_refuses_an_empty_list(folder, tmp_path) -> None:
    given = ("--workspace", folder, "--reviewer", "ann", "--columns", 2, "--rows", 1)
    code, out, _ = commanded("sheet", "stars", "current", "--to", tmp_path / "s.png", *given)
    assert code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s-1.png", "s-2.png"]
    assert out.count("kB") == 2
    code, _, err = commanded("sheet", "stars", "disagreements", "--to", tmp_path / "t.pdf", *given)
    assert code == 2
    assert "nothing is on the disagreements list" in err
    code, _, err = commanded("sheet", "stars", "current", "--to", tmp_path / "t.jpg", *given)
    assert code == 2
    assert "ends so" in err
