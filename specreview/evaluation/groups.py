"""Candidates by task, survey and S/N; inspections by who made them and with which words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from specreview.evaluation.judged import Judge, Judged

By = Literal["task", "survey", "snr"]

SNR_BANDS: tuple[tuple[str, float], ...] = (
    ("S/N < 5", 5.0),
    ("S/N 5–10", 10.0),
    ("S/N 10–20", 20.0),
    ("S/N 20–50", 50.0),
    ("S/N ≥ 50", float("inf")),
)
"""Each band's name and its upper limit (exclusive): the median S/N a pixel, as at import."""
NO_SNR = "S/N unknown"
NO_SURVEY = "survey unknown"


def snr_band(snr: float | None) -> str:
    """The band of an S/N; unknown and NaN have one of their own."""
    if snr is not None:
        for name, upper in SNR_BANDS:
            if snr < upper:
                return name
        if snr == float("inf"):
            return SNR_BANDS[-1][0]
    return NO_SNR


_KEYS: dict[By, Callable[[Judged], str]] = {
    "task": lambda one: one.task,
    "survey": lambda one: NO_SURVEY if one.survey in ("", "unknown") else one.survey,
    "snr": lambda one: snr_band(one.snr),
}
_BAND_ORDER = [name for name, _ in SNR_BANDS] + [NO_SNR]

Group = tuple[str, ...]
"""The names of a cell, one for each of the keys it was grouped by."""


def grouped(table: Iterable[Judged], by: Sequence[By]) -> dict[Group, list[Judged]]:
    """The table in cells, sorted by name (S/N bands by S/N); `by` of two keys crosses them."""
    cells: defaultdict[Group, list[Judged]] = defaultdict(list)
    for one in table:
        cells[tuple(_KEYS[key](one) for key in by)].append(one)
    return {group: cells[group] for group in sorted(cells, key=_in_order)}


def _in_order(group: Group) -> tuple[tuple[int, str], ...]:
    return tuple((_BAND_ORDER.index(name) if name in _BAND_ORDER else -1, name) for name in group)


class BlockKey(NamedTuple):
    """What one block of figures is about: an inspector with one edition of its prompts."""

    judge: Judge
    own_prompts: bool
    """The rows' own prompts, else those of the task files."""
    edition: int
    """0 for the newest wording of each task; own prompts have one edition."""


def blocks(table: Iterable[Judged]) -> dict[BlockKey, list[Judged]]:
    """One block for each inspector and edition of its prompts, the largest block first.

    A task file's prompt has a hash for each task, so several tasks make one block as long as
    each has one wording. Where a task has several, the one inspected last is edition 0. Rows
    that bring their own prompts may each have another hash; they make one block.
    """
    whole = list(table)
    editions = _editions(whole)
    found: defaultdict[BlockKey, list[Judged]] = defaultdict(list)
    for one in whole:
        own = one.own_prompt
        place = editions[one.inspected.judge, one.task, own].index(_prompt(one))
        found[BlockKey(one.inspected.judge, own, place)].append(one)
    return dict(sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0])))


def _prompt(one: Judged) -> str:
    return "" if one.own_prompt else one.inspected.prompt_hash


def _editions(whole: Iterable[Judged]) -> dict[tuple[Judge, str, bool], list[str]]:
    """The prompt hashes of each inspector and task, the one used last first."""
    latest: defaultdict[tuple[Judge, str, bool], dict[str, str]] = defaultdict(dict)
    for one in whole:
        used = latest[one.inspected.judge, one.task, one.own_prompt]
        before = used.get(_prompt(one), "")
        used[_prompt(one)] = max(before, one.inspected.inspection_id)  # ULIDs sort by time
    return {key: sorted(used, key=used.__getitem__, reverse=True) for key, used in latest.items()}
