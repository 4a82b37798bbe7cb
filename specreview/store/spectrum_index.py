"""What was indexed of each candidate's spectrum: peaks and measured values, packed."""

from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import String, cast, func, insert, select, update

from specreview.canonical import sha256_hex
from specreview.store.database import Database
from specreview.store.schema import candidate, candidate_state, spectrum_index, standing

BLOCK = 20_000
"""Places of a queue that are read at a time: some 12 MB."""

_DIGITS = 8
"""Of each hash, in a block's mark: two entries alike in 16 digits are one in 10^19."""


@dataclass(frozen=True)
class IndexEntry:
    """One spectrum's entry.

    `content_hash` and `task_hash` say what it was made of, `version` by which search for peaks;
    `plate`, `spectrograph`, `night` are "" and `fibre` None where the survey states none.
    `peaks` and `features` are packed; what is in them is their makers' affair.
    """

    candidate_id: int
    content_hash: str
    task_hash: str
    version: int
    plate: str
    spectrograph: str
    fibre: int | None
    night: str
    peaks: bytes
    features: bytes


@dataclass(frozen=True)
class Block:
    """How many spectra a block has, and a mark that changes when one is indexed anew."""

    count: int
    mark: str


class QueueEntry(NamedTuple):
    """Of an entry what is looked up in the company of a queue, and the candidate's survey.

    A tuple: with 300 000 of them anything else takes longer than the query.
    """

    candidate_id: int
    survey: str
    plate: str
    spectrograph: str
    fibre: int | None
    night: str
    peaks: bytes


@dataclass(frozen=True)
class DecidedEntry:
    """What one person decided on an indexed candidate, and what was measured of it."""

    candidate_id: int
    object_id: str
    task_hash: str
    features: bytes
    reviewer: str
    answer: str
    confidence: int | None
    other_class: str | None


class SpectrumIndex:
    """The index of spectra; it can be made again from the files at any time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, entry: IndexEntry) -> None:
        """Set the candidate's entry."""
        values = asdict(entry)
        mine = spectrum_index.c.candidate_id == int(entry.candidate_id)
        with self._database.write() as connection:
            if not connection.execute(update(spectrum_index).where(mine).values(values)).rowcount:
                connection.execute(insert(spectrum_index), values)

    def made_of(self, candidate_id: int) -> tuple[str, str, int] | None:
        """(content hash, task hash, version) of the candidate's entry, None where there is none."""
        columns = (
            spectrum_index.c.content_hash,
            spectrum_index.c.task_hash,
            spectrum_index.c.version,
        )
        query = select(*columns).where(spectrum_index.c.candidate_id == int(candidate_id))
        with self._database.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row.content_hash, row.task_hash, row.version)

    def blocks(self, queue_id: int) -> dict[int, Block]:
        """The blocks of a queue, in order."""
        number = candidate.c.position // BLOCK
        made_of = (
            func.substr(spectrum_index.c.content_hash, 1, _DIGITS)
            + func.substr(spectrum_index.c.task_hash, 1, _DIGITS)
            + cast(spectrum_index.c.version, String)
        )
        query = (
            select(number, func.count(), func.aggregate_strings(made_of, ","))
            .select_from(candidate)
            .join(spectrum_index, candidate.c.id == spectrum_index.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
            .group_by(number)
            .order_by(number)
        )
        with self._database.read() as connection:
            return {
                row[0]: Block(row[1], sha256_hex(row[2].encode()))
                for row in connection.execute(query)
            }

    def block(self, queue_id: int, number: int) -> list[QueueEntry]:
        """The entries of one block, in queue order."""
        columns = (
            spectrum_index.c.candidate_id,
            candidate.c.survey,
            spectrum_index.c.plate,
            spectrum_index.c.spectrograph,
            spectrum_index.c.fibre,
            spectrum_index.c.night,
            spectrum_index.c.peaks,
        )
        query = (
            select(*columns)
            .select_from(candidate)
            .join(spectrum_index, candidate.c.id == spectrum_index.c.candidate_id)
            .where(
                candidate.c.queue_id == int(queue_id),
                candidate.c.position.between(number * BLOCK, (number + 1) * BLOCK - 1),
            )
            .order_by(candidate.c.position)
        )
        with self._database.read() as connection:
            return [QueueEntry._make(row) for row in connection.execute(query)]

    def decided(self, queue_id: int, task_key: str) -> list[DecidedEntry]:
        """Answers of a task that stand in a queue and are not in conflict, by time."""
        columns = (
            candidate.c.id,
            candidate.c.object_id,
            spectrum_index.c.task_hash,
            spectrum_index.c.features,
            standing.c.reviewer,
            standing.c.answer,
            standing.c.confidence,
            standing.c.other_class,
        )
        query = (
            select(*columns)
            .join(standing, standing.c.candidate_id == candidate.c.id)
            .join(spectrum_index, spectrum_index.c.candidate_id == candidate.c.id)
            .join(candidate_state, candidate_state.c.candidate_id == candidate.c.id)
            .where(
                standing.c.queue_id == int(queue_id),
                standing.c.action == "answer",
                candidate.c.task_key == str(task_key),
                candidate_state.c.consensus != "conflict",
            )
            .order_by(standing.c.log_id)
        )
        with self._database.read() as connection:
            return [DecidedEntry(*row) for row in connection.execute(query)]
