"""Calls in tags instead of JSON, as other models of the family write them.

`<function=NAME><parameter=KEY>VALUE</parameter>…</function>` (Qwen3-Coder's form) says all that
the JSON form says, so it is read.
"""

import re
from typing import Any

from specreview.agent.repair import Unreadable, read_objects

_FUNCTION = re.compile(r"<function\s?=\s?[\"']?([\w.-]{1,80})[\"']?\s?>")
_PARAMETER = re.compile(
    r"<parameter\s?=\s?[\"']?([\w.-]{1,80})[\"']?\s?>([^<]*)</parameter\s?>", re.DOTALL
)


def read_tagged(body: str) -> list[Any] | None:
    """The calls of a body in tags, each as the object that JSON would have given, else None."""
    pieces = _FUNCTION.split(body)
    if len(pieces) < 3 or pieces[0].strip():
        return None
    return [_call(name, text) for name, text in zip(pieces[1::2], pieces[2::2], strict=True)]


def _call(name: str, text: str) -> dict[str, Any]:
    arguments = {key: _value(value.strip()) for key, value in _PARAMETER.findall(text)}
    return {"name": name, "arguments": arguments}


def _value(text: str) -> Any:
    if not text.startswith(("[", "{")):
        return text
    try:
        return read_objects(text)[0][0]
    except Unreadable:
        return text
