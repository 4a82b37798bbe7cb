"""What keys mean, and presses as the untrusted browser sends them."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.review.decision import ISSUES, REASONS
from specreview.ui.keymap import REASON_KEYS, key_list, meaning
from specreview.ui.presses import fresh_note, fresh_presses, hand_zoom, step_of_history
from specreview.ui.state import Desk
from specreview.ui.steering import take_typed


def test_no_key_means_two_things_and_later_ones_mean_nothing():
    plain = {key: meaning(key) for key in string.ascii_lowercase + string.digits}
    meant = [(m.kind, m.value) for m in plain.values() if m is not None]
    assert len(meant) == len(set(meant))
    for key in "vg":
        assert plain[key] is None, key


def test_five_to_nine_are_the_marks_in_the_order_of_the_record():
    marked = [(meaning(key).kind, meaning(key).value) for key in "56789"]
    assert marked == [
        ("mark", "supports"),
        ("mark", "irrelevant"),
        ("mark", "misread"),
        ("mark", "hallucinated"),
        ("mark", "wrong_window"),
    ]


def test_shift_digits_are_the_first_nine_reasons_in_order():
    assert [meaning(f"shift+{n}").value for n in range(1, 10)] == list(REASONS)[:9]
    assert len(REASON_KEYS) == 9
    assert meaning("shift+0") is None


def test_alt_letters_are_the_issues_and_nothing_else():
    for letter in string.ascii_uppercase:
        asked = meaning(f"alt+{letter.lower()}")
        assert (asked is not None) == (letter in ISSUES)


def test_the_list_of_keys_names_each_once():
    keys = [key for _, group in key_list("YES", "NO") for key, _ in group]
    assert len(keys) == len(set(keys))
    assert {"5", "6", "7", "8", "9"} <= set(keys)
    assert not {"V", "G"} & set(keys)


def press(number, key="n", **more):
    return {"number": number, "key": key, "candidate": 1, "version": 0, "token": "t"} | more


def test_presses_come_in_order_and_once():
    state = {"listener": "a", "keys": [press(3), press(1), press(2), press(2)]}
    assert [p.number for _, p in fresh_presses(state, {})] == [1, 2, 3]
    assert [p.number for _, p in fresh_presses(state, {"a": 2})] == [3]
    assert list(fresh_presses(state, {"a": 3})) == []


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {"listener": 5, "keys": [press(1)]},
        {"listener": "a", "keys": "n"},
        {"listener": "a", "keys": [None, 3, {}, press(True), press(1.5), press("1")]},
        {"listener": "a", "keys": [press(1) | {"candidate": "1; drop"}]},
    ],
)
def test_what_is_no_press_is_left_out(bad):
    assert list(fresh_presses(bad, {})) == []


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["listener", "keys", "number", "key", "text", "range", "query"]),
                inner,
            )
        ),
        max_leaves=8,
    )
)
def test_anything_from_the_browser_is_survived(state):
    list(fresh_presses(state, {}))
    fresh_note(state, {})
    hand_zoom(state)
    step_of_history(state)


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 1e300, 2.5, True, "3", None])
def test_what_is_typed_under_no_number_is_left(number):
    desk = Desk(candidate_id=4)
    take_typed(None, desk, {"candidate": 4, "number": number, "note": "x"})
    assert (desk.ask_number, desk.ask_note) == (0, "")


def test_a_dialog_that_was_typed_in_and_is_gone_stays_gone():
    desk = Desk(candidate_id=4, dialog="branch")
    take_typed(None, desk, {"candidate": 4, "number": 1, "note": "after a refresh"})
    assert desk.dialog == "branch"
    take_typed(None, desk, {"candidate": 4, "number": 2, "note": "x", "closed": True})
    assert (desk.dialog, desk.ask_note) == (None, "x")


def test_half_of_a_letter_from_the_browser_can_be_kept():
    """JSON carries a lone surrogate, as a cut by length leaves it; UTF-8 and the log cannot."""
    desk, cut = Desk(candidate_id=4), "a telescope \U0001f52d\ud83d"
    typed = {"candidate": 4, "number": 1, "note": cut, "window": cut}
    take_typed(None, desk, typed)
    _, note = fresh_note({"listener": "a", "number": 2, "candidate": 7, "text": cut}, {})
    ((_, pressed),) = fresh_presses({"listener": "a", "keys": [press(1, note=cut)]}, {})
    for text in (desk.ask_note, desk.ask_window, note.text, pressed.note):
        assert text == "a telescope \U0001f52d\ufffd"


def test_a_note_counts_when_it_is_newer():
    state = {"listener": "a", "number": 2, "candidate": 7, "text": "x" * 9000, "closed": True}
    listener, note = fresh_note(state, {})
    assert (listener, note.candidate, len(note.text), note.closed) == ("a", 7, 4000, True)
    assert fresh_note(state, {"a": 2}) is None


def test_times_that_cannot_be_are_left_out():
    state = {"listener": "a", "keys": [press(1, active=-1.0, elapsed=float("nan"))]}
    ((_, first),) = fresh_presses(state, {})
    assert first.active is None
    assert first.elapsed is None
