"""What every store promises of queues: nothing twice, nothing lost, exact ids."""

from dataclasses import replace

import numpy as np
import pytest

from specreview.errors import NotFound, SettingsError, StoreError
from specreview.review.candidates import ImportCounts, NewCandidate, Reject
from specreview.review.history import new_decision
from specreview.review.rows import RowFilter
from specreview.tasks.own_prompt import OwnPrompt

EVERYTHING = RowFilter()
BIG = "39627772183708817"
"""A DESI TARGETID that a float, and JavaScript, cannot hold."""


def test_a_queue_is_found_by_name_and_id(store):
    made = store.queues.create("winter", None, "list.csv")
    assert store.queues.get("winter") == made == store.queues.by_id(made.id)
    assert store.queues.all() == [made]
    with pytest.raises(StoreError, match="winter"):
        store.queues.create("winter", "cv", "other.csv")
    with pytest.raises(NotFound, match="summer"):
        store.queues.get("summer")
    with pytest.raises(NotFound):
        store.queues.upsert(made.id + 1, [NewCandidate("1", "1", "cv", "/a.fits")])


def test_case_128_importing_twice_doubles_nothing_and_keeps_answers(desk, store):
    d = desk(3)
    d.answer(d.ids[0], "YES")
    again = [NewCandidate(chr(65 + n), f"source {n}", "cv", f"/spectra/{n}.fits") for n in range(3)]
    assert store.queues.upsert(d.queue_id, again) == ImportCounts(0, 0, 3)
    mended = [again[0], replace(again[1], snr=12.5), again[2], replace(again[2], task_key="wd")]
    assert store.queues.upsert(d.queue_id, mended) == ImportCounts(1, 1, 2)
    rows = store.rows(d.queue_id, "ann")
    assert [row.candidate.id for row in rows][:3] == d.ids
    assert [row.candidate.position for row in rows] == [0, 1, 2, 3]
    assert rows[0].answer == "YES"
    assert rows[1].candidate.snr == 12.5
    assert store.queues.upsert(d.queue_id, mended) == ImportCounts(0, 0, 4)


def test_a_file_under_another_name_is_known_by_its_flux(tmp_path, store):
    queue = store.queues.create("q", "cv", "list.csv")
    old, kept = tmp_path / "test_cv.parquet", tmp_path / "kept.parquet"
    kept.write_text("x")
    rows = [
        NewCandidate(name, name, "cv", str(old), file_object=name, content_hash=f"flux {name}")
        for name in "ab"
    ]
    store.queues.upsert(queue.id, [*rows, replace(rows[0], object_id="c", path=str(kept))])
    renamed = [replace(one, path=str(tmp_path / "cv_test.parquet")) for one in rows]
    other = replace(renamed[1], content_hash="another flux")
    same_flux = replace(rows[0], object_id="c", path=str(tmp_path / "d.parquet"))
    assert store.queues.upsert(queue.id, renamed[:1]) == ImportCounts(changed=1)
    assert store.queues.candidate(1).path == renamed[0].path
    # Another flux is another spectrum, and a file that is still there has not moved.
    assert store.queues.upsert(queue.id, [other, same_flux]) == ImportCounts(new=2)


def test_a_file_that_moved_keeps_its_decisions(tmp_path, store):
    here, there = tmp_path / "a", tmp_path / "b"
    here.mkdir()
    there.mkdir()
    (here / "s.fits").write_bytes(b"x")
    queue = store.queues.create("q", "cv", str(here))
    first = NewCandidate("1", "1", "cv", str(here / "s.fits"))
    store.queues.upsert(queue.id, [first])
    store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    copy = replace(first, path=str(there / "s.fits"))
    (there / "s.fits").write_bytes(b"x")
    assert store.queues.upsert(queue.id, [copy]) == ImportCounts(new=1)
    (here / "s.fits").unlink()
    (there / "s.fits").rename(tmp_path / "s.fits")
    moved = replace(first, path=str(tmp_path / "s.fits"))
    assert store.queues.upsert(queue.id, [moved]) == ImportCounts(changed=1)
    answers = {row.candidate.path: row.answer for row in store.rows(queue.id, "ann")}
    assert sorted(answers.values(), key=str) == [None, "YES"]
    assert answers[str(tmp_path / "s.fits")] == "YES"


def test_one_object_twice_in_an_import_is_two_spectra_only_where_files_differ(store):
    queue = store.queues.create("q", "cv", "list.csv")
    one = NewCandidate(BIG, BIG, "cv", "/a/coadd.fits", file_object=BIG)
    other = replace(one, path="/b/coadd.fits")
    assert store.queues.upsert(queue.id, [one, other, one]) == ImportCounts(2, 0, 1)
    assert [c.object_id for c in store.queues.find(queue.id, BIG)] == [BIG, BIG]
    assert [c.path for c in store.queues.find(queue.id, BIG)] == ["/a/coadd.fits", "/b/coadd.fits"]


def test_case_115_numpy_numbers_come_back_as_plain_ones(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate(
        BIG, BIG, "cv", "/a.fits", snr=np.float32(0.5), ra=np.float64(12.25), redshift=np.nan
    )
    store.queues.upsert(np.int64(queue.id), [new])
    found = store.queues.candidate(np.int64(1))
    assert (found.object_id, found.snr, found.ra, found.redshift) == (BIG, 0.5, 12.25, None)
    store.decisions.append(
        new_decision(np.int64(1), "ann", "answer", answer="YES", confidence=int(np.int64(3)))
    )
    assert store.row(1, "ann").answer == "YES"
    store.queues.set_redshift(np.int64(1), np.float32(0.25), "ann")
    assert store.queues.candidate(1).redshift == 0.25
    assert store.neighbour(np.int64(1), "ann", EVERYTHING, np.int64(1), -1) is None


def test_a_reviewers_redshift_outranks_the_catalogues_and_survives_import(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate("1", "1", "cv", "/a.fits", redshift=0.308, redshift_source="pipeline QSO")
    store.queues.upsert(queue.id, [new])
    store.queues.set_redshift(1, 0.0, "ann")
    store.queues.upsert(queue.id, [replace(new, snr=4.0)])
    found = store.queues.candidate(1)
    assert (found.redshift, found.redshift_source) == (0.0, "set by ann")
    store.queues.set_redshift(1, None, "ann")
    found = store.queues.candidate(1)
    assert (found.redshift, found.redshift_source) == (0.308, "pipeline QSO")


def test_truth_reaches_neither_candidate_nor_row(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate(
        "1", "1", "cv", "/a.fits", catalogue={"b": "2", "a": "1"}, hidden={"y": "CV"}
    )
    store.queues.upsert(queue.id, [new, replace(new, object_id="2", hidden={})])
    assert store.queues.truth(queue.id) == {1: {"y": "CV"}}
    assert "CV" not in repr(store.row(1, "ann")) + repr(store.queues.candidate(1))
    assert list(store.queues.candidate(1).catalogue) == ["b", "a"]


def test_labels_are_kept_back_and_a_changed_one_is_a_change(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate("1", "1", "cv", "/a.fits", label="YES")
    store.queues.upsert(queue.id, [new, replace(new, object_id="2", label=None)])
    assert store.queues.labels(queue.id) == {1: "YES"}
    assert "YES" not in repr(store.row(1, "ann")) + repr(store.queues.candidate(1))
    assert store.queues.upsert(queue.id, [new]) == ImportCounts(unchanged=1)
    assert store.queues.upsert(queue.id, [replace(new, label="NO")]) == ImportCounts(changed=1)
    assert store.queues.upsert(queue.id, [replace(new, label=None)]) == ImportCounts(changed=1)
    assert store.queues.labels(queue.id) == {}


def test_a_candidates_own_prompt_comes_back_word_for_word(store):
    queue = store.queues.create("q", "cv", "list.csv")
    prompt = OwnPrompt(user="<image>\nIs this a \u201cCV\u201d? 5000 \u00c5\r\n", system=None)
    other = OwnPrompt(user="Is this a star?\x0b", system="You are careful.")
    new = NewCandidate("1", "1", "cv", "/a.fits", own_prompt=prompt)
    store.queues.upsert(queue.id, [new, replace(new, object_id="2", own_prompt=other)])
    assert [store.queues.candidate(n).own_prompt for n in (1, 2)] == [prompt, other]
    assert [row.candidate.own_prompt for row in store.rows(queue.id, "ann")] == [prompt, other]
    assert store.queues.upsert(queue.id, [new]) == ImportCounts(unchanged=1)
    assert store.queues.upsert(queue.id, [replace(new, own_prompt=other)]).changed == 1
    assert store.queues.upsert(queue.id, [replace(new, own_prompt=None)]).changed == 1
    assert store.queues.candidate(1).own_prompt is None


def test_a_queues_expected_share_is_set_and_taken_away(store):
    made = store.queues.create("q", "cv", "list.csv")
    assert made.expected_share is None
    store.queues.set_expected_share(made.id, 0.01)
    assert store.queues.get("q").expected_share == 0.01
    assert store.queues.all()[0].expected_share == 0.01
    for outside in (0.0, 1.0, -0.1, 25.0, float("nan")):
        with pytest.raises(SettingsError, match="between 0 and 1"):
            store.queues.set_expected_share(made.id, outside)
    store.queues.set_expected_share(made.id, None)
    assert store.queues.by_id(made.id).expected_share is None
    with pytest.raises(NotFound):
        store.queues.set_expected_share(made.id + 1, 0.5)


def test_rejected_rows_are_those_of_the_last_import(store):
    queue = store.queues.create("q", "cv", "list.csv")
    store.queues.set_rejects(queue.id, [Reject(3, "x.fits", "no spectrum"), Reject(1, "", "no id")])
    assert [r.row for r in store.queues.rejects(queue.id)] == [3, 1]
    store.queues.set_rejects(queue.id, [])
    assert store.queues.rejects(queue.id) == []


def test_the_epochs_of_a_source_stand_together(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = [
        NewCandidate(f"epoch {n}", source, "cv", f"/{n}.fits")
        for n, source in enumerate(["V1", "V2", "V1"])
    ]
    store.queues.upsert(queue.id, new)
    other = store.queues.create("other", "cv", "list.csv")
    store.queues.upsert(other.id, new)
    store.decisions.append(new_decision(3, "ann", "answer", answer="YES"))
    rows = store.family(store.queues.candidate(1), "ann")
    assert [(row.candidate.id, row.answer) for row in rows] == [(1, None), (3, "YES")]
