"""Zooniverse: the classifications export of a project (CSV).

The columns are those of `Formatter::Csv::Classification` in zooniverse/panoptes. `annotations` is a
JSON list of {task, task_label, value}; a value may be an answer's text (with a Markdown picture
before it), its number, a list, a survey's [{choice, ...}], or, in a combo task, such a list again.
`subject_data` is JSON {subject id: {metadata}}: the uploader's own columns, so the id has the name
that the uploader gave it. Who is not logged in goes by a hash of the address. A classification
that the same person makes again of one subject counts once, the first (as Caesar's
`keep_first` does), and so does one made for training (`gold_standard`).
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePath
from typing import Any

from specreview.answers.cells import Cells, by_name, decoded, each_row, records, said
from specreview.answers.foreign import AnswersFile, Asked, ForeignAnswer, Named, Unreadable
from specreview.catalogues.cells import declination, exact_text, id_of, right_ascension
from specreview.catalogues.roles import ROLES
from specreview.errors import AnswersError
from specreview.review.stamps import utc_text

NAME = "zooniverse"
LABEL = "Zooniverse classifications"
_NEEDED = ("classification_id", "user_name", "created_at", "annotations", "subject_data")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_FILE_KEYS = (*ROLES["path"], "image", "image_name", "name", "origin")


def recognised(content: bytes) -> bool:
    """Whether the file is one: its header has the export's columns."""
    head = decoded(content[:4096])
    return "classification_id" in head and "annotations" in head


def read(path: Path, content: bytes, asked: Asked) -> AnswersFile:
    """The file's answers, one a person and subject, the first.

    Raises
    ------
    AnswersError
        When a column is missing, or the workflow asks several questions and none was chosen.
    """
    found = list(records(path, decoded(content)))
    header = found[0][1] if found else []
    if lacking := [name for name in _NEEDED if name not in header]:
        raise AnswersError(f"{path}: no column {', '.join(lacking)}: no classifications export")
    rows = [(line, _cells(header, cells)) for line, cells in found[1:]]
    question = _question(path, rows, asked.question)
    answers, rejects = each_row(
        iter(rows), lambda n, cells: _answer(n, cells, question, asked.id_column), _NEEDED[0]
    )
    kept = _once(answers)
    return AnswersFile(
        path, NAME, kept, rejects, volunteers=True, repeated=len(answers) - len(kept)
    )


def _cells(header: list[str], cells: list[str]) -> Cells | Unreadable:
    try:
        return by_name(header, cells)
    except Unreadable as fault:
        return fault


def _once(answers: tuple[ForeignAnswer, ...]) -> tuple[ForeignAnswer, ...]:
    """The first that each person says of each subject, in the order of the file."""
    first: dict[tuple[str, Named], ForeignAnswer] = {}
    for one in answers:
        if one.value:
            known = first.setdefault((one.person, one.named), one)
            if (one.decided_at or "") < (known.decided_at or ""):
                first[one.person, one.named] = one
    chosen = {id(one) for one in first.values()}
    return tuple(one for one in answers if id(one) in chosen or not one.value)


def _json(cells: Cells, column: str) -> Any:
    try:
        return json.loads(cells.get(column, "") or "null", parse_float=str, parse_int=str)
    except (json.JSONDecodeError, RecursionError):
        raise Unreadable(column, cells.get(column, ""), "is no JSON") from None


def _flat(annotations: Any) -> Iterator[Mapping[str, Any]]:
    """The questions of all tasks; a combo task holds others."""
    for one in annotations if isinstance(annotations, list) else []:
        if not isinstance(one, Mapping):
            continue
        value = one.get("value")
        inner = [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []
        if inner and all("task" in v for v in inner):
            yield from _flat(inner)
        elif "task" in one:
            yield one


def _question(
    path: Path, rows: list[tuple[int, Cells | Unreadable]], wanted: str | None
) -> str | None:
    """The key of the question that decides: the one wanted, else the only one there is."""
    labels: dict[str, str] = {}
    for _, cells in rows:
        try:
            found = (
                [] if isinstance(cells, Unreadable) else list(_flat(_json(cells, "annotations")))
            )
        except Unreadable:
            continue
        for one in found:
            labels.setdefault(str(one["task"]), str(one.get("task_label") or ""))
    told = ", ".join(f"{key} ({label})" if label else key for key, label in labels.items())
    if wanted is not None:
        if labels and wanted not in labels:
            raise AnswersError(f"{path}: no question {wanted}; there are {told}")
        return wanted
    if len(labels) > 1:
        raise AnswersError(
            f"{path}: {len(labels)} questions: {told}; say which one decides with --question KEY"
        )
    return next(iter(labels), None)


def _answer(line: int, cells: Cells, question: str | None, id_key: str | None) -> ForeignAnswer:
    values = [
        _text(one.get("value"))
        for one in _flat(_json(cells, "annotations"))
        if str(one["task"]) == question
    ]
    person = said(cells["user_name"])
    if not person:
        raise Unreadable("user_name", cells["user_name"], "names nobody")
    return ForeignAnswer(
        row=line,
        named=_named(cells, id_key),
        value=next(filter(None, values), ""),
        person=person,
        decided_at=_moment(cells),
        act=cells["classification_id"],
        silent="no answer to the question",
    )


def _text(value: Any) -> str:
    """A value in words: without pictures and Markdown's stars, several joined by " + "."""
    if isinstance(value, list):
        return " + ".join(filter(None, map(_text, value)))
    if isinstance(value, Mapping):
        return _text(value.get("choice", value.get("label", value.get("value"))))
    bare = _PICTURE.sub(" ", "" if value is None else exact_text(value))
    return " ".join(bare.replace("*", " ").split())


def _moment(cells: Cells) -> str | None:
    """The time that the export writes as 2018-02-20 10:44:42 UTC, as UTC text."""
    text = said(cells["created_at"])
    if not text:
        return None
    try:
        parsed = datetime.fromisoformat(text.removesuffix("UTC").strip())
        return utc_text(parsed.isoformat() + ("" if parsed.tzinfo else "+00:00"))
    except ValueError:
        raise Unreadable("created_at", text, "is no time") from None


def _named(cells: Cells, id_key: str | None) -> Named:
    data = _json(cells, "subject_data")
    subject, told = next(iter(data.items()), ("", {})) if isinstance(data, Mapping) else ("", {})
    if not isinstance(told, Mapping):
        raise Unreadable("subject_data", cells["subject_data"], "describes no subject")
    texts = {key.strip().lstrip("#!/").strip(): exact_text(value) for key, value in told.items()}
    lowered = {key.lower().replace(" ", "_"): value for key, value in texts.items()}
    if id_key is not None and id_key not in texts:
        keys = ", ".join(texts) or "none"
        raise Unreadable("subject_data", subject, f"has no key {id_key}; it has {keys}")
    ids = [texts[id_key]] if id_key else [lowered[k] for k in ROLES["id"] if k in lowered]
    files = [PurePath(lowered[k]).name for k in _FILE_KEYS if lowered.get(k)]
    exact = tuple(dict.fromkeys(found for text in ids if (found := id_of(text)[0])))
    place = _place(lowered)
    return Named(
        next(iter(exact), None) or next(iter(files), None) or f"subject {subject}",
        ids=exact,
        files=tuple(dict.fromkeys(files)),
        positions=(place,) if place else (),
    )


def _place(lowered: Mapping[str, str]) -> tuple[float, float] | None:
    ra = next((lowered[k] for k in ROLES["ra"] if k in lowered), "")
    dec = next((lowered[k] for k in ROLES["dec"] if k in lowered), "")
    right, down = right_ascension(ra), declination(dec)
    return None if right is None or down is None else (right, down)
