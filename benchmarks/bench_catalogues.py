"""How long a long list takes to be read, format by format, and with which memory.

python benchmarks/bench_catalogues.py [--rows 300000]

Twelve columns: a 64-bit id, positions, redshift, score, class and six magnitudes. Each format is
read in a process of its own: `parse` until roles are known (what a preview waits for), `rows`
until each cell was text once.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np


def write_lists(folder: Path, rows: int) -> list[Path]:
    import pyarrow as pa
    import pyarrow.parquet as pq
    from astropy.table import Table

    random = np.random.default_rng(11)
    columns: dict[str, np.ndarray] = {"targetid": 39627772183708817 + np.arange(rows)}
    columns["ra"] = random.uniform(0, 360, rows).round(6)
    columns["dec"] = random.uniform(-90, 90, rows).round(6)
    columns["z"] = random.normal(0, 1e-3, rows).round(8)
    columns["score"] = random.uniform(0, 1, rows).round(4)
    columns["spectype"] = random.choice(["STAR", "GALAXY", "QSO"], rows)
    columns |= {f"mag{n}": random.normal(18, 1, rows).round(3) for n in range(6)}
    table = Table(columns)
    table.write(folder / "list.csv", format="ascii.fast_csv")
    table.write(folder / "list.ecsv", format="ascii.ecsv", delimiter=",")
    table.write(folder / "list.fits")
    for name, kind in (("tabledata", "tabledata"), ("binary2", "binary2")):
        table.write(folder / f"{name}.vot", format="votable", tabledata_format=kind)
    pq.write_table(pa.table(columns), folder / "list.parquet")
    return sorted(folder.iterdir())


def read_list(path: Path) -> dict[str, float]:
    from specreview.catalogues import read_catalogue

    begun = time.perf_counter()
    table = read_catalogue(path)
    parsed = time.perf_counter()
    count = sum(1 for _ in table.rows)
    ended = time.perf_counter()
    status = Path("/proc/self/status").read_text()  # ru_maxrss would be the parent's before exec
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return {"rows": count, "parse": parsed - begun, "iterate": ended - parsed, "MiB": peak}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--read", type=Path)
    options = parser.parse_args()
    if options.read:
        print(json.dumps(read_list(options.read)))
        return
    with tempfile.TemporaryDirectory() as folder:
        for path in write_lists(Path(folder), options.rows):
            run = [sys.executable, __file__, "--read", str(path)]
            told = json.loads(
                subprocess.run(run, capture_output=True, check=True, text=True).stdout
            )
            size = path.stat().st_size / 2**20
            spent = f"parse {told['parse']:5.1f} s  rows {told['iterate']:5.1f} s"
            peak = f"peak {told['MiB']:5.0f} MiB"
            print(f"{path.name:<14} {size:6.1f} MiB  {spent}  {peak}  {told['rows']} rows")


if __name__ == "__main__":
    main()
