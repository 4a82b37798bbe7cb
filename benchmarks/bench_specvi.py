"""A made-up SpecVI-Bench file: import time and peak memory, and how long a row takes to read.

Run: python benchmarks/bench_specvi.py [ROWS]    (default 6754, the size of the test split)
Three layouts: row groups of 100, of 1000, and all rows in one. Each import runs in a process of
its own; its peak against that of 500 rows must stay within LIMIT_MIB.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from specreview.spectra.readers import list_objects, read_spectrum
from tests.catalogues.specvi_files import write_file

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 6754
FEW = 500
AT_RANDOM = 200
LIMIT_MIB = 40

IMPORT = """
import json, sys, time
from pathlib import Path
from specreview.services import ImportRequest, Workspace

def peak():
    line = next(one for one in open("/proc/self/status") if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024

with Workspace.open(Path(sys.argv[1])) as opened:
    import pyarrow.parquet
    before, began, cpu = peak(), time.perf_counter(), time.process_time()
    opened.import_queue(ImportRequest("bench", Path(sys.argv[2])))
    print(json.dumps([time.perf_counter() - began, time.process_time() - cpu, before, peak()]))
"""


def imported(source: Path) -> float:
    """Prints the import's figures; returns its peak in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", IMPORT, folder, str(source)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    seconds, cpu, before, peak = json.loads(done.stdout)
    print(
        f"  import {seconds:6.1f} s ({cpu:.1f} s CPU), {before:.0f} MiB before, {peak:.0f} at most"
    )
    return peak


def read(source: Path) -> None:
    ids = list_objects(source).object_ids
    shuffled = np.random.default_rng(0).permutation(ids)[:AT_RANDOM]
    for order, wanted in (("in order", ids), ("at random", shuffled)):
        took = []
        for object_id in wanted:
            began = time.perf_counter()
            read_spectrum(source, str(object_id))
            took.append(1e3 * (time.perf_counter() - began))
        p50, p95 = np.percentile(took, (50, 95))
        mean = np.mean(took)
        print(f"  read {order:<9} p50 {p50:6.2f} ms, p95 {p95:6.2f} ms, mean {mean:6.2f} ms")


def main() -> int:
    grown = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for group in (100, 1000, ROWS):
            few = write_file(Path(folder) / "test_cv_few.parquet", min(FEW, ROWS), group=group)
            many = write_file(Path(folder) / "test_cv.parquet", ROWS, group=group)
            print(
                f"row groups of {group}: {FEW} rows, then {ROWS}, {many.stat().st_size >> 20} MiB"
            )
            least, most = imported(few), imported(many)
            grown = max(grown, most - least)
            read(many)
    print(f"the larger file took {grown:.0f} MiB more at most (limit {LIMIT_MIB})")
    return int(grown > LIMIT_MIB)


if __name__ == "__main__":
    sys.exit(main())
