"""Cost of "seen elsewhere" and "known": index size, time a spectrum, time a question, and counts.

    python benchmarks/bench_company.py [--spectra 300000] [--known PICTURES_FOLDER]

The large queue repeats the peaks of 400 synthetic spectra, each shifted by up to 2 pixels, with
plates of 250 fibres and 20 plates a night. `--known` writes a page that shows ten candidates with
their three nearest positives and look-alikes, to be looked at.
"""

import argparse
import resource
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from sqlalchemy import insert

from specreview.company import Company
from specreview.demo.build import demo_roles
from specreview.demo.specimens import specimen
from specreview.elsewhere.features import features_in
from specreview.elsewhere.index import TOLERANCE_STEPS, PeakIndex
from specreview.elsewhere.judging import judged
from specreview.elsewhere.packing import VERSION, pack, unpack
from specreview.elsewhere.peaks import Peaks, find_peaks
from specreview.elsewhere.seen import Subject, ground_of, seen_elsewhere
from specreview.elsewhere.whence import Whence
from specreview.known.known import nearest
from specreview.known.overlay import overlaid
from specreview.known.synthetic import synthetic_library
from specreview.known.vectors import vector
from specreview.measure.diagnose import measure_task
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.review.stamps import new_ulid
from specreview.store import Store, open_store
from specreview.store.schema import inspection, spectrum_index
from specreview.store.spectrum_index import IndexEntry, QueueEntry
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask
from specreview.ui.present.company import picture

PER_PLATE, PLATES_A_NIGHT = 250, 20
DECIDED = 2000
MB = 1e6


def peak_memory() -> float:
    """MB, the most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def shifted(peaks: Peaks, draws: np.random.Generator) -> bytes:
    moved = peaks.wavelength * (1.0 + draws.normal(0.0, 2.3e-4, peaks.wavelength.size))
    return pack(Peaks(np.sort(moved), peaks.snr, peaks.fwhm, peaks.covered))


def fill(folder: Path, count: int) -> tuple[str, float]:
    """A queue of `count` indexed candidates; (url, mean bytes of packed peaks)."""
    draws = np.random.default_rng(1)
    roles = demo_roles(1)[:60]
    made = [find_peaks(specimen(roles[n % 60], n)) for n in range(400)]
    url = f"sqlite:///{folder / 'company.db'}"
    store = open_store(url)
    queue = store.queues.create("large", "cv", "bench")
    sizes = []
    for first in range(0, count, 20_000):
        block = range(first, min(first + 20_000, count))
        store.queues.upsert(
            queue.id,
            [
                NewCandidate(object_id=str(n), source_id=str(n), task_key="cv", path=f"{n}.fits",
                             survey="LAMOST", content_hash="0" * 64)
                for n in block
            ],
        )  # fmt: skip
    entries = []
    task = load_tasks(None)["cv"]
    measured = [measure_task(specimen(roles[n], n), task, None) for n in range(60)]
    features = [vector(task, one).packed() for one in measured]
    for n in range(count):
        packed = shifted(made[n % 400], draws)
        sizes.append(len(packed))
        plate = n // PER_PLATE
        entries.append(
            IndexEntry(n + 1, "0" * 64, task.hash, VERSION, f"P{plate}", str(plate % 16),
                       n % PER_PLATE + 1, str(56_000 + plate // PLATES_A_NIGHT), packed,
                       features[n % 60])
        )  # fmt: skip
    rows = [vars(one) for one in entries]
    with store.database.write() as connection:
        for first in range(0, count, 20_000):
            connection.execute(insert(spectrum_index), rows[first : first + 20_000])
    store.close()
    return url, statistics.mean(sizes)


def scale(count: int) -> None:
    """Size and time for a large queue."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with ProcessPoolExecutor(1) as apart:  # so that its memory is not counted here
            url, size = apart.submit(fill, folder, count).result()
        store = open_store(url)
        on_disk = (folder / "company.db").stat().st_size
        tasks = load_tasks(None)
        company = Company(store, tasks, lambda _: None, lambda _: {}, folder)  # type: ignore[arg-type, return-value]
        before = peak_memory()
        pressed = []
        begun, cpu = time.perf_counter(), time.process_time()
        while not isinstance(index := company.indices.of(1), PeakIndex):
            pressed.append(time.perf_counter() - begun - sum(pressed))
        built, busy = time.perf_counter() - begun, time.process_time() - cpu
        print(f"{count} spectra: {size:.0f} bytes of peaks each, {count * size / MB:.0f} MB; "
              f"database {on_disk / MB:.0f} MB")  # fmt: skip
        held = [vars(index), *map(vars, index.parts)]
        arrays = sum(a.nbytes for one in held for a in one.values() if isinstance(a, np.ndarray))
        peaks = sum(part.step.size for part in index.parts)
        print(f"index read and sorted in {built:.1f} s ({busy:.1f} s of processor) in the "
              f"background, once a session of the server; the page waits at most "
              f"{max(pressed or [built]):.2f} s; {peaks / 1e6:.1f} million peaks, "
              f"arrays {arrays / MB:.0f} MB, process grew by at most "
              f"{peak_memory() - before:.0f} MB")  # fmt: skip
        ask(index, store, tasks)
        beside(company, store, tasks["cv"])
        track(store)
        company.close()
        store.close()


def beside(company: Company, store: Store, task: VettingTask) -> None:
    """M in that queue once people have decided on `DECIDED` of its candidates."""
    for number in range(1, DECIDED + 1):
        answer = "YES" if number % 60 < 12 else "NO"
        store.decisions.append(new_decision(number, "ann", "answer", answer=answer, confidence=3))
    seconds = []
    for number in (DECIDED + 1, DECIDED + 2, DECIDED + 3):
        candidate = store.queues.candidate(number)
        measured = measure_task(specimen(demo_roles(1)[number % 60], number), task, None)
        begun = time.perf_counter()
        company.known(candidate, task, measured)
        seconds.append(time.perf_counter() - begun)
    print(f"known beside unknown with {DECIDED} decided: {seconds[0]:.2f} s with the synthetic "
          f"library, then {seconds[1]:.2f} and {seconds[2]:.2f} s a candidate")  # fmt: skip


def track(store: Store) -> None:
    """The verdict card's counts where every candidate was inspected."""
    columns = ("status", "inspector", "fingerprint", "prompt_hash", "unaided", "unaided_verdict")
    said = dict(zip(columns, ("inspected", "rules", "f", "p", "ended", "NO"), strict=True))
    rows = [
        dict(id=new_ulid(), candidate_id=n + 1, started_at="", task_hash="", rollout=0, events=2,
             verdict="NO", has_verdict=1, **said)
        for n in range(sum(block.count for block in store.index.blocks(1).values()))
    ]  # fmt: skip
    with store.database.write() as connection:
        connection.execute(insert(inspection), rows)
    begun = time.perf_counter()
    store.traces.verdict_counts(1, "f", "p")
    print(f"verdicts of {len(rows)} inspections counted in {time.perf_counter() - begun:.2f} s")


def ask(index: PeakIndex, store: object, tasks: dict) -> None:  # type: ignore[type-arg]
    entry = store.index.block(1, 0)[12_345 % len(index)]  # type: ignore[attr-defined]
    features = features_in(unpack(entry.peaks))
    place = Whence(entry.plate, entry.spectrograph, entry.fibre, entry.night)
    subject = Subject(entry.candidate_id, "LAMOST", place, tasks["cv"], None, features)
    begun = time.perf_counter()
    ground = ground_of(index, subject)
    first = time.perf_counter() - begun
    times = []
    for one in features[:10]:
        begun = time.perf_counter()
        judged(seen_elsewhere(index, subject, one, ground))
        times.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    for one in features[:10]:
        index.standing(one.wavelength, one.sign, TOLERANCE_STEPS)
    bare = (time.perf_counter() - begun) / len(features[:10])
    print(f"one wavelength looked up in {1e3 * bare:.1f} ms; a feature judged in "
          f"{1e3 * statistics.median(times):.0f} ms (median of {len(times)}); likeness of one "
          f"spectrum with {len(features)} features prepared in {first:.2f} s")  # fmt: skip


def one_spectrum() -> None:
    roles = demo_roles(1)[:60]
    spectra = [specimen(role, n) for n, role in enumerate(roles)]
    begun = time.perf_counter()
    found = [find_peaks(one) for one in spectra]
    seconds = (time.perf_counter() - begun) / len(spectra)
    sizes = [len(pack(one)) for one in found]
    peaks = statistics.mean(len(one.snr) for one in found)
    print(f"peaks of one spectrum in {1e3 * seconds:.1f} ms; {peaks:.0f} peaks, "
          f"{statistics.mean(sizes):.0f} bytes (mean of 60)")  # fmt: skip


def known(folder: Path) -> None:
    """Ten candidates with their nearest known objects: a table here, pictures in a page."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks, roles = load_tasks(None), demo_roles(1)
    parts = []
    for number in (0, 3, 8, 14, 18, 21, 27, 31, 44, 54):
        role = roles[number]
        task, data = tasks[role.task], specimen(role, 900 + number)
        begun = time.perf_counter()
        library = synthetic_library(task)
        measured = measure_task(data, task, None)
        found = nearest(task, vector(task, measured), library)
        seconds = time.perf_counter() - begun
        print(f"{role.task} {role.truth} {role.truth_class} ({seconds:.2f} s with the library)")
        cells = ""
        for one in found:
            print(
                f"    {one.known.side:10} {one.distance:5.2f} {one.known.what} ({one.known.source})"
            )
            over = overlaid("", one.known.load(), data)
            shown = picture(data.wavelength, np.where(data.good, data.flux, np.nan), over.flux)
            cells += (f'<td><img src="{shown}" width=220 height=110><br>{one.known.side}: '
                      f"{one.known.what} {one.distance:.2f}</td>")  # fmt: skip
        parts.append(f"<tr><th>{role.task} {role.truth_class}</th>{cells}</tr>")
    page = folder / "known.html"
    page.write_text(f"<meta charset=utf-8><table>{''.join(parts)}</table>")
    print(f"pictures in {page}")


def planted(height: float = 6.0, wavelength: float = 6800.0) -> None:
    """The artefact of the tests: in how many of the twelve it is found, what else is called one."""
    tasks, roles = load_tasks(None), demo_roles(1)[:60]
    chosen = set(np.random.default_rng(4).choice(60, 12, replace=False).tolist())
    entries = []
    for number, role in enumerate(roles):
        one = specimen(role, 300 + number)
        if number in chosen:
            bump = np.exp(-0.5 * ((one.wavelength - wavelength) / 1.6) ** 2)
            one = replace(one, flux=one.flux + height * np.nan_to_num(one.sigma) * bump)
        packed = pack(find_peaks(one))
        entries.append(QueueEntry(number, "X", "", "", None, "", packed))
    index = PeakIndex.of(entries)
    counts: dict[tuple[str, bool], int] = {}
    for number, role in enumerate(roles):
        z = role.stated_redshift if role.stated_redshift > -1 else None
        features = features_in(unpack(entries[number].peaks))
        subject = Subject(number, "X", Whence(), tasks[role.task], z, features)
        ground = ground_of(index, subject)
        for one in features:
            word = judged(seen_elsewhere(index, subject, one, ground)).suggests
            at = abs(one.wavelength - wavelength) < 2.5 and one.sign > 0
            counts[word, at] = counts.get((word, at), 0) + 1
    for at in (True, False):
        where = f"at {wavelength:.0f} Å (planted in 12 of 60)" if at else "elsewhere"
        line = ", ".join(f"{n} {word}" for (word, here), n in sorted(counts.items()) if here is at)
        print(f"{where}: {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectra", type=int, default=300_000)
    parser.add_argument("--known", type=Path, default=None)
    chosen = parser.parse_args()
    one_spectrum()
    planted()
    if chosen.known is not None:
        known(chosen.known)
    scale(chosen.spectra)


if __name__ == "__main__":
    main()
