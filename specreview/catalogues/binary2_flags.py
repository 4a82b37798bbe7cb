"""Null flags of text in a VOTable's BINARY2, which astropy leaves out (its issue 8995).

A writer may put any letters where there is no text, so that only the flags tell: they are read
from the stream itself (VOTable 1.5, 5.4), for lists that have text.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_STREAM = re.compile(
    rb"<(?:\w+:)?BINARY2\b[^>]*>\s*<(?:\w+:)?STREAM\b([^>]*)>([^<]*)</", re.IGNORECASE
)
_BYTES = {
    "boolean": 1, "unsignedByte": 1, "short": 2, "int": 4, "long": 8, "char": 1, "unicodeChar": 2,
    "float": 4, "double": 8, "floatComplex": 8, "doubleComplex": 16,
}  # fmt: skip
_TEXT = ("char", "unicodeChar")
_COUNT = 4
"""Bytes before a cell of varying length that say how many values it has."""


def null_texts(content: bytes, tables: Sequence[Any], at: int) -> dict[int, NDArray[np.bool_]]:
    """By field of text: where the table `tables[at]` of the file `content` says that there is none.

    Empty where not all tables of the file are BINARY2, or a cell's length is not followed here.
    """
    table = tables[at]
    texts = [n for n, field in enumerate(table.fields) if field.datatype in _TEXT]
    streams = [found.groups() for found in _STREAM.finditer(content)] if texts else []
    if len(streams) != len(tables):
        return {}
    flags = _flags(_decoded(*streams[at]), [_cell(field) for field in table.fields])
    if flags is None or len(flags) != len(table.array):
        return {}
    return {n: flags[:, n] for n in texts}


def _decoded(attributes: bytes, text: bytes) -> bytes:
    try:
        return base64.b64decode(text) if b"base64" in attributes else b""
    except binascii.Error:
        return b""


def _cell(field: Any) -> tuple[int, bool] | None:
    """Bytes of a cell (of a value, where the number of values varies); None where not followed."""
    shape, kind = str(field.arraysize or "1"), str(field.datatype)
    varies = shape.endswith("*")
    if "x" in shape or (kind == "bit" and varies) or kind not in (*_BYTES, "bit"):
        return None
    if varies:
        return _BYTES[kind], True
    return ((int(shape) + 7) // 8 if kind == "bit" else int(shape) * _BYTES[kind]), False


def _flags(stream: bytes, cells: Sequence[tuple[int, bool] | None]) -> NDArray[np.bool_] | None:
    """(rows, fields), true where a cell is null."""
    known = [cell for cell in cells if cell is not None]
    if len(known) < len(cells):
        return None
    width, at, found = (len(cells) + 7) // 8, 0, []
    while at < len(stream):
        found.append(stream[at : at + width])
        at += width
        for size, varies in known:
            if varies:
                count = int.from_bytes(stream[at : at + _COUNT], "big")
                at += _COUNT + count * size
            else:
                at += size
    if at != len(stream):
        return None
    packed = np.frombuffer(b"".join(found), dtype=np.uint8).reshape(-1, width)
    return np.unpackbits(packed, axis=1)[:, : len(cells)].astype(bool)
