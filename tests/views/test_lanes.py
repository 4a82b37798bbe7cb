"""Labels above the plot."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from specreview.views.lanes import NARROWEST_PLOT, Label, place, spread, text_width
from specreview.views.overlays import short_label
from specreview.views.wording import flux_unit, plain

LABELS = st.lists(
    st.builds(
        Label,
        st.text("abcdefgh", min_size=1, max_size=12),
        st.floats(3600, 9800),
        st.sampled_from([(0,), (1, 0), (1,)]),
        st.just("#000000"),
    ),
    max_size=40,
)


@given(LABELS)
def test_placed_labels_never_overlap_and_stay_in_their_lanes(labels):
    placed = place(labels, 3600, 9800)
    spans = []
    for each in placed:
        centre = NARROWEST_PLOT * (each.label.position - 3600) / 6200 + each.shift
        half = text_width(each.label.text) / 2
        assert each.lane in each.label.lanes
        assert centre - half >= -10
        assert centre + half <= NARROWEST_PLOT + 10
        assert all(
            centre - half >= b or centre + half <= a for lane, a, b in spans if lane == each.lane
        )
        spans.append((each.lane, centre - half, centre + half))


@given(LABELS)
def test_the_first_label_always_finds_its_place(labels):
    placed = place(labels, 3600, 9800)
    if labels:
        assert placed[0].label is labels[0]
        assert placed[0].lane == labels[0].lanes[0]


def test_labels_outside_the_axis_are_left_out():
    assert place([Label("Hα", 6564.6, (1,), "#000000")], 3600, 6000) == []


def test_a_triplet_carries_one_name():
    triplet = [Label("Ca II", x, (1, 0), "#000000") for x in (8500.4, 8544.4, 8664.5)]
    assert len(place(triplet, 3600, 9200)) == 1
    assert len(place(triplet, 8450, 8700)) == 3


@given(st.lists(st.floats(3600, 9800), max_size=12))
def test_numbers_are_all_shown_and_kept_apart(positions):
    shifts = spread(positions, 3600, 9800, least=18)
    centres = sorted(
        NARROWEST_PLOT * (x - 3600) / 6200 + shift
        for x, shift in zip(positions, shifts, strict=True)
    )
    assert len(centres) == len(positions)
    assert all(b - a >= 18 - 1e-6 for a, b in itertools.pairwise(centres))
    assert all(shift >= -1e-9 for shift in shifts)


def test_short_labels():
    assert short_label("He I 5877") == "He I"
    assert short_label("[O III] 5008") == "[O III]"
    assert short_label("H2O") == "H₂O"
    assert short_label("O2 A") == "O₂ A"
    assert short_label("C2 4738") == "C₂"
    assert short_label("CaH2") == "CaH2"
    assert short_label("H9") == "H9"
    assert short_label("<b>x</b>") == "&lt;b&gt;x&lt;/b&gt;"


def test_flux_units():
    flam = "erg s⁻¹ cm⁻² Å⁻¹"
    assert flux_unit("1e-17 erg / (Angstrom s cm2)") == f"10⁻¹⁷ {flam}"
    assert flux_unit("erg / (Angstrom s cm2)") == flam
    assert flux_unit("relative") == "relative"
    assert flux_unit("<b>x</b>") == "&lt;b&gt;x&lt;/b&gt;"
    assert flux_unit("erg/cm2/s/Hz") == "erg/cm2/s/Hz"
    assert plain("a\nb\t%{x}") == "a b % {x}"
