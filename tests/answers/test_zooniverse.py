"""Zooniverse: volunteers, each counted once a subject, never approving."""

from collections.abc import Callable

import pytest

from specreview.answers.foreign import Asked
from specreview.answers.importing import AnswersReport
from specreview.errors import AnswersError
from specreview.review.consensus import approved
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.review.rows import Queue
from specreview.store import Store
from tests.answers.conftest import IDS, ZOO_HEADER, lines, zoo_row

Bring = Callable[..., AnswersReport]
Logged = Callable[[], list[Decision]]
PICTURE = "![yes.png](https://panoptes-uploads.zooniverse.org/503a6354.png =60x) **Yes**"


def test_columns_become_a_volunteers_decision(bring: Bring, logged: Logged) -> None:
    text = lines(
        ZOO_HEADER,
        zoo_row(91178981, "MikeW", PICTURE, {"#targetid": int(IDS[0])}),
        zoo_row(91178982, "not-logged-in-2c61707e", "No", {"image_name": "spec-2.fits.png"}),
        zoo_row(91178983, "MikeW", "yes", {"ra": 153.0, "dec": -27.0001}),
        zoo_row(91178984, "MikeW", None, {"targetid": IDS[3]}),
        zoo_row(91178985, "MikeW", "No", {"targetid": "12"}),
    )
    report = bring(text, confidence=4)
    assert report.sentence() == "3 applied, 0 unchanged, 1 unknown: 12"
    assert report.silent == {"no answer to the question": 1}
    first, second, third = logged()
    assert (first.answer, first.reviewer, first.role) == ("YES", "MikeW (Zooniverse)", "volunteer")
    assert first.decided_at == "2018-02-20T10:44:42+00:00"
    assert (second.answer, second.candidate_id) == ("NO", 2)
    assert (third.answer, third.candidate_id) == ("YES", 3)


def test_volunteers_never_approve_and_open_no_conflict(
    bring: Bring, store: Store, queue: Queue
) -> None:
    """A volunteer of a reviewer's name is somebody else."""
    ann = new_decision(1, "ann", "answer", answer="NO", confidence=3)
    store.decisions.append(ann)
    bring(lines(ZOO_HEADER, *(zoo_row(n, "ann", "Yes", {"id": object_id})
                              for n, object_id in enumerate(IDS, 1))), confidence=4)  # fmt: skip
    row = store.row(1, "ann")
    assert (row.answer, row.state) == ("NO", "answered")
    theirs = store.row(2, "ann (Zooniverse)")
    assert (theirs.answer, approved(theirs, 3)) == ("YES", (False, "a volunteer's answer"))


def test_gold_standard_and_repeats_count_once_a_person(bring: Bring, logged: Logged) -> None:
    subject = {"id": IDS[0]}
    text = lines(
        ZOO_HEADER,
        zoo_row(3, "bea", "No", subject, at="2018-02-20 12:00:00 UTC"),
        zoo_row(1, "bea", "Yes", subject, at="2018-02-20 10:00:00 UTC", gold="true"),
        zoo_row(2, "bea", "No", subject, at="2018-02-20 11:00:00 UTC"),
        zoo_row(4, "cem", "No", subject),
    )
    report = bring(text)
    assert (report.applied, report.repeated, report.rows) == (2, 2, 4)
    assert [(one.reviewer, one.answer) for one in logged()] == [
        ("bea (Zooniverse)", "YES"),
        ("cem (Zooniverse)", "NO"),
    ], "a person's first classification counts"


def test_which_question_decides_is_said(bring: Bring, logged: Logged) -> None:
    combo = [{"task": "T5", "value": [
        {"task": "T1", "task_label": "Emission?", "value": ["H alpha", "He II"]},
        {"task": "T2", "task_label": "A CV?", "value": 0}]}]  # fmt: skip
    survey = [
        {"task": "T1", "task_label": "Emission?", "value": [{"choice": "NONE", "answers": {}}]}
    ]
    text = lines(
        ZOO_HEADER,
        zoo_row(1, "bea", None, {"id": IDS[0]}, annotations=combo),
        zoo_row(2, "bea", None, {"id": IDS[1]}, annotations=survey),
    )
    with pytest.raises(AnswersError, match=r"2 questions: T1 \(Emission\?\), T2 \(A CV\?\)"):
        bring(text)
    with pytest.raises(AnswersError, match="no question T7; there are T1"):
        bring(text, asked=Asked(question="T7"))
    bring(text, asked=Asked(question="T2"), yes=("0",))
    bring(text, asked=Asked(question="T1"), yes=("h alpha + *",), no=("none",))
    assert [(one.candidate_id, one.answer) for one in logged()] == [(1, "YES"), (2, "NO")]


def test_ids_under_the_projects_own_key(bring: Bring, logged: Logged) -> None:
    text = lines(ZOO_HEADER, zoo_row(1, "bea", "Yes", {"!Gaia": "5", "spectrum number": IDS[1]}))
    assert [one.name for one in bring(text).unknown] == ["subject 15715879"]
    assert bring(text, asked=Asked(id_column="spectrum number")).applied == 1
    with pytest.raises(AnswersError, match=r"no key obsid; it has retired, Gaia, spectrum number$"):
        bring(text, asked=Asked(id_column="obsid"))


def test_what_is_no_export(bring: Bring) -> None:
    broken = zoo_row(7, "bea", "Yes", {"id": IDS[0]}).replace('""T0""', "T0")
    report = bring(lines(ZOO_HEADER, broken, zoo_row(8, "bea", "Yes", {"id": IDS[0]})))
    ((row, name, reason),) = [(r.row, r.name, r.reason) for r in report.rejected]
    assert (row, name) == (2, "7")
    assert reason.startswith('column annotations: \'[{"task": T0')
    assert reason.endswith("is no JSON")
    with pytest.raises(AnswersError, match="no column subject_data"):
        bring(lines(ZOO_HEADER.replace("subject_data,", ""), "1,2"))
    with pytest.raises(AnswersError, match="names its volunteers itself; leave --as out"):
        bring(lines(ZOO_HEADER, zoo_row(1, "bea", "Yes", {"id": IDS[0]})), as_name="ann")
    with pytest.raises(AnswersError, match="is of no known program"):
        bring("obsid,label\n1,YES\n")
