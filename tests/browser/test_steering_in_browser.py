"""The walk on the chart, a branch, and the list of inspections by mouse and URL."""

import re

RANGE = (
    "() => document.querySelector('.st-key-chart .js-plotly-plot')._fullLayout.xaxis.range.slice()"
)
TEXTS = (
    "() => [...document.querySelectorAll('.st-key-chart .annotation-text')].map(t => t.textContent)"
)
IN_SIGHT = """() => {
  const box = (query) => document.querySelector(query).getBoundingClientRect();
  const picture = box('.step.active a.picture'), trace = box('.st-key-trace');
  return picture.top >= trace.top - 1 && picture.bottom <= trace.bottom + 1; }"""


def address(page, wanted: str) -> None:
    page.wait_for_function("wanted => location.search.includes(wanted)", arg=wanted, timeout=30_000)


def test_the_walk_shows_band_claim_and_badge_and_ends_with_the_whole_range(review, settled, still):
    page = review()
    settled(page)
    whole = still(page, RANGE)
    page.keyboard.press("w")
    settled(page)
    near = still(page, RANGE, whole)
    assert near[1] - near[0] < 0.5 * (whole[1] - whole[0])
    said = page.evaluate(TEXTS)
    assert any(re.search(r": (supported|same code|not measurable)|^measured", t) for t in said)
    active = page.locator(".step.active")
    assert active.count() == 1
    page.wait_for_function(IN_SIGHT)
    active.locator("a.picture").click()
    page.locator("dialog.full-picture").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.full-picture").wait_for(state="hidden")
    for _ in range(12):
        page.keyboard.press("w")
        settled(page)
        if still(page, RANGE) == whole:
            break
    assert active.count() == 0
    assert still(page, RANGE) == whole


def test_a_branch_and_the_list_by_mouse_and_url(review, settled, workspace):
    page = review()
    settled(page)
    candidate = page.evaluate("() => window.specreviewDesk.shown")
    before = len(workspace.store.traces.of_candidate(candidate))
    page.keyboard.press("b")
    page.locator('[role="dialog"] .st-key-branch_send button').click()
    page.get_by_text(re.compile(r"of inspection \d+, from")).first.wait_for()
    settled(page)
    known = workspace.store.traces.of_candidate(candidate)
    assert len(known) == before + 1
    page.locator('[class*="st-key-inspections_"] button').first.click()
    page.locator('[role="menuitem"], [role="option"]').last.click()
    address(page, f"inspection={known[-1].id}")
    page.reload()
    page.get_by_text("which ended last; this one is shown").first.wait_for()
    assert f"inspection={known[-1].id}" in page.url
