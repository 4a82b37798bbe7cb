"""How well the rules inspector judges the reference spectra, task by task.

`python benchmarks/score_rules.py [--snr 10] [--task cv] [--list]` reads the folder named by
SPECREVIEW_REFERENCE_DIR (default ../shared), takes each file's category in MANIFEST.csv as the
truth, and prints true and false positives and negatives and those without a verdict. The
inspector sees flux, errors and masks only; spectra of its training in thresholds are among
these, so the figures are optimistic.
"""

import argparse
import csv
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specreview.errors import SpectrumReadError
from specreview.measure.assessment import Assessment, assess
from specreview.measure.diagnose import measure_task
from specreview.spectra.quality import der_snr, snr
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

POSITIVE = {
    "cv": {"CV"},
    "cc": {"C"},
    "ss": {"S"},
    "gm": {"M giant"},
    "wd": {"WD"},
}
UNSCORED = {
    "cv": {"CV template"},
    "cc": set(),
    "ss": set(),
    "gm": {"M supergiant", "M giant?"},
    "wd": {"sdO", "sdB/sdO", "CV template"},
}
NO_TRUTH = {"", "DESI target", "point-source target", "galaxy target", "unknown"}


@dataclass(frozen=True)
class Case:
    """One reference spectrum with its true category."""

    file: str
    category: str
    label: str
    spectrum: Spectrum

    @property
    def snr(self) -> float:
        return snr(self.spectrum) or der_snr(self.spectrum) or 0.0

    @property
    def optical(self) -> bool:
        w = self.spectrum.wavelength
        return bool(w[0] < 7000 and w[-1] > 5000)


def reference() -> Path:
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    return Path(os.environ.get("SPECREVIEW_REFERENCE_DIR", default)) / "spectra"


def cases(folder: Path) -> Iterator[Case]:
    with (folder / "MANIFEST.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            if row["category"] in NO_TRUTH or not (folder / row["file"]).is_file():
                continue
            try:
                spectrum = read_spectrum(folder / row["file"])
            except SpectrumReadError:
                continue
            yield Case(row["file"], row["category"], row["label"], spectrum)


def outcome(task: str, case: Case, assessment: Assessment) -> str:
    if case.category in UNSCORED.get(task, set()):
        return "unscored"
    positive = case.category in POSITIVE[task]
    if assessment.verdict is None:
        return "none+" if positive else "none-"
    if assessment.verdict == "YES":
        return "TP" if positive else "FP"
    return "FN" if positive else "TN"


def score(task: VettingTask, found: list[Case], listed: bool) -> None:
    counts: dict[str, int] = defaultdict(int)
    lines = []
    for case in found:
        measured = measure_task(case.spectrum, task, None)
        assessment = assess(task, measured)
        kind = outcome(task.key, case, assessment)
        counts[kind] += 1
        if kind not in ("TP", "TN", "none-") or (listed and kind != "TN"):
            lines.append(
                f"  {kind:8} {case.file[:48]:48} {case.label[:28]:28} S/N {case.snr:6.1f} "
                f"score {assessment.score:.2f} {assessment.reason[:70]} "
                f"{','.join(assessment.rules_fired)}"
            )
    tp, fp, fn = counts["TP"], counts["FP"], counts["FN"]
    f1 = 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else float("nan")
    print(
        f"{task.key}: TP {tp} FP {fp} FN {fn} TN {counts['TN']} F1 {f1:.3f}, no verdict: "
        f"{counts['none+']} positives, {counts['none-']} others; unscored {counts['unscored']}"
    )
    print("\n".join(sorted(lines)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--snr", type=float, default=0.0, help="least S/N a pixel")
    parser.add_argument("--task", action="append", help="only this task (repeatable)")
    parser.add_argument("--list", action="store_true", help="list the right ones too")
    options = parser.parse_args()
    found = [case for case in cases(reference()) if case.optical and case.snr >= options.snr]
    print(f"{len(found)} optical spectra with a known category and S/N >= {options.snr:g}")
    for key, task in load_tasks().items():
        if key in POSITIVE and (not options.task or key in options.task):
            started = time.perf_counter()
            score(task, found, options.list)
            taken = 1e3 * (time.perf_counter() - started) / max(len(found), 1)
            print(f"  {taken:.1f} ms a spectrum")


if __name__ == "__main__":
    main()
