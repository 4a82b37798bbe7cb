"""Ids that sort by time and do not collide; times that are UTC and sort as text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.review.stamps import new_ulid, utc_text

moments = st.datetimes(
    min_value=datetime(1900, 1, 1),
    max_value=datetime(2200, 1, 1),
    timezones=st.sampled_from(
        [UTC, timezone(timedelta(hours=8)), timezone(-timedelta(hours=9, minutes=30))]
    ),
)


def test_a_ulid_is_26_letters_of_crockfords_alphabet_and_new_each_time():
    made = {new_ulid() for _ in range(2000)}
    assert len(made) == 2000
    assert {len(one) for one in made} == {26}
    assert not set("".join(made)) & set("ILOU")


def test_the_first_ten_letters_of_a_ulid_are_the_time_in_milliseconds():
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    number = 0
    for letter in new_ulid()[:10]:
        number = number * 32 + alphabet.index(letter)
    assert abs(number / 1000 - datetime.now(UTC).timestamp()) < 5


@given(moments, moments)
def test_texts_sort_as_the_moments_do(one, other):
    assert (utc_text(one) < utc_text(other)) == (one < other)
    assert datetime.fromisoformat(utc_text(one)) == one
    assert utc_text(utc_text(one)) == utc_text(one)


def test_a_time_without_offset_is_refused():
    with pytest.raises(ValueError, match="offset"):
        utc_text("2026-01-01T00:00:00")
    assert utc_text("2026-01-01T13:30:45-08:00") == "2026-01-01T21:30:45+00:00"
