"""A queue of CV candidates, and files as the four programs write them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specreview.answers.foreign import Asked
from specreview.answers.importing import AnswersReport, AnswersRequest, import_answers
from specreview.answers.meaning import Meaning
from specreview.review.candidates import NewCandidate
from specreview.review.decision import Decision
from specreview.review.rows import Queue
from specreview.store import Store, open_store
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

IDS = ("39627772183708817", "39627772183708818", "39627772183708819", "1009513310189256287")
"""DESI TARGETIDs beyond 2**53 (neighbours, which a float cannot tell apart), an SDSS specObjID."""


@pytest.fixture
def store(tmp_path: Path, new_database: Callable[[Path], str]) -> Iterator[Store]:
    opened = open_store(new_database(tmp_path))
    queue = opened.queues.create("cvs", "cv", "list.csv")
    opened.queues.upsert(
        queue.id,
        [
            NewCandidate(
                object_id, f"S {n}", "cv", f"/data/spec-{n}.fits.gz", ra=150.0 + n, dec=-30.0 + n
            )
            for n, object_id in enumerate(IDS, start=1)
        ],
    )
    yield opened
    opened.close()


@pytest.fixture
def queue(store: Store) -> Queue:
    return store.queues.get("cvs")


@pytest.fixture(scope="session")
def tasks() -> dict[str, VettingTask]:
    return load_tasks()


@pytest.fixture
def bring(
    store: Store, queue: Queue, tasks: dict[str, VettingTask], tmp_path: Path
) -> Callable[..., AnswersReport]:
    """Import a file of this text."""

    def run(
        text: str | bytes,
        *,
        yes: tuple[str, ...] = (),
        no: tuple[str, ...] = (),
        unsure: tuple[str, ...] = (),
        asked: Asked | None = None,
        name: str = "answers.csv",
        **said: object,
    ) -> AnswersReport:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        request = AnswersRequest(
            path,
            meaning=Meaning(yes, no, unsure),
            asked=asked or Asked(),
            **said,  # type: ignore[arg-type]
        )
        return import_answers(store, tasks, queue, request)

    return run


@pytest.fixture
def logged(store: Store, queue: Queue) -> Callable[[], list[Decision]]:
    """All acts in the queue's log."""
    return lambda: store.decisions.history(queue.id)


VI_HEADER = (
    "TARGETID,EXPID,NIGHT,TILEID,Spec_version,Redrock_version,Template_version,Redrock_spectype,"
    "Redrock_z,Redrock_deltachi2,VI_scanner,VI_quality,VI_issue,VI_z,VI_spectype,VI_comment"
)
"""`vi_file_fields` of prospect 1.0."""


def vi_row(
    target: str,
    scanner: str,
    quality: str,
    *,
    issue: str = "",
    z: str = "",
    spectype: str = "",
    comment: str = "",
    redrock: str = "GALAXY,0.2345",
) -> str:
    return (
        f"{target},-1,20210110,80605,0.36.1,0.24.0,1.0,{redrock},812.4,"
        f"{scanner},{quality},{issue},{z},{spectype},{comment}"
    )


ZOO_HEADER = (
    "classification_id,user_name,user_id,user_ip,workflow_id,workflow_name,workflow_version,"
    "created_at,gold_standard,expert,metadata,annotations,subject_data,subject_ids"
)
"""The columns of a classifications export of panoptes."""


def _quoted(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return '"' + text.replace('"', '""') + '"'


def zoo_row(
    number: int,
    user: str,
    value: object,
    subject: dict[str, object],
    *,
    at: str = "2018-02-20 10:44:42 UTC",
    gold: str = "",
    annotations: object = None,
) -> str:
    asked = [{"task": "T0", "task_label": "Is it a CV?", "value": value}]
    told = asked if annotations is None else annotations
    return ",".join(
        [str(number), user, "290475", "2c61707e96c97a759840", "6122", "CVs", "28.30", at, gold, "",
         _quoted({"started_at": "2018-02-20T10:41:13.381Z", "live_project": True}),
         _quoted(told), _quoted({"15715879": {"retired": None, **subject}}), "15715879"]
    )  # fmt: skip


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"
