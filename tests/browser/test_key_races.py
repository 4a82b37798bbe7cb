"""Keys faster than the page: each acts on the candidate that was drawn for it, or on none."""

import pytest


def test_answer_then_reason_both_arrive_for_the_same_candidate(
    review, shown, settled, log, workspace
):
    """Three times at each gap, in ms: at once, and as fast as people are."""
    page = review()
    for gap in (0, 30, 80) * 3:
        settled(page)
        first = shown(page)
        trace = workspace.store.traces.latest(first)
        opposite = "n" if trace.verdict.verdict == "YES" else "y"
        before = len(log())
        page.keyboard.press(opposite)
        page.wait_for_timeout(gap)
        page.keyboard.press("Shift+1")
        settled(page)
        answer = "NO" if opposite == "n" else "YES"
        assert log()[before:] == [
            (first, "answer", answer),
            (first, "reason", "feature_misread"),
        ], f"{gap} ms"
        assert shown(page) != first


@pytest.mark.parametrize("gap", [0, 60])
def test_three_presses_of_n_decide_drawn_candidates_once_each(
    review, shown, settled, log, workspace, gap
):
    page = review()
    settled(page)
    painted = page.evaluate(
        "() => { window.painted = [window.specreviewDesk.shown];"
        " let last = window.specreviewDesk.shown;"
        " window.watch = setInterval(() => { const now = window.specreviewDesk.shown;"
        " if (now !== last) { last = now; window.painted.push(now); } }, 1); return 1; }"
    )
    assert painted == 1
    for number in range(3):
        if number:
            page.wait_for_timeout(gap)
        page.keyboard.press("n")
    settled(page)
    decided = [candidate for candidate, *_ in log()]
    seen = page.evaluate("() => window.painted")
    assert 1 <= len(decided) <= 3
    assert len(decided) == len(set(decided)), "one candidate was decided twice"
    assert decided == seen[: len(decided)], "a candidate was decided that was not drawn"
    assert shown(page) == seen[-1] not in decided


def test_n_held_down_decides_one_candidate(review, shown, settled, log):
    page = review()
    settled(page)
    first = shown(page)
    for _ in range(30):
        page.keyboard.down("n")
        page.wait_for_timeout(30)
    page.keyboard.up("n")
    settled(page)
    assert log() == [(first, "answer", "NO")]
    page.keyboard.press("n")
    settled(page)
    assert len(log()) == 2


def test_next_then_answer_at_once_answers_what_was_in_sight(review, shown, settled, log):
    page = review()
    settled(page)
    first = shown(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("n")
    settled(page)
    assert log() == [(first, "answer", "NO")]
    assert shown(page) != first


def test_a_double_click_on_an_answer_is_one_decision(review, shown, settled, log):
    page = review()
    settled(page)
    first = shown(page)
    page.dblclick("[class*='st-key-press_n__'] button")
    settled(page)
    page.wait_for_timeout(500)
    assert log() == [(first, "answer", "NO")]


def test_backspace_three_times_at_once_undoes_one(review, shown, settled, log):
    page = review()
    for _ in range(3):
        settled(page)
        page.keyboard.press("n")
    settled(page)
    before = log()
    for _ in range(3):
        page.keyboard.press("Backspace")
    settled(page)
    undone = log()[len(before) :]
    assert [action for _, action, _ in undone] == ["undo"] * len(undone)
    assert 1 <= len(undone) <= 3
    assert undone[0][0] == before[-1][0]
    assert len({candidate for candidate, *_ in undone}) == len(undone)
