"""The border: what goes into a column is plain text, int or float, NumPy's kinds cast."""

import json
import math
from collections.abc import Mapping
from typing import Any, SupportsFloat


def number(value: SupportsFloat | None) -> float | None:
    """`value` as a float; None for None, NaN and infinity, which no column keeps."""
    if value is None:
        return None
    plain = float(value)
    return plain if math.isfinite(plain) else None


def text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


def pairs_text(pairs: Mapping[str, Any]) -> str:
    """A mapping as JSON text, its order kept, all values as text."""
    plain = {str(key): str(value) for key, value in pairs.items()}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def pairs_of(text: str) -> dict[str, str]:
    """The inverse of `pairs_text`."""
    loaded: dict[str, str] = json.loads(text)
    return loaded
