"""What may be called contradicted: only what is said plainly of this spectrum."""

import pytest

from benchmarks.labelled_claims import checker_of
from specreview.measure.claims.reading import assertions


def certain(text):
    return {a.feature.label: a.certain for a in assertions(text)}


@pytest.mark.parametrize(
    "text",
    ["Hα is in absorption.", "The zoomed view clearly shows Hα in absorption.", "No Hα emission.",
     "Hα is in absorption, as in a DA.", "Hα is in absorption, so a CV is excluded.",
     "Looking at M dwarf territory first, the answer is open. Hα is in absorption.",
     "This M dwarf shows Hα in absorption.", "The Hα absorption indicates a white dwarf."],
)  # fmt: skip
def test_a_clause_of_which_every_word_is_understood_is_plain(text):
    assert certain(text) == {"Hα": True}


@pytest.mark.parametrize(
    "text",
    ["Most stars of this colour show Hα in absorption.", "The template shows Hα in absorption.",
     "My impression was Hα absorption.", "The prompt mentions Hα absorption.",
     "There is an argument that Hα is in absorption.", "Some Hα absorption is seen.",
     "Hα absorption indicates a white dwarf.", "The wings of Hα show absorption.",
     "The 2004 spectrum shows Hα in absorption.", "Counter-evidence: Hα absorption.",
     "No one reports no Hα emission.", "Answer NO for Hα absorption; YES if it is in emission.",
     "Hα absorption, the mark of a DA, is shown."],
)  # fmt: skip
def test_a_clause_with_anything_that_is_not_is_no_plain_one(text):
    assert True not in certain(text).values()


@pytest.mark.parametrize("sign", ["-", "*", "1."])
def test_a_list_is_as_plain_as_its_heading(sign):
    items = f"\n{sign} Hα absorption\n{sign} TiO bands are strong"
    assert certain(f"The spectrum shows:{items}") == {"Hα": True, "TiO": True}
    assert certain(f"Counter-evidence:{items}") == {"Hα": False, "TiO": False}
    assert certain(f"Counter-evidence:{items}\n\nHα is in emission.")["Hα"]


def test_a_name_tied_to_another_is_not_what_is_spoken_of():
    assert not certain("He I 6678 is in emission close to Hα.")["Hα"]
    assert "Hα" not in certain("He I 6678 is in emission redward of Hα.")
    assert certain("Hα is in emission and Hβ is in absorption.") == {"Hα": True, "Hβ": True}


def test_a_bare_wavelength_near_the_head_of_a_band_may_be_either():
    assert certain("No absorption at 5170 Å.") in ({}, {"Mg b 5169": False}, {"Fe II 5170": False})


def test_what_is_false_but_not_plainly_said_is_not_checked():
    (plain,) = checker_of("cv").check("Hα is in absorption.", "thought")
    (vague,) = checker_of("cv").check("The template shows Hα in absorption.", "thought")

    assert plain.standing == "contradicted"
    assert vague.standing == "not checked"
    assert "not plainly said" in vague.numbers


def test_a_thing_said_vaguely_and_then_plainly_counts_as_plain():
    text = "The template shows Hα absorption. Hα absorption is seen."
    (claim,) = checker_of("cv").check(text, "thought")

    assert claim.standing == "contradicted"
    assert claim.claim.quote == "Hα absorption is seen"


@pytest.mark.parametrize(
    ("text", "words"),
    [("The EW of Hα is 40 Å.", "EW 40 Å"), ("EW(Hα) < 5 Å", "EW < 5 Å"),
     ("Hα has an EW of 5–10 Å.", "EW 5 to 10 Å"), ("Hα, EW between 1 and 3 Å", "EW 1 to 3 Å"),
     ("Hα has a FWHM above 1500 km/s.", "FWHM > 1500 km/s"), ("Hα has 60 Å EW", "EW 60 Å"),
     ("Hα: EW = −45 Å", "EW −45 Å")],
)  # fmt: skip
def test_limits_and_ranges_are_figures(text, words):
    (found,) = assertions(text)
    assert (found.feature.label, found.words().removeprefix("present, ")) == ("Hα", words)


def test_a_wavelength_in_nm_names_a_line():
    assert certain("There is emission at 656.3 nm.") == {"Hα": True}
