"""Who is scored with whom, and who is left out."""

import pytest

from specreview.errors import NotFound
from specreview.evaluation.groups import NO_SNR, blocks, grouped, snr_band
from specreview.evaluation.judged import Judge, inspected
from specreview.evaluation.report import fair, report
from specreview.evaluation.titles import told_by
from tests.evaluation.judging import judged_as, row_of, trace_of


@pytest.mark.parametrize(
    ("snr", "band"),
    [
        (4.99, "S/N < 5"), (5.0, "S/N 5–10"), (19.9, "S/N 10–20"), (20, "S/N 20–50"),
        (50, "S/N ≥ 50"), (float("inf"), "S/N ≥ 50"), (-3.0, "S/N < 5"),
        (None, NO_SNR), (float("nan"), NO_SNR),
    ],
)  # fmt: skip
def test_snr_bands_begin_at_their_lower_limit(snr, band):
    assert snr_band(snr) == band


def test_crossed_groups_and_the_order_of_bands():
    table = [
        judged_as("YES", "YES", number, task=task, survey=survey, snr=snr)
        for number, (task, survey, snr) in enumerate(
            [("wd", "SDSS", 60), ("cv", "SDSS", None), ("cv", "DESI", 3), ("cv", "DESI", 12)]
        )
    ]
    crossed = grouped(table, ["task", "survey"])
    assert {group: len(cell) for group, cell in crossed.items()} == {
        ("cv", "DESI"): 2, ("cv", "SDSS"): 1, ("wd", "SDSS"): 1,
    }  # fmt: skip
    bands = [group[0] for group in grouped(table, ["snr"])]
    assert bands == ["S/N < 5", "S/N 10–20", "S/N ≥ 50", NO_SNR]


def test_a_survey_that_no_reader_knows_is_called_so():
    table = [judged_as("YES", "YES", n, survey=name) for n, name in enumerate(["unknown", ""])]
    assert list(grouped(table, ["survey"])) == [("survey unknown",)]


def test_tasks_with_one_wording_each_make_one_block():
    table = [
        judged_as("YES", "YES", 1, task="cv", prompt_hash="a"),
        judged_as("YES", "YES", 2, task="wd", prompt_hash="b"),
    ]
    assert [len(cell) for cell in blocks(table).values()] == [2]


def test_another_wording_inspector_or_own_prompt_is_a_block_of_its_own():
    table = [
        judged_as("YES", "YES", 1, prompt_hash="old"),
        judged_as("YES", "YES", 2, prompt_hash="old"),
        judged_as("YES", "YES", 3, prompt_hash="new"),
        judged_as("YES", "YES", 4, judge=Judge("rules")),
        judged_as("YES", "YES", 5, own_prompt=True, prompt_hash="x"),
        judged_as("YES", "YES", 6, own_prompt=True, prompt_hash="y"),
    ]
    found = {(key.judge.inspector, key.own_prompts, key.edition): len(cell)
             for key, cell in blocks(table).items()}  # fmt: skip
    assert found == {
        ("local", False, 1): 2, ("local", False, 0): 1, ("local", True, 0): 2,
        ("rules", False, 0): 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    "title",
    ["Spectrum", "Spectrum: spec-55859-F5902_sp01-001.fits", "med-58800-NT0000_sp02-203.fits.gz",
     "Spectrum: novae-list-0017"],
)  # fmt: skip
def test_titles_that_tell_nothing(title):
    assert told_by(title, ["cv", "Carbon", "YES", "NO"]) is None


@pytest.mark.parametrize(
    ("title", "told"),
    [("Spectrum: carbonstar1.fits", "Carbon"), ("Spectrum: x_YES_1", "YES"),
     ("cv-0001.fits", "cv"), ("Spectrum: no 17", "NO")],
)  # fmt: skip
def test_titles_that_tell_the_answer(title, told):
    assert told_by(title, ["cv", "Carbon", "YES", "NO"]) == told


def test_inspections_whose_title_tells_are_left_out_and_counted():
    table = [
        judged_as("YES", "YES", 1, task="cc", title="Spectrum: carbonstar1"),
        judged_as("YES", "YES", 2, task="cc", title="Spectrum"),
        judged_as("maybe", "YES", 3, task="cc"),
        judged_as("YES", "YES", 4, judge=Judge("demonstration")),
    ]
    kept, out = fair(table, {"cc": "carbon star"})
    assert [one.candidate_id for one in kept] == [2]
    assert out == {
        "the picture's title holds 'carbon'": 1,
        "the label 'maybe' is none that the inspector could give": 1,
        "a demonstration, chosen because it is right": 1,
    }


def _report(labels, answers, inspector=None, **start):
    rows = [row_of(number) for number in range(1, 6)]
    inspections = {
        number: [found]
        for number, answer in answers.items()
        if (found := inspected(trace_of(answer, **start))) is not None
    }
    names = {"cv": "cataclysmic variable"}
    return report("q", rows, labels, inspections, names=names, by=["survey"], inspector=inspector)


def test_a_report_counts_who_is_not_inspected():
    found = _report({1: "YES", 2: "NO", 3: "NO"}, {1: "YES", 2: "YES", 5: "NO"})
    assert (found.candidates, found.labelled, found.not_inspected) == (5, 3, 1)
    (block,) = found.blocks
    assert block.overall.n == 2
    assert block.missing == 1
    assert block.overall.strict.precision.value == 0.5
    assert block.macro_strict.value == pytest.approx(2 / 3)
    assert list(block.groups) == [("LAMOST",)]


@pytest.mark.parametrize(
    ("labels", "answers", "inspector", "words"),
    [
        ({}, {1: "YES"}, None, "--map label="),
        ({1: "YES"}, {}, None, "specreview inspect q"),
        ({1: "YES"}, {1: "YES"}, "rules", "there is local"),
    ],
)
def test_nothing_to_score_says_the_cure(labels, answers, inspector, words):
    with pytest.raises(NotFound, match=words):
        _report(labels, answers, inspector)


def test_all_titles_telling_is_refused():
    with pytest.raises(NotFound, match="title holds 'YES'"):
        _report({1: "YES"}, {1: "YES"}, title="Spectrum: YES 1")
