"""Which lines the chart marks for a task."""

import itertools

import pytest

from specreview.spectra.lines import all_lines
from specreview.tasks.load import load_tasks
from specreview.tasks.overlay import overlay_lines

TASKS = load_tasks()


@pytest.mark.parametrize(
    ("key", "label", "wavelength"),
    [
        ("cv", "Hα", 6564.61),
        ("cv", "He II 4687", 4687.01),
        ("cv", "[O III] 5008", 5008.24),
        ("cc", "C2 5166", 5166.6),
        ("ss", "ZrO 6476", 6475.8),
        ("gm", "CaH3", 6976.9),
        ("gm", "TiO 6161", 6160.7),
        ("wd", "Hδ", 4102.90),
    ],
)
def test_the_telling_lines_are_marked(key: str, label: str, wavelength: float) -> None:
    marks = dict(overlay_lines(TASKS[key]))
    assert marks[label] == pytest.approx(wavelength, abs=0.05)


@pytest.mark.parametrize("key", sorted(TASKS))
def test_no_line_is_marked_twice_and_labels_are_short(key: str) -> None:
    marks = overlay_lines(TASKS[key])
    wavelengths = sorted(wavelength for _, wavelength in marks)
    assert all(b - a > 1.5 for a, b in itertools.pairwise(wavelengths))
    assert len({label for label, _ in marks}) == len(marks)
    assert max(len(label) for label, _ in marks) <= 14


def test_the_heaviest_comes_first() -> None:
    assert [label for label, _ in overlay_lines(TASKS["cv"])][:2] == ["Hα", "Hβ"]
    assert overlay_lines(TASKS["cc"])[0][0].startswith("C2")


def test_a_mark_by_name_adds_a_line_of_the_list() -> None:
    plain = TASKS["cv"].model_copy(update={"marks": ()})
    marked = TASKS["cv"].model_copy(update={"marks": ("li_i_6710",)})
    extra = set(overlay_lines(marked)) - set(overlay_lines(plain))
    (lithium,) = [each for each in all_lines() if each.name == "li_i_6710"]
    assert extra == {(lithium.label, lithium.wavelength)}
