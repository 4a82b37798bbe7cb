"""prospect's VI file: the header of its own source, its own way with commas."""

from collections.abc import Callable

import pytest
from astropy.table import Table

from specreview.answers.importing import AnswersReport
from specreview.errors import AnswersError
from specreview.review.decision import Decision
from specreview.review.rows import Queue
from specreview.store import Store
from tests.answers.conftest import IDS, VI_HEADER, lines, vi_row

Bring = Callable[..., AnswersReport]
Logged = Callable[[], list[Decision]]
MEANT = {"yes": ("STAR",), "no": ("GALAXY", "QSO")}


def test_columns_become_a_decision(
    bring: Bring, logged: Logged, store: Store, queue: Queue
) -> None:
    text = lines(
        VI_HEADER,
        vi_row(IDS[0], "Desi Arnaz", "4", spectype="STAR", z="0.0004", comment="broad Ha"),
        vi_row(IDS[1], "Desi Arnaz", "2", issue="RC", spectype="QSO", z="1.5512"),
    )
    report = bring(text, **MEANT)
    assert report.sentence() == "2 applied, 0 unchanged, 0 unknown"
    star, quasar = logged()
    assert (star.answer, star.confidence, star.redshift) == ("YES", 4, 0.0004)
    assert (star.reviewer, star.role, star.origin) == ("Desi Arnaz", "reviewer", "import")
    assert (star.phase, star.verdict, star.verdict_shown) == ("blind_first", None, False)
    assert (star.other_class, star.comment) == (None, "broad Ha; class STAR")
    assert (quasar.answer, quasar.confidence, quasar.redshift) == ("NO", 2, 1.5512)
    assert (quasar.issues, quasar.other_class, quasar.comment) == (("R", "C"), "QSO", "")
    other = store.queues.create("others", "cv", "list.csv")
    assert (store.reviewers(queue.id), store.reviewers(other.id)) == (["Desi Arnaz"], [])


def test_a_quality_alone_is_no_answer(bring: Bring, logged: Logged) -> None:
    text = lines(VI_HEADER, vi_row(IDS[0], "ann", "4"))
    with pytest.raises(AnswersError, match=r"GALAXY \(1\); say it with --yes VALUE, --no VALUE"):
        bring(text)
    assert logged() == []


def test_a_blank_leaves_the_pipeline_standing_unless_it_was_faulted(
    bring: Bring, logged: Logged
) -> None:
    text = lines(
        VI_HEADER,
        vi_row(IDS[0], "ann", "3"),
        vi_row(IDS[1], "ann", "1", issue="R"),
        vi_row(IDS[2], "ann", "1", issue="C"),
        vi_row(IDS[3], "ann", "-1", comment="see later"),
    )
    report = bring(text, **MEANT)
    assert [(one.redshift, one.answer) for one in logged()] == [(0.2345, "NO"), (None, "NO")]
    assert report.silent == {"no spectral type": 1, "no VI_quality": 1}
    assert report.rows == 4


def test_commas_as_the_program_writes_them(bring: Bring, logged: Logged) -> None:
    """Older versions: " , " between cells, "--" for blank, `","` for a comma in a comment."""
    header = VI_HEADER.replace(",Redrock_deltachi2", "").replace(",", " , ")
    row = (
        f"{IDS[0]} , 12345 , 20200703 , 65432 , 0.33.3 , 0.22.2 , 1.0 , GALAXY , 0.22 , "
        'Desi Arnaz , 1 , -- , -- , QSO , faint"," He ""II""? not sure"," though'
    )
    quoted = lines(VI_HEADER, vi_row(IDS[1], "ann", "1", spectype="QSO", comment='"a, b"'))
    assert bring(lines(header, row), **MEANT).applied == 1
    assert bring(quoted, **MEANT).applied == 1
    assert [one.comment for one in logged()] == ['faint, He "II"? not sure, though', "a, b"]


def test_merged_tables_have_a_mean_quality_and_no_scanner(bring: Bring, logged: Logged) -> None:
    header = (
        "TARGETID,Redrock_z,best_z,best_quality,Redrock_spectype,best_spectype,all_VI_issues,"
        "all_VI_comments,merger_comment,N_VI"
    )
    rows = [f"{IDS[0]},0.5,0.5012,2.5,GALAXY,STAR,R|C,,settled,3",
            f"{IDS[1]},0.5,0.5,2.4,GALAXY,GALAXY,,,,2"]  # fmt: skip
    with pytest.raises(AnswersError, match="does not say who answered; give --as NAME"):
        bring(lines(header, *rows), **MEANT)
    bring(lines(header, *rows), as_name="the DESI VI team", **MEANT)
    good, doubtful = logged()
    assert (good.confidence, doubtful.confidence) == (3, 2), "DESI's limit of good is 2.5"
    assert (good.issues, good.comment) == (("R", "C"), "settled; class STAR")
    assert good.reviewer == "the DESI VI team"


def test_fits_form_keeps_ids_exact(bring: Bring, logged: Logged, tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = Table(
        {"TARGETID": [int(IDS[0]), int(IDS[1])], "Redrock_spectype": ["STAR", "STAR"],
         "Redrock_z": ["0.0001", "0.0002"], "VI_scanner": ["ann", "ann"],
         "VI_quality": ["3", "4"], "VI_issue": ["", "S"], "VI_z": ["", ""],
         "VI_spectype": ["", ""], "VI_comment": ["", ""]}
    )  # fmt: skip
    table.write(tmp_path / "made.fits")
    content = (tmp_path / "made.fits").read_bytes()
    report = bring(b"uploaded", name="vi.fits", content=content, **MEANT)
    assert report.sentence() == "2 applied, 0 unchanged, 0 unknown"
    assert [one.confidence for one in logged()] == [3, 4]


def test_a_file_of_which_no_row_can_be_read_is_refused(bring: Bring) -> None:
    with pytest.raises(AnswersError, match="has a header and no rows"):
        bring(lines(VI_HEADER), **MEANT)
    with pytest.raises(AnswersError, match=r"none of 1 rows can be read; row 2: .*'7' is no"):
        bring(lines(VI_HEADER, vi_row(IDS[0], "ann", "7", spectype="STAR")), **MEANT)


def test_bad_rows_name_row_and_column(bring: Bring) -> None:
    text = lines(
        VI_HEADER,
        vi_row(IDS[0], "ann", "7", spectype="STAR"),
        vi_row("3.9627772E+16", "ann", "3", spectype="STAR"),
        vi_row(IDS[1], "ann", "3", issue="Q", spectype="STAR"),
        vi_row(IDS[2], "ann", "3", z="z?", spectype="STAR"),
        "1,2,3",
        vi_row(IDS[3], "ann", "3", spectype="STAR"),
    )
    report = bring(text, **MEANT)
    told = [f"row {one.row}: {one.reason}" for one in report.rejected]
    assert told == [
        "row 2: column VI_quality: '7' is no quality from 0 to 4",
        "row 3: column TARGETID: '3.9627772E+16' is no id: id 3.9627772E+16 has lost digits in a "
        "spreadsheet or a column of floats; export ids as text or 64-bit whole numbers",
        "row 4: column VI_issue: 'Q' holds Q, which is none of R, C and S",
        "row 5: column VI_z: 'z?' is no number",
        "row 6: column NIGHT: '3' ends a row of 3 cells where the header has 16",
    ]
    assert report.applied == 1
    with pytest.raises(AnswersError, match="no column VI_quality; there are TARGETID"):
        bring("TARGETID,z\n1,2\n", format="prospect")
