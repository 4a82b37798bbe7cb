"""The five tasks that ship: complete, sourced, and right in what they hold."""

import re
from pathlib import Path

import pytest

from specreview import resources
from specreview.spectra.lines import all_lines
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    Condition,
    LineDiagnostic,
    RuleDiagnostic,
)
from specreview.tasks.load import load_task, load_tasks
from specreview.tasks.task import VettingTask

KEYS = ("cc", "cv", "gm", "ss", "wd")
TASKS = load_tasks()


@pytest.fixture(params=KEYS)
def task(request: pytest.FixtureRequest) -> VettingTask:
    return TASKS[request.param]


def test_five_tasks_ship_and_each_file_is_called_after_its_key() -> None:
    assert tuple(sorted(TASKS)) == KEYS
    assert {path.stem for path in resources.data("tasks").glob("*.yaml")} == set(KEYS)


def test_labels_are_words_and_the_positive_one_comes_first(task: VettingTask) -> None:
    assert task.labels == ("YES", "NO")
    assert task.positive == "YES"


def test_the_question_names_the_class_and_each_side_of_the_card_is_filled(
    task: VettingTask,
) -> None:
    assert task.question.endswith("?")
    assert len(task.indicators.secondary) >= 2
    assert len(task.look_alikes) >= 4
    assert len(task.border_cases) >= 6
    assert len(task.panels) == 4


def test_every_number_has_a_source_in_words(task: VettingTask) -> None:
    for diagnostic in task.diagnostics:
        assert len(diagnostic.source.split()) >= 3, diagnostic.name
    assert task.scoring.source
    text = (resources.data("tasks") / f"{task.key}.yaml").read_text(encoding="utf-8")
    assert not re.search(r"\[[SMK]\b[^\]]{0,40}\]", text.replace("[S II]", ""))


def test_what_was_not_looked_up_says_so() -> None:
    """Barnbaum's CH criterion and the Be widths are known from memory only."""
    assert "unverified" in TASKS["cc"].diagnostic("ca_i_4227").source
    assert "nverified" in TASKS["cv"].diagnostic("be_star").source


@pytest.mark.parametrize(
    ("key", "cases"),
    [
        ("cv", ["outburst", "M companion", "Polar", "low state", "nova", "Symbiotic"]),
        ("cc", ["DQ", "Dwarf carbon", "CH star", "Ba star", "SC star"]),
        ("ss", ["MS star", "SC star"]),
        ("gm", ["K5 III", "supergiant", "Mira", "S star", "MS star"]),
        ("wd", ["DC", "M companion", "sdB", "sdO", "sdA", "DQ"]),
    ],
)
def test_the_policy_covers_the_known_border_cases(key: str, cases: list[str]) -> None:
    named = [border.case for border in TASKS[key].border_cases]
    for case in cases:
        assert any(case in name for name in named), case


def test_an_s_star_has_one_policy_in_the_two_tasks_that_meet_it() -> None:
    def answer(key: str, start: str) -> str:
        (border,) = [b for b in TASKS[key].border_cases if b.case.startswith(start)]
        return border.answer

    assert answer("gm", "S star") == "NO"
    assert (answer("gm", "MS star"), answer("ss", "MS star")) == ("YES", "UNSURE")
    assert (answer("wd", "DQ"), answer("cc", "DQ")) == ("YES", "NO")


def test_rest_wavelengths_agree_with_the_line_list(task: VettingTask) -> None:
    """Within 0.3 Å (14 km/s at Hα) for single lines; blends are off the list on purpose."""
    blends = {"bowen", "na_d", "mg_b", "ca_hk_broad"}
    known = [line.wavelength for line in all_lines()]
    for diagnostic in task.diagnostics:
        if isinstance(diagnostic, LineDiagnostic) and diagnostic.name not in blends:
            for rest in diagnostic.rest:
                assert min(abs(rest - each) for each in known) <= 0.3, diagnostic.name
        if isinstance(diagnostic, BandheadDiagnostic):
            assert min(abs(diagnostic.head - each) for each in known) <= 0.3, diagnostic.name


def test_a_band_fades_away_from_its_head_into_the_feature(task: VettingTask) -> None:
    """C2 fades to the blue, TiO, ZrO and LaO to the red; the reference is on the other side."""
    for diagnostic in task.diagnostics:
        if not isinstance(diagnostic, BandheadDiagnostic):
            continue
        feature = sum(diagnostic.feature) / 2
        reference = sum(diagnostic.reference) / 2
        species = diagnostic.label.split()[0]
        assert diagnostic.fades == ("blue" if species == "C2" else "red"), diagnostic.name
        if diagnostic.fades == "blue":
            assert feature < diagnostic.head < reference
        else:
            assert reference < diagnostic.head < feature
        assert diagnostic.ratio.none > diagnostic.ratio.full


def test_line_windows_lie_inside_their_side_bands(task: VettingTask) -> None:
    for diagnostic in task.diagnostics:
        if isinstance(diagnostic, LineDiagnostic):
            if diagnostic.window_angstrom is None:
                assert diagnostic.window_kms <= diagnostic.sides_kms[0], diagnostic.name
            else:
                assert diagnostic.sides_angstrom is not None
                assert diagnostic.window_angstrom <= diagnostic.sides_angstrom[0]


def test_every_scored_diagnostic_is_looked_at(task: VettingTask) -> None:
    """But for the continuum slope, which the overview shows."""
    seen = {name for look in task.looks for name in look.diagnostics}
    for diagnostic in task.diagnostics:
        if diagnostic.weight and not isinstance(diagnostic, RuleDiagnostic):
            wanted = diagnostic.kind == "continuum" or diagnostic.name in seen
            assert wanted or diagnostic.name == "he_ii_5413", diagnostic.name


def test_a_look_shows_what_it_names(task: VettingTask) -> None:
    for look in task.looks:
        lower, upper = look.window
        for name in look.diagnostics:
            diagnostic = task.diagnostic(name)
            if isinstance(diagnostic, LineDiagnostic):
                assert any(lower < rest < upper for rest in diagnostic.rest), (look.label, name)
            elif isinstance(diagnostic, BandheadDiagnostic):
                assert lower < diagnostic.head < upper, (look.label, name)


def _leaves(condition: Condition) -> list[Condition]:
    parts = (*condition.all, *condition.any, *condition.none)
    own = [condition] if condition.diagnostic else []
    return own + [leaf for part in parts for leaf in _leaves(part)]


def test_rules_that_argue_against_lower_the_score_and_the_others_do_not(
    task: VettingTask,
) -> None:
    for rule in task.diagnostics:
        if isinstance(rule, RuleDiagnostic):
            lowers = rule.effect in ("cap", "multiply") or (
                rule.effect == "add" and rule.amount < 0
            )
            assert lowers == (rule.argues == "against"), rule.name
            assert _leaves(rule.when), rule.name


def test_the_hash_is_stable_and_follows_each_word(tmp_path: Path) -> None:
    text = (resources.data("tasks") / "cv.yaml").read_text(encoding="utf-8")
    again, spaced, changed = (tmp_path / f"{n}.yaml" for n in "abc")
    again.write_text(text, encoding="utf-8")
    spaced.write_text("# a comment\n" + text.replace("\nversion:", "\n\nversion:"), "utf-8")
    changed.write_text(text.replace("flat decrement", "steep decrement"), "utf-8")
    assert load_task(again).hash == load_task(spaced).hash
    assert load_task(changed).hash != load_task(again).hash
