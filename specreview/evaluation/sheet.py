"""The figures as flat rows: one a group and reading, for JSON and CSV."""

from collections.abc import Iterator, Mapping
from typing import Any

from specreview.evaluation.published import CROSS_SURVEY, SOURCE, TABLE, Published, published_model
from specreview.evaluation.report import Block, Report
from specreview.evaluation.scores import Estimate, Rates, Scores

READINGS = ("strict", "lenient")
DEFAULT_LINE = TABLE[0]
"""The published line that stands beside an inspector without one of its own: Spec-o3-3B."""


def published_line(block: Block) -> Published:
    """The published line beside a block: that of its model, else Spec-o3-3B."""
    return published_model(block.key.judge.model) or DEFAULT_LINE


def published_f1(block: Block, names: Mapping[str, str]) -> float | None:
    """F1 in percent that the paper gives for just such a group; None where it gives none.

    `names` is the group as in `groups_of`. By survey there are figures of Spec-o3-3B over all
    tasks together; crossed with a task, or by S/N, there are none.
    """
    line, tasks = published_line(block), {one.task for one in block.table}
    if "snr" in names:
        return None
    if "survey" in names:
        over_all = "task" not in names and len(tasks) > 1 and line is DEFAULT_LINE
        return CROSS_SURVEY.get(names["survey"]) if over_all else None
    if "task" in names:
        return line.f1.get(names["task"])
    return line.f1.get(tasks.pop()) if len(tasks) == 1 else None


def groups_of(block: Block, by: tuple[str, ...]) -> Iterator[tuple[dict[str, str], Scores]]:
    """({key: name}, scores) of the block as a whole, then of each of its groups."""
    yield {}, block.overall
    for names, scores in block.groups.items():
        yield dict(zip(by, names, strict=True)), scores


def rows(report: Report) -> list[dict[str, Any]]:
    """One flat row for each block, group and reading; shares are in [0, 1], F1 too.

    A missing figure is None, and `*_reason` says why.
    """
    return [row for block in report.blocks for row in _block_rows(report, block)]


def _block_rows(report: Report, block: Block) -> Iterator[dict[str, Any]]:
    key, line = block.key, published_line(block)
    tasks = {one.task for one in block.table}
    alone = tasks.pop() if len(tasks) == 1 else None
    for names, scores in groups_of(block, report.by):
        for reading, rates in zip(READINGS, (scores.strict, scores.lenient), strict=True):
            ours: dict[str, Any] = {
                "queue": report.queue,
                "inspector": key.judge.inspector,
                "model": key.judge.model or None,
                "revision": key.judge.revision or None,
                "decoding": key.judge.decoding,
                "prompts": "rows' own" if key.own_prompts else "task files",
                "prompt_edition": key.edition,
                "task": names.get("task", alone),
                "survey": names.get("survey"),
                "snr": names.get("snr"),
                "reading": reading,
            }
            figure = published_f1(block, names)
            told = {
                "published_model": line.name if figure is not None else None,
                "published_f1": None if figure is None else round(figure / 100, 4),
                "published_source": SOURCE if figure is not None else None,
            }
            yield ours | _rates(rates) | _costs(scores) | told


def _rates(rates: Rates) -> dict[str, Any]:
    counts = rates.counts
    found: dict[str, Any] = {
        "n": counts.n,
        "positives": counts.positives,
        "true_positive": counts.true_positive,
        "false_positive": counts.false_positive,
        "false_negative": counts.false_negative,
        "true_negative": counts.true_negative,
        "silent_positive": counts.silent_positive,
        "silent_negative": counts.silent_negative,
    }
    for name in ("accuracy", "precision", "recall", "f1"):
        found |= estimate(name, getattr(rates, name))
    return found


def _costs(scores: Scores) -> dict[str, Any]:
    found = estimate("format_kept", scores.format_kept) | estimate("no_answer", scores.no_answer)
    for name in ("turns", "tool_calls", "tokens", "seconds"):
        mean = getattr(scores, name)
        found |= {f"mean_{name}": mean.value, f"{name}_n": mean.n}
    found |= estimate("average_precision", scores.average_precision)
    found["outcomes"] = " ".join(f"{name}={n}" for name, n in scores.outcomes.items())
    return found


def estimate(name: str, one: Estimate) -> dict[str, Any]:
    """A figure as flat cells: value, both ends of its range, n, and the reason for a gap."""
    lower, upper = one.range or (None, None)
    return {
        name: one.value,
        f"{name}_lower": lower,
        f"{name}_upper": upper,
        f"{name}_n": one.n,
        f"{name}_reason": one.reason or None,
    }
