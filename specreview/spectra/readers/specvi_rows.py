"""SpecVI-Bench's Parquet layout: which columns its rows have, read a few rows at a time.

One file per split and task; a row holds pictures, a prompt, the answer, and under `extra_info` an
id, the name of the survey's file, and the arrays (the data card of Maxwell-Jia/SpecVI-Bench, of
arXiv 2601.06498). Pictures are never read: they fill most of the file, and views are drawn anew.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.spectrum import FloatArray

MAGIC = b"PAR1"
INDEX = "extra_info.index"
NAME = "extra_info.name"
PROMPT = "prompt"
SOURCE = "data_source"
ANSWER = "reward_model.ground_truth"
_CALL = "extra_info.tools_kwargs.spectral_visualization_tool.create_kwargs"
WAVELENGTH, FLUX, REDSHIFT = f"{_CALL}.wavelength", f"{_CALL}.flux", f"{_CALL}.redshift"

NEEDED = (PROMPT, INDEX, WAVELENGTH, FLUX)
ARRAYS = (INDEX, NAME, WAVELENGTH, FLUX, REDSHIFT)
WORDS = (SOURCE, PROMPT, ANSWER)

BATCH = 64
"""Rows decoded at a time: 4 MB of wavelength and flux in double precision."""

_BUFFER = 2**20
"""Bytes of a column read ahead. Without it whole column chunks are held: a writer's default may
put all rows into one."""


@dataclass(frozen=True)
class RowGroup:
    """Rows `first` to `first + size - 1` of a file, which are compressed together."""

    number: int
    first: int
    size: int


@contextmanager
def opened(path: str | Path) -> Iterator[Any]:
    """The file as a `pyarrow.parquet.ParquetFile`, closed afterwards.

    Raises
    ------
    NoSpectrum
        When it is damaged, or a Parquet table of another layout; says what is read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    _check_end(Path(path))
    try:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER) as file:
            _check_layout(file.schema_arrow)
            yield file
    except (pa.ArrowException, OSError) as error:
        cause = " ".join(str(error).split())[:200].rstrip(". ")
        raise NoSpectrum(f"damaged Parquet file ({cause}); download it again") from error


def row_groups(file: Any) -> list[RowGroup]:
    """The file's row groups in order."""
    groups, first = [], 0
    for number in range(file.metadata.num_row_groups):
        size = file.metadata.row_group(number).num_rows
        groups.append(RowGroup(number, first, size))
        first += size
    return groups


def batches(file: Any, paths: Sequence[str], group: int) -> Iterator["Batch"]:
    """The rows of one row group, `BATCH` at a time, with the columns of `paths` that exist."""
    there = [path for path in paths if _type_at(file.schema_arrow, path) is not None]
    read = file.iter_batches(BATCH, row_groups=[group], columns=there, use_threads=False)
    for batch in read:
        yield Batch(batch, frozenset(there))


class Batch:
    """A few rows by column path, such as `extra_info.index`."""

    def __init__(self, batch: Any, paths: frozenset[str]) -> None:
        self._batch = batch
        self._paths = paths
        self.size: int = batch.num_rows

    def values(self, path: str) -> list[Any]:
        """A column as plain Python values; all None where the file has no such column."""
        column = self._column(path)
        return [None] * self.size if column is None else column.to_pylist()

    def arrays(self, path: str) -> list[FloatArray | None]:
        """A column of lists as one (n,) array a row in its own precision, null elements NaN."""
        column = self._column(path)
        return [None] * self.size if column is None else [_array(cell) for cell in column]

    def _column(self, path: str) -> Any:
        import pyarrow.compute as pc

        if path not in self._paths:
            return None
        top, *below = path.split(".")
        column = self._batch.column(top)
        # Going down by struct_field keeps a null parent null; a plain child would forget it.
        return pc.struct_field(column, below) if below else column


def _array(cell: Any) -> FloatArray | None:
    values = cell.values
    if values is None:
        return None
    plain = values.to_numpy(zero_copy_only=False)
    # A copy: a view would keep the whole batch in memory for as long as one spectrum is used.
    return np.array(plain, dtype=plain.dtype if plain.dtype.kind == "f" else np.float64)


def _check_end(path: Path) -> None:
    """A cut file keeps its first four bytes and loses its table of contents, which stands last."""
    with path.open("rb") as stream:
        start = stream.read(len(MAGIC))
        stream.seek(-min(len(MAGIC), path.stat().st_size), 2)
        end = stream.read()
    if start != MAGIC:
        raise NoSpectrum("is compressed as a whole, which is not read for Parquet; unpack it first")
    if end != MAGIC:
        raise NoSpectrum("truncated Parquet file; download it again")


def _check_layout(schema: Any) -> None:
    missing = [path for path in NEEDED if _type_at(schema, path) is None]
    if missing:
        raise NoSpectrum(
            f"is a Parquet table without {', '.join(missing)}; of Parquet only SpecVI-Bench's rows "
            "are read (prompt, extra_info with index and the arrays); save another table as CSV or "
            "FITS"
        )


def _type_at(schema: Any, path: str) -> Any:
    """The type of a column below structs, None where there is none."""
    import pyarrow as pa

    top, *below = path.split(".")
    if top not in schema.names:
        return None
    found = schema.field(top).type
    for name in below:
        if not pa.types.is_struct(found) or found.get_field_index(name) < 0:
            return None
        found = found.field(name).type
    return found
