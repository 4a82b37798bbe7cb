"""Makes files in SpecVI-Bench's Parquet layout, right ones and wrong ones; also as a script:

python tests/catalogues/specvi_files.py FILE.parquet [--rows 6754] [--task cv] [--group 1000]
"""

import argparse
import struct
import uuid
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PIXELS = 3909
AXIS = 10 ** (3.5682 + 1e-4 * np.arange(PIXELS))
"""LAMOST's: log-linear, 3699 to 9098 Å in vacuum."""
BALMER = (4341.68, 4862.68, 6564.61)
"""Hγ, Hβ, Hα in vacuum (NIST)."""
TOOL = "spectral_visualization_tool"
PROMPTS = {
    "cv": "Is this spectrum a cataclysmic variable?",
    "cc": "Is this spectrum a carbon star?",
    "gm": "Is this spectrum an M giant?",
    "ss": "Is this spectrum an S star?",
    "wd": "Is this spectrum a white dwarf?",
}
POSITIVE_EVERY = 8
"""About one positive in six to ten, as in the data set."""

_TEXT, _WAVES = pa.string(), pa.list_(pa.float64())
_CALL = pa.struct([("wavelength", _WAVES), ("flux", _WAVES), ("redshift", pa.float64())])
EXTRA = pa.struct([
    ("index", _TEXT),
    ("name", _TEXT),
    ("tools_kwargs", pa.struct([(TOOL, pa.struct([("create_kwargs", _CALL)]))])),
])  # fmt: skip
SCHEMA = pa.schema([
    ("images", pa.list_(pa.struct([("bytes", pa.binary()), ("path", _TEXT)]))),
    ("data_source", _TEXT),
    ("prompt", pa.list_(pa.struct([("role", _TEXT), ("content", _TEXT)]))),
    ("reward_model", pa.struct([("ground_truth", _TEXT), ("type", _TEXT)])),
    ("agent_name", _TEXT),
    ("extra_info", EXTRA),
])  # fmt: skip


def index_of(number: int, task: str = "cv") -> str:
    """The uuid of row `number`, the same in each file of that task."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"specvi {task} {number}"))


def name_of(number: int) -> str:
    return f"spec-{56000 + number // 1000:05d}-HD103621N361936B_sp01-{number % 1000:03d}.fits"


def answer_of(number: int) -> str:
    return "YES" if number % POSITIVE_EVERY == 0 else "NO"


def prompt_of(task: str) -> str:
    """About as long as the data set's: 2 kB."""
    evidence = "\n".join(f"- Indicator {n}: " + "look at the lines named here. " * 6
                         for n in range(1, 11))  # fmt: skip
    return f"<image>\n{PROMPTS[task]}\n{evidence}\nAnswer with \\boxed{{YES}} or \\boxed{{NO}}."


def flux_of(number: int) -> np.ndarray:
    """A star of some temperature with noise; Balmer emission where the answer is YES, else not."""
    draws = np.random.default_rng(number)
    slope = (AXIS / 6000.0) ** draws.uniform(-2.0, 1.0)
    depth = 1.5 if answer_of(number) == "YES" else -0.3
    lines = sum(depth * np.exp(-0.5 * ((AXIS - at) / 12.0) ** 2) for at in BALMER)
    noise = draws.normal(0.0, 1.0 / draws.uniform(5.0, 40.0), PIXELS)
    return (800.0 * slope * (1.0 + lines + noise)).astype(np.float32).astype(np.float64)


def snr_of(number: int) -> float:
    """The S/N a pixel of the continuum that `flux_of` puts noise on."""
    draws = np.random.default_rng(number)
    draws.uniform(-2.0, 1.0)
    return float(draws.uniform(5.0, 40.0))


def small_png(number: int, side: int = 60) -> bytes:
    """A grey PNG of noise, some 3 kB."""
    grey = np.random.default_rng(number).integers(0, 256, (side, side), dtype=np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in grey)
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


def row_of(number: int, task: str = "cv", **call: Any) -> dict[str, Any]:
    """One row; `call` replaces wavelength, flux or redshift."""
    arrays = {"wavelength": AXIS.tolist(), "flux": flux_of(number).tolist(), "redshift": None}
    return {
        "images": [{"bytes": small_png(number), "path": None}],
        "data_source": f"SpecVI-Bench/{task}",
        "prompt": [{"role": "user", "content": prompt_of(task)}],
        "reward_model": {"ground_truth": answer_of(number), "type": "rule"},
        "agent_name": "spec_o3_agent",
        "extra_info": {
            "index": index_of(number, task),
            "name": name_of(number),
            "tools_kwargs": {TOOL: {"create_kwargs": {**arrays, **call}}},
        },
    }


def with_info(row: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The row with other facts in `extra_info`."""
    return {**row, "extra_info": {**row["extra_info"], **facts}}


def write_rows(path: Path, rows: list[dict[str, Any]], schema: pa.Schema = SCHEMA) -> Path:
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path)
    return path


def write_file(path: Path, rows: int, task: str = "cv", group: int = 1000) -> Path:
    """A file of `rows` rows in row groups of `group`, made with the memory of 100 rows at a time
    and one group."""
    with pq.ParquetWriter(path, SCHEMA) as writer:
        for first in range(0, rows, group):
            numbers = range(first, min(first + group, rows))
            writer.write_table(_group(numbers, task), row_group_size=group)
    return path


def _group(numbers: range, task: str) -> pa.Table:
    parts = [
        pa.Table.from_pylist([row_of(n, task) for n in some], schema=SCHEMA)
        for some in _chunks(numbers, 100)
    ]
    return pa.concat_tables(parts).combine_chunks()


def _chunks(numbers: range, size: int) -> Iterator[range]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def without(path: Path, source: Path, *columns: str) -> Path:
    """A copy of `source` that lacks top-level columns."""
    pq.write_table(pq.read_table(source).drop_columns(list(columns)), path)
    return path


def plain_table(path: Path, columns: Mapping[str, list[Any]]) -> Path:
    pq.write_table(pa.table(dict(columns)), path)
    return path


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("file", type=Path)
    reader.add_argument("--rows", type=int, default=6754)
    reader.add_argument("--task", default="cv", choices=PROMPTS)
    reader.add_argument("--group", type=int, default=1000)
    given = reader.parse_args()
    write_file(given.file, given.rows, given.task, given.group)


if __name__ == "__main__":
    main()
