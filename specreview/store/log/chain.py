"""One hash chain a writer: each link covers the payload and the link before it.

Chains by writer can be merged, and writers of one database do not queue up behind one link.
"""

from dataclasses import dataclass

from specreview.canonical import canonical_json, sha256_hex

GENESIS = "0" * 64


@dataclass(frozen=True)
class Link:
    """Where a record stands in its writer's chain. `seq` counts from 1 in each log."""

    writer: str
    seq: int
    prev: str
    hash: str


def link_hash(log: str, writer: str, seq: int, prev: str, payload: bytes) -> str:
    """SHA-256 over the log's name, writer, seq, prev and the payload's own SHA-256."""
    return sha256_hex(canonical_json([log, writer, seq, prev, sha256_hex(payload)]))


def next_link(log: str, writer: str, head: tuple[int, str] | None, payload: bytes) -> Link:
    """The link after `head`, the chain's last (seq, hash), None where it has none yet."""
    seq, prev = (head[0] + 1, head[1]) if head else (1, GENESIS)
    return Link(writer, seq, prev, link_hash(log, writer, seq, prev, payload))
