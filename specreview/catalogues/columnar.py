"""Tables kept by column, whose cells become text a few thousand rows at a time."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np

from specreview.catalogues.cells import exact_text
from specreview.catalogues.tables import CatalogueRow
from specreview.errors import CatalogueError

Texts = Callable[[int, int], list[str]]
"""The text of a column's cells from one row to before another, rows counted from 0."""

LONGEST_CELL = 16
"""Values of a cell that are kept as text; longer ones are arrays such as a spectrum's flux."""
_CHUNK = 4096


class LazyRows(Sequence[CatalogueRow]):
    """Rows that are made when they are asked for, by `_rows` of a class below."""

    def __init__(self, names: Sequence[str], size: int) -> None:
        self._names = tuple(names)
        self._size = size

    def _rows(self, start: int, stop: int) -> Iterator[CatalogueRow]:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[CatalogueRow]:
        for start in range(0, self._size, _CHUNK):
            yield from self._rows(start, min(start + _CHUNK, self._size))

    @overload
    def __getitem__(self, index: int) -> CatalogueRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[CatalogueRow]: ...

    def __getitem__(self, index: int | slice) -> CatalogueRow | list[CatalogueRow]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._size))]
        at = range(self._size)[index]
        return next(self._rows(at, at + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyRows) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class ColumnRows(LazyRows):
    """The rows of columns: no more of them than a chunk is text at any time."""

    def __init__(self, names: Sequence[str], texts: Sequence[Texts], size: int) -> None:
        super().__init__(names, size)
        self._texts = tuple(texts)

    def _rows(self, start: int, stop: int) -> Iterator[CatalogueRow]:
        columns = [texts(start, stop) for texts in self._texts]
        for number, cells in enumerate(zip(*columns, strict=True), start=start + 1):
            yield CatalogueRow(number, dict(zip(self._names, cells, strict=True)))


class RecordRows(LazyRows):
    """The rows of records of text, each with its number."""

    def __init__(self, names: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> None:
        super().__init__(names, len(records))
        self._records = records

    def _rows(self, start: int, stop: int) -> Iterator[CatalogueRow]:
        for number, cells in self._records[start:stop]:
            yield CatalogueRow(number, dict(zip(self._names, cells, strict=True)))


def refuse_repeated(path: Path, names: Sequence[str]) -> None:
    """CatalogueError where a name stands twice: which one is meant, nobody can say."""
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        shown = ", ".join(name or "(no name)" for name in repeated)
        raise CatalogueError(f"{path}: column {shown} stands twice; rename one")


def array_texts(values: Any, missing: Any = None) -> Texts:
    """Of an array (n,) or (n, m), `missing` true where it holds nothing."""

    def texts(start: int, stop: int) -> list[str]:
        gone = None if missing is None else missing[start:stop]
        return cell_texts(values[start:stop], gone)

    return texts


def cell_texts(values: Any, missing: Any = None) -> list[str]:
    """Cells as exact text; several values in one become them with blanks between."""
    if values.ndim > 1:
        return [" ".join(map(exact_text, np.ravel(row))) for row in values]
    plain = values.tolist() if values.dtype.kind in "iub" else list(values)
    texts = [_nested(cell) if isinstance(cell, np.ndarray) else exact_text(cell) for cell in plain]
    if missing is None or not np.any(missing):
        return texts
    return ["" if gone else text for gone, text in zip(missing, texts, strict=True)]


def _nested(cell: Any) -> str:
    return " ".join(map(exact_text, np.ravel(cell)[:LONGEST_CELL]))


def too_long(shape: Sequence[int]) -> bool:
    """Whether each cell of this shape holds an array, which is no use as text."""
    return int(np.prod(shape, dtype=int)) > LONGEST_CELL


def left_out(names: Sequence[str]) -> tuple[str, ...]:
    """The note about columns of arrays that were not taken."""
    return (f"left out, as each cell is an array: {', '.join(names)}",) if names else ()
