"""How sure a model is of the label that it boxes: its chance against the other labels."""

from collections.abc import Callable, Sequence
from itertools import takewhile

import torch

from specreview.inspectors.local.tokens import Vocabulary

_BOX = rb"\boxed"
_LOOK_BACK = 8
"""Tokens in which the box is looked for; it has two or three."""


class Scale:
    """Weighs the labels of a task against each other where a reply boxes one.

    A label's brace and letters make one word to Qwen's tokenizer ("{YES"). The labels are told
    apart by the first token in which those words differ; where that is not one token a label,
    nothing is weighed.
    """

    def __init__(self, labels: Sequence[str], vocabulary: Vocabulary) -> None:
        words = [vocabulary.encode(f"{{{label}}}") for label in labels]
        self._lead = lead = _common(words)
        self._options = [word[len(lead)] for word in words if len(word) > len(lead)]
        self._spelled: Callable[[int], bytes] = vocabulary.spelled
        self.usable = len(set(self._options)) == len(labels) > 1

    def weigh(
        self, ids: Sequence[int], prompt: int, logits: torch.Tensor, token: int | None
    ) -> float | None:
        """Chance of the first label in [0, 1] if `token` is a boxed label's, else None.

        The reply is `ids` after the first `prompt`; `token` was chosen by `logits`
        (vocabulary,) to come next.
        """
        end = len(ids) - len(self._lead)
        if token not in self._options or list(ids[end:]) != self._lead:
            return None
        if not self._boxes(ids[max(prompt, end - _LOOK_BACK) : end]):
            return None
        return float(torch.softmax(logits[self._options].float(), dim=0)[0])

    def _boxes(self, before: Sequence[int]) -> bool:
        return b"".join(map(self._spelled, before)).endswith(_BOX)


def _common(words: Sequence[Sequence[int]]) -> list[int]:
    """The tokens with which all words begin."""
    alike = takewhile(lambda tokens: len(set(tokens)) == 1, zip(*words, strict=False))
    return [tokens[0] for tokens in alike]
