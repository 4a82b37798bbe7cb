"""What a sentence asserts, before anything is measured; and that any text can be read."""

import random

import pytest

from specreview.measure.claims.plain import LONGEST, plain
from specreview.measure.claims.reading import assertions
from specreview.measure.claims.sentences import sentences
from specreview.measure.claims.words import tokens
from tests.builders import in_proportion


def said(text):
    return {(a.feature.label or f"{a.feature.rests[0]:.0f}", a.words()) for a in assertions(text)}


@pytest.mark.parametrize(
    "name",
    ["Hα", "H-alpha", "H alpha", "Halpha", "$H\\alpha$", "H$\\alpha$", "\\(H_\\alpha\\)",
     "$\\mathrm{H}\\alpha$", "**Hα**", "`Hα`", "H_alpha", "Ha"],
)  # fmt: skip
def test_a_line_is_known_by_all_its_spellings(name):
    assert said(f"{name} is in emission.") == {("Hα", "emission")}


@pytest.mark.parametrize("wavelength", ["6563", "6562.8", "6564.6", "6563A", "6565 Å", "6563 \\AA"])
def test_a_line_is_known_by_its_wavelength_in_air_and_in_vacuum(wavelength):
    assert said(f"An emission line at {wavelength} is seen.") == {("Hα", "emission")}


def test_a_wavelength_narrows_the_name_beside_it():
    assert said("He II 4686 is in emission") == {("He II 4687", "emission")}
    assert said("TiO bands at 7054 Å are deep") == {("TiO 7056", "strong")}


def test_a_name_with_a_wavelength_of_another_line_says_nothing_sure():
    assert said("Hβ at 6563 Å is in absorption") == set()


def test_figures_go_to_the_names_in_their_order():
    text = "Hα and Hβ in emission (EW 40 ± 2 and 20 ± 1 Å)"
    assert said(text) == {("Hα", "emission, EW 40 Å"), ("Hβ", "emission, EW 20 Å")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No strong or broad Hα emission", {("Hα", "no strong broad emission")}),
        ("no Hα or broad Hβ emission", {("Hα", "absent"), ("Hβ", "no broad emission")}),
        ("no He II, strong Hα emission", {("He II", "absent")}),
        ("Hα is not visible", {("Hα", "absent")}),
        ("Hα isn't visible", {("Hα", "absent")}),
        ("Hα does not show broad emission", {("Hα", "no broad emission")}),
        ("Hα in absorption, not emission", {("Hα", "absorption")}),
        ("Hα is not broad", {("Hα", "not broad")}),
        ("Hα is absent, while Hβ is in emission", {("Hα", "absent"), ("Hβ", "emission")}),
        ("* No He II\n* Hα in emission", {("He II", "absent"), ("Hα", "emission")}),
        ("No\nHα emission", {("Hα", "no emission")}),
    ],
)  # fmt: skip
def test_denials_reach_as_far_as_they_mean(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    ["I will check Hβ for absorption.", "Is Hα in absorption?", "If Hα were absent, it is NO.",
     "Hα may be in absorption.", "M dwarfs show TiO bands.", "TiO bands are typical of M dwarfs.",
     "Unlike a Be star, which shows narrow Hα emission, it is red.", "Hα region",
     "A CV would show He II emission.", "the window 6500-6600 Å, in emission"],
)  # fmt: skip
def test_plans_questions_hedges_and_other_objects_assert_nothing(text):
    assert said(text) == set()


def test_a_quote_is_found_in_the_text_it_was_read_from():
    text = "The $H\\alpha$ line is **broad**, and no TiO bands are seen.\n\n- He II: absent"
    for assertion in assertions(text):
        quote = text[assertion.start : assertion.end]
        assert quote.strip()
        assert quote in text
    assert "TiO" in next(
        text[a.start : a.end] for a in assertions(text) if a.feature.label == "TiO"
    )


_BITS = [
    "Hα", "no", "not", "C2", "6563", " ", "\n", "$", "\\alpha", "(", ")", "may", "and", ",", "EW",
    "±", "40", "Å", "emission", "if", ".", "?", "TiO", "4800-4900", "[", "]", "{", "ZrO", "\x00",
    "é", "😀", "broad", "M dwarfs", "show", "is", "at", ":", "S/N", "−", "A\u030a",
]  # fmt: skip


def test_any_text_can_be_read():
    draws = random.Random(5)
    for _ in range(300):
        text = "".join(draws.choice(_BITS) + draws.choice(["", " "]) for _ in range(60))
        for assertion in assertions(text):
            assert 0 <= assertion.start <= assertion.end <= len(text)


@pytest.mark.parametrize("bit", ["a", "1", " ", "\n", "$", "(", "é", "Hα, ", "EW 1, ", "* "])
def test_a_megabyte_costs_no_more_than_what_is_read_of_it(bit):
    text = bit * (1_000_000 // len(bit))
    readable = plain(text)

    assert len(readable.text) <= LONGEST
    assert sum(len(pieces) for pieces, _ in sentences(tokens(readable))) <= LONGEST


@pytest.mark.parametrize(
    "bit", ["may ", "no Hα, ", "Hα and ", "EW 1 and ", "(Hα ", "Hα 6563 ", "\n "]
)
def test_reading_takes_time_in_proportion(bit):
    short = bit * (2_000 // len(bit))
    assert in_proportion(assertions, short, bit * (20_000 // len(bit)))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Hα is visible. It is in absorption.", ["Hα present", "Hα absorption"]),
        ("Hα and Hβ were seen. Both are broad.", []),
        ("I see Hα and Hβ. They are broad.", ["Hα present", "Hβ present", "Hα broad", "Hβ broad"]),
        ("I see Hα and Hβ. It is broad.", ["Hα present", "Hβ present"]),
        ("Is Hα there? It is in absorption.", []),
        ("DA white dwarfs show Hα. It is in absorption.", []),
        ("Hα is visible. It is blue and smooth.", ["Hα present"]),
        ("Hα is visible. It is clear that an absorption line is seen.", ["Hα present"]),
        ("The region 6500-6600 Å shows strong emission.", ["Hα strong emission"]),
        ("The region 6500-6900 Å shows strong emission.", []),
        ("The region 5100-5200 Å shows strong absorption.", []),
        ("The region 6500-6600 Å shows emission at He I 6678.", ["He I 6680 emission"]),
        ("There is no emission between Hα and He I 6678.", []),
        ("Other than Hα, no emission is seen redward of Hβ.", []),
    ],
)
def test_pronouns_and_ranges_name_a_line_where_one_alone_is_meant(text, read):
    assert [f"{one.feature.label} {one.words()}" for one in assertions(text)] == read
