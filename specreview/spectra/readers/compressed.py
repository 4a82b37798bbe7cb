"""Tile-compressed images: the one thing in a survey file that goes through astropy."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.source import OpenedFile


def compressed_row(file: OpenedFile, hdu: int, row: int) -> NDArray[Any]:
    """Row `row` of the compressed image in HDU number `hdu`, native byte order.

    The image is unpacked once for each open file.
    """
    if hdu not in file.unpacked:
        file.unpacked[hdu] = _unpack(file, hdu)
    values: NDArray[Any] = file.unpacked[hdu][row]
    return values


def _unpack(file: OpenedFile, hdu: int) -> NDArray[Any]:
    from astropy.io import fits

    raw = file.content.read_at(0, file.content.size)
    with fits.open(io.BytesIO(raw)) as hdus:
        values = np.asarray(hdus[hdu].data)
    return values.astype(values.dtype.newbyteorder("="))
