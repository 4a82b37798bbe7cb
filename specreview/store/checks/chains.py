"""Whether the logs are as they were written: hashes, links, ends, and the index columns."""

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Row, select

from specreview.canonical import sha256_hex
from specreview.review.decision import Decision
from specreview.review.marks import StepMark
from specreview.store.log.chain import GENESIS, link_hash
from specreview.store.log.records import decision_columns, event_columns, mark_columns, read_event
from specreview.store.schema import LOGS, chain_head, image

BATCH = 500

_COLUMNS: dict[str, Callable[[bytes], dict[str, Any]]] = {
    "event": lambda payload: event_columns(read_event(payload)),
    "decision": lambda payload: decision_columns(Decision.model_validate_json(payload)),
    "mark": lambda payload: mark_columns(StepMark.model_validate_json(payload)),
}


def broken_chains(connection: Connection, log: str) -> Iterator[str]:
    """Records that were changed, lost or put in, and index columns that say something else."""
    table = LOGS[log]
    ends: dict[str, tuple[int, str]] = {}
    query = select(table).order_by(table.c.writer, table.c.seq)
    for row in connection.execute(query.execution_options(yield_per=BATCH)):
        seq, prev = ends.get(row.writer, (0, GENESIS))
        yield from _broken_link(log, row, seq + 1, prev)
        yield from _wrong_columns(log, row)
        ends[row.writer] = (row.seq, row.hash)
    yield from _broken_ends(connection, log, ends)


def _broken_link(log: str, row: Row[Any], seq: int, prev: str) -> Iterator[str]:
    name = f"{log} {row.log_id} (writer {row.writer}, number {row.seq})"
    if row.seq != seq:
        yield f"{name}: number {seq} is missing before it"
    elif row.prev != prev:
        yield f"{name}: does not follow the record before it"
    if link_hash(log, row.writer, row.seq, row.prev, row.payload) != row.hash:
        yield f"{name}: its content was changed after it was written"


def _wrong_columns(log: str, row: Row[Any]) -> Iterator[str]:
    try:
        expected = _COLUMNS[log](row.payload)
    except (ValueError, KeyError, TypeError) as error:
        yield f"{log} {row.log_id}: its payload cannot be read: {str(error).splitlines()[0]}"
        return
    for column, value in expected.items():
        if row._mapping[column] != value:
            yield (
                f"{log} {row.log_id}: column {column} holds {row._mapping[column]!r}, its payload "
                f"says {value!r}"
            )


def _broken_ends(
    connection: Connection, log: str, ends: dict[str, tuple[int, str]]
) -> Iterator[str]:
    query = select(chain_head).where(chain_head.c.log == log)
    heads = {row.writer: (row.seq, row.hash) for row in connection.execute(query)}
    for writer in sorted(heads.keys() | ends.keys()):
        kept, found = heads.get(writer, (0, GENESIS)), ends.get(writer, (0, GENESIS))
        if kept != found:
            yield (
                f"{log} log of writer {writer}: ends at number {found[0]}, its last written "
                f"record is number {kept[0]}"
            )


def changed_images(connection: Connection) -> Iterator[str]:
    """Pictures whose bytes are not those of their hash."""
    query = select(image.c.sha256, image.c.png).execution_options(yield_per=BATCH)
    for row in connection.execute(query):
        if sha256_hex(row.png) != row.sha256:
            yield f"picture {row.sha256}: its bytes were changed"
