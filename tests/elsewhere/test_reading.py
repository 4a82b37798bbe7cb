"""An index in parts says what one of a piece says; a page never waits for the reading."""

import threading

import numpy as np
import pytest

from specreview.elsewhere.index import Part, PeakIndex
from specreview.elsewhere.packing import pack
from specreview.elsewhere.peaks import Peaks
from specreview.elsewhere.reading import QueueIndices, Reading
from specreview.errors import StoreError
from specreview.store.spectrum_index import Block, QueueEntry
from tests.builders import until


def entry(number: int, wavelengths: list[float], sign: int = 1) -> QueueEntry:
    """A spectrum from 4000 to 9000 Å with peaks of 10σ at these wavelengths."""
    at = np.sort(np.array(wavelengths))
    peaks = Peaks(at, np.full(at.size, 10.0 * sign), np.full(at.size, 3.0), np.array([[4e3, 9e3]]))
    return QueueEntry(number, "LAMOST", f"P{number % 3}", "", number, "60000", pack(peaks))


def test_parts_answer_as_one_piece_does() -> None:
    draws = np.random.default_rng(5)
    entries = [
        entry(n, list(draws.uniform(4000.0, 9000.0, 40)), sign=1 if n % 2 else -1)
        for n in range(60)
    ]
    whole = PeakIndex.of(entries)
    parts = PeakIndex.joined([Part.of(entries[:7]), Part.of([]), Part.of(entries[7:])])
    assert list(parts.candidates) == list(range(60))
    for wavelength in draws.uniform(3900.0, 9100.0, 50):
        for sign in (-1, 0, 1):
            one, other = (index.standing(wavelength, sign) for index in (whole, parts))
            for name in ("has", "could", "strength"):
                assert np.array_equal(getattr(one, name), getattr(other, name))


class Blocks:
    """A queue of two blocks in memory; `gate` holds the second one back."""

    def __init__(self) -> None:
        self.entries = {0: [entry(0, [6800.0])], 1: [entry(1, [6800.0]), entry(2, [7000.0])]}
        self.gate = threading.Event()
        self.read: list[int] = []
        self.trouble: Exception | None = None

    def blocks(self, queue_id: int) -> dict[int, Block]:
        return {
            number: Block(len(block), str([one.peaks for one in block]))
            for number, block in self.entries.items()
        }

    def block(self, queue_id: int, number: int) -> list[QueueEntry]:
        if number == 1:
            self.gate.wait()
        if self.trouble is not None:
            raise self.trouble
        self.read.append(number)
        return self.entries[number]


@pytest.fixture
def blocks():
    return Blocks()


@pytest.fixture
def indices(blocks):
    made = QueueIndices(blocks.blocks, blocks.block)
    yield made
    blocks.gate.set()
    made.close()


def test_while_it_is_read_it_says_how_far_and_then_it_is_there(blocks, indices) -> None:
    assert isinstance(indices.of(1, wait=0.0), Reading)
    until(lambda: indices.reading(1) == Reading(1, 3))
    blocks.gate.set()
    index = indices.of(1, wait=60.0)
    assert isinstance(index, PeakIndex)
    assert index.standing(6800.0, 1).has.tolist() == [True, True, False]
    assert indices.reading(1) is None


def test_only_the_block_with_more_spectra_is_read_again(blocks, indices) -> None:
    blocks.gate.set()
    first = indices.of(1, wait=60.0)
    until(lambda: indices.of(1, wait=60.0) is first)
    blocks.read.clear()
    blocks.entries[1].append(entry(3, [6800.0]))
    until(lambda: len(indices.of(1, wait=60.0)) == 4)
    assert blocks.read == [1]
    assert indices.of(1, wait=0.0).standing(6800.0, 1).has.tolist() == [True, True, False, True]


def test_a_failure_is_raised_once_and_then_it_is_read_again(blocks, indices) -> None:
    blocks.gate.set()
    blocks.trouble = StoreError("specreview.db is locked; try again")
    with pytest.raises(StoreError, match="is locked"):
        indices.of(1, wait=60.0)
    blocks.trouble = None
    assert len(indices.of(1, wait=60.0)) == 3


def test_a_spectrum_indexed_anew_counts_as_it_is_now(blocks, indices) -> None:
    blocks.gate.set()
    first = indices.of(1, wait=60.0)
    until(lambda: indices.of(1, wait=60.0) is first)
    blocks.entries[0][0] = entry(0, [5500.0])
    until(lambda: not indices.of(1, wait=60.0).standing(6800.0, 1).has[0])
    assert indices.of(1, wait=60.0).standing(5500.0, 1).has.tolist() == [True, False, False]


def test_a_fault_that_nobody_foresaw_is_said_too(blocks, indices, caplog) -> None:
    blocks.gate.set()
    blocks.trouble = ValueError("buffer size must be a multiple of element size")
    with pytest.raises(StoreError, match="buffer size must be"):
        indices.of(1, wait=60.0)
    assert "could not be read" in caplog.text


def test_an_empty_queue_has_an_empty_index(blocks, indices) -> None:
    blocks.entries.clear()
    assert len(indices.of(1, wait=60.0)) == 0
