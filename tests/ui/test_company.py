"""M and X: what their presses do to the desk, and what of it stands in the address."""

import pytest

from specreview.ui.company import from_url, open_company, press, shown_range, to_url
from specreview.ui.keymap import meaning
from specreview.ui.state import Desk


def pressed(desk, *keys):
    for key in keys:
        press(desk, meaning(key))
    return desk.company, desk.company_step


@pytest.mark.parametrize(("key", "kind"), [("m", "known"), ("x", "elsewhere")])
def test_a_key_opens_steps_through_all_and_closes(key, kind):
    desk = Desk()
    assert pressed(desk, key) == (kind, 0)
    desk.company_count = 2  # as the page tells when it has drawn them
    assert pressed(desk, key) == (kind, 1)
    assert pressed(desk, key) == (kind, 2)
    assert pressed(desk, key) == ("", 0)


def test_the_other_key_changes_over_with_nothing_laid_over():
    desk = Desk(company="known", company_step=2, company_count=6)
    assert pressed(desk, "x") == ("elsewhere", 0)


def test_clicks_choose_take_away_and_close():
    desk = Desk(company="known", company_count=6)
    assert pressed(desk, "known+4") == ("known", 4)
    assert pressed(desk, "known+4") == ("known", 0)
    assert pressed(desk, "known+9") == ("known", 0)
    assert pressed(desk, "known+0") == ("", 0)


def test_another_feature_begins_without_an_overlay():
    desk = Desk(company="elsewhere", company_step=3, company_count=8)
    desk.company_features = (6564.6, 5578.9)
    assert pressed(desk, "feature+2") == ("elsewhere", 0)
    assert desk.company_feature == 5578.9
    assert pressed(desk, "feature+7") == ("elsewhere", 0)
    assert desk.company_feature == 5578.9


WHOLE = (3700.0, 9000.0)


def test_the_range_is_the_active_steps_window_else_what_the_chart_shows():
    z = 0.01
    desk = Desk(active_step=0, hand_zoom=(5000.0, 5100.0), zoom=(4000.0, 4100.0))
    assert shown_range(desk, [(6000.0, 6100.0)], WHOLE, z) == pytest.approx((6060.0, 6161.0))
    desk.active_step = None
    assert shown_range(desk, [], WHOLE, z) == (5000.0, 5100.0)
    desk.axis, desk.unit, desk.hand_zoom = "rest", "nm", (500.0, 510.0)
    assert shown_range(desk, [], WHOLE, z) == pytest.approx((5050.0, 5151.0))
    desk.hand_zoom = None
    assert shown_range(desk, [], WHOLE, z) == pytest.approx((4040.0, 4141.0))
    desk.zoom = None
    assert shown_range(desk, [], WHOLE, z) == WHOLE


def test_an_address_brings_all_of_it_back():
    desk = Desk(company="elsewhere", company_step=3, company_count=8)
    desk.company_range, desk.company_feature = (6500.0, 6630.5), 6564.61
    again = Desk()
    from_url(again, to_url(desk))
    assert to_url(again) == to_url(desk)
    assert again.company_step == 3
    assert to_url(Desk()) == {}


@pytest.mark.parametrize(
    "asked",
    [
        {"company": "verdict.1"},
        {"company": "known.-1"},
        {"company": "known.99"},
        {"company": "elsewhere.x", "near": "9-3", "feature": "nan"},
        {"company": "elsewhere", "near": "inf-2", "feature": "<b>"},
    ],
)
def test_what_an_address_cannot_mean_is_left_out(asked):
    desk = Desk()
    from_url(desk, asked)
    assert desk.company in ("", "known", "elsewhere")
    assert (desk.company_step, desk.company_range, desk.company_feature) == (0, None, None)


def test_a_new_candidate_begins_without_company():
    desk = Desk()
    open_company(desk, "known")
    desk.company_step = 2
    desk.clear_candidate()
    assert (desk.company, desk.company_step) == ("", 0)
