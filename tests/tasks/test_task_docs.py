"""The page on task files: its example loads as it stands, and no field is left unexplained."""

import re
import typing
from pathlib import Path

import pytest

from specreview.agent.prompt import task_text
from specreview.spectra.lines import all_lines
from specreview.tasks.diagnostics import Condition, Quantity, RuleDiagnostic
from specreview.tasks.load import LARGEST_FILE, load_tasks
from specreview.tasks.overlay import overlay_lines
from specreview.tasks.refusals import diagnostic_kinds, diagnostic_models
from specreview.tasks.task import ScoreGroup, Scoring, VettingTask

PAGE = (Path(__file__).parents[2] / "docs" / "task-files.md").read_text(encoding="utf-8")
BLOCK = PAGE.split("```yaml\n", 1)[1].split("```", 1)[0]


@pytest.fixture(name="be")
def _be(tmp_path: Path) -> VettingTask:
    (tmp_path / "be.yaml").write_text(BLOCK, encoding="utf-8")
    return load_tasks(tmp_path)["be"]


def test_the_example_is_a_whole_task_beside_the_five(be: VettingTask) -> None:
    assert be.name == "Be star"
    assert {each.kind for each in be.diagnostics} >= {"emission", "absorption", "rule"}
    assert "Is this spectrum a Be star?" in task_text(be)
    marks = dict(overlay_lines(be))
    assert marks["Hα"] == pytest.approx(6564.61, abs=0.01)
    assert "Fe II 5170" in marks


def test_every_field_and_word_of_a_task_file_is_on_the_page() -> None:
    models = (VettingTask, Condition, Scoring, ScoreGroup, *diagnostic_models())
    words = {name for model in models for name in model.model_fields}
    words |= set(diagnostic_kinds()) | set(typing.get_args(Quantity))
    words |= set(typing.get_args(RuleDiagnostic.model_fields["effect"].annotation))
    assert sorted(word for word in words if not re.search(rf"\b{word}\b", PAGE)) == []


def test_the_limits_on_the_page_are_those_of_the_loader() -> None:
    assert f"at most {LARGEST_FILE} bytes" in PAGE
    assert all(f"`{key}`" in PAGE for key in load_tasks())


def test_the_marks_of_the_example_are_in_the_list(be: VettingTask) -> None:
    assert set(be.marks) <= {each.name for each in all_lines()}
