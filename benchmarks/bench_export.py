"""Rows a second by format of a list, and peak memory; astropy's own writers beside ours.

    python benchmarks/bench_export.py [ROWS] [INSPECTIONS]

Each format is written in a process of its own, so that its peak memory is its own.
"""

import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

ROWS, INSPECTIONS = 300_000, 2_000
ASTROPY = {".ecsv": "ascii.ecsv", ".vot": "votable"}
ASTROPY_ROWS = 10_000


def rows(number):
    """Answered candidates with texts of usual length; every third without a redshift."""
    from specreview.review.rows import Candidate, CandidateRow, ClaimTally

    candidate = Candidate(
        id=1, queue_id=1, position=1, object_id="", source_id="", task_key="cv", path="",
        file_object=None, content_hash="0" * 64, survey="SDSS", release="DR17", ra=157.963334,
        dec=-35.983138, snr=28.04, redshift=None, redshift_source="catalogue column z",
        catalogue_score=0.5, catalogue={"G mag": "17.52", "name": "V1234 Cyg"}, version=1,
    )  # fmt: skip
    tally = ClaimTally("01J", 4, "t", 3, 1, 0, 2, 1)
    row = CandidateRow(
        candidate=candidate, state="answered", verdict="YES", has_verdict=True,
        inspection_id="01J8ZQ0V4M3K5W7N9P1R3T5V7X", inspector="rules", score=0.9375, answer="YES",
        confidence=3, issues=("K", "L"), other_class=None, comment="double-peaked Hα, He II weak",
        decision_id="01J8ZQ0V4M3K5W7N9P1R3T5V7Y", decided_at="2026-12-01T02:14:09.123456+00:00",
        active_seconds=4.5, answered_by=("ann",), role="reviewer", origin="agreed", claims=tally,
    )  # fmt: skip
    made = []
    for n in range(number):
        one = replace(
            candidate, id=n, position=n, object_id=str(1009513310189256287 + n),
            source_id=f"SDSS {n}", path=f"/data/spectra/{n % 1000:03d}/spec-{n}.fits",
            redshift=None if n % 3 == 0 else n / 7e6,
        )  # fmt: skip
        made.append(replace(row, candidate=one))
    return made


def ready(number):
    """A current list of so many rows."""
    from specreview.export import ListRequest, prepare_list
    from specreview.review.rows import Queue
    from specreview.tasks.load import load_tasks

    queue = Queue(1, "bench", "cv", "2026-11-30T00:00:00+00:00", "list.csv")
    return prepare_list(ListRequest(queue, "current", "ann", 3), rows(number), load_tasks())


def memory():
    """Peak of this process, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one_format(ending, number):
    made, before = ready(number), memory()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list{ending}"
        begun = time.perf_counter()
        made.write(path)
        seconds = time.perf_counter() - begun
        print(
            f"{ending:<9}{number / seconds:>9.0f} rows/s {seconds:>7.1f} s  "
            f"{path.stat().st_size / 1e6:>7.1f} MB  +{memory() - before:.0f} MiB"
        )


def astropy_alone(ending, number):
    table = ready(number).table()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        table.write(Path(folder) / f"list{ending}", format=ASTROPY[ending])
        rate = number / (time.perf_counter() - begun)
    print(f"{ending:<9}{rate:>9.0f} rows/s  by astropy's own writer, of {number} rows")


def traces(number):
    """Beginnings of inspections one by one and in one pass, and rows of traces."""
    from specreview.agent.events import (
        Call,
        InspectionStarted,
        InspectorReplied,
        VerdictReached,
        ViewRendered,
    )
    from specreview.canonical import sha256_hex
    from specreview.listing import list_of
    from specreview.review.candidates import NewCandidate
    from specreview.services import Workspace
    from specreview.tasks.load import load_tasks

    task = load_tasks()["cv"]
    started = InspectionStarted(
        spectrum_hash="a" * 64, object_id="1", title="t", reader="sdss", reader_version=1,
        redshift=None, redshift_source=None, task_key="cv", task_hash=task.hash,
        task_text="The question and what to look at. " * 100, labels=task.labels,
        inspector="server", model="Spec-o3-7B", revision="r", prompt_hash="d" * 64,
        parser_version=1, renderer_version="1", app_version="0.1.0",
    )  # fmt: skip
    view = ViewRendered(window=(6500.0, 6600.0), label="Halpha", image_sha256=sha256_hex(b"png"))
    reply = InspectorReplied(
        text="I see a double peak. " * 30, thought="I see a double peak. " * 30,
        calls=(Call(window=(4800.0, 4900.0), label="Hbeta"),), answer=None, justification="",
        flags=(),
    )  # fmt: skip
    verdict = VerdictReached(verdict="YES", justification="Balmer emission")
    steps = [(view, b"png"), (reply, None)] * 6 + [(verdict, None)]
    with tempfile.TemporaryDirectory() as folder, Workspace.open(Path(folder)) as opened:
        store = opened.store
        queue = store.queues.create("bench", "cv", "list.csv")
        store.queues.upsert(
            queue.id, [NewCandidate(str(n), str(n), "cv", f"/{n}") for n in range(number)]
        )
        ids = [
            store.traces.keep(row.candidate.id, started, steps, "f" * 64)
            for row in store.rows(queue.id, "")
        ]
        begun = time.perf_counter()
        for inspection in ids:
            store.traces.load(inspection)
        single = time.perf_counter() - begun
        begun = time.perf_counter()
        assert sum(1 for _ in store.traces.stream(ids, starts_only=True)) == number
        several = time.perf_counter() - begun
        print(f"beginnings of {number} inspections: {single:.2f} s one by one, {several:.2f} s now")
        before = memory()
        for ending in (".csv", ".fits", ".jsonl"):
            begun = time.perf_counter()
            made = list_of(opened, queue, "traces")
            written = made.write(Path(folder) / f"traces{ending}")
            seconds = time.perf_counter() - begun
            print(
                f"traces {ending:<7}{written.rows / seconds:>7.0f} rows/s {seconds:>6.1f} s of "
                f"{written.rows} rows  +{memory() - before:.0f} MiB"
            )


def _in_its_own_process(*arguments):
    subprocess.run([sys.executable, __file__, *map(str, arguments)], check=True)


def main():
    arguments = sys.argv[1:]
    if arguments and arguments[0] in ("format", "astropy", "traces"):
        act = {"format": one_format, "astropy": astropy_alone}
        if arguments[0] == "traces":
            traces(int(arguments[1]))
        else:
            act[arguments[0]](arguments[1], int(arguments[2]))
        return
    number = int(arguments[0]) if arguments else ROWS
    inspections = int(arguments[1]) if len(arguments) > 1 else INSPECTIONS
    for ending in (".csv", ".ecsv", ".fits", ".vot", ".parquet", ".jsonl"):
        _in_its_own_process("format", ending, number)
    for ending in ASTROPY:
        _in_its_own_process("astropy", ending, min(number, ASTROPY_ROWS))
    _in_its_own_process("traces", inspections)


if __name__ == "__main__":
    main()
