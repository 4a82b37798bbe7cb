"""The queue's own decided candidates, the user's folder and the index, on a real store."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from specreview.company import Company
from specreview.demo.cast import CV_ROLES
from specreview.demo.specimens import specimen
from specreview.elsewhere.judging import judged
from specreview.measure.diagnose import measure_task
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.spectra.readers import read_spectrum
from specreview.store import open_store

ROLES = (0, 1, 3, 4, 5, 6, 7, 9)
"""Four variables and four look-alikes of the CV task."""


def write(path: Path, number: int, seed: int) -> None:
    spectrum = specimen(CV_ROLES[number], seed)
    error = np.where(spectrum.good, spectrum.sigma, 0.0)
    table = np.column_stack([spectrum.wavelength, spectrum.flux, error])
    np.savetxt(path, table, "%.5f", ",", header="# vacuum\nwavelength,flux,error", comments="")


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("known")
    for place, number in enumerate(ROLES):
        write(folder / f"{place}.csv", number, 40 + place)
    return folder


@pytest.fixture
def store(files):
    opened = open_store()
    queue = opened.queues.create("q", "cv", "test")
    new = [
        NewCandidate(
            object_id=f"obj{n}", source_id=f"s{n}", task_key="cv", path=str(files / f"{n}.csv"),
            survey="LAMOST", catalogue={"plate": "1" if n < 5 else "2", "fiberid": str(n)},
        )
        for n in range(len(ROLES))
    ]  # fmt: skip
    opened.queues.upsert(queue.id, new)
    yield opened
    opened.close()


@pytest.fixture
def candidates(store):
    return [row.candidate for row in store.rows(store.queues.get("q").id, "")]


@pytest.fixture
def company(store, tasks, tmp_path):
    def spectrum(candidate):
        return read_spectrum(candidate.path)

    def measure(candidate):
        return measure_task(spectrum(candidate), tasks[candidate.task_key], None)

    return Company(store, tasks, spectrum, measure, tmp_path)


def decide(store, candidate, answer, reviewer="ann", **more):
    version = store.queues.candidate(candidate.id).version
    token = f"{reviewer} {candidate.id} {answer}"
    store.decisions.append(
        new_decision(
            candidate.id, reviewer, "answer", answer=answer, submit_token=token,
            base_version=version, **more,
        )
    )  # fmt: skip


def shown(company, candidate, tasks):
    task = tasks["cv"]
    measured = measure_task(read_spectrum(candidate.path), task, None)
    return company.known(candidate, task, measured)


def of_queue(found):
    return {candidate_id_of(one.known) for one in found.resembling if by_people(one.known)}


def by_people(known):
    return known.source.endswith("in this queue")


def candidate_id_of(known):
    return int(known.key.removeprefix("candidate "))


def test_a_spectrum_is_indexed_once_and_again_when_its_flux_changes(store, company, candidates):
    spectrum = read_spectrum(candidates[0].path)
    assert company.keep(candidates[0], spectrum)
    assert not company.keep(candidates[0], spectrum)
    other = read_spectrum(candidates[1].path)
    assert company.keep(candidates[0], other)
    (kept,) = store.index.block(candidates[0].queue_id, 0)
    assert store.index.made_of(kept.candidate_id)[0] == other.content_hash
    assert (kept.plate, kept.fibre, kept.survey) == ("1", 0, "LAMOST")


def test_catching_up_says_what_could_not_be_read(company, candidates, files, tmp_path):
    from dataclasses import replace

    gone = replace(candidates[2], path=str(tmp_path / "gone.csv"))
    first = company.catch_up([*candidates[:2], gone])
    assert (first.now, first.before, len(first.refused)) == (2, 0, 1)
    assert "obj2" in first.refused[0]
    assert "gone.csv" in first.refused[0]
    again = company.catch_up(candidates[:2])
    assert (again.now, again.before, again.refused) == (0, 2, ())


def test_decided_candidates_join_and_the_candidate_itself_never(store, company, candidates, tasks):
    company.catch_up(candidates)
    assert of_queue(shown(company, candidates[0], tasks)) == set()
    for one in candidates[:4]:
        decide(store, one, "YES", confidence=3)
    for one in candidates[4:]:
        decide(store, one, "NO", "bob", confidence=3)
    found = shown(company, candidates[0], tasks)
    mine = of_queue(found)
    assert mine
    assert candidates[0].id not in mine
    near = next(one for one in found.resembling if by_people(one.known))
    expected = "YES by ann in this queue" if near.known.side == "positive" else "NO by bob"
    assert near.known.source.startswith(expected)
    assert (
        near.known.load().content_hash
        == read_spectrum(store.queues.candidate(candidate_id_of(near.known)).path).content_hash
    )


@pytest.mark.parametrize(
    ("answer", "more"),
    [("UNSURE", {"confidence": 3}), ("YES", {"confidence": 1})],
    ids=["unsure", "low confidence"],
)
def test_what_is_not_certain_is_no_example(store, company, candidates, tasks, answer, more):
    company.catch_up(candidates)
    for one in candidates[1:]:
        decide(store, one, answer, **more)
    assert of_queue(shown(company, candidates[0], tasks)) == set()


def test_two_who_disagree_make_no_example(store, company, candidates, tasks):
    company.catch_up(candidates)
    for one in candidates[1:]:
        decide(store, one, "YES", confidence=3)
        decide(store, one, "NO", "bob", confidence=3)
    assert of_queue(shown(company, candidates[0], tasks)) == set()


def test_the_users_folder_is_read_and_a_bad_file_is_said(
    company, candidates, tasks, files, tmp_path
):
    folder = tmp_path / "known" / "cv"
    for side in ("positive", "look-alike"):
        (folder / side).mkdir(parents=True)
    shutil.copy(files / "0.csv", folder / "positive" / "SS_Cyg__quiescence.csv")
    (folder / "look-alike" / "notes.fits").write_bytes(b"no spectrum at all")
    found = shown(company, candidates[0], tasks)
    first = found.resembling[0]
    assert (first.known.what, first.known.source) == ("SS Cyg quiescence", "your folder")
    assert first.distance == pytest.approx(0.0, abs=1e-6)
    assert len(found.remarks) == 1
    assert "notes.fits" in found.remarks[0]
    (folder / "positive" / "SS_Cyg__quiescence.csv").unlink()
    again = shown(company, candidates[0], tasks)
    assert all(one.known.source != "your folder" for one in again.resembling)


def test_seen_elsewhere_through_the_store(company, candidates, tasks):
    company.catch_up(candidates)
    limits = (6500.0, 6630.0)
    found = company.elsewhere(candidates[2], tasks["cv"], len(candidates), None, limits)
    assert (found.indexed, found.total) == (8, 8)
    seen, word = found.seen[0]
    assert abs(seen.feature.wavelength - 6564.6) < 10.0
    assert judged(seen) == word
    assert word.suggests == "expected"
    assert "Hα" in word.sentence
    assert seen.queue.has >= 3  # other variables, the Be and the dMe star show Hα too
    assert [count.scope for count in seen.counts] == ["queue", "plate", "fibre"]
    assert company.elsewhere(candidates[0], tasks["cv"], 8, None, (10.0, 20.0)).seen == ()
