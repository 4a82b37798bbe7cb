"""A survey file is read within 1.5 times a bare astropy read of the same arrays."""

import time

import numpy as np
import pytest
from astropy.io import fits

from specreview.spectra.readers import list_objects, read_spectrum

ROUNDS = 25


def _native(values):
    return np.array(values, dtype=values.dtype.newbyteorder("="))


def _bare_lamost(path):
    with fits.open(path) as hdus:
        return [_native(row) for row in hdus[0].data]


def _bare_sdss(path):
    with fits.open(path) as hdus:
        table = hdus["COADD"].data
        return [_native(table[n]) for n in ("flux", "loglam", "ivar", "and_mask", "or_mask")]


def _bare_desi(path):
    with fits.open(path) as hdus:
        parts = [f"{a}_{p}" for a in "BRZ" for p in ("FLUX", "IVAR", "MASK")]
        rows = [_native(hdus[p].data[0]) for p in parts]
        return rows, [_native(hdus[f"{a}_WAVELENGTH"].data) for a in "BRZ"]


def _seconds(action, *arguments):
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start


@pytest.mark.slow
@pytest.mark.parametrize(
    ("survey", "bare"), [("lamost", _bare_lamost), ("sdss", _bare_sdss), ("desi", _bare_desi)]
)
def test_reading_keeps_within_one_and_a_half_bare_reads(files, survey, bare):
    path = getattr(files, survey)()
    first = list_objects(path).object_ids[0]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_seconds(read_spectrum, path, first))
        theirs.append(_seconds(bare, path))
    assert np.median(ours) <= 1.5 * np.median(theirs)
