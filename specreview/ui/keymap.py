"""What each key means on the Review page. No key means two things."""

from dataclasses import dataclass
from typing import Literal

from specreview.review.decision import CONFIDENCE, ISSUES, REASONS
from specreview.review.marks import MARKS, Mark

Kind = Literal[
    "positive",
    "negative",
    "unsure",
    "defer",
    "agree",
    "undo",
    "previous",
    "next",
    "confidence",
    "reason",
    "issue",
    "issues_panel",
    "smoothing",
    "lines",
    "errors",
    "window",
    "redshift",
    "help",
    "bad_spectrum",
    "step",
    "raw",
    "known",
    "elsewhere",
    "feature",
    "epochs",
    "look_here",
    "branch",
    "compare",
    "mark",
    "point",
]

DECIDING: frozenset[Kind] = frozenset({"positive", "negative", "unsure", "defer", "agree"})
"""Kinds that decide the candidate in sight: one for each view."""

REASON_KEYS = tuple(REASONS)[:9]
"""Shift+1 to Shift+9; the other reasons are chosen from the list."""


@dataclass(frozen=True)
class Meaning:
    """What a key asks for, with a value where the kind needs one.

    `place` is where in the trace the reply stands that a mark is about; None for the active step.
    """

    kind: Kind
    value: str = ""
    place: int | None = None


_PLAIN: dict[str, Kind] = {
    "y": "positive",
    "n": "negative",
    "u": "unsure",
    "d": "defer",
    "a": "agree",
    "backspace": "undo",
    "left": "previous",
    "right": "next",
    "f": "issues_panel",
    "s": "smoothing",
    "l": "lines",
    "e": "errors",
    "w": "window",
    "z": "redshift",
    "h": "help",
    "bad": "bad_spectrum",
    "m": "known",
    "x": "elsewhere",
    "p": "epochs",
    "k": "look_here",
    "b": "branch",
    "o": "compare",
    "j": "point",
}
_CLICKED: dict[str, Kind] = {
    "known": "known",
    "elsewhere": "elsewhere",
    "feature": "feature",
    "epochs": "epochs",
    "step": "step",
    "raw": "raw",
}
"""Clicks on a card or a line of M, X and P ("known+2"; 0 closes), or on a step's card: "step+2" is
its second window, "step+0" the whole range, "raw+3" the reply of the third step.
"""
_MOST_DIGITS = 4
_MARK_KEYS: dict[str, Mark] = dict(zip("56789", MARKS, strict=True))
MARK_KEYS = {mark: key for key, mark in _MARK_KEYS.items()}
"""The key of each mark; on a step's card "5+12" is that mark on the reply at place 12."""


def meaning(key: str) -> Meaning | None:
    """What `key` ("y", "shift+1", "alt+r", "left") asks for; None for any other text."""
    if key in _PLAIN:
        return Meaning(_PLAIN[key])
    if key.isdigit() and key.isascii() and len(key) == 1 and int(key) in CONFIDENCE:
        return Meaning("confidence", key)
    if key in _MARK_KEYS:
        return Meaning("mark", _MARK_KEYS[key])
    prefix, _, rest = key.partition("+")
    number = rest.isascii() and rest.isdigit() and len(rest) <= _MOST_DIGITS
    if prefix in _CLICKED and number:
        return Meaning(_CLICKED[prefix], rest)
    if prefix in _MARK_KEYS and number:
        return Meaning("mark", _MARK_KEYS[prefix], int(rest))
    if prefix == "shift" and rest in tuple("123456789"):
        return Meaning("reason", REASON_KEYS[int(rest) - 1])
    if prefix == "alt" and rest.upper() in ISSUES and len(rest) == 1:
        return Meaning("issue", rest.upper())
    return None


def key_list(positive: str, negative: str | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """The keys by group, for the list that H opens."""
    answers = [("Y", f"answer {positive}")]
    if negative is not None:
        answers.append(("N", f"answer {negative}"))
    answers += [
        ("U", "answer UNSURE"),
        ("D", "defer: comes back at the end of the queue"),
        ("A", "agree with the verdict, once it is shown"),
        ("Backspace", "undo my last decision and open its candidate"),
        ("← →", "previous, next candidate; nothing is decided"),
    ]
    chart = [
        ("S", "smoothing: none, 3, 5, 9 pixels"),
        ("L", "lines on, off"),
        ("E", "1σ on, off"),
        ("W", "next window of the inspector"),
        ("Z", "redshift of this candidate"),
        ("M", "known objects that resemble it; again: lay over the next one"),
        ("X", "seen elsewhere at this wavelength; again: lay over the next one"),
        ("P", "all epochs of this source; again: open the next one, at last back"),
    ]
    marks = [(key, MARKS[mark]) for key, mark in _MARK_KEYS.items()]
    more = [
        ("T", "note"),
        ("J", "point other programs at its place on the sky (SAMP)"),
        ("F", "spectrum issues; then Alt+letter"),
        ("H", "this list"),
    ]
    return [
        ("Answer", answers),
        ("Confidence", [(str(n), text) for n, text in sorted(CONFIDENCE.items(), reverse=True)]),
        (
            "Reason for the decision just made",
            [(f"Shift+{n}", REASONS[code]) for n, code in enumerate(REASON_KEYS, start=1)],
        ),
        ("Issues, while F is open", [(f"Alt+{letter}", text) for letter, text in ISSUES.items()]),
        (
            "Steer the inspector",
            [
                ("K", "look here: a window or a note, and it goes on from there"),
                ("B", "branch: begin again from one of its steps"),
            ],
        ),
        ("Compare", [("O", "this inspection beside another of the candidate; again ends it")]),
        ("Mark the active step, else the last; again takes it back", marks),
        ("Chart", chart),
        ("More", more),
    ]
