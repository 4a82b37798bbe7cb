"""The Performance page as a browser shows it: charts drawn, nothing wider than the window."""

import pytest

from specreview.review.history import new_decision

QUEUE = "races"
TOO_WIDE = "() => document.documentElement.scrollWidth - window.innerWidth"


@pytest.mark.parametrize(("width", "height", "scheme"), [(1440, 900, "light"), (1024, 768, "dark")])
def test_tables_and_charts_fit_the_window(
    new_page, address, workspace, reviewer, width, height, scheme
):
    store = workspace.store
    queue = store.queues.get(QUEUE)
    for row in store.rows(queue.id, ""):
        answer = new_decision(
            row.candidate.id, reviewer, "answer", answer=row.verdict or "NO", verdict=row.verdict,
            verdict_shown=True, base_version=row.candidate.version,
        )  # fmt: skip
        store.decisions.append(answer)
    page = new_page(
        f"{address}/performance?queue={QUEUE}", width=width, height=height, scheme=scheme
    )
    page.wait_for_function(
        "() => document.querySelectorAll('.js-plotly-plot .main-svg').length >= 3", timeout=60_000
    )
    assert page.locator("table.figures").count() == 3
    assert page.locator("table.figures tr.whole").first.is_visible()
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.get_by_text("This page cannot be shown").count() == 0
    boxes = page.locator(".js-plotly-plot").all()
    assert all(box.bounding_box()["width"] < width for box in boxes)
