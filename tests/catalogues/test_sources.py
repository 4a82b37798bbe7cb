"""One object or two: positions on the whole sphere."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.catalogues.sources import KnownSource, SourceMatcher, separation_arcsec


def test_separation_against_known_values() -> None:
    assert separation_arcsec(10.0, 0.0, 10.0, 1.0) == pytest.approx(3600.0)
    assert separation_arcsec(10.0, 60.0, 11.0, 60.0) == pytest.approx(1800.0, rel=1e-3)
    assert separation_arcsec(359.9999, 0.0, 0.0001, 0.0) == pytest.approx(0.72)


@given(
    st.floats(0, 359.999999),
    st.floats(-89.999, 89.999),
    st.floats(0, 360),
    st.floats(0.01, 2.9),
)
def test_anything_within_three_arcsec_is_one_source(
    ra: float, dec: float, angle: float, distance: float
) -> None:
    step = distance / 3600.0
    other_dec = dec + step * math.cos(math.radians(angle))
    shrink = max(1e-6, math.cos(math.radians(dec)))
    other_ra = (ra + step * math.sin(math.radians(angle)) / shrink) % 360.0
    matcher = SourceMatcher()
    first = matcher.source_id("LAMOST", "1", ra, dec)
    second = matcher.source_id("SDSS", "2", other_ra, other_dec)
    assert (first == second) == (separation_arcsec(ra, dec, other_ra, other_dec) <= 3.0)


def test_poles_and_ra_zero_and_many_epochs() -> None:
    matcher = SourceMatcher()
    for pole in (90.0, -90.0):
        near = pole - math.copysign(1 / 3600.0, pole)
        assert matcher.source_id("A", f"{pole}", 0.0, pole) == matcher.source_id(
            "B", f"{pole}", 180.0, near
        )
    edge = {matcher.source_id("C", f"{n}", ra, 60.0) for n, ra in enumerate((359.9999, 0.0, 360.0))}
    assert len(edge) == 1
    epochs = {matcher.source_id("D", f"{n}", 150.0, 2.0) for n in range(20_000)}
    assert epochs == {"D 0"}, "as fast as one"
    again = SourceMatcher([KnownSource("D 0", "D", "17", 150.0, 2.0)])
    assert again.source_id("E", "x", 150.0, 2.0) == "D 0"


def test_four_arcsec_apart_are_two() -> None:
    matcher = SourceMatcher()
    assert matcher.source_id("A", "1", 0.0, 0.0) != matcher.source_id("A", "2", 4 / 3600.0, 0.0)


def test_the_same_id_is_one_source_without_any_position() -> None:
    matcher = SourceMatcher()
    assert matcher.source_id("DESI", "7", None, None) == matcher.source_id("DESI", "7", 1.0, 1.0)
    assert matcher.source_id("SDSS", "7", None, None) == "SDSS 7"
