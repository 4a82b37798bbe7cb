"""Anything is parsed in time linear in its length."""

import pytest

from specreview.agent.protocol import parse_reply
from tests.builders import in_proportion

PATTERNS = {
    "thought": "x ",
    "open calls": "<tool_call>{",
    "empty objects": '<tool_call>{}"',
    "quotes": '"\\',
    "quoted calls": '<tool_call>"',
    "half tags": "<",
    "spaced tags": "< ",
    "orphan closes": "</think>",
    "thoughts with calls": "<think></think><tool_call>{",
    "answers": r"<answer>\boxed{YES}</answer>",
    "boxes": r"\boxed{",
    "spaced boxes": r"\boxed   ",
    "brackets": "[",
    "nested objects": '{"a":',
    "calls": '<tool_call>{"name": "x"}</tool_call>',
    "markers": "<|im_start|",
    "turns": "<|im_end|><|im_start|>",
    "backslashes": "\\",
    "fences": "```json ",
    "blanks": " \n",
    "attributes": "<think a=",
    "long attributes": "<answer abc='def ghi' ",
    "functions": "<tool_call><function=x><parameter=y>",
    "nested calls": "<tool_call>",
    "half a call in a thought": '<think><tool_call>{"a": "</think>',
    "open boxes": r"<answer>\boxed{ ",
    "digits": "6500",
    "full width": "｛＂：［０",
    "entities": "&quot;",
}
HEADS = ("", "<think>", "<think>a</think>", "<think>a</think><tool_call>", "<answer>")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_time_grows_with_length_alone(pattern: str) -> None:
    for head in HEADS:
        short = head + PATTERNS[pattern] * (20_000 // len(PATTERNS[pattern]))
        long = head + PATTERNS[pattern] * (200_000 // len(PATTERNS[pattern]))
        assert in_proportion(parse_reply, short, long), head


@pytest.mark.parametrize("tail", ["", "</think>", r"</think><answer>\boxed{NO}</answer>"])
def test_a_megabyte_of_thought_is_read(tail: str) -> None:
    text = "<think>" + "Is the line at 6563 Å broad? " * 34_500 + tail
    assert len(text) > 1_000_000
    assert parse_reply(text).answer == ("NO" if "NO" in tail else None)
