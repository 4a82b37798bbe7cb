"""Demonstrations in: candidates, traces as events, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from specreview.agent.demonstrated import Turn, Unlike, demonstrated_events
from specreview.agent.events import CallRejected, InspectionStopped, InspectorReplied, ViewRendered
from specreview.agent.protocol import format_answer, format_call
from specreview.canonical import sha256_hex
from specreview.catalogues.demonstrations import conversations
from specreview.catalogues.importing import plan_import
from specreview.catalogues.plan import Import
from specreview.catalogues.sharegpt import is_sharegpt, read_demonstrations, restored
from specreview.errors import CatalogueError
from specreview.review.candidates import NewCandidate, Reject
from specreview.tasks.load import load_tasks
from tests.catalogues.demonstration_files import (
    NAME,
    QUESTION,
    SYSTEM,
    answer,
    call,
    demonstration,
    picture,
    seen,
    write_demonstrations,
)

TASKS = load_tasks()
LABELS = {key: task.labels for key, task in TASKS.items()}


def plan_of(source: Path, **more: object) -> Import:
    return Import(source, tuple(TASKS), **{"task": "cv", "labels": LABELS, **more})


def kept(source: Path, **more: object):
    plan = plan_of(source, **more)
    names = {one.object_id: None for one in plan_import(plan) if isinstance(one, NewCandidate)}
    return list(conversations(plan, TASKS, names))


def rejects(source: Path) -> list[str]:
    return [one.reason for one in plan_import(plan_of(source)) if isinstance(one, Reject)]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("H\x03b1 and H\x03b2", "Hα and Hβ"),
        ("at 6563 \x00c5", "at 6563 Å"),
        ("\x08oxed{YES}", "\\boxed{YES}"),
        ("a\x00b\x1fc\x03", "abc"),
        ("\x0041 is no lost letter", "41 is no lost letter"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("Hα stays", "Hα stays"),
    ],
)
def test_lost_letters_are_restored_and_control_characters_go(text: str, whole: str) -> None:
    assert restored(text) == whole


def test_a_demonstration_becomes_a_candidate_and_a_trace(tmp_path: Path) -> None:
    source = write_demonstrations(tmp_path, [demonstration(7)])
    assert "\x03" in source.read_text(encoding="utf-8"), "the defect is in the file"
    (candidate,) = plan_import(plan_of(source))
    assert candidate.object_id == "spec-55859-F5902_sp01-007"
    assert (candidate.survey, candidate.label, candidate.content_hash) == ("LAMOST", "YES", None)
    assert Path(candidate.path).name == NAME.format(7)
    assert candidate.own_prompt.user == QUESTION
    assert candidate.hidden == {"ground_truth": "YES"}
    (one,) = kept(source)
    assert (one.started.system_text, one.started.task_text) == (SYSTEM, QUESTION)
    assert (one.started.inspector, one.started.labels) == ("demonstration", ("YES", "NO"))
    events = [event for event, _ in one.steps]
    assert [event.kind for event in events] == [
        "view_rendered",
        "inspector_replied",
        "call_rejected",
        "inspector_replied",
        "view_rendered",
        "inspector_replied",
        "verdict_reached",
    ]
    assert events[2].reason == "The window lies outside 3700-9100."
    assert (events[4].window, events[4].label) == ((6480.0, 6650.0), "Hα")
    assert events[4].text == "The spectrum around Hα is shown."
    assert (events[6].verdict, events[6].justification) == ("YES", "EW 75 Å.")
    assert one.steps[4][1] == picture("images/7_1.png")
    assert events[4].image_sha256 == sha256_hex(picture("images/7_1.png"))


def test_several_demonstrations_of_one_object_are_its_rollouts(tmp_path: Path) -> None:
    rows = [demonstration(1), demonstration(2), dict(demonstration(3), source_name=NAME.format(1))]
    source = write_demonstrations(tmp_path, rows)
    ids = [one.object_id for one in plan_import(plan_of(source))]
    assert ids == ["spec-55859-F5902_sp01-001", "spec-55859-F5902_sp01-002"]
    assert [(one.object_id[-3:], one.started.rollout) for one in kept(source)] == [
        ("001", 0),
        ("002", 0),
        ("001", 1),
    ]
    assert len({one.fingerprint for one in kept(source)}) == 3


def test_the_task_may_be_in_the_files_name(tmp_path: Path) -> None:
    source = write_demonstrations(tmp_path, [demonstration(1)], "sft_wd.json")
    (candidate,) = plan_import(plan_of(source, task=None))
    assert candidate.task_key == "wd"
    other = write_demonstrations(tmp_path, [demonstration(1)])
    with pytest.raises(CatalogueError, match="which task"):
        plan_import(plan_of(other, task=None))


def test_each_fault_is_one_reject_with_its_reason(tmp_path: Path) -> None:
    head = [("system", SYSTEM), ("human", QUESTION)]
    unread = call(6480, 6650).replace("[6480, 6650]", "[6480, 66")
    rows = [
        demonstration(0),
        dict(demonstration(1), source_name=""),
        dict(demonstration(2), conversations=[]),
        demonstration(
            3, turns=[*head, ("gpt", unread), ("human", seen("x")), ("gpt", answer("NO"))]
        ),
        demonstration(4, turns=[*head, ("gpt", answer("NO")), ("gpt", answer("NO"))]),
        dict(demonstration(5), images=["images/5_0.png"]),
        dict(demonstration(6), images=["images/6_0.png", "images/lost.png"]),
        demonstration(7, turns=[("gpt", answer("NO")), *head]),
        {"text": "something else"},
    ]
    source = write_demonstrations(tmp_path, rows)
    (tmp_path / "images" / "lost.png").write_bytes(b"no picture")
    assert rejects(source) == [
        "has no source_name",
        "has no conversations",
        "shows a picture at turn 3 for a call that cannot be read",
        "has two turns of one side in a row, at turn 3",
        "has 1 pictures and 2 places for them",
        "its picture images/lost.png is no PNG file beside the list",
        "does not begin with the task and one picture",
        "has no conversations",
    ]
    assert [one.object_id[-3:] for one in kept(source)] == ["000"]


def test_labels_of_a_queue_are_not_taken_away_by_a_list_without(tmp_path: Path) -> None:
    source = write_demonstrations(tmp_path, [dict(demonstration(1), ground_truth="")])
    heard: list[str] = []
    plan = replace(plan_of(source), labels={"cv": ("YES", "NO")}, note=heard.append)
    assert len(list(plan_import(plan))) == 1
    assert heard == ["no label to score against: ground_truth holds nothing"]
    with pytest.raises(CatalogueError, match="take away: ground_truth holds nothing"):
        plan_import(replace(plan, labelled=True))


def test_no_picture_is_taken_from_outside_the_lists_folder(tmp_path: Path) -> None:
    row, folder = demonstration(1), tmp_path / "list"
    source = write_demonstrations(folder, [row])
    (tmp_path / "mine.png").write_bytes((folder / "images" / "1_0.png").read_bytes())
    for elsewhere in (str(tmp_path / "mine.png"), "../mine.png", "images/../../mine.png"):
        source.write_text(json.dumps([dict(row, images=[elsewhere, *row["images"][1:]])]))
        (reason,) = rejects(source)
        assert reason == f"its picture {elsewhere} is no PNG file beside the list"


def test_a_list_cut_off_keeps_what_came_before(tmp_path: Path) -> None:
    source = write_demonstrations(tmp_path, [demonstration(1), demonstration(2)])
    text = source.read_text(encoding="utf-8")
    source.write_text(text[: len(text) - 200], encoding="utf-8")
    planned = list(plan_import(plan_of(source)))
    assert isinstance(planned[0], NewCandidate)
    assert "rows from here on are missing" in planned[1].reason


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
@pytest.mark.parametrize(
    "content",
    ["[]", "{}", "", '{"conversations": []}', "[ ]", "[1, 2]", "<html>", '["conversations"]'],
)
def test_other_json_is_refused_in_words(tmp_path: Path, content: str, name: str) -> None:
    source = tmp_path / name
    source.write_text(content)
    assert is_sharegpt(source)
    for task in ("cv", None):  # no task is asked for that would not help
        with pytest.raises(CatalogueError, match="no list of demonstrations"):
            plan_import(plan_of(source, task=task))


def test_memory_holds_one_parsed_demonstration_at_a_time(tmp_path: Path) -> None:
    source = tmp_path / "many.json"
    source.write_text(json.dumps([demonstration(number) for number in range(50)]))
    reader = read_demonstrations(source)
    assert next(reader).name == NAME.format(0)
    assert next(reader).name == NAME.format(1)
    assert sum(1 for _ in reader) == 48


YES = Turn("inspector", format_answer("Broad.", "YES", "EW."))
LOOK = Turn("inspector", format_call("Hα?", (6480.0, 6650.0)))
TASK = Turn("task", "Is it?", ("0" * 64,))


def test_a_conversation_without_an_answer_ends_without_a_verdict() -> None:
    events = list(
        demonstrated_events([TASK, LOOK, Turn("task", "see", ("1" * 64,))], ("YES", "NO"))
    )
    assert isinstance(events[-1], InspectionStopped)
    assert isinstance(events[-2], ViewRendered)


def test_words_after_a_reply_without_a_call_are_a_nudge() -> None:
    turns = [TASK, Turn("inspector", "Well."), Turn("task", "Answer, please."), YES]
    _, reply, nudge, *_ = demonstrated_events(turns, ("YES", "NO"))
    assert isinstance(reply, InspectorReplied)
    assert nudge == CallRejected(reason="Answer, please.")


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ([], "does not begin"),
        ([YES], "does not begin"),
        ([Turn("task", "Is it?")], "one picture"),
        ([TASK, TASK], "two turns"),
        ([TASK, YES, Turn("task", "", ("1" * 64,))], "no call before it"),
    ],
)
def test_what_is_no_inspection_is_refused(turns: list[Turn], says: str) -> None:
    with pytest.raises(Unlike, match=says):
        list(demonstrated_events(turns, ("YES", "NO")))
