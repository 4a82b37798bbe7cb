"""The probe finds what it is for: an inspector that looks at the wrong thing."""

import itertools
import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from specreview.agent.inspector import InspectorIdentity, Reply, Turn
from specreview.agent.protocol import format_answer
from specreview.cli import probing
from specreview.errors import InspectorUnusable, SettingsError
from specreview.inspectors.rules import RulesInspector
from specreview.probe.probing import (
    SMALL,
    USUAL,
    Probe,
    Size,
    chosen_tasks,
    questions_of,
    run_probe,
)
from specreview.probe.subjects import Subject, known_objects, pure_noise
from specreview.probe.variants import LAMOST_FILE, VARIANTS, apply
from specreview.probe.wording import lines
from specreview.tasks.load import load_tasks
from specreview.tiny.practice_spectra import practice_task
from specreview.views.rendered import view_title
from tests.builders import commanded, no_picture

TASKS = load_tasks(None)
CV = {"cv": TASKS["cv"]}
ALL = Size(2, 4, tuple(one.key for one in VARIANTS))


class By:
    """Answers at once, as a function of the turn says."""

    def __init__(self, answer: Callable[[Turn], str]) -> None:
        self._answer = answer

    @property
    def identity(self) -> InspectorIdentity:
        return InspectorIdentity("by", "by one rule", "1")

    def reply(self, turn, on_text, cancelled) -> Reply:
        return Reply(format_answer("Seen.", self._answer(turn), "as the rule says"))


def probed(answer: Callable[[Turn], str], size: Size = ALL, known=known_objects):
    plan = Probe(CV, size, workers=1, draw=no_picture, known=known)
    return run_probe(plan, lambda: By(answer))


def flipped(report) -> set[str]:
    return {one.key for one in report.variants if one.flipped}


def test_a_verdict_that_hangs_on_the_title_is_found() -> None:
    found = probed(lambda turn: "YES" if "spec-" in turn.events[0].title else "NO")
    assert flipped(found) == {"named"}
    (named,) = [one for one in found.variants if one.key == "named"]
    assert [flip.after for flip in named.flipped] == ["YES", "YES"]
    assert view_title(LAMOST_FILE) == f"Spectrum: {LAMOST_FILE}"
    said = "\n".join(lines(found))
    assert "under a LAMOST file name: dwarf nova, high inclination (cv) NO → YES" in said
    assert "the verdict hangs on the picture's title" in said


def test_a_verdict_that_hangs_on_bad_pixels_is_found() -> None:
    found = probed(lambda turn: "YES" if turn.spectrum.flux[~turn.spectrum.good].size else "NO")
    assert flipped(found) == {"clean"}


def test_a_verdict_that_hangs_on_the_highest_pixel_is_found() -> None:
    def spiky(turn: Turn) -> str:
        flux = turn.spectrum.flux
        return "YES" if flux[~turn.spectrum.good].max(initial=0) > 4 * np.median(flux) else "NO"

    def unspiked(task: str, each: int, seed: int) -> list[Subject]:
        (clean,) = [one for one in VARIANTS if one.key == "clean"]
        objects = known_objects(task, each, seed)
        return [replace(one, spectrum=apply(clean, one.spectrum, "", 0)) for one in objects]

    assert flipped(probed(spiky, known=unspiked)) == {"spiked"}


def test_a_verdict_that_hangs_on_the_range_is_found() -> None:
    def wide(turn: Turn) -> str:
        return "YES" if turn.spectrum.wavelength[-1] > 9500 else "NO"

    assert flipped(probed(wide)) == {"cropped"}


def test_one_that_believes_the_redshift_is_found() -> None:
    assert flipped(probed(lambda turn: "YES" if turn.redshift else "NO")) == {"told"}


def test_one_that_cannot_repeat_itself_is_found() -> None:
    turns = itertools.count()
    found = probed(lambda turn: ("YES", "NO")[next(turns) % 2])
    assert "again" in flipped(found)
    assert "cannot be repeated" in "\n".join(lines(found))


def test_one_that_says_yes_to_everything_shows_on_noise() -> None:
    found = probed(lambda turn: "YES")
    assert (found.noise.k, found.noise.n) == (4, 4)
    # Wilson (1927) for 4 of 4: 4 / (4 + 1.96²) = 0.510
    assert found.noise.interval == pytest.approx((0.5101, 1.0), abs=1e-4)
    assert (found.positives.k, found.look_alikes.k, found.flat.k) == (1, 0, 1)
    said = "\n".join(lines(found))
    assert "YES on pure noise     4 of 4 (100 %) [51-100 %]" in said
    assert "wrong at least this often" in said
    assert "no change of these changed a verdict" in said


def test_an_unsure_inspector_withholds() -> None:
    found = probed(lambda turn: "UNSURE" if turn.redshift else "NO")
    (told,) = [one for one in found.variants if one.key == "told"]
    assert (told.flipped, len(told.withheld)) == ((), 2)
    assert "NO → no verdict" in "\n".join(lines(found))


def test_one_that_can_answer_nobody_ends_it_with_its_message() -> None:
    def refuse(turn: Turn) -> str:
        raise InspectorUnusable("no model at /models/o3; give --model a folder")

    with pytest.raises(Exception, match="no model at /models/o3"):
        probed(refuse)


def test_the_rules_know_their_objects_and_say_nothing_of_noise() -> None:
    plan = Probe(CV, replace(SMALL, noises=3), workers=1, draw=no_picture)
    found = run_probe(plan, RulesInspector)
    assert (found.positives.k, found.look_alikes.k) == (1, 1)
    assert (found.noise.k, found.noise.withheld) == (0, 3)
    assert not flipped(found)


def test_a_task_of_ones_own_is_asked_about_noise_alone() -> None:
    own = {"mine": TASKS["cv"].model_copy(update={"key": "mine"})}
    found = run_probe(Probe(own, SMALL, workers=1, draw=no_picture), lambda: By(lambda turn: "NO"))
    assert (found.positives.n, found.noise.n, found.flat.n) == (0, 4, 1)
    assert "no known objects for this task" in "\n".join(lines(found))


def test_sizes_and_tasks() -> None:
    usual = questions_of(Probe(TASKS, USUAL))
    kinds = [one.subject.kind for one in usual]
    assert (kinds.count("noise"), kinds.count("flat")) == (40, 5)
    assert kinds.count("positive") == kinds.count("look-alike") == 5 * 10
    small = questions_of(Probe(chosen_tasks(TASKS, None, SMALL), SMALL))
    assert len(small) == 2 * 4 + 4 + 1
    with pytest.raises(SettingsError, match="there are cc, cv"):
        chosen_tasks(TASKS, "qso")


def test_the_same_number_gives_the_same_spectra_and_another_other_ones() -> None:
    def hashes(seed: int) -> list[str]:
        return [
            apply(one.variant, one.subject.spectrum, one.subject.name, seed).content_hash
            for one in questions_of(Probe(CV, ALL, seed=seed))
        ]

    assert hashes(1) == hashes(1)
    assert not set(hashes(1)) & set(hashes(2)) - {hashes(1)[-1]}  # but for the flat line


def test_the_changes_do_what_they_say() -> None:
    (subject, _) = known_objects("cv", 1, 3)
    spectrum = subject.spectrum
    made = {one.key: apply(one, spectrum, "x", 3) for one in VARIANTS}
    assert made["again"].content_hash == made["named"].content_hash == spectrum.content_hash
    assert made["clean"].good.all()
    assert len(made["clean"]) == int(spectrum.good.sum()) < len(spectrum)
    added = (made["fainter"].flux - spectrum.flux)[spectrum.good] * np.sqrt(
        spectrum.ivar[spectrum.good]
    )
    assert np.std(added) == pytest.approx(np.sqrt(3.0), rel=0.05)
    assert made["fainter"].ivar[spectrum.good] * 4 == pytest.approx(spectrum.ivar[spectrum.good])
    assert made["spiked"].flux.max() > 4 * np.median(spectrum.flux)
    assert (made["cropped"].wavelength[0], made["cropped"].wavelength[-1]) == pytest.approx(
        (3700, 9100), abs=2
    )
    # Hα of the dwarf nova (25 km/s) moves by 300 km/s and by z = 0.02
    lines_at = {key: _line(one) for key, one in (made | {"base": spectrum}).items()}
    assert lines_at["redder"] - lines_at["base"] == pytest.approx(6564.6 * 300 / 299792, abs=1.5)
    assert lines_at["told"] - lines_at["base"] == pytest.approx(6564.6 * 0.02, abs=1.5)


def _line(spectrum) -> float:
    """Centroid of the excess around Hα, Å."""
    w, f = spectrum.wavelength, np.asarray(spectrum.flux, dtype=float)
    near = (w > 6450) & (w < 6810)
    peak = w[near][np.argmax(f[near])]
    around = np.abs(w - peak) < 60
    excess = np.clip(f[around] - np.median(f[near]), 0, None)
    return float(np.sum(w[around] * excess) / np.sum(excess))


def test_noise_holds_its_stated_errors() -> None:
    for subject in pure_noise("cv", 3, 5):
        z = subject.spectrum.flux * np.sqrt(subject.spectrum.ivar)
        assert abs(np.mean(z)) < 5 / np.sqrt(z.size)
        assert np.std(z) == pytest.approx(1.0, abs=0.05)


def test_the_command_prints_json_and_leaves_nothing_behind(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, said, refused = commanded("probe", "--small", "--task", "ss", "--json")
    assert (code, refused) == (0, "")
    found = json.loads(said)
    assert found["tasks"] == ["ss"]
    assert found["inspections"] == 13
    assert found["noise"]["n"] == 4
    assert [one["key"] for one in found["variants"]] == list(SMALL.changes)
    assert list(tmp_path.iterdir()) == []


def test_the_command_refuses_in_one_line() -> None:
    for args, said in (
        (("--task", "qso"), "there is no such task"),
        (("--inspector", "oracle"), "there is no inspector 'oracle'"),
        (("--inspector", "server"), "server"),
    ):
        code, _, error = commanded("probe", "--small", *args)
        assert code == 2
        assert said in error
        assert error.count("\n") == 1


def test_the_practice_task_of_the_tiny_checkpoint_has_its_own_objects() -> None:
    task = {"practice": practice_task()}
    plan = Probe(task, SMALL, workers=1, draw=no_picture, known=probing._known)
    found = run_probe(plan, RulesInspector)
    assert (found.positives.n, found.look_alikes.n) == (1, 1)
    kinds = [one.kind for one in probing._known("practice", 3, 5)]
    assert kinds == ["positive"] * 3 + ["look-alike"] * 3
    assert [one.name for one in probing._known("cv", 1, 5)] == [
        "dwarf nova, high inclination", "M4 Ve",
    ]  # fmt: skip
