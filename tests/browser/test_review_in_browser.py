"""What only a browser shows: layout, zoom, theme, refresh, tabs, and a queue by keyboard alone."""

import pytest

RANGE = (
    "() => document.querySelector('.st-key-chart .js-plotly-plot')._fullLayout.xaxis.range.slice()"
)
OVERFLOW = """() => [...document.querySelectorAll(
  '.st-key-bar_upper, .st-key-bar_lower, .st-key-tools, .st-key-run, .strip.top')]
  .filter((row) => row.scrollWidth > row.clientWidth + 1)
  .map((row) => `${row.className} ${row.scrollWidth} > ${row.clientWidth}`)"""
PLACES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return { bar: box('.st-key-bar_lower').bottom, barTop: box('.st-key-bar_upper').top,
           panels: box('.st-key-panels').bottom, verdict: box('.st-key-verdict').bottom,
           page: document.querySelector('[data-testid=stMain]').scrollHeight }; }"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_review_fits_without_scrolling(review, settled, still, width, height):
    """As it opens, with the issues, without them again, and after an answer: in one tab."""
    page = review(width=width, height=height)
    for key in ("", "f", "f", "n"):
        settled(page)
        if key:
            page.keyboard.press(key)
            settled(page)
        places = still(page, PLACES)
        assert places["page"] <= height, key
        assert places["bar"] <= height, key
        assert places["panels"] <= places["barTop"], key
        assert places["verdict"] <= places["barTop"], key
        assert page.evaluate(OVERFLOW) == [], key


def zoom_by_hand(page):
    page.mouse.move(500, 380)
    for _ in range(4):
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(60)


def test_case_046_a_zoom_by_hand_survives_a_toggle_and_ends_with_the_candidate(
    review, settled, still
):
    page = review()
    settled(page)
    whole = still(page, RANGE)
    zoom_by_hand(page)
    zoomed = still(page, RANGE, whole)
    assert zoomed[1] - zoomed[0] < 0.9 * (whole[1] - whole[0])
    page.keyboard.press("e")
    settled(page)
    assert still(page, RANGE) == pytest.approx(zoomed, rel=1e-6)
    page.keyboard.press("n")
    settled(page)
    after = still(page, RANGE, zoomed)
    assert after[1] - after[0] > 0.9 * (whole[1] - whole[0])


def test_a_click_on_a_step_zooms_again_after_a_zoom_by_hand(review, settled, still):
    page = review()
    settled(page)
    whole = still(page, RANGE)
    head = page.locator(".step [data-press='step+1']")
    head.click()
    first = still(page, RANGE, whole)
    zoom_by_hand(page)
    by_hand = still(page, RANGE, first)
    assert by_hand != pytest.approx(first, rel=1e-6)
    head.click()
    assert still(page, RANGE, by_hand) == pytest.approx(first, rel=1e-6)


def test_a_refresh_keeps_place_name_and_draft(review, shown, settled):
    page = review()
    settled(page)
    page.keyboard.press("n")
    settled(page)
    here = shown(page)
    page.keyboard.press("t")
    page.keyboard.type("kept", delay=20)
    page.wait_for_timeout(1200)
    page.reload()
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    settled(page)
    assert shown(page) == here
    page.keyboard.press("t")
    assert page.evaluate("() => window.specreviewDesk.note.text") == "kept"


def test_a_second_tab_on_an_older_view_asks_first(review, shown, settled, log, workspace, reviewer):
    one, two = review(), review()
    settled(one)
    settled(two)
    first = shown(one)
    assert shown(two) == first
    one.keyboard.press("n")
    settled(one)
    two.keyboard.press("y")
    two.wait_for_selector('[role="dialog"]')
    assert workspace.store.row(first, reviewer).answer == "NO"
    two.click("[class*='st-key-stale_confirm'] button")
    settled(two)
    assert workspace.store.row(first, reviewer).answer == "YES"
    assert len(workspace.store.decisions.of_candidate(first)) >= 3


def test_a_refresh_in_mid_run_loses_and_doubles_no_step(review, shown, settled, until, workspace):
    page = review()
    settled(page)
    candidate, traces = shown(page), workspace.store.traces
    before = len(traces.of_candidate(candidate))
    page.click("[class*='st-key-run_restart_'] button")
    until(lambda: len(traces.of_candidate(candidate)) > before)
    page.reload()
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    page.wait_for_function(
        "() => document.querySelector('.verdict-head .word')?.innerText.match(/YES|NO|no verdict/)",
        timeout=60_000,
    )
    until(lambda: traces.latest(candidate).verdict is not None)
    assert len(traces.of_candidate(candidate)) == before + 1
    trace = traces.latest(candidate)
    turns = [event for event in trace.events if event.kind == "inspector_replied"]
    assert len({turn.text for turn in turns}) == len(turns)


def test_a_change_of_theme_redraws_the_chart(review, settled):
    page = review()
    settled(page)
    paper = (
        "() => document.querySelector('.st-key-chart .js-plotly-plot')._fullLayout.paper_bgcolor"
    )
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => ({paper})() !== light", arg=light, timeout=60_000)
    dialogs = "() => getComputedStyle(document.body).colorScheme === 'dark'"
    page.wait_for_function(dialogs)  # they stand outside of the app


def test_ten_decisions_by_keyboard_alone_one_undone(review, shown, settled, log):
    page = review()
    keys = ["y", "n", "u", "d", "2", "n", "3", "y", "n", "y", "n", "y"]
    for key in keys:
        settled(page)
        page.keyboard.press(key)
    settled(page)
    assert [action for _, action, _ in log()] == ["answer"] * 3 + ["defer"] + ["answer"] * 6
    last = log()[-1][0]
    page.keyboard.press("Backspace")
    settled(page)
    assert shown(page) == last
    assert log()[-1] == (last, "undo", None)
