"""The tables. `decision`, `event`, `mark` and `image` are append-only; the rest can be made from
them and the spectra, or holds what is under way.

A log row's `payload` is the record, as canonical JSON; its other columns are indices derived
from the payload, and the links of the writer's hash chain. Times are UTC ISO 8601 text, ids of
survey objects TEXT, truth values 0 or 1. In SQLite the tables are STRICT, so that a value of
the wrong kind (a NumPy integer, bound as a BLOB) is refused instead of stored.
"""

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, Text, UniqueConstraint

from specreview.store.columns import (
    count,
    log_table,
    real,
    reference,
    strict_table,
    text,
    whole,
)

APPLICATION = "specreview"

about = strict_table("specreview_about", Column("name", Text, primary_key=True), text("content"))
"""What this database is: tells a foreign database and a newer one from ours."""

queue = strict_table(
    "queue",
    Column("id", whole(), primary_key=True),
    text("name"),
    text("task_key", null=True),
    text("created_at"),
    text("source"),
    Column("expected_share", real()),
    Column("mapping", Text, nullable=False, server_default="{}"),
    Column("wording", Text, nullable=False, server_default="{}"),
    Column("spectra", Text, nullable=False, server_default=""),
    UniqueConstraint("name"),
)
"""`mapping` is JSON, role to column, as a person gave it; `wording` is JSON of the positive and
negative values of the label column; `spectra` is the folder of the list's spectra, or ""."""

candidate = strict_table(
    "candidate",
    Column("id", whole(), primary_key=True),
    reference("queue_id", "queue.id"),
    Column("position", whole(), nullable=False),
    text("object_id"),
    text("source_id"),
    text("task_key"),
    text("path"),
    text("file_object"),
    text("content_hash", null=True),
    text("survey"),
    text("release", null=True),
    Column("ra", real()),
    Column("dec", real()),
    Column("snr", real()),
    Column("redshift", real()),
    text("redshift_source", null=True),
    Column("own_redshift", real()),
    text("own_redshift_by", null=True),
    Column("catalogue_score", real()),
    text("catalogue"),
    text("hidden"),
    text("sparkline", null=True),
    text("fingerprint"),
    text("own_prompt", null=True),
    text("label", null=True),
    UniqueConstraint("queue_id", "object_id", "task_key", "path", "file_object"),
    UniqueConstraint("queue_id", "position"),
    Index("ix_candidate_source", "queue_id", "source_id"),
)
"""`file_object` is "" where the file holds one object. `fingerprint` covers all imported
values. `own_redshift` is set by `own_redshift_by`, a reviewer, and outranks `redshift`.
`own_prompt` is canonical JSON of system and user text. `label` is the truth as one of the task's
labels, for scoring alone, like `hidden`."""

reject = strict_table(
    "reject",
    Column("id", whole(), primary_key=True),
    reference("queue_id", "queue.id"),
    Column("row", whole(), nullable=False),
    text("name"),
    text("reason"),
    Index("ix_reject_queue_id", "queue_id"),
)

image = strict_table(
    "image",
    Column("sha256", Text, primary_key=True),
    Column("png", LargeBinary, nullable=False),
)

inspection = strict_table(
    "inspection",
    Column("id", Text, primary_key=True),
    reference("candidate_id", "candidate.id"),
    text("started_at"),
    text("inspector"),
    text("task_hash"),
    text("fingerprint"),
    Column("rollout", whole(), nullable=False),
    Column("events", whole(), nullable=False),
    text("status"),
    text("verdict", null=True),
    count("has_verdict"),
    Column("score", real()),
    Column("prompt_hash", Text, nullable=False, server_default=""),
    Column("unaided", Text, nullable=False, server_default="open"),
    text("unaided_verdict", null=True),
    Index("ix_inspection_candidate_id", "candidate_id"),
)
"""Derived from the events. `unaided` says whether the inspector came to its end by itself (open,
ended, helped), `unaided_verdict` what it said by then: only that measures it."""

event = log_table(
    "event",
    Column("inspection_id", ForeignKey("inspection.id"), nullable=False),
    Column("position", whole(), nullable=False),
    text("kind"),
    text("recorded_at"),
    Column("image_sha256", ForeignKey("image.sha256"), nullable=True),
    UniqueConstraint("inspection_id", "position"),
)

decision = log_table(
    "decision",
    text("id"),
    reference("candidate_id", "candidate.id"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=True),
    text("reviewer"),
    text("action"),
    text("decided_at"),
    text("submit_token"),
    UniqueConstraint("id"),
    UniqueConstraint("submit_token"),
    Index("ix_decision_candidate_id", "candidate_id"),
    Index("ix_decision_reviewer", "reviewer"),
)

mark = log_table(
    "mark",
    text("id"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=False),
    Column("position", whole(), nullable=False),
    text("reviewer"),
    text("marked_at"),
    text("submit_token"),
    UniqueConstraint("id"),
    UniqueConstraint("submit_token"),
    Index("ix_mark_inspection_id", "inspection_id"),
)
"""What people think of single steps: a log of its own, so that no trace changes by it."""

LOGS = {"event": event, "decision": decision, "mark": mark}
APPEND_ONLY = (event, decision, mark, image)

chain_head = strict_table(
    "chain_head",
    Column("log", Text, primary_key=True),
    Column("writer", Text, primary_key=True),
    Column("seq", whole(), nullable=False),
    text("hash"),
)
"""The last link of each writer's chain, so that a log cut short at its end is noticed."""

candidate_state = strict_table(
    "candidate_state",
    reference("candidate_id", "candidate.id", key=True),
    count("version"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=True),
    Column("status", Text, nullable=False, server_default="new"),
    text("inspector", null=True),
    text("verdict", null=True),
    count("has_verdict"),
    Column("score", real()),
    Column("consensus", Text, nullable=False, server_default=""),
    text("adjudicated_answer", null=True),
    Column("adjudicated_confidence", whole()),
)
"""Derived from both logs: one row a candidate."""

standing = strict_table(
    "standing",
    reference("candidate_id", "candidate.id", key=True),
    Column("reviewer", Text, primary_key=True),
    reference("queue_id", "queue.id"),
    Column("log_id", whole(), nullable=False),
    text("decision_id"),
    text("action"),
    text("answer", null=True),
    Column("confidence", whole()),
    text("role"),
    text("origin"),
    text("shown_verdict", null=True),
    text("issues"),
    text("other_class", null=True),
    Column("redshift", real()),
    text("reason", null=True),
    text("comment"),
    text("decided_at"),
    Column("active_seconds", real()),
    Index("ix_standing_queue_id_reviewer", "queue_id", "reviewer", "log_id"),
)
"""Derived from the decisions: each person's act that stands."""

claim_count = strict_table(
    "claim_count",
    Column("inspection_id", ForeignKey("inspection.id"), primary_key=True),
    Column("checker", whole(), nullable=False),
    text("task_hash"),
    count("supported"),
    count("weakly_supported"),
    count("contradicted"),
    count("not_measurable"),
    count("not_checked"),
)
"""How the claims of an inspection stand against the flux. Derived, but not from the logs alone: it
takes the spectrum, so `verify` cannot check it and `specreview claims` makes it anew. `checker` is
the version of the rules, `task_hash` the task that they measured by."""

spectrum_index = strict_table(
    "spectrum_index",
    reference("candidate_id", "candidate.id", key=True),
    text("content_hash"),
    text("task_hash"),
    Column("version", whole(), nullable=False),
    text("plate"),
    text("spectrograph"),
    Column("fibre", whole()),
    text("night"),
    Column("peaks", LargeBinary, nullable=False),
    Column("features", LargeBinary, nullable=False),
)
"""Peaks and measured values of each spectrum, packed, and where the survey took it. Derived from
the spectra alone."""

lease = strict_table(
    "lease",
    reference("candidate_id", "candidate.id", key=True),
    Column("task_hash", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("rollout", whole(), primary_key=True, autoincrement=False),
    text("owner"),
    text("token"),
    text("expires_at"),
)

draft = strict_table(
    "draft",
    Column("reviewer", Text, primary_key=True),
    reference("candidate_id", "candidate.id", key=True),
    text("payload"),
    text("saved_at"),
)

request = strict_table(
    "request",
    reference("candidate_id", "candidate.id", key=True),
    text("wish"),
)

saved_filter = strict_table(
    "saved_filter",
    reference("queue_id", "queue.id", key=True),
    Column("name", Text, primary_key=True),
    text("content"),
)
"""Filters of lists, kept under a name: `content` is JSON."""
