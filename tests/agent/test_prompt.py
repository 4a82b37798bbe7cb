"""What a model is told: everything it needs, and nothing that it must not know."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.agent.prompt import (
    TOOL_NAME,
    TOOL_SCHEMA,
    prompt_hash,
    system_text,
    task_text,
    view_text,
)
from specreview.agent.protocol import parse_reply
from specreview.spectra.window import Window
from specreview.tasks.diagnostics import RuleDiagnostic
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

TASKS = load_tasks()


@pytest.fixture(params=sorted(TASKS), name="shipped")
def _shipped(request: pytest.FixtureRequest) -> VettingTask:
    return TASKS[request.param]


def test_the_system_text_carries_the_tool_as_json() -> None:
    text = system_text()
    (schema,) = re.findall(r"<tools>\n(.*)\n</tools>", text)
    assert json.loads(schema) == TOOL_SCHEMA
    function = TOOL_SCHEMA["function"]
    assert function["name"] == TOOL_NAME == "spectral_visualization_tool"
    assert function["parameters"]["required"] == ["wavelength_range"]
    assert set(function["parameters"]["properties"]) == {"wavelength_range", "label"}
    assert "<tool_call>" in text
    assert "</tool_call>" in text
    assert "# Tools" in text


def test_the_task_text_holds_question_evidence_and_look_alikes(shipped: VettingTask) -> None:
    text = task_text(shipped)
    wanted = [shipped.question, *shipped.indicators.primary, *shipped.indicators.secondary]
    wanted += [each.name for each in shipped.look_alikes]
    wanted += [each.tell_apart for each in shipped.look_alikes]
    places = [text.index(words) for words in wanted[: 1 + len(shipped.indicators.primary)]]
    assert places == sorted(places)
    assert all(words in text for words in wanted)


def test_the_answer_format_names_each_label_and_prefers_none(shipped: VettingTask) -> None:
    text = task_text(shipped)
    for label in shipped.labels:
        assert text.count(rf"\boxed{{{label}}}") == 1
    for tag in ("<think>", "</think>", "<tool_call>", "<answer>", "</answer>"):
        assert tag in text
    assert "UNSURE" not in text


def test_class_names_are_the_boxes_of_a_task_with_many_classes() -> None:
    many = TASKS["wd"].model_copy(update={"labels": ("DA", "DB", "DZ"), "border_cases": ()})
    text = task_text(many)
    assert r"\boxed{DA} or \boxed{DB} or \boxed{DZ}" in text
    assert "YES" not in text


def test_an_undecided_border_case_stays_out(shipped: VettingTask) -> None:
    text = task_text(shipped)
    for border in shipped.border_cases:
        assert (f"- {border.case}: {border.answer}" in text) == (border.answer != "UNSURE")


def test_nothing_of_scores_limits_and_sources_leaks(shipped: VettingTask) -> None:
    text = task_text(shipped) + system_text()
    for diagnostic in shipped.diagnostics:
        assert diagnostic.source not in text
        assert not re.search(rf"\b{diagnostic.name}\b", text) or "_" not in diagnostic.name
        if isinstance(diagnostic, RuleDiagnostic):
            assert diagnostic.name not in text or "_" not in diagnostic.name
    for word in ("weight", "score", "threshold", "SDSS", "sample", "unverified"):
        assert word not in text


def test_weights_and_sources_do_not_change_the_prompt_but_words_do() -> None:
    task = TASKS["cv"]
    lighter = task.diagnostics[0].model_copy(update={"weight": 0.01, "source": "another one"})
    retuned = task.model_copy(update={"diagnostics": (lighter, *task.diagnostics[1:])})
    asked = task.model_copy(update={"question": "Is it a CV?"})
    assert prompt_hash(retuned) == prompt_hash(task)
    assert prompt_hash(asked) != prompt_hash(task)
    assert re.fullmatch(r"[0-9a-f]{64}", prompt_hash(task))


def test_hashes_of_the_five_differ() -> None:
    assert len({prompt_hash(task) for task in TASKS.values()}) == 5


def test_a_model_that_copies_the_examples_gives_no_answer(shipped: VettingTask) -> None:
    """The text itself, parsed as a reply, boxes nothing that could be taken for a verdict."""
    assert parse_reply(task_text(shipped), shipped.labels).answer is None


def test_the_view_sentence_names_window_and_label() -> None:
    sentence = view_text(Window(6400, 6700.5), "broad Hα")
    assert "6400 to 6700.5 Å" in sentence
    assert "rest frame" in sentence
    assert '"broad Hα"' in sentence
    assert "6400 to 6700.5 Å (rest frame)." in view_text(Window(6400, 6700.5), " \n ")
    assert view_text(None, "anything") == "The picture shows the whole spectrum."


def test_narrow_windows_keep_their_decimals() -> None:
    assert "6564.123 to 6564.987" in view_text(Window(6564.123, 6564.987), "")


@given(st.text(max_size=400), st.floats(3000, 5000), st.floats(5001, 10_000))
def test_a_label_cannot_close_the_tool_response(label: str, lower: float, upper: float) -> None:
    sentence = view_text(Window(lower, upper), label)
    assert "<" not in sentence
    assert ">" not in sentence
    assert len(sentence.splitlines()) == 1
    assert len(sentence) < 260
