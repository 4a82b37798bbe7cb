"""The figures of the Spec-o3 paper, to stand beside measured ones and never in their place."""

from collections.abc import Mapping
from dataclasses import dataclass

SOURCE = "arXiv 2601.06498"
MARK = "published"
NOTE = (
    f"{MARK}: {SOURCE}, SpecVI-Bench test set (CC 1321, CV 1458, GM 1321, SS 1442, WD 1212), "
    "with its own prompts, greedy; not measured here"
)

BENCH_SHARE = 1 / 8
"""Share of true objects in SpecVI-Bench: the paper has one in six to ten."""


@dataclass(frozen=True)
class Published:
    """One line of the paper's table: F1 of the positive label in percent, by task key."""

    name: str
    f1: Mapping[str, float]
    mean: float
    model: str | None = None
    """The released checkpoint's Hugging Face id; None where none can be run here."""


TABLE: tuple[Published, ...] = (
    Published(
        "Spec-o3-3B",
        {"cv": 80.7, "cc": 75.9, "ss": 84.0, "gm": 82.7, "wd": 43.2},
        73.3,
        "Maxwell-Jia/spec-o3-3b",
    ),
    Published(
        "Spec-o3-7B",
        {"cv": 81.0, "cc": 80.2, "ss": 84.5, "gm": 83.4, "wd": 53.6},
        76.5,
        "Maxwell-Jia/spec-o3-7b",
    ),
    Published(
        "best specialist net",
        {"cv": 76.6, "cc": 87.5, "ss": 70.3, "gm": 52.3, "wd": 48.8},
        64.9,
    ),
    Published("o3", {"cv": 57.1, "cc": 53.1, "ss": 53.3, "gm": 60.0, "wd": 37.8}, 52.3),
    Published(
        "Qwen2.5-VL-3B untrained",
        {"cv": 25.8, "cc": 20.0, "ss": 26.9, "gm": 28.7, "wd": 28.6},
        26.1,
    ),
)
"""Macro-averages are the paper's own figures."""

CROSS_SURVEY: Mapping[str, float] = {"LAMOST": 79.8, "SDSS": 77.3, "DESI": 73.6}
"""F1 of Spec-o3-3B in percent on subsets of one survey each."""
UNSEEN_TASKS = 74.4
"""F1 of Spec-o3-3B in percent on tasks that it was not trained on."""

SPECVI_READER = "specvi"
"""The reader of rows of SpecVI-Bench, as a trace names it."""


def published_model(model: str) -> Published | None:
    """The line of a released checkpoint, by its id or by a folder of that name; None for others."""
    wanted = model.rstrip("/").rpartition("/")[2].casefold()
    for line in TABLE:
        if line.model is not None and line.model.rpartition("/")[2].casefold() == wanted:
            return line
    return None


def applies(model: str, decoding: str, reader: str, own_prompt: bool) -> Published | None:
    """The line that was measured with just this model, prompt and kind of row; None for others.

    That is a released checkpoint, greedy, on a row of SpecVI-Bench with the row's own prompt.
    """
    if not own_prompt or reader != SPECVI_READER or not decoding.startswith("greedy"):
        return None
    return published_model(model)
