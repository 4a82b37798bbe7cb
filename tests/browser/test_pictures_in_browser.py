"""The trace's pictures: fetched as they come into sight, opened at full size, the stored bytes."""

import pytest

from specreview.agent.events import Limits
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.runner import Runner
from specreview.services import ImportRequest, Workspace
from specreview.views.rendered import render_view

WINDOWS = 8
OPEN = "() => document.querySelectorAll('dialog[open]').length"
SCROLL = "(top) => { document.querySelector('.st-key-trace').scrollTop = top; }"
LOADED = """() => [...document.querySelectorAll('a.picture img')].map(
  (image) => image.complete && image.naturalWidth > 0)"""
HEIGHTS = """() => [...document.querySelectorAll('a.picture')].map(
  (box) => box.getBoundingClientRect().height)"""
HASHES = """() => Promise.all([...document.querySelectorAll('a.picture img')].map(async (image) => {
  const bytes = await (await fetch(image.src)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''); }))"""


@pytest.fixture(scope="module")
def gallery(folder, tmp_path_factory):
    """A workspace whose second candidate has a trace of an overview and eight windows."""
    place = tmp_path_factory.mktemp("gallery")
    workspace = Workspace.open(place)
    try:
        (catalogue,) = folder.rglob("short.csv")
        queue, _ = workspace.import_queue(ImportRequest("races", catalogue))
        row = workspace.store.rows(queue.id, "")[1]
        starts = [5000.0 + 200 * number for number in range(WINDOWS)]
        calls = [format_call("look here", (low, low + 200), f"at {low:.0f}") for low in starts]
        replies = [*calls, format_answer("seen", "NO", "nothing")]
        runner = Runner(
            workspace.store,
            workspace.spectrum,
            workspace.tasks,
            {"scripted": lambda: ScriptedInspector(replies)},
            render_view,
            Limits(turns=WINDOWS + 2),
        )
        trace = runner.inspect_now(row.candidate.id, "scripted")
        runner.close()
    finally:
        workspace.close()
    hashes = [step.view.image_sha256 for step in trace.steps if step.view is not None]
    assert len(hashes) == WINDOWS + 1
    return place, row.candidate, hashes


@pytest.fixture(scope="module")
def gallery_address(gallery, serving):
    with serving(gallery[0]) as address:
        yield address


@pytest.fixture
def open_trace(gallery, new_page):
    """Opens the candidate with the long trace; tells which pictures were asked for."""

    def open_at(address, **options):
        page = new_page(f"{address}/_stcore/health", **options)
        asked = []
        page.on("request", lambda one: "/pictures/" in one.url and asked.append(one.url))
        page.goto(f"{address}/review?queue=races&id={gallery[1].object_id}")
        page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
        page.wait_for_function("() => document.querySelector('a.picture img')?.naturalWidth > 0")
        return page, asked

    return open_at


def see_all(page):
    """Scroll through the whole trace, and wait for every picture."""
    for top in range(0, 2000, 200):
        page.evaluate(SCROLL, top)
        page.wait_for_timeout(60)
    page.wait_for_function(f"() => ({LOADED})().every(Boolean)")


def decided(gallery, reviewer):
    workspace = Workspace.open(gallery[0])
    try:
        queue = workspace.store.queues.get("races")
        made = workspace.store.decisions.history(queue.id)
        return [(one.candidate_id, one.answer) for one in made if one.reviewer == reviewer]
    finally:
        workspace.close()


def test_pictures_below_the_fold_are_not_fetched_until_scrolled(
    open_trace, gallery, gallery_address, still, until
):
    page, asked = open_trace(gallery_address)
    until(lambda: sum(page.evaluate(LOADED)) == len(asked))
    still(page, LOADED)
    hashes = gallery[2]
    near = [f"{gallery_address}/pictures/{sha256}.png" for sha256 in hashes]
    first = len(asked)
    assert asked == near[:first], "in order, each once"
    assert 1 <= first <= WINDOWS - 1, "the last two are out of sight"
    loaded = page.evaluate(LOADED)
    assert loaded == [number < first for number in range(WINDOWS + 1)]
    heights = page.evaluate(HEIGHTS)
    assert max(heights) - min(heights) < 1, "a picture that is not there takes the same room"
    see_all(page)
    assert sorted(asked) == sorted(near), "each once"
    assert page.evaluate(HEIGHTS) == pytest.approx(heights)


def test_a_picture_opens_at_full_size_and_no_key_decides_meanwhile(
    open_trace, gallery, gallery_address, reviewer, settled
):
    page, _ = open_trace(gallery_address, scheme="dark")
    settled(page)
    tabs = len(page.context.pages)
    first = page.locator("a.picture").first
    first.click()
    page.wait_for_function("() => document.querySelector('dialog img')?.naturalWidth > 0")
    size = page.evaluate(
        "() => { const image = document.querySelector('dialog img'),"
        " box = image.getBoundingClientRect();"
        " return [box.width, box.height, image.naturalWidth, image.naturalHeight]; }"
    )
    assert size[:2] == size[2:], "one pixel of the picture is one of the page"
    worn = "(one) => { const s = getComputedStyle(one); return [s.filter, s.mixBlendMode]; }"
    for image in page.locator("dialog img, a.picture img").all()[:3]:
        assert image.evaluate(worn) == ["none", "normal"]
    assert "invert" not in page.evaluate("() => getComputedStyle(document.body).filter")
    for key in ("y", "n", "u", "d", "ArrowRight", "t"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.evaluate(OPEN) == 1
    assert page.evaluate("() => window.specreviewDesk.number") == 0
    page.keyboard.press("Escape")
    assert page.evaluate(OPEN) == 0
    first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(OPEN) == 1
    page.mouse.click(700, 450)
    assert page.evaluate(OPEN) == 0
    assert first.evaluate("(one) => one === document.activeElement"), "the focus goes back"
    assert page.url.startswith(f"{gallery_address}/review"), "no other page"
    assert len(page.context.pages) == tabs
    page.keyboard.press("y")
    settled(page)
    assert decided(gallery, reviewer) == [(gallery[1].id, "YES")]


def test_case_055_a_restarted_server_shows_the_same_pictures(
    open_trace, gallery, serving, reviewer, settled
):
    place, candidate, hashes = gallery
    with serving(place) as address:
        page, _ = open_trace(address)
        see_all(page)
        assert page.evaluate(HASHES) == hashes
        page.keyboard.press("n")
        settled(page)
        page.close()
    assert decided(gallery, reviewer) == [(candidate.id, "NO")]
    with serving(place) as address:
        page, asked = open_trace(address)
        see_all(page)
        assert page.evaluate(LOADED) == [True] * (WINDOWS + 1)
        assert page.evaluate(HASHES) == hashes
        assert all(url.startswith(address) for url in asked)


def test_a_picture_that_is_not_to_be_had_is_said(open_trace, gallery, gallery_address, new_page):
    page = new_page(f"{gallery_address}/_stcore/health")
    page.route("**/pictures/**", lambda route: route.fulfill(status=404, body="not here"))
    page.goto(f"{gallery_address}/review?queue=races&id={gallery[1].object_id}")
    page.wait_for_selector("a.picture.missing", timeout=60_000)
    said = "() => getComputedStyle(document.querySelector('a.picture.missing'), '::after').content"
    assert page.evaluate(said) == '"picture missing"'
