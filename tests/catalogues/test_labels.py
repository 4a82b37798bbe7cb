"""Labels out of any column: what a value says about the task, and when it says nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.catalogues import Wording
from specreview.catalogues.labels import make_labels, plain
from specreview.catalogues.report import ImportReport
from specreview.errors import CatalogueError
from specreview.review.candidates import NewCandidate, Reject

YES_NO = ("YES", "NO")
TASKS = dict.fromkeys(("cv", "cc", "ss", "gm", "wd"), YES_NO)
Planned = Callable[..., list[NewCandidate | Reject]]


def label(value: str, *positive: str, task: str = "cv", negative: tuple[str, ...] = ()) -> object:
    wording = Wording(positive, negative)
    return make_labels(TASKS, wording, task_a_row=False).label(task, value)


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("YES", "YES"), ("no", "NO"), (" Yes ", "YES"),
        ("CV", None), ("", None), ("NaN", None), ("?", None), ("unknown", None), ("-9999", None),
    ],
)  # fmt: skip
def test_the_tasks_own_labels_need_no_words(value: str, meant: str | None) -> None:
    assert label(value) == meant


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("CV", "YES"), ("cv", "YES"), ("Dwarf  nova", "YES"), ("QSO", "NO"), ("YES", "YES"),
        ("", None), ("nan", None), ("null", None), ("Unknown", None), ("?", None),
        ("unclassified", None), ("None", None), ("-9999", None), ("CV?", None), ("UG:", None),
        ("NO", "NO"),
    ],
)  # fmt: skip
def test_other_values_are_negative_unless_they_say_nothing(value: str, meant: str | None) -> None:
    assert label(value, "CV,dwarf nova") == meant
    assert label(value, "CV", "Dwarf nova") == meant


def test_with_negative_values_named_the_others_say_nothing() -> None:
    told = {value: label(value, "CV", negative=("QSO", "star")) for value in ("CV", "QSO", "Star",
                                                                             "galaxy")}  # fmt: skip
    assert told == {"CV": "YES", "QSO": "NO", "Star": "NO", "galaxy": None}
    assert label("none", "CV", negative=("none",)) == "NO"


def test_a_column_about_the_opposite_is_read_as_the_options_say() -> None:
    assert [label(value, "NO") for value in ("NO", "YES", "", "maybe")] == ["YES", "NO", None, "NO"]
    told = [label(value, "clean", negative=("YES",)) for value in ("clean", "YES", "NO")]
    assert told == ["YES", "NO", None]


def test_a_value_with_a_comma_or_a_colon_of_its_own() -> None:
    assert label("CV, magnetic", "CV, magnetic") == "YES"
    assert label("Em: CV", "Em: CV") == "YES"
    assert label("1.0", "1") == label("1", "1.0") == "YES"
    assert label("0.0", "1") == "NO"


def test_a_task_of_several_classes_has_no_negative() -> None:
    classes = {"sp": ("M", "K", "G")}
    labels = make_labels(classes, Wording(("late",)), task_a_row=False)
    told = [labels.label("sp", value) for value in ("late", "k", "early", "G")]
    assert told == ["M", "K", None, "G"]


def test_with_a_task_in_each_row_a_class_counts_for_its_own_task() -> None:
    wording = Wording(("CV", "cc:Carbon", "wd:DA", "wd:DB"), ())
    labels = make_labels(TASKS, wording, task_a_row=True)
    assert [labels.label(task, "CV") for task in ("cv", "cc", "wd", "ss")] == [
        "YES", "NO", "NO", None,
    ]  # fmt: skip
    assert [labels.label("cc", value) for value in ("Carbon", "DA")] == ["YES", "NO"]
    assert [labels.label("wd", value) for value in ("Carbon", "DB")] == ["NO", "YES"]
    general = make_labels(TASKS, Wording(("1",)), task_a_row=True)
    assert [general.label(task, "1.0") for task in TASKS] == ["YES"] * 5
    with pytest.raises(CatalogueError, match=r"--positive carbon: each row .* TASK:carbon"):
        make_labels(TASKS, Wording(("Carbon",)), task_a_row=True)


@given(st.text(max_size=30), st.lists(st.text(max_size=12), max_size=3))
def test_any_text_is_a_label_or_says_nothing(value: str, positive: list[str]) -> None:
    labels = make_labels(TASKS, Wording(tuple(positive)), task_a_row=False)
    assert labels.label("cv", value) in ("YES", "NO", None)
    assert labels.label("other", value) is None
    assert labels.label("cv", f"  {value} ") == labels.label("cv", value)
    for named in positive:
        if plain(named) and "," not in named and ":" not in named:
            assert labels.label("cv", named) == "YES"
    assert plain(plain(value)) == plain(value)


@pytest.fixture
def listed(tmp_path: Path, lamost_file: bytes) -> Callable[[str], Path]:
    """A catalogue over three copies of one LAMOST file; the text's rows name a, b, c."""

    def make(text: str) -> Path:
        for name in ("a", "b", "c"):
            (tmp_path / f"{name}.fits.gz").write_bytes(lamost_file)
        path = tmp_path / "list.csv"
        path.write_text(text.replace("FILE", ".fits.gz"), encoding="utf-8")
        return path

    return make


ROWS = "id,path,kind,other\n1,aFILE,CV,x\n2,bFILE,QSO,y\n3,cFILE,,CV\n"


def kept(outcome: list[NewCandidate | Reject]) -> list[NewCandidate]:
    assert all(isinstance(one, NewCandidate) for one in outcome), outcome
    return [one for one in outcome if isinstance(one, NewCandidate)]


def test_a_mapped_label_column_is_read_and_kept_back(listed, planned: Planned) -> None:
    source = listed(ROWS)
    found = kept(planned(source, task="cv", mapping={"label": "kind"}, labels=TASKS,
                         wording=Wording(("CV",))))  # fmt: skip
    assert [one.label for one in found] == ["YES", "NO", None]
    assert [one.hidden for one in found] == [{"kind": "CV"}, {"kind": "QSO"}, {"kind": ""}]
    assert [one.catalogue for one in found] == [{"other": "x"}, {"other": "y"}, {"other": "CV"}]


def test_a_class_column_is_never_a_label_by_itself(listed, planned: Planned) -> None:
    source = listed("id,path,class\n1,aFILE,YES\n2,bFILE,NO\n3,cFILE,YES\n")
    assert [one.label for one in kept(planned(source, task="cv", labels=TASKS))] == [None] * 3


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (("YES", "no", ""), ["YES", "NO", None]),
        (("CV", "NO", "NO"), [None, None, None]),
        (("", "", ""), [None, None, None]),
    ],
)
def test_a_truth_column_is_a_label_only_when_each_value_is_one(
    listed, planned: Planned, cells: tuple[str, ...], labels: list[str | None]
) -> None:
    rows = "".join(f"{n},{'abc'[n]}FILE,{cell}\n" for n, cell in enumerate(cells))
    source = listed("id,path,truth\n" + rows)
    assert [one.label for one in kept(planned(source, task="cv", labels=TASKS))] == labels


def test_positive_values_alone_are_of_the_truth_column(listed, planned: Planned) -> None:
    source = listed("id,path,truth\n1,aFILE,CV\n2,bFILE,NO\n3,cFILE,unknown\n")
    found = kept(planned(source, task="cv", labels=TASKS, wording=Wording(("cv",))))
    assert [one.label for one in found] == ["YES", "NO", None]


@pytest.mark.parametrize(
    ("mapping", "wording", "said"),
    [
        ({"label": "kind"}, Wording(("CVs",)),
         r"label column kind: holds CV \(1\), QSO \(1\); --positive CVs is none of them"),
        ({"label": "kind"}, Wording(), "none is a label of the task; say which are positive"),
        ({}, Wording(("CV",)), "name it with --map label=COLUMN"),
        ({"label": "sort"}, Wording(("CV",)), "no such column; there are id, path, kind, other"),
    ],
)  # fmt: skip
def test_a_column_that_was_misunderstood_is_refused(
    listed, planned: Planned, mapping: dict[str, str], wording: Wording, said: str
) -> None:
    with pytest.raises(CatalogueError, match=said):
        planned(listed(ROWS), task="cv", mapping=mapping, labels=TASKS, wording=wording)


def test_a_column_of_blanks_is_said_to_be_one(listed, planned: Planned) -> None:
    source = listed("id,path,kind\n1,aFILE,\n2,bFILE, \n")
    with pytest.raises(CatalogueError, match="kind: is blank in every row; name another"):
        planned(source, task="cv", mapping={"label": "kind"}, labels=TASKS,
                wording=Wording(("CV",)))  # fmt: skip


def test_a_value_is_not_positive_and_negative() -> None:
    with pytest.raises(CatalogueError, match="cv stands in --positive and --negative"):
        label("x", "CV", "UG", negative=("star", "cv"))


@pytest.mark.parametrize(
    ("wording", "told"),
    [
        (Wording(("CV",)), []),
        (Wording(("CV,UGS", "Nova"), ("QSO",)), ["ugs", "nova"]),
        (Wording(("cv:CV", "wd:DA"), ("star",)), ["wd:da", "star"]),
        (Wording(("Em, CV", "CV,QSO")), ["em"]),
    ],
)
def test_a_value_that_stands_nowhere_is_told(
    listed, planned: Planned, wording: Wording, told: list[str]
) -> None:
    heard: list[str] = []
    planned(listed(ROWS), task="cv", mapping={"label": "kind"}, labels=TASKS, wording=wording,
            note=heard.append)  # fmt: skip
    assert [note.split()[3] for note in heard] == told
    assert all("in column kind" in note for note in heard)


def test_the_demos_truth_is_its_label(demo: Path, planned: Planned) -> None:
    found = [one for one in planned(demo, labels=TASKS) if isinstance(one, NewCandidate)]
    assert {one.label for one in found} == {"YES", "NO"}
    assert all(one.label == one.hidden["truth"] for one in found)


def test_the_report_says_how_many_rows_have_a_label() -> None:
    report = ImportReport(60, 1, 2, (), {"YES": 12, "NO": 48})
    assert report.label_sentence() == "60 rows with a label (12 YES, 48 NO), 3 without"
    assert ImportReport(3, 0, 0, ()).label_sentence() == ""
