"""Reading a tool call: its JSON, its name, its window. Errors are phrased for the model."""

import math
import unicodedata
from collections.abc import Mapping
from typing import Any

from specreview.agent.events import Call
from specreview.agent.prompt import TOOL_NAME
from specreview.agent.repair import Unreadable, read_objects

WINDOW_KEY = "wavelength_range"
LONGEST_BODY = 20_000
"""Characters of a call; a whole one has some 200."""
LONGEST_LABEL = 200

_EXPECTED = (
    f'Call {TOOL_NAME} with "{WINDOW_KEY}": [lower, upper], two numbers in Å (rest frame), '
    "the lower one first."
)
_PAIRS = (
    ("wave_min", "wave_max"),
    ("wavelength_min", "wavelength_max"),
    ("lower", "upper"),
    ("min", "max"),
)
"""Other names that models give the two limits."""


def read_calls(body: str) -> tuple[list[Call], bool]:
    """All calls of one `<tool_call>` block, and whether the text had to be mended."""
    if len(body) > LONGEST_BODY:
        return [_faulty("The tool call is too long")], False
    try:
        objects, repaired = read_objects(body)
    except Unreadable as error:
        return [_faulty(f"The tool call could not be parsed: {error}")], False
    if len(objects) == 1 and isinstance(objects[0], list) and objects[0]:
        objects = objects[0]
    read = [_read_call(found) for found in objects]
    return [call for call, _ in read], repaired or any(mended for _, mended in read)


def _faulty(cause: str) -> Call:
    return Call(window=None, error=f"{cause}. {_EXPECTED}")


def _read_call(found: Any) -> tuple[Call, bool]:
    """One call from its parsed object, and whether its form had to be mended."""
    if not isinstance(found, dict):
        return _faulty("The tool call is not a JSON object"), False
    call = found["function"] if isinstance(found.get("function"), dict) else found
    name = call.get("name")
    if name is not None and name != TOOL_NAME:
        return _faulty(f"There is no tool {str(name)[:60]!r}"), False
    try:
        arguments, mended = _arguments(call)
    except Unreadable as error:
        return _faulty(f"The arguments could not be parsed: {error}"), False
    limits, aliased = _limits(arguments)
    label = _clean_label(arguments.get("label"))
    irregular = mended or aliased or name is None or call is not found
    try:
        return Call(window=_window(limits), label=label), irregular
    except Unreadable as error:
        return _faulty(str(error)).model_copy(update={"label": label}), irregular


def _arguments(call: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """The arguments, unwrapped from a string and from one level of nesting."""
    arguments = call.get("arguments", call.get("parameters"))
    if arguments is None and "name" not in call:
        arguments = call
    mended = "arguments" not in call
    if isinstance(arguments, str) and arguments.strip():
        objects, _ = read_objects(arguments)
        arguments, mended = objects[0], True
    if isinstance(arguments, dict) and isinstance(arguments.get("arguments"), dict):
        arguments, mended = arguments["arguments"], True
    if arguments is None or arguments == "":
        return {}, mended
    if not isinstance(arguments, dict):
        raise Unreadable("they are not a JSON object")
    return arguments, mended


def _limits(arguments: Mapping[str, Any]) -> tuple[Any, bool]:
    """What the call gives as its window, and whether under another name than the schema's."""
    if WINDOW_KEY in arguments:
        return arguments[WINDOW_KEY], False
    for lower, upper in _PAIRS:
        if lower in arguments and upper in arguments:
            return [arguments[lower], arguments[upper]], True
    return arguments.get("window"), "window" in arguments


def _window(limits: Any) -> tuple[float, float]:
    """The window; Unreadable, phrased for the model, when the limits are none."""
    if limits is None:
        raise Unreadable(f'"{WINDOW_KEY}" is missing')
    if not isinstance(limits, list) or len(limits) != 2:
        raise Unreadable(f'"{WINDOW_KEY}" is not two numbers')
    lower, upper = (_number(limit) for limit in limits)
    if lower >= upper:
        raise Unreadable(
            f'"{WINDOW_KEY}" runs from {lower:g} to {upper:g} Å: the lower limit must come first'
        )
    return lower, upper


def _number(limit: Any) -> float:
    """A finite number; text that is a number counts as one."""
    if isinstance(limit, (int, float, str)) and not isinstance(limit, bool):
        try:
            number = float(limit)
        except (ValueError, OverflowError):
            number = math.nan
        if math.isfinite(number):
            return number
    raise Unreadable(f'"{WINDOW_KEY}" holds {str(limit)[:40]!r}, which is no number')


def _clean_label(label: Any) -> str:
    """The label as one line of printable text."""
    text = "" if label is None else str(label)
    printable = (" " if c.isspace() else c for c in text[: 2 * LONGEST_LABEL])
    kept = "".join(c for c in printable if unicodedata.category(c) not in ("Cc", "Cs"))
    return kept.strip()[:LONGEST_LABEL]
