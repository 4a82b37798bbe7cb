"""Traces with claims beside the flux: what is planted is caught, what is true is left alone."""

from dataclasses import replace

import pytest

from benchmarks.labelled_claims import CAST, spectrum_of
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.demo.build import demo_roles
from specreview.demo.specimens import specimen
from specreview.evidence.reading import trace_evidence
from specreview.inspectors.scripted import ScriptedInspector
from specreview.tasks.load import load_tasks
from tests.builders import begun, inspected, played

TRUE = {
    "cv": ["I see broad Balmer emission on a blue continuum. Let me zoom in on Hα.",
           "Hα is strongly in emission. Next I check He II 4686, which may be absent.",
           "Broad Hα and Hβ emission with He I; a blue continuum."],
    "polar": ["Strong emission lines are visible. I will look at 4600-4900 Å.",
              "Hβ and He II 4686 are both strongly in emission.",
              "He II 4686 in emission beside broad Balmer emission, no TiO bands."],
    "dme": ["The spectrum has TiO bands. I check whether Hα is broad.",
            "Hα is in emission but narrow.",
            "TiO bands with narrow Hα emission, no He II 4686 emission: an active M dwarf."],
    "be": ["A blue continuum. I zoom into Hα.",
           "Hα is in emission; Be stars show Hγ in absorption.",
           "Hα emission, Hγ and Hδ in absorption, no He II 4686 emission."],
    "gal": ["Many narrow lines. To confirm, look at [O III].",
            "[O III] 5007 and Hβ are in emission.",
            "Nebular [O III] 4959 and 5007 emission and narrow Hα emission."],
    "mdwarf": ["A red continuum with deep TiO bands. Check CaH and Na I 8190.",
               "The Na I 8190 doublet is strong, as in dwarfs.",
               "TiO with strong Na I 8190: no giant. There is no ZrO at 6474 Å."],
    "mgiant": ["TiO bands on a red continuum. Are CaH bands present?",
               "The Ca II triplet is strong in absorption.",
               "TiO bands, a strong Ca II triplet, no Na I 8190 absorption."],
    "carbon": ["A red continuum. I look for C2 Swan bands.",
               "C2 band heads are seen at 4737, 5165 and 5636 Å.",
               "C2 Swan bands and CN; TiO is absent."],
    "szro": ["I will look at 6300-6550 Å for ZrO.",
             "ZrO bands are strong at 6345 and 6474 Å.",
             "Strong ZrO bands; C2 is absent, unlike in carbon stars."],
    "da": ["A blue continuum with broad Balmer absorption.",
           "Hβ and Hγ are in broad absorption. If He I were seen it would be a DAB.",
           "Broad Balmer absorption, no emission at Hα."],
}  # fmt: skip
"""What is true of each spectrum by how it was made: two thoughts, then the justification."""

PLANTED = {
    "cv": "Hα is in absorption.",
    "polar": "He II 4686 is not detected.",
    "dme": "No TiO bands are visible.",
    "be": "Strong He II 4686 emission is present.",
    "gal": "There is no [O III] 5007 emission.",
    "mdwarf": "The continuum is blue.",
    "mgiant": "No Ca II triplet absorption is seen.",
    "carbon": "The C2 Swan bands are absent.",
    "szro": "ZrO bands are missing.",
    "da": "The Balmer lines are in emission.",
}
"""One false claim for each."""

WINDOW = (6400.0, 6700.0)


def trace_of(name: str, thoughts: list[str]) -> Trace:
    first, second, last = thoughts
    replies = [
        format_call(first, WINDOW, "Hα"),
        format_answer(second, "YES", last),
    ]
    task = load_tasks()[CAST[name].task]
    inspector = ScriptedInspector(replies)
    spectrum = spectrum_of(name)
    return played(begun(spectrum, task, inspector), spectrum, task, inspector)


def evidence_of(name: str, thoughts: list[str]):
    trace = trace_of(name, thoughts)
    role = CAST[name]
    started = trace.started.model_copy(update={"redshift": role.true_redshift})
    trace = replace(trace, events=(started, *trace.events[1:]))
    return trace_evidence(trace, spectrum_of(name), load_tasks()[role.task])


@pytest.mark.parametrize("name", TRUE)
def test_of_a_true_trace_nothing_is_flagged(name):
    evidence = evidence_of(name, TRUE[name])

    assert evidence.of("contradicted") == ()
    assert evidence.counts.supported >= 2


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_planted_false_claim_is_caught_wherever_it_stands(name, place):
    thoughts = list(TRUE[name])
    thoughts[place] = f"{PLANTED[name]} {thoughts[place]}"

    flagged = evidence_of(name, thoughts).of("contradicted")

    assert [claim.claim.quote for claim in flagged] == [PLANTED[name].rstrip(".")]


def test_equal_claims_count_once_and_every_step_keeps_its_own():
    said = "Hα is in emission."
    evidence = evidence_of("cv", [said, said, said])

    assert evidence.counts.supported == 1
    assert [len(step.claims) for step in evidence.steps] == [1, 2]


def test_a_step_shows_what_its_window_holds_when_measured():
    evidence = evidence_of("cv", TRUE["cv"])
    names = {one.name for step in evidence.steps if step.window for one in step.measured}

    assert "ha_em" in names
    assert "hb_em" not in names
    assert not evidence.same_code


def test_the_rules_agree_with_themselves_and_that_is_said():
    tasks = load_tasks()
    for number, role in enumerate(demo_roles(20261)[::2]):
        spectrum = specimen(role, number)
        trace = inspected(tasks[role.task], spectrum)
        evidence = trace_evidence(trace, spectrum, tasks[role.task])

        assert evidence.same_code
        assert evidence.of("contradicted") == (), role.truth_class
