"""Canonical JSON: the one byte form of a record, over which its hash is taken."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys, no spaces, and no NaN or infinity.

    Raises
    ------
    ValueError
        When `value` holds a float that JSON cannot carry.
    """
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def sha256_hex(payload: bytes) -> str:
    """SHA-256 of `payload`, 64 lower-case hex digits."""
    return hashlib.sha256(payload).hexdigest()
