"""Walk, marks, look here, branch and compare by keyboard alone; a refresh in each loses nothing."""

import pytest

RANGE = (
    "() => document.querySelector('.st-key-chart .js-plotly-plot')._fullLayout.xaxis.range.slice()"
)
DIALOG = '[role="dialog"]'
WINDOW, NOTE = f"{DIALOG} input", f"{DIALOG} textarea"
PAINTED = "() => window.specreviewDesk?.shown != null"
AT = "query => document.activeElement?.closest(query) !== null"
SAID = "said => document.querySelector('.step.active')?.innerText.includes(said)"


def reload(page, settled) -> None:
    page.reload()
    page.wait_for_function(PAINTED, timeout=60_000)
    settled(page)


def tab_to(page, query: str) -> None:
    """Press Tab until what `query` names has the focus."""
    for _ in range(15):
        if page.evaluate(AT, query):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {query}")


def press(page, settled, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        settled(page)


@pytest.fixture
def marks(workspace, reviewer):
    """(window number, mark) of this test's marks that stand on a trace."""

    def standing(inspection: str) -> list[tuple[int, str]]:
        trace = workspace.store.traces.load(inspection)
        numbers = {id(step.reply): n for n, step in enumerate(trace.windowed, start=1)}
        return [
            (numbers[id(trace.events[one.position])], one.mark)
            for one in workspace.store.marks.standing(inspection)
            if one.reviewer == reviewer and one.mark is not None
        ]

    return standing


def test_a_walk_and_its_marks_outlive_a_refresh(
    review, shown, settled, still, log, workspace, marks
):
    page = review()
    settled(page)
    inspection = workspace.store.traces.counting(shown(page)).inspection_id
    press(page, settled, "w", "w", "7")
    page.wait_for_function(SAID, arg="misread")
    page.get_by_text("window 2: marked misread").wait_for()
    page.get_by_text("saved").first.wait_for()
    there = still(page, RANGE)
    reload(page, settled)
    page.wait_for_function(SAID, arg="misread")
    assert still(page, RANGE) == pytest.approx(there, rel=1e-6)
    assert marks(inspection) == [(2, "misread")]
    press(page, settled, "7")
    page.wait_for_function(f"said => !({SAID})(said)", arg="misread")
    assert marks(inspection) == []
    assert log() == []


def test_an_open_menu_marks_its_own_step_by_the_digits_that_it_shows(
    review, shown, settled, log, workspace, marks
):
    page = review()
    settled(page)
    inspection = workspace.store.traces.counting(shown(page)).inspection_id
    press(page, settled, "w", "w")
    menu = page.locator(".step:has([data-press='step+1']) summary")
    menu.press("Enter")
    page.wait_for_selector("details.marks[open]")
    page.keyboard.press("Escape")
    assert page.locator("details.marks[open]").count() == 0
    menu.press("Enter")
    press(page, settled, "7")
    page.get_by_text("window 1: marked misread").wait_for()
    assert marks(inspection) == [(1, "misread")]
    assert page.locator("details.marks[open]").count() == 0
    assert log() == []


def test_look_here_keeps_the_last_letter_typed_before_a_refresh(
    review, shown, settled, log, workspace, reviewer
):
    page = review()
    settled(page)
    candidate = shown(page)
    press(page, settled, "w")
    page.keyboard.press("k")
    page.wait_for_function(AT, arg=WINDOW)  # the listener puts the focus there
    page.keyboard.type("56", delay=700)  # a slow hand: nothing is drawn anew meanwhile
    page.keyboard.type("00–5700")
    assert page.input_value(WINDOW) == "5600–5700"
    tab_to(page, "textarea")
    page.locator(DIALOG).get_by_text("observed 5600.0–5700.0 Å").wait_for()
    page.keyboard.type("yn what is this?")
    reload(page, settled)
    page.wait_for_function(
        "query => document.querySelector(query)?.value === 'yn what is this?'", arg=NOTE
    )
    assert page.input_value(WINDOW) == "5600–5700"
    page.locator(NOTE).focus()
    page.keyboard.press("Control+Enter")
    said = page.get_by_text("asked to look at 5600–5700 Å: yn what is this?").first
    said.wait_for()
    reload(page, settled)
    said.wait_for()
    assert page.locator(DIALOG).count() == 0
    trace = workspace.store.traces.counting(candidate)
    asked = [one for one in trace.events if one.kind == "window_suggested"]
    assert [one.note for one in asked if one.reviewer == reviewer] == ["yn what is this?"]
    assert trace.verdict is not None
    assert log() == [], "typing logged no answer"


def test_a_branch_from_the_window_walked_to_and_the_comparison_of_both(
    review, shown, settled, log, workspace
):
    page = review()
    settled(page)
    candidate, traces = shown(page), workspace.store.traces
    parent = traces.counting(candidate)
    before = len(traces.of_candidate(candidate))
    press(page, settled, "w", "w")
    page.keyboard.press("b")
    page.wait_for_selector(f"{DIALOG} .st-key-branch_send")
    reload(page, settled)
    page.wait_for_selector(f"{DIALOG} .st-key-branch_send")
    tab_to(page, ".st-key-branch_send")
    page.keyboard.press("Enter")
    page.get_by_text(f"from {parent.called(parent.windowed[1])}").first.wait_for()
    settled(page)
    assert len(traces.of_candidate(candidate)) == before + 1
    assert traces.counting(candidate).started.parent_inspection == parent.inspection_id
    press(page, settled, "o")
    page.wait_for_selector(".compare .cells")
    reload(page, settled)
    page.wait_for_selector(".compare .cells")
    assert page.locator(".st-key-verdict").count() == 0
    press(page, settled, "o")
    page.wait_for_selector(".st-key-verdict")
    assert "compare=" not in page.url
    assert log() == []
