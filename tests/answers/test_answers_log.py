"""What an import adds to the log, and what it never does."""

from collections.abc import Callable

import pytest

from specreview.answers.importing import AnswersReport
from specreview.errors import AnswersError
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.review.rows import Queue
from specreview.store import Store
from tests.answers.conftest import IDS, VI_HEADER, ZOO_HEADER, lines, vi_row, zoo_row

Bring = Callable[..., AnswersReport]
Logged = Callable[[], list[Decision]]
MEANT = {"yes": ("STAR",), "no": ("GALAXY", "QSO")}


def _vi(*rows: str) -> str:
    return lines(VI_HEADER, *rows)


def test_three_known_and_one_unknown(bring: Bring) -> None:
    rows = [vi_row(name, "ann", "3", spectype="STAR") for name in (*IDS[:3], "990000117")]
    report = bring(_vi(*rows), yes=("STAR",))
    assert report.sentence() == "3 applied, 0 unchanged, 1 unknown: 990000117"
    assert report.lines()[-1] == "row 5, 990000117: not in the queue"


def test_a_second_import_changes_nothing(bring: Bring, logged: Logged) -> None:
    text = _vi(*(vi_row(name, "ann", "3", spectype="STAR") for name in IDS[:3]))
    bring(text, **MEANT)
    again = bring(text, **MEANT)
    assert (again.applied, again.unchanged) == (0, 3)
    other_copy = bring(_vi(vi_row(IDS[0], "ann", "3", spectype="STAR")), name="x.csv", **MEANT)
    assert (other_copy.applied, other_copy.unchanged) == (0, 1)
    assert len(logged()) == 3


def test_an_undone_import_stays_undone(bring: Bring, store: Store, logged: Logged) -> None:
    text = _vi(vi_row(IDS[0], "ann", "3", spectype="STAR"))
    bring(text, **MEANT)
    store.decisions.append(new_decision(1, "ann", "undo"))
    assert bring(text, **MEANT).unchanged == 1
    assert store.row(1, "ann").answer is None


def test_a_dry_run_counts_the_same_and_logs_nothing(bring: Bring, logged: Logged) -> None:
    text = _vi(*(vi_row(name, "ann", "3", spectype="STAR") for name in (*IDS[:2], "12")))
    dry = bring(text, dry_run=True, **MEANT)
    assert logged() == []
    wet = bring(text, **MEANT)
    assert (dry.applied, dry.unchanged, dry.unknown) == (wet.applied, wet.unchanged, wet.unknown)


def test_a_later_decision_here_is_not_overwritten(
    bring: Bring, store: Store, queue: Queue, logged: Logged
) -> None:
    """A VI file has no times: what ann decided by hand stands, the file waits for her word."""
    store.decisions.append(new_decision(1, "ann", "answer", answer="NO", confidence=4))
    text = _vi(vi_row(IDS[0], "ann", "3", spectype="STAR"))
    dry, report = bring(text, dry_run=True, **MEANT), bring(text, **MEANT)
    assert (report.applied, report.waiting) == (0, (IDS[0],)) == (dry.applied, dry.waiting)
    assert store.row(1, "ann").answer == "NO"
    waiting = store.decisions.pending(1, "ann")
    assert waiting is not None
    assert (waiting.answer, waiting.origin) == ("YES", "import")
    assert bring(text, **MEANT).unchanged == 1, "asked once"


@pytest.mark.parametrize(
    ("here", "stands"), [("2018-03-01", "NO"), ("2018-02-01", "YES")], ids=["later", "earlier"]
)
def test_times_tell_which_came_last(bring: Bring, store: Store, here: str, stands: str) -> None:
    """The classification is of 2018-02-20; the same person's act here is a month off."""
    mine = new_decision(1, "bea (Zooniverse)", "answer", answer="NO", role="volunteer")
    store.decisions.append(mine.model_copy(update={"decided_at": f"{here}T00:00:00+00:00"}))
    bring(lines(ZOO_HEADER, zoo_row(1, "bea", "Yes", {"id": IDS[0]})))
    assert store.row(1, "bea (Zooniverse)").answer == stands


def test_another_persons_answer_stands_beside_and_conflicts(bring: Bring, store: Store) -> None:
    store.decisions.append(new_decision(1, "bob", "answer", answer="NO", confidence=3))
    report = bring(_vi(vi_row(IDS[0], "ann", "3", spectype="STAR")), **MEANT)
    assert report.applied == 1
    assert store.row(1, "bob").state == "conflict"
    assert store.row(1, "bob").answered_by == ("bob", "ann")


def test_a_corrected_meaning_replaces_the_earlier_import(bring: Bring, store: Store) -> None:
    text = _vi(vi_row(IDS[0], "ann", "3", spectype="STAR"))
    bring(text, no=("STAR",))
    assert bring(text, yes=("STAR",)).applied == 1
    assert store.row(1, "ann").answer == "YES"


def test_the_same_answer_by_hand_needs_no_import(bring: Bring, store: Store) -> None:
    made = new_decision(1, "ann", "answer", answer="NO", confidence=3, other_class="QSO",
                        redshift=1.5)  # fmt: skip
    store.decisions.append(made)
    text = _vi(vi_row(IDS[0], "ann", "3", spectype="QSO", z="1.5"))
    assert (bring(text, **MEANT).unchanged, bring(text, **MEANT).waiting) == (1, ())


def test_several_peoples_work_keeps_its_names(bring: Bring, logged: Logged) -> None:
    rows = [vi_row(IDS[0], who, "3", spectype="STAR") for who in ("ann", "bob", "ann")]
    rows[2] = rows[2].replace("STAR", "QSO")
    with pytest.raises(AnswersError, match="is the work of ann, bob; --as would make them one"):
        bring(_vi(*rows), as_name="both", **MEANT)
    report = bring(_vi(*rows), **MEANT)
    assert (report.applied, report.repeated, report.rows) == (2, 1, 3)
    assert {one.reviewer: one.answer for one in logged()} == {"ann": "NO", "bob": "YES"}
