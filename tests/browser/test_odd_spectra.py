"""Spectra of which there is little to see, and what is typed around a refresh; Back."""

import numpy as np
import pytest

from specreview.services import ImportRequest, Workspace

ROWS = range(300)
ODD = {
    "all_bad": "".join(f"{4000 + 2 * n},0,0\n" for n in ROWS),
    "one_good": "".join(f"{4000 + 2 * n},{5 + 0.1 * np.sin(n)},{int(n == 40)}\n" for n in ROWS),
    "flat_zero": "".join(f"{4000 + 2 * n},0,1\n" for n in ROWS),
}


@pytest.fixture(scope="module")
def odd(folder, address):
    spectra = folder / "odd"
    spectra.mkdir()
    for name, rows in ODD.items():
        (spectra / f"{name}.csv").write_text("# vacuum\nwavelength,flux,ivar\n" + rows)
    workspace = Workspace.open(folder)
    try:
        _, report = workspace.import_queue(ImportRequest("odd", spectra, task="cv"))
    finally:
        workspace.close()
    return report.new


def test_a_spectrum_without_a_good_pixel_stops_no_key(odd, review, settled, workspace, reviewer):
    page = review("queue=odd")
    for _ in range(odd):
        settled(page)
        page.keyboard.press("u")
    page.wait_for_selector(".st-key-end")
    queue = workspace.store.queues.get("odd")
    made = [d for d in workspace.store.decisions.history(queue.id) if d.reviewer == reviewer]
    assert len({one.candidate_id for one in made}) == len(made) == odd


def test_a_note_typed_right_before_a_refresh_is_not_lost(review, shown, settled):
    page = review()
    settled(page)
    here = shown(page)
    page.keyboard.press("t")
    page.keyboard.type("Halpha in doubt")
    page.reload()
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    settled(page)
    page.wait_for_selector("text=Note (15)")
    page.keyboard.press("n")
    settled(page)
    assert shown(page) != here
    page.reload()
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    settled(page)
    assert page.evaluate("() => window.specreviewDesk.data.note") == ""


def test_back_and_forward_go_through_the_candidates_and_then_to_the_page_before(
    new_page, address, shown, settled, still, log
):
    page = new_page(f"{address}/?queue=races")
    page.wait_for_selector(".st-key-table canvas")
    still(page)  # a link clicked while the page still runs may be lost
    page.click("text=Review >> nth=0")
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    seen = []
    for key in ("n", "w", "ArrowRight"):  # a window is no place of its own
        settled(page)
        page.keyboard.press(key)
        if key != "w":
            seen.append((shown(page), page.url.partition("&window")[0]))
    settled(page)
    made, last = log(), (shown(page), page.url)
    page.keyboard.press("t")
    page.keyboard.type("left here")

    def go(step, place):
        page.evaluate(f"history.{step}()")
        page.wait_for_function("at => window.specreviewDesk.shown === at", arg=place[0])
        settled(page)
        assert page.url.partition("&window")[0] == place[1]

    go("back", seen[1])
    go("back", seen[0])
    page.go_back()
    page.wait_for_selector(".st-key-queue_row")
    assert "/review" not in page.url
    page.go_forward()
    page.wait_for_selector(".st-key-chart .js-plotly-plot")
    go("forward", seen[1])
    go("forward", last)
    assert log() == made
    page.keyboard.press("t")
    assert page.evaluate("() => window.specreviewDesk.note.text") == "left here"


def test_no_key_at_the_end_decides_and_backspace_undoes(
    odd, review, settled, still, shown, workspace, reviewer
):
    page = review("queue=odd")

    def made():
        queue = workspace.store.queues.get("odd")
        log = workspace.store.decisions.history(queue.id)
        return [(one.candidate_id, one.action) for one in log if one.reviewer == reviewer]

    for _ in range(odd):
        settled(page)
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".st-key-end")
    still(page)
    page.keyboard.press("n")
    page.click(".st-key-end_resume button")
    page.wait_for_selector(".st-key-chart .js-plotly-plot")
    settled(page)
    still(page)
    assert made() == []
    for _ in range(odd):
        settled(page)
        page.keyboard.press("u")
    page.wait_for_selector(".st-key-end")
    last = made()[-1][0]
    still(page)
    page.keyboard.press("Backspace")
    page.wait_for_selector(".st-key-chart .js-plotly-plot")
    settled(page)
    assert made()[-1] == (last, "undo")
    assert shown(page) == last
