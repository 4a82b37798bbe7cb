"""The truth in a list as labels of the task: what a value says, and when it says nothing.

Labels are for scoring alone. A class column is never taken for one unless a person says which of
its values are positive: what a catalogue calls a CV need not be what the task asks for.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from specreview.catalogues.cells import BLANK
from specreview.errors import CatalogueError

SILENT = BLANK | {
    "-", "?", "unknown", "unk", "unclassified", "undefined", "uncertain", "unsure", "-9999",
    "-999", "-99",
}  # fmt: skip
"""Values that say nothing about any task, lower case; a named value always counts."""

_GENERAL = frozenset({
    "1", "+", "true", "t", "yes", "y", "positive", "pos", "confirmed", "member",
    "0", "-", "false", "f", "no", "n", "negative", "neg", "rejected", "other",
})  # fmt: skip
"""Values that mean the same under every task."""

_WHOLE_AS_FLOAT = re.compile(r"([+-]?\d+)\.0*")
_DOUBT = ("?", ":")
"""How catalogues end a class that they are not sure of: "CV?", "UG:"."""


@dataclass(frozen=True)
class Wording:
    """Which values of a label column are positive, and which negative, as a person gave them."""

    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()


@dataclass(frozen=True)
class TaskWords:
    """One task's labels (positive first), and the named values, in plain form."""

    labels: tuple[str, ...]
    positive: frozenset[str] = frozenset()
    negative: frozenset[str] = frozenset()

    @property
    def negative_label(self) -> str | None:
        """The one other label; None for a task of several classes."""
        return self.labels[1] if len(self.labels) == 2 else None

    @property
    def _turned(self) -> bool:
        """Whether YES or NO mean something else here: "contaminant: NO" may be the positive."""
        first, *others = map(plain, self.labels)
        return first in self.negative or not self.positive.isdisjoint(others)

    def label(self, value: str) -> str | None:
        """The label that `value` stands for; None where it says nothing about the task."""
        word = plain(value)
        own = {plain(label): label for label in self.labels}
        if word in self.positive:
            return self.labels[0]
        if word in self.negative:
            return self.negative_label
        if word in own and not self._turned:
            return own[word]
        others_are_negative = bool(self.positive) and not self.negative
        return self.negative_label if others_are_negative and speaks(value) else None


class Labels:
    """Reads label cells, each under its row's task."""

    def __init__(self, words: Mapping[str, TaskWords]) -> None:
        self._words = words

    def label(self, task: str, value: str) -> str | None:
        """The label of `task` for this cell; None where it says nothing about the task."""
        words = self._words.get(task)
        return None if words is None else words.label(value)

    def is_positive(self, task: str, value: str) -> bool:
        """Whether this cell stands for the task's positive label."""
        label = self.label(task, value)
        return label is not None and label == self._words[task].labels[0]


def speaks(value: str) -> bool:
    """Whether a cell says something, and without a mark of doubt."""
    word = plain(value)
    return word not in SILENT and not word.endswith(_DOUBT)


def plain(value: str) -> str:
    """A cell for comparison: no case, no blanks at the ends, 1.0 as 1."""
    bare = " ".join(value.split()).casefold()
    whole = _WHOLE_AS_FLOAT.fullmatch(bare)
    return whole.group(1) if whole else bare


def make_labels(
    labels: Mapping[str, Sequence[str]], wording: Wording, *, task_a_row: bool
) -> Labels:
    """What to read labels with; `labels` are those of each task, positive first.

    A value may be given as TASK:VALUE. With a task in each row a bare value must mean the same
    under every task ("1", "true"), or be a task's own key ("CV" counts for cv alone).

    Raises
    ------
    CatalogueError
        A bare class name where each row has its own task, or a value that is both.
    """
    positive = _by_task("--positive", wording.positive, labels, task_a_row)
    negative = _by_task("--negative", wording.negative, labels, task_a_row)
    for key in labels:
        if both := sorted(positive[key] & negative[key]):
            raise CatalogueError(f"{both[0]} stands in --positive and --negative; leave it in one")
    return Labels(
        {key: TaskWords(tuple(own), positive[key], negative[key]) for key, own in labels.items()}
    )


def _by_task(
    option: str, given: Iterable[str], tasks: Collection[str], task_a_row: bool
) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {key: set() for key in tasks}
    for text in given:
        for key, value in parts(text, tasks):
            for each in _meant(option, key, value, tasks, task_a_row):
                found[each].add(value)
    return {key: frozenset(values) for key, values in found.items()}


def parts(text: str, tasks: Collection[str]) -> list[tuple[str, str]]:
    """(task or "", value) of an option's text: as a whole, and split at commas."""
    pairs = []
    for part in [text, *text.split(",")] if "," in text else [text]:
        head, colon, rest = part.partition(":")
        named = bool(colon) and head.strip().lower() in tasks
        pairs.append((head.strip().lower(), plain(rest)) if named else ("", plain(part)))
    return [(key, value) for key, value in pairs if value]


def _meant(
    option: str, key: str, value: str, tasks: Collection[str], task_a_row: bool
) -> Collection[str]:
    if key:
        return (key,)
    if not task_a_row or value in _GENERAL:
        return tasks
    if value in tasks:
        return (value,)
    if "," in value:
        return ()  # the whole of a list; its parts are judged one by one
    raise CatalogueError(
        f"{option} {value}: each row has its own task here, so say of which; write TASK:{value} "
        f"with TASK one of {', '.join(tasks)}"
    )
