"""Lists as FITS tables: units, descriptions, provenance in the header, ASCII throughout."""

import io
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from astropy.io import fits

from specreview.export.columns import Column, Value
from specreview.export.provenance import Provenance
from specreview.review.rows import CandidateRow

_SPELLED = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "λ": "lambda", "μ": "mu", "µ": "mu", "σ": "sigma", "Δ": "Delta", "Å": "A", "ß": "ss",
    "æ": "ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "Æ": "AE",
    "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"',
    "”": '"', "±": "+-", "×": "x", "≥": ">=", "≤": "<=", "°": "deg",
}  # fmt: skip
_NO_WHOLE = -1
"""TNULL of whole numbers; all of ours are 0 or more."""
_ROOM = 80 - len("KEYWORD = '' / ")
"""Characters of value and comment together in one card."""
_ASCII_NOTE = (
    "FITS text is ASCII: other letters are transliterated, or written as \\uXXXX escapes; line "
    "breaks as \\n. A CSV export keeps the text as it was written."
)


def ascii_text(text: str) -> str:
    """`text` in printable ASCII: spelled out, stripped of accents, or escaped; never lost."""
    return "".join(_ascii(letter) for letter in text)


def _ascii(letter: str) -> str:
    if " " <= letter <= "~":
        return letter
    if letter in _SPELLED:
        return _SPELLED[letter]
    if letter < " ":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(letter, _escaped(letter))
    bare = "".join(c for c in unicodedata.normalize("NFKD", letter) if " " <= c <= "~")
    return bare or _escaped(letter)


def _escaped(letter: str) -> str:
    r"""As Python writes it: \x7f, \u65e5, \U0001f52d."""
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def fits_bytes(rows: Sequence[CandidateRow], columns: Sequence[Column], made: Provenance) -> bytes:
    """A primary header with the provenance and one table extension, both with checksums."""
    table = fits.BinTableHDU.from_columns([_column(column, rows) for column in columns])
    table.name = "LIST"
    for number, column in enumerate(columns, start=1):
        table.header[f"TCOMM{number}"] = ascii_text(column.description)
    primary = fits.PrimaryHDU()
    _provenance_cards(primary.header, made)
    for hdu in (primary, table):
        hdu.add_checksum(when=f"written {made.exported_at}")
    buffer = io.BytesIO()
    fits.HDUList([primary, table]).writeto(buffer)
    return buffer.getvalue()


def _column(column: Column, rows: Sequence[CandidateRow]) -> fits.Column:
    values = [column.get(row) for row in rows]
    unit = column.unit or None
    if column.kind == "real":
        reals = np.array([np.nan if v is None else v for v in values], dtype=np.float64)
        return fits.Column(column.name, "D", unit=unit, array=reals)
    if column.kind == "whole":
        wholes = np.array([_NO_WHOLE if v is None else v for v in values], dtype=np.int32)
        return fits.Column(column.name, "J", unit=unit, null=_NO_WHOLE, array=wholes)
    texts = [_text(value) for value in values]
    width = max([1, *(len(text) for text in texts)])
    return fits.Column(column.name, f"{width}A", array=np.array(texts, dtype=f"S{width}"))


def _text(value: Value) -> str:
    return "" if value is None else ascii_text(str(value).replace("\0", ""))


def _card(header: Any, keyword: str, value: Any, comment: str) -> None:
    """Set one card; a long text leaves no room for its comment (and goes on in CONTINUE)."""
    if not isinstance(value, str):
        header[keyword] = (value, comment)
        return
    text = ascii_text(value)
    room = len(text) + text.count("'") + len(comment) <= _ROOM
    header[keyword] = (text, comment) if room else text


def _provenance_cards(header: Any, made: Provenance) -> None:
    cards: list[tuple[str, Any, str]] = [
        ("LONGSTRN", "OGIP 1.0", "long texts go on in CONTINUE cards"),
        ("ORIGIN", made.app, "software that wrote this file"),
        ("DATE", made.exported_at[:19], "UTC"),
        ("LISTKIND", made.list, "approved, or current answers"),
        ("QUEUE", made.queue, "queue of candidates"),
        ("SOURCE", made.source, "where the queue was imported from"),
        ("REVIEWER", made.reviewer, "whose answers"),
        ("NROWS", made.rows, "rows of the list"),
        ("NCAND", made.candidates, "candidates of the queue after the filter"),
        ("FILTER", made.filter, "filter of the candidates"),
        ("MINCONF", made.approval_confidence, "least confidence of an approval"),
        ("CONFCONF", made.conflict_confidence, "confidence gap of a conflict"),
        ("CONFDZ", made.conflict_relative_redshift, "|dz|/(1+z) of a conflict"),
    ]
    for number, task in enumerate(made.tasks, start=1):
        cards.append((f"TASK{number}", f"{task.key} version {task.version}", "vetting task"))
        cards.append((f"TASKSH{number}", task.sha256, "SHA-256 of the task"))
    for number, used in enumerate(made.inspectors, start=1):
        named = " ".join(filter(None, (used.name, used.model, used.revision)))
        cards.append((f"INSP{number}", named, "inspector, model, revision"))
        cards.append((f"INSPSH{number}", used.prompt_hash, "SHA-256 of its prompt"))
        cards.append((f"INSPTK{number}", used.task, "its task"))
        cards.append((f"INSPN{number}", used.inspections, "inspections by it"))
    for keyword, value, comment in cards:
        _card(header, keyword, value, comment)
    for reason, count in made.left_out.items():
        header.add_history(ascii_text(f"left out: {count} {reason}"))
    header.add_comment(_ASCII_NOTE)
