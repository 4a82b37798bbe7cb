"""No key acts while something else has the attention; focus comes back afterwards."""

import psutil


def test_case_133_keys_in_the_note_are_text(
    review, shown, settled, until, log, workspace, reviewer
):
    page = review()
    settled(page)
    first = shown(page)
    page.keyboard.press("t")
    page.wait_for_timeout(60)
    page.keyboard.type("yes n 1 a d", delay=20)
    until(lambda: (workspace.store.work.draft(reviewer, first) or {}).get("note") == "yes n 1 a d")
    assert log() == []
    assert shown(page) == first
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    settled(page)
    (decision,) = [
        made for made in workspace.store.decisions.of_candidate(first) if made.reviewer == reviewer
    ]
    assert (decision.answer, decision.comment) == ("UNSURE", "yes n 1 a d")


def test_case_076_copying_in_a_note_or_on_the_page_triggers_nothing(review, settled, log):
    page = review()
    settled(page)
    page.keyboard.press("Control+c")
    page.keyboard.press("c")
    page.keyboard.press("r")
    page.wait_for_timeout(600)
    assert page.locator('[role="dialog"]').count() == 0
    assert log() == []


def test_no_key_acts_behind_a_dialog(review, shown, settled, log):
    page = review()
    settled(page)
    first = shown(page)
    page.keyboard.press("h")
    page.wait_for_selector('[role="dialog"]')
    for key in ("y", "n", "Shift+1", "Backspace", "ArrowRight"):
        page.keyboard.press(key)
    page.wait_for_timeout(600)
    assert log() == []
    assert shown(page) == first
    page.keyboard.press("Escape")
    page.wait_for_selector('[role="dialog"]', state="detached")
    page.keyboard.press("n")
    settled(page)
    assert log() == [(first, "answer", "NO")]


def test_keys_typed_right_after_z_go_into_the_redshift(review, shown, settled, log):
    page = review()
    settled(page)
    page.keyboard.press("z")
    page.keyboard.type("0.1234")  # its dialog is not drawn yet
    page.wait_for_function(
        "() => document.querySelector('[role=dialog] input')?.value === '0.1234'"
    )
    assert log() == []


def test_keys_after_k_and_b_go_into_their_dialog_however_long_it_takes(
    review, address, shown, settled, log
):
    page = review()
    settled(page)
    first, port = shown(page), address.rpartition(":")[2]
    family = psutil.Process().children(recursive=True)
    (server,) = (one for one in family if any(part.endswith(port) for part in one.cmdline()))
    server.suspend()
    try:
        page.keyboard.press("k")
        page.wait_for_timeout(1700)  # longer than keys are held for a dialog that comes at once
        page.keyboard.type("560y")
        page.keyboard.press("Backspace")
        page.keyboard.press("Tab")
        page.keyboard.type("yes n 1")
    finally:
        server.resume()
    typed = (
        "want => { const boxes = [...document.querySelectorAll("
        "'[role=dialog] :is(input:not([role=combobox]), textarea)')];"
        " return JSON.stringify(boxes.map(box => box.value)) === JSON.stringify(want)"
        " && boxes.includes(document.activeElement); }"
    )
    page.wait_for_function(typed, arg=["560", "yes n 1"])
    page.keyboard.type("2")
    page.wait_for_function(typed, arg=["560", "yes n 12"])
    page.keyboard.press("Escape")
    page.wait_for_selector('[role="dialog"]', state="detached")
    settled(page)
    page.keyboard.press("b")
    page.keyboard.type("5600")
    page.wait_for_function(typed, arg=["5600", "yes n 12"])
    assert log() == []
    assert shown(page) == first


def test_keys_work_after_a_click_into_the_chart(review, shown, settled, log):
    page = review()
    settled(page)
    first = shown(page)
    page.mouse.click(500, 350)
    page.keyboard.press("n")
    settled(page)
    assert log() == [(first, "answer", "NO")]


def test_keys_work_after_a_class_was_chosen(
    review, shown, settled, still, log, workspace, reviewer
):
    page = review()
    settled(page)
    first = shown(page)
    page.click("[class*='st-key-class_'] input")
    page.click("[role='option'] >> nth=0")
    still(page)
    page.keyboard.press("u")
    settled(page)
    (decision,) = [
        made for made in workspace.store.decisions.of_candidate(first) if made.reviewer == reviewer
    ]
    assert decision.answer == "UNSURE"
    assert decision.other_class == "CV*"


def test_issues_by_alt_letter_only_while_the_panel_is_open(
    review, shown, settled, log, workspace, reviewer
):
    page = review()
    settled(page)
    first = shown(page)
    page.keyboard.press("Alt+k")
    settled(page)
    page.keyboard.press("f")
    settled(page)
    page.keyboard.press("Alt+l")
    settled(page)
    page.keyboard.press("n")
    settled(page)
    (decision,) = [
        made for made in workspace.store.decisions.of_candidate(first) if made.reviewer == reviewer
    ]
    assert decision.issues == ("L",)


def test_a_new_tab_offers_the_name_given_last_and_enter_takes_it(window, address):
    page = window.new_page()
    page.add_init_script("localStorage.setItem('specreview.last-reviewer', 'Zoë')")
    page.goto(f"{address}/review?queue=races")
    page.wait_for_function(
        "() => document.activeElement?.matches('.st-key-ask_name input')"
        " && document.activeElement.value === 'Zoë'"
    )
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    assert page.evaluate("() => sessionStorage.getItem('specreview.reviewer')") == "Zoë"
    page.close()
