"""A server's reply as Spec-o3's text, so that parser, log and screen are the same for all."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_OWN_TAGS = re.compile(r"<\s*/?\s*(?:think|answer|tool_call)\b", re.IGNORECASE)


@dataclass
class NativeCall:
    """A call by the server's own means: `arguments` as they came, whole or not."""

    name: str = ""
    arguments: str | dict[str, Any] | None = None


def reply_text(reasoning: str, content: str, calls: Sequence[NativeCall]) -> str:
    """`<think>…</think>`, what was said, then each native call as a `<tool_call>` block.

    Words before a native call are its thought. A thought that nothing follows stays open: it
    was cut, or ended without a word.
    """
    if not calls:
        return thought(reasoning, closed=bool(content)) + content
    if not reasoning and content.strip() and not _OWN_TAGS.search(content):
        reasoning, content = content.strip(), ""
    head = (thought(reasoning, closed=True) + content).rstrip()
    blocks = [f"<tool_call>\n{_call(call)}\n</tool_call>" for call in calls]
    return "\n".join((head, *blocks) if head else blocks)


def thought(reasoning: str, *, closed: bool) -> str:
    """What a server keeps apart as reasoning, within the tags it stood in."""
    if not reasoning:
        return ""
    return f"<think>{reasoning}</think>\n" if closed else f"<think>{reasoning}"


def _call(call: NativeCall) -> str:
    """The call's JSON; arguments that are none are kept word for word, as text in it."""
    body: dict[str, Any] = {"name": call.name} if call.name else {}
    body["arguments"] = _arguments(call.arguments)
    text = json.dumps(body, ensure_ascii=False)
    return text.replace("<", "\\u003c")


def _arguments(arguments: str | dict[str, Any] | None) -> Any:
    if not isinstance(arguments, str):
        return arguments
    try:
        read = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    return read if isinstance(read, dict) else arguments
