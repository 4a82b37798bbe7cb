"""An expected share as people type it."""

import pytest

from specreview.errors import SettingsError
from specreview.review.shares import read_share


@pytest.mark.parametrize(
    ("typed", "share"),
    [("0.01", 0.01), ("1%", 0.01), (" 1 % ", 0.01), ("0,5", 0.5), ("2,5 %", 0.025),
     ("99.9%", 0.999), ("1e-4", 1e-4), ("none", None), ("None", None)],
)  # fmt: skip
def test_a_share_is_a_fraction_or_a_percentage(typed: str, share: float | None) -> None:
    assert read_share(typed) == (None if share is None else pytest.approx(share, rel=1e-12))


@pytest.mark.parametrize("typed", ["0", "1", "100%", "0%", "-0.1", "1.5", "nan", "inf", "150 %"])
def test_outside_0_to_1_is_refused(typed: str) -> None:
    with pytest.raises(SettingsError, match="must lie between 0 and 1"):
        read_share(typed)


@pytest.mark.parametrize("typed", ["", "%", "one", "1/100", "1 in 100", "1%%"])
def test_other_words_are_refused(typed: str) -> None:
    with pytest.raises(SettingsError, match="write a share such as"):
        read_share(typed)
