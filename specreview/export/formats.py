"""The formats that lists are written in, by the ending of the file's name."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from specreview.errors import SettingsError


@dataclass(frozen=True)
class Format:
    """One format. With `sidecar`, its provenance lies beside it: there is no room inside."""

    ending: str
    label: str
    mime: str
    provenance: str
    """Where in the file the provenance is, for people."""
    sidecar: bool = False
    most_columns: int | None = None
    """That it has names for, None where there is no limit."""


_ALL = (
    Format(".csv", "CSV", "text/csv", "FILE.csv.meta.json beside it", sidecar=True),
    Format(".ecsv", "ECSV", "text/plain", "the header's meta"),
    Format(".fits", "FITS table", "application/fits", "the primary header", most_columns=999),
    Format(".vot", "VOTable", "application/x-votable+xml", "DESCRIPTION, INFO and PARAM"),
    Format(".parquet", "Parquet", "application/vnd.apache.parquet", "the schema's metadata"),
    Format(
        ".jsonl", "JSON lines", "application/x-ndjson", "FILE.jsonl.meta.json beside it",
        sidecar=True,
    ),
)  # fmt: skip

FORMATS: Mapping[str, Format] = MappingProxyType({one.ending: one for one in _ALL})
"""In the order in which people are offered them."""


def format_of(path: Path | str) -> Format:
    """The format that a file's name, or an ending such as ".csv", asks for.

    Raises
    ------
    SettingsError
        When there is none for it; the message names those there are.
    """
    text = str(path)
    ending = (text if text.startswith(".") and text.count(".") == 1 else Path(text).suffix).lower()
    if ending not in FORMATS:
        there = ", ".join(FORMATS)
        raise SettingsError(f"{text or 'no ending'}: lists are written as {there}; end it so")
    return FORMATS[ending]
