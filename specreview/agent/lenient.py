"""The published reading of broken replies, for scoring alone: never for a verdict.

The authors of Spec-o3 count a trajectory by the last `<answer>` block, else by any box, else by
any bare YES or NO, and mark it as a format error where it breaks the form (compute_score in
github.com/Maxwell-Jia/spec-o3, reinforcement_learning/recipe/spec_o3/spec_o3.py). Figures beside
theirs need the same reading. It guesses: a reply that says "no" in passing counts as NO.
Both functions are linear in the length of the texts.
"""

import re
from collections.abc import Iterator, Sequence

_BOX = "\\boxed{"


def lenient_answer(texts: Sequence[str], labels: Sequence[str]) -> str | None:
    """The label that an inspector's replies would be scored as; None where they hold none.

    Parameters
    ----------
    texts
        All replies of one inspection, verbatim and in order.
    labels
        The task's labels. Case does not count.

    Notes
    -----
    The first box of the last answer block decides, even where it holds no label (then None); a
    block without a box is searched for a bare label; what holds no block, or an empty one, is
    read as a whole in the same way. A bare YES wins over a bare NO, wherever they stand. Labels
    of tasks with many classes are matched as whole words, the longest first.
    """
    whole = "\n".join(texts)
    blocks = list(_blocks(whole))
    for text in (*blocks[-1:], whole):
        boxed = _boxed(text)
        if boxed:
            return _allowed(boxed, labels)
        bare = _bare(text, labels)
        if bare is not None and (boxed is None or text is whole):
            return bare
    return None


def well_formed(texts: Sequence[str], labels: Sequence[str]) -> bool:
    """Whether replies keep the format rule of Spec-o3's reward.

    As many `<think>` as `</think>`, at least one; exactly one `<answer>` pair; and in it a first
    box that holds one of `labels`, in any case.
    """
    whole = "\n".join(texts)
    opened, closed = whole.count("<think>"), whole.count("</think>")
    pairs = whole.count("<answer>"), whole.count("</answer>")
    blocks = list(_blocks(whole))
    if opened != closed or opened == 0 or pairs != (1, 1) or len(blocks) != 1:
        return False
    boxed = _boxed(blocks[0])
    return boxed is not None and _allowed(boxed, labels) is not None


def _blocks(text: str) -> Iterator[str]:
    """What stands in each `<answer>` pair."""
    start = text.find("<answer>")
    while start >= 0:
        begin = start + len("<answer>")
        end = text.find("</answer>", begin)
        if end < 0:
            return
        yield text[begin:end]
        start = text.find("<answer>", end)


def _boxed(text: str) -> str | None:
    """What the first box holds, up to its first brace; None without a box."""
    start = text.find(_BOX)
    end = text.find("}", start)
    return text[start + len(_BOX) : end].strip() if 0 <= start < end else None


def _allowed(boxed: str, labels: Sequence[str]) -> str | None:
    return next((label for label in labels if label.upper() == boxed.upper()), None)


def _bare(text: str, labels: Sequence[str]) -> str | None:
    """The first label that stands in `text` as a word: YES before NO, long before short."""
    for label in sorted(labels, key=lambda label: (label.upper() != "YES", -len(label))):
        if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE):
            return label
    return None
