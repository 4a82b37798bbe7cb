"""A list and its spectra by upload, then the three epochs of a source by link and keyboard."""

from urllib.parse import quote

import numpy as np
import pytest
from astropy.table import Table
from playwright.sync_api import expect

NAME = "three epochs, 50% + more"
IDS = ("18446744073709551617", "18446744073709551618", "18446744073709551619")
FITS_BELOW = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return { rows: document.querySelector('.epochs .stack').scrollHeight,
           room: document.querySelector('.epochs .stack').clientHeight,
           edges: ['.st-key-chart .nsewdrag', '.epoch .drawn', '.epochs .axis'].map(
             (name) => [Math.round(box(name).left), Math.round(box(name).right)]),
           axis: box('.epochs .axis').bottom, bar: box('.st-key-bar_upper').top,
           page: document.querySelector('[data-testid=stMain]').scrollHeight }; }"""
TALLER = """() => {
  const page = document.querySelector('[data-testid=stMain]');
  return page.scrollHeight - page.clientHeight; }"""


@pytest.fixture
def files(tmp_path):
    """A FITS list that calls nothing by its usual name, and three spectra of one source."""
    paths = []
    wave = np.arange(3800.0, 9000.0, 2.0)
    for n in range(3):
        rng = np.random.default_rng(n)
        line = (1 + n) * np.exp(-0.5 * ((wave - 6564.61) / 15.0) ** 2)
        flux = 100.0 * (1.0 + line) + rng.normal(0.0, 4.0, wave.size)
        rows = "\n".join(f"{w:.1f},{f:.4f},4.0" for w, f in zip(wave, flux, strict=True))
        paths.append(tmp_path / f"epoch{n}.csv")
        paths[-1].write_text(f"# vacuum\nwavelength,flux,error\n{rows}\n")
    # an id beyond 2^64 is no number in FITS, but text
    table = Table(
        {
            "NUMBER": [*IDS, ""],
            "FILE": [path.name for path in paths] + ["epoch0.csv"],
            "RA": [210.1] * 4,
            "DEC": [35.0, 35.0001, 35.0002, 35.0],
            "MJD": [57119, 58000, 59001, 59002],
        }
    )
    table.write(tmp_path / "list.fits")
    return [tmp_path / "list.fits", *paths]


def choose(page, box, words):
    """Open a list by its keyed container, type, Enter."""
    page.locator(f'[class*="st-key-{box}"] input').first.click()
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def test_upload_import_link_and_three_epochs(
    new_page, address, files, workspace, settled, still, reviewer
):
    page = new_page(f"{address}/?queue=races")
    page.locator(".st-key-import_open button").click()
    page.get_by_role("radio", name="Upload").click()
    page.locator(".st-key-import_files input[type=file]").set_input_files(files)
    page.locator(".preview >> text=NUMBER").wait_for()
    choose(page, "import_role_id", "NUMBER")
    page.locator(".preview .role >> text=/^Id$/").wait_for()
    page.locator(".st-key-import_name input").fill(NAME)
    page.keyboard.press("Enter")
    choose(page, "import_task", "CV")
    page.locator(".st-key-import_begin button:enabled").wait_for()  # all of it has arrived
    page.reload()
    page.locator(".preview .role >> text=/^Id$/").wait_for(timeout=60_000)
    page.set_viewport_size({"width": 1024, "height": 600})
    expect(page.locator(".st-key-import_begin button")).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-import_name input")).to_have_value(NAME)
    page.locator(".st-key-import_begin button").click()
    with page.expect_download(timeout=60_000) as told:
        page.locator(".st-key-rejects_download_import button").click()
    lines = told.value.path().read_text().splitlines()
    assert lines == ["row,name,reason", lines[1]]
    assert lines[1].startswith("4,epoch0.csv,missing id")
    assert page.locator(".st-key-import_show").count() == 1, "a download disturbs nothing"
    page.locator(".st-key-import_show button").click()
    page.locator(".st-key-table").wait_for()
    page.locator(".st-key-table").hover()
    tools = page.locator(".st-key-table [data-testid=stElementToolbar]")
    assert not any(one.is_visible() for one in tools.all()), "the filter can be clicked"
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".st-key-answers_fold summary").click()
    page.locator(".st-key-answers_try").scroll_into_view_if_needed()
    assert still(page, "() => document.querySelector('[data-testid=stMain]').scrollTop") == 0
    assert page.evaluate(TALLER) <= 0, "the cards beside the table scroll, and not the page"
    queue = workspace.store.queues.get(NAME)
    assert dict(queue.mapping) == {"id": "NUMBER"}

    link = f"{address}/?queue={quote(NAME)}&id={IDS[1]}"
    page = new_page(link, width=1024, height=768)
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    settled(page)
    assert "/review?" in page.url
    assert f"id={IDS[1]}" in page.url
    page.keyboard.press("p")
    page.locator(".epoch").nth(2).wait_for()
    places = still(page, FITS_BELOW)
    assert places["page"] <= 768
    assert places["rows"] <= places["room"] + 1, "three are seen without scrolling"
    assert places["axis"] <= places["bar"]
    assert places["edges"] == [places["edges"][0]] * 3, "one looks straight up into the chart"
    page.keyboard.press("p")
    page.locator(".epoch.on >> text=2020-06-01").wait_for()
    settled(page)
    page.keyboard.press("y")
    page.locator(".epoch.on >> text=YES, confidence 3").wait_for()
    page.keyboard.press("p")
    page.locator(".epoch.on >> text=2015-04-07").wait_for()
    settled(page)
    page.keyboard.press("n")
    page.locator(".epoch.on >> text=NO, confidence 3").wait_for()
    page.reload()
    page.locator(".epoch.on >> text=NO, confidence 3").wait_for(timeout=60_000)
    settled(page)
    page.keyboard.press("p")
    page.locator(".st-key-panels").wait_for()
    assert f"id={IDS[1]}" in page.url
    rows = workspace.store.rows(queue.id, reviewer)
    assert {row.candidate.object_id: row.answer for row in rows} == dict(
        zip(IDS, ("NO", None, "YES"), strict=True)
    )
