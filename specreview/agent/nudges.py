"""What a model is told of a reply that neither calls nor answers: the cause, and what is allowed.

All is taken from the reply's own words, so that a stored trace gives the same nudge again.
"""

import re
from collections.abc import Sequence

from specreview.agent.boxes import only_box
from specreview.agent.events import InspectorReplied
from specreview.agent.prompt import TOOL_NAME
from specreview.agent.sections import Block, Sections, cut_sections, strip_markers
from specreview.agent.wavelengths import WINDOW_KEY, echo

_CALL_FORM = (
    f'<tool_call>{{"name": "{TOOL_NAME}", '
    f'"arguments": {{"{WINDOW_KEY}": [lower, upper]}}}}</tool_call>'
)
_FOREIGN_TAG = re.compile(
    r"(?:&lt;|＜|\\<)\s{0,3}(?:tool_call|answer)|<(?:tool[- ]?call|tool_code|function)",
    re.IGNORECASE,
)
_LOST_BOX = re.compile(r"\\(?:f|frame|B)box|\\boxed")


def nudge(reply: InspectorReplied, labels: Sequence[str]) -> str:
    """The tool's response to a reply that could not be used."""
    boxes = " or ".join(f"\\boxed{{{label}}}" for label in labels)
    return (
        f"{_cause(reply)} After </think> write either one call, {_CALL_FORM}, or one "
        f"<answer> block with exactly one of {boxes}."
    )


def _cause(reply: InspectorReplied) -> str:
    if "truncated" in reply.flags:
        return "Your reply was cut off at the length limit; be brief."
    if "unclosed_think" in reply.flags:
        return "Your thought has no </think>, so nothing after it could be read."
    sections = cut_sections(strip_markers(reply.text)[0])
    if len(sections.answers) > 1:
        return "Your reply holds more than one answer."
    if sections.answers:
        return _answer_cause(sections.answers[0])
    return _no_block(sections)


def _answer_cause(block: Block) -> str:
    """Why one answer block gave no answer."""
    box = only_box(block.text)
    if box is not None:
        return f"Your box holds {echo(box.held.strip())}, which is not an allowed answer."
    if _LOST_BOX.search(block.text):
        return "Your answer does not hold exactly one whole box."
    return "Your answer holds no box."


def _no_block(sections: Sections) -> str:
    """Why a reply holds neither a call nor an answer."""
    if _FOREIGN_TAG.search(sections.outside):
        return "Your tags are not <tool_call> or <answer>, spelled so."
    if "<tool_call" in sections.thought or "<answer" in sections.thought:
        return "Your call or answer stands before </think>, where nothing counts."
    if WINDOW_KEY in sections.outside:
        return "Your call stands outside of <tool_call> and </tool_call>."
    if _LOST_BOX.search(sections.outside):
        return "Your box stands outside of <answer> and </answer>."
    return "Your reply holds neither a tool call nor an allowed answer."
