"""Pictures by their SHA-256, committed with the event that shows them."""

from collections.abc import Iterable

from sqlalchemy import Connection, insert, select

from specreview.canonical import sha256_hex
from specreview.errors import StoreError
from specreview.store.schema import image


def keep_image(connection: Connection, sha256: str, png: bytes | None) -> None:
    """Store `png` unless it is there.

    Raises
    ------
    StoreError
        When the bytes are not those of the hash, or neither given nor stored before.
    """
    if png is not None and sha256_hex(png) != sha256:
        raise StoreError(f"the picture's bytes are not those of {sha256}; draw the view again")
    known = connection.execute(select(image.c.sha256).where(image.c.sha256 == sha256)).first()
    if known:
        return
    if png is None:
        raise StoreError(f"no picture was given for {sha256}, and none is stored; draw it again")
    connection.execute(insert(image).values(sha256=sha256, png=bytes(png)))


def load_images(connection: Connection, hashes: Iterable[str]) -> dict[str, bytes]:
    """PNG bytes by hash; hashes that are not stored are left out."""
    query = select(image.c.sha256, image.c.png).where(image.c.sha256.in_(sorted(set(hashes))))
    return {row.sha256: bytes(row.png) for row in connection.execute(query)}
