"""All figures of a queue: who is scored, who is left out and why, one block an inspector."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specreview.agent.demonstrated import DEMONSTRATION
from specreview.errors import NotFound
from specreview.evaluation.groups import BlockKey, By, Group, blocks, grouped
from specreview.evaluation.judged import Inspected, Judged, judged
from specreview.evaluation.scores import Estimate, Scores, macro, scores
from specreview.evaluation.titles import told_by
from specreview.review.rows import CandidateRow

_SHORT_WORD = 3
"""Longest word of a task's name that a title may hold: "of", "the"."""


@dataclass(frozen=True)
class Block:
    """The figures of one inspector with one edition of its prompts."""

    key: BlockKey
    prompts: tuple[str, ...]
    """Prompt hashes, the most frequent first."""
    table: tuple[Judged, ...]
    overall: Scores
    groups: Mapping[Group, Scores]
    macro_strict: Estimate
    macro_lenient: Estimate
    missing: int
    """Labelled candidates without a finished inspection of this inspector and prompt."""


@dataclass(frozen=True)
class Report:
    """A queue's figures."""

    queue: str
    candidates: int
    labelled: int
    not_inspected: int
    """Labelled, but without any finished inspection."""
    left_out: Mapping[str, int]
    """Inspections that are not scored, by reason."""
    by: tuple[By, ...]
    blocks: tuple[Block, ...]


def matched(
    rows: Sequence[CandidateRow],
    labels: Mapping[int, str],
    inspections: Mapping[int, Sequence[Inspected]],
) -> list[Judged]:
    """Each labelled candidate with each of its inspections, in the order of the rows."""
    return [
        judged(row, labels[row.candidate.id], one)
        for row in rows
        if row.candidate.id in labels
        for one in inspections.get(row.candidate.id, ())
    ]


def fair(table: Sequence[Judged], names: Mapping[str, str]) -> tuple[list[Judged], dict[str, int]]:
    """(those that can be scored, number left out by reason).

    `names` gives each task's name in words: no title may hold them, the task's key or a label.
    """
    kept: list[Judged] = []
    out: Counter[str] = Counter()
    for one in table:
        reason = _unfair(one, names)
        if reason:
            out[reason] += 1
        else:
            kept.append(one)
    return kept, dict(out)


def _unfair(one: Judged, names: Mapping[str, str]) -> str:
    if one.inspected.judge.inspector == DEMONSTRATION:
        return "a demonstration, chosen because it is right"
    if one.label not in one.inspected.labels:
        return f"the label {one.label!r} is none that the inspector could give"
    spoken = [word for word in names.get(one.task, "").split() if len(word) > _SHORT_WORD]
    words = [one.task, *spoken, *one.inspected.labels]
    told = told_by(one.inspected.title, words)
    return f"the picture's title holds {told!r}" if told else ""


def report(
    queue: str,
    rows: Sequence[CandidateRow],
    labels: Mapping[int, str],
    inspections: Mapping[int, Sequence[Inspected]],
    *,
    names: Mapping[str, str],
    by: Sequence[By] = (),
    inspector: str | None = None,
) -> Report:
    """The figures of a queue.

    Raises
    ------
    NotFound
        When nothing can be scored; the message says what to do.
    """
    if not labels:
        raise NotFound(
            f"queue {queue} has no labels to score against; import its list again with a label "
            "column (--map label=COLUMN --positive VALUE)"
        )
    whole = matched(rows, labels, inspections)
    chosen = [one for one in whole if inspector in (None, one.inspected.judge.inspector)]
    kept, out = fair(chosen, names)
    if not kept:
        raise NotFound(_nothing(queue, whole, out, inspector))
    return Report(
        queue=queue,
        candidates=len(rows),
        labelled=len(labels),
        not_inspected=len(labels) - len({one.candidate_id for one in whole}),
        left_out=out,
        by=tuple(by),
        blocks=tuple(_block(key, table, by, labels) for key, table in blocks(kept).items()),
    )


def _nothing(
    queue: str, whole: Sequence[Judged], out: Mapping[str, int], inspector: str | None
) -> str:
    if out:
        reasons = "; ".join(f"{reason} ({n})" for reason, n in out.items())
        return f"queue {queue}: no inspection can be scored: {reasons}"
    known = sorted({one.inspected.judge.inspector for one in whole})
    if known:
        return f"queue {queue}: {inspector} inspected nothing labelled; there is {', '.join(known)}"
    return (
        f"queue {queue}: no labelled candidate is inspected yet; run `specreview inspect {queue}`"
    )


def _block(
    key: BlockKey, table: Sequence[Judged], by: Sequence[By], labels: Mapping[int, str]
) -> Block:
    tasks = [scores(part) for part in grouped(table, ["task"]).values()]
    prompts = Counter(one.inspected.prompt_hash for one in table)
    return Block(
        key=key,
        prompts=tuple(prompt for prompt, _ in prompts.most_common()),
        table=tuple(table),
        overall=scores(table),
        groups={group: scores(part) for group, part in grouped(table, by).items()} if by else {},
        macro_strict=macro(one.strict.counts for one in tasks),
        macro_lenient=macro(one.lenient.counts for one in tasks),
        missing=len(labels) - len({one.candidate_id for one in table}),
    )
