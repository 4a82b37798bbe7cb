"""M and X by keyboard in a real browser: they fit, a refresh keeps them, clicks go the same way."""

import pytest

OVERLAY = """() => [...(document.querySelector('.st-key-chart .js-plotly-plot')?.data ?? [])]
  .some((trace) => trace.name === 'overlay')"""
PLACES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return { top: box('.st-key-chart').bottom, company: box('.st-key-company').top,
           bottom: box('.st-key-company').bottom, bar: box('.st-key-bar_upper').top,
           cards: Math.max(...[...document.querySelectorAll('.known-card, .seen p')]
             .map((one) => one.getBoundingClientRect().bottom)),
           page: document.querySelector('[data-testid=stMain]').scrollHeight }; }"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_known_objects_by_keyboard_and_after_a_refresh(review, settled, still, width, height):
    page = review(width=width, height=height)
    settled(page)
    page.keyboard.press("m")
    page.wait_for_selector(".known-card")
    settled(page)
    places = still(page, PLACES)
    assert places["page"] <= height
    assert places["company"] >= places["top"] - 1
    assert places["cards"] <= places["bar"]
    assert page.locator(".known-card").count() == 6
    assert page.evaluate(
        "() => [...document.querySelectorAll('.known-card img')].every((i) => i.naturalWidth > 0)"
    )
    page.keyboard.press("m")
    page.wait_for_selector(".known-card.on")
    page.wait_for_function(OVERLAY)
    page.reload()
    page.wait_for_selector(".known-card.on", timeout=60_000)
    page.wait_for_function(OVERLAY)
    page.click(".known-card >> nth=3")
    page.wait_for_selector(".known-card.on >> text=/^4 /")
    page.locator(".known-card >> nth=1").press("Enter")
    page.wait_for_selector(".known-card.on >> text=/^2 /")
    page.locator(".st-key-company .close").press(" ")
    page.wait_for_selector(".st-key-panels")
    assert "company" not in page.url


def test_seen_elsewhere_by_keyboard_and_after_a_refresh(review, settled, still):
    page = review()
    settled(page)
    page.keyboard.press("w")
    settled(page)
    page.keyboard.press("x")
    page.wait_for_selector(".seen .pick.on")
    settled(page)
    places = still(page, PLACES)
    assert places["page"] <= 900
    low, high = page.url.split("near=")[1].split("&")[0].split("-")
    assert float(high) - float(low) < 1000  # the active step's window, not the whole range
    page.reload()
    page.wait_for_selector(".seen .pick.on", timeout=60_000)
    assert f"near={low}-{high}" in page.url
    settled(page)
    assert page.locator("[data-press='elsewhere+1']").count() == 1, page.inner_text(".seen")
    page.keyboard.press("x")
    page.wait_for_function(OVERLAY)
