"""Candidates as rows of their table: reading one, and comparing an imported one with it."""

import json
from functools import lru_cache
from typing import Any

from sqlalchemy import Row, Select, select

from specreview.canonical import canonical_json, sha256_hex
from specreview.review.candidates import NewCandidate
from specreview.review.rows import Candidate
from specreview.store.schema import candidate, candidate_state
from specreview.store.values import number, pairs_of, pairs_text, text_or_none
from specreview.tasks.own_prompt import OwnPrompt

_KEPT_BACK = frozenset({"hidden", "label", "sparkline", "fingerprint"})
"""Columns that no candidate carries: the truth has queries of its own, for scoring alone."""

COLUMNS = [
    *(column for column in candidate.c if column.name not in _KEPT_BACK),
    candidate_state.c.version,
]


def select_candidates() -> Select[Any]:
    """Candidates with their version; the truth stays in its own query."""
    return select(*COLUMNS).join(candidate_state, candidate_state.c.candidate_id == candidate.c.id)


def candidate_of(row: Row[Any]) -> Candidate:
    """The candidate in a row of `select_candidates`."""
    own = row.own_redshift_by is not None
    return Candidate(
        id=row.id,
        queue_id=row.queue_id,
        position=row.position,
        object_id=row.object_id,
        source_id=row.source_id,
        task_key=row.task_key,
        path=row.path,
        file_object=row.file_object or None,
        content_hash=row.content_hash,
        survey=row.survey,
        release=row.release,
        ra=row.ra,
        dec=row.dec,
        snr=row.snr,
        redshift=row.own_redshift if own else row.redshift,
        redshift_source=f"set by {row.own_redshift_by}" if own else row.redshift_source,
        catalogue_score=row.catalogue_score,
        catalogue=pairs_of(row.catalogue),
        version=row.version,
        redshift_by=row.own_redshift_by,
        own_prompt=None if row.own_prompt is None else _prompt_of(row.own_prompt),
    )


def _prompt_text(prompt: OwnPrompt | None) -> str | None:
    if prompt is None:
        return None
    return canonical_json({"system": prompt.system, "user": prompt.user}).decode()


@lru_cache(maxsize=64)
def _prompt_of(text: str) -> OwnPrompt:
    """The inverse of `_prompt_text`; rows of one list mostly share a prompt, and so its text."""
    return OwnPrompt(**json.loads(text))


def imported_values(new: NewCandidate) -> dict[str, Any]:
    """Column values of an imported candidate, with a fingerprint over all of them.

    Prompt and label count only where there are any, so that a list without them, imported by
    an earlier version, is found unchanged.
    """
    values: dict[str, Any] = {
        "object_id": str(new.object_id),
        "source_id": str(new.source_id),
        "task_key": str(new.task_key),
        "path": str(new.path),
        "file_object": str(new.file_object or ""),
        "content_hash": text_or_none(new.content_hash),
        "survey": str(new.survey),
        "release": text_or_none(new.release),
        "ra": number(new.ra),
        "dec": number(new.dec),
        "snr": number(new.snr),
        "redshift": number(new.redshift),
        "redshift_source": text_or_none(new.redshift_source),
        "catalogue_score": number(new.catalogue_score),
        "catalogue": pairs_text(new.catalogue),
        "hidden": pairs_text(new.hidden),
        "sparkline": text_or_none(new.sparkline),
    }
    late = {"own_prompt": _prompt_text(new.own_prompt), "label": text_or_none(new.label)}
    said = [f"{name}={text}" for name, text in late.items() if text is not None]
    fingerprint = sha256_hex(canonical_json([*values.values(), *said]))
    return {**values, **late, "fingerprint": fingerprint}
