"""Append one record to a log, as the next link of this process's chain."""

from typing import Any

from sqlalchemy import Connection, insert, select, update

from specreview.store.log.chain import next_link
from specreview.store.schema import LOGS, chain_head


def append_record(
    connection: Connection, log: str, writer: str, payload: bytes, schema: int, **columns: Any
) -> int:
    """Insert `payload` with the columns derived from it; returns its place in the log."""
    mine = (chain_head.c.log == log, chain_head.c.writer == writer)
    head = connection.execute(select(chain_head.c.seq, chain_head.c.hash).where(*mine)).first()
    link = next_link(log, writer, (head.seq, head.hash) if head else None, payload)
    row = dict(columns, schema=schema, payload=payload, **vars(link))
    inserted = connection.execute(insert(LOGS[log]).values(row)).inserted_primary_key
    tip = {"seq": link.seq, "hash": link.hash}
    if head is None:
        connection.execute(insert(chain_head).values(log=log, writer=writer, **tip))
    else:
        connection.execute(update(chain_head).where(*mine).values(**tip))
    assert inserted is not None
    return int(inserted[0])
