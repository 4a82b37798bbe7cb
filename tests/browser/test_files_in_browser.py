"""What is handed on, in a browser: an object's page with the network off, and a fresh download."""

import csv
import io
from pathlib import Path

from specreview.review.history import new_decision
from tests.browser.conftest import IDLE, QUEUE
from tests.builders import commanded


def test_an_object_page_needs_no_network(browser, folder, workspace, tmp_path):
    queue = workspace.store.queues.get(QUEUE)
    one = workspace.store.rows(queue.id, "")[0].candidate
    to = tmp_path / "object.html"
    code, _, err = commanded("page", QUEUE, one.object_id, "--to", to, "--workspace", folder)
    assert code == 0, err
    context = browser.new_context(offline=True, color_scheme="dark")
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(to.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [to.as_uri()]
    chart = page.locator("svg.chart")
    assert chart.locator(".data path.s-ink").first.bounding_box()["width"] > 500
    loaded = "() => [...document.images].map((one) => one.naturalWidth)"
    assert min(page.evaluate(loaded)) > 400, "the pictures are in the file"
    whole = chart.locator(".x-ticks").text_content()
    page.locator(".zooms button").first.click()
    assert chart.locator(".x-ticks").text_content() != whole, "the axis follows the zoom"
    chart.hover()
    assert "observed " in page.locator(".reading").text_content()
    page.locator(".zooms button").last.click()
    assert chart.locator(".x-ticks").text_content() == whole
    assert said == []
    context.close()


def test_case_074_a_download_is_fresh_and_disturbs_nothing(
    new_page, address, folder, workspace, reviewer, tmp_path
):
    queue = workspace.store.queues.get(QUEUE)
    rows = workspace.store.rows(queue.id, "")[:2]
    _answer(workspace, rows[0].candidate.id, reviewer)
    page = new_page(f"{address}/export?queue={QUEUE}&list=current")
    page.get_by_text("Download 1 row, CSV").wait_for(timeout=60_000)
    page.wait_for_function(IDLE)
    _answer(workspace, rows[1].candidate.id, reviewer)
    with page.expect_download() as got:
        page.get_by_text("Download 1 row, CSV").click()
    got.value.save_as(tmp_path / "page.csv")
    assert page.get_by_text("Download 1 row, CSV").is_visible(), "the page did not run again"
    command = ("export", QUEUE, "current", "--to", tmp_path / "command.csv")
    code, _, err = commanded(*command, "--reviewer", reviewer, "--workspace", folder)
    assert code == 0, err
    downloaded, written = (_rows(tmp_path / f"{name}.csv") for name in ("page", "command"))
    assert len(downloaded) == 2
    assert downloaded == written


def _answer(workspace, candidate: int, reviewer: str) -> None:
    made = new_decision(candidate, reviewer, "answer", answer="YES", confidence=4)
    workspace.store.decisions.append(made)


def _rows(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))[1:]
