"""Reading a tool call: its JSON, its name, its window. Errors are phrased for the model."""

from collections.abc import Mapping, Sequence
from typing import Any

from specreview.agent.events import Call
from specreview.agent.prompt import TOOL_NAME
from specreview.agent.repair import Unreadable, read_objects
from specreview.agent.tagged_call import read_tagged
from specreview.agent.wavelengths import (
    LABEL_KEY,
    WINDOW_KEY,
    Asked,
    asked_window,
    echo,
    letters,
    named,
    one_line,
    read_window,
    words,
)

LONGEST_BODY = 20_000
"""Characters of a call; a whole one has some 200."""
LONGEST_LABEL = 200

_EXPECTED = (
    f'Call {TOOL_NAME} with "{WINDOW_KEY}": [lower, upper], two numbers in Å (rest frame), '
    "the lower one first."
)
_NAME_KEYS = ("name", "tool", "tool_name", "function")
_ENVELOPE = frozenset((*_NAME_KEYS, "arguments", "parameters", "type", "id", "index"))
"""Keys beside the arguments that go unremarked: those of the chat APIs."""
_ONLY_TOOL = letters(TOOL_NAME)


def read_calls(body: str) -> tuple[list[Call], bool]:
    """All calls of one `<tool_call>` block, and whether the text had to be mended."""
    if len(body) > LONGEST_BODY:
        return [_faulty("The tool call is too long")], False
    tagged = read_tagged(body)
    try:
        objects, repaired = (tagged, True) if tagged else read_objects(body)
    except Unreadable as error:
        return [_unread(error)], False
    if len(objects) == 1 and isinstance(objects[0], list) and objects[0]:
        objects = objects[0]
    read = [_read_call(found) for found in objects]
    return [call for call, _ in read], repaired or any(mended for _, mended in read)


def _faulty(cause: str) -> Call:
    """A call that cannot be carried out; its words cannot close the response they go into."""
    plain = cause.translate({ord("<"): " ", ord(">"): " "})
    return Call(window=None, error=f"{plain}. {_EXPECTED}")


def _unread(error: Unreadable) -> Call:
    return _faulty(f"The tool call could not be parsed: {error}")


def _read_call(found: Any) -> tuple[Call, bool]:
    """One call from its parsed object, and whether its form had to be mended."""
    if isinstance(found, Unreadable):
        return _unread(found), True
    if not isinstance(found, dict):
        return _faulty("The tool call is not a JSON object"), False
    call = found["function"] if isinstance(found.get("function"), dict) else found
    name = next((call[key] for key in _NAME_KEYS if call.get(key) is not None), None)
    if name is not None and not _is_the_tool(name):
        return _faulty(f"There is no tool {echo(name)}"), False
    try:
        arguments, mended = _arguments(call)
    except Unreadable as error:
        return _faulty(f"The arguments could not be parsed: {error}"), False
    irregular = mended or call is not found or call.get("name") != TOOL_NAME
    asked = asked_window(arguments)
    return _with_window(asked, arguments, _ignored(asked, arguments, call), irregular)


def _ignored(asked: Asked, arguments: Mapping[str, Any], call: Mapping[str, Any]) -> list[str]:
    """Keys that say nothing to the tool, within the arguments and beside them."""
    known = {*asked.keys, LABEL_KEY}
    if arguments is call:
        return [key for key in call if key not in known | _ENVELOPE]
    within = [key for key in arguments if key not in known]
    return within + [key for key in call if key not in _ENVELOPE]


def _is_the_tool(name: Any) -> bool:
    """Whether a name is the tool's, whatever its case, punctuation and prefix `functions.`."""
    return isinstance(name, str) and letters(name).removeprefix("functions") == _ONLY_TOOL


def _with_window(
    asked: Asked, arguments: Mapping[str, Any], ignored: Sequence[str], irregular: bool
) -> tuple[Call, bool]:
    """The call that arguments make, and whether its form had to be mended."""
    given_label = arguments.get(LABEL_KEY)
    label = "" if given_label is None else one_line(words(given_label), LONGEST_LABEL)
    try:
        window, mended = read_window(asked.limits)
    except Unreadable as error:
        given = f" (given: {named(ignored)})" if asked.limits is None and ignored else ""
        return _faulty(f"{error}{given}").model_copy(update={"label": label}), irregular
    note = " ".join(_notes(asked, ignored))
    return Call(window=window, label=label, note=note), irregular or asked.aliased or mended


def _notes(asked: Asked, ignored: Sequence[str]) -> list[str]:
    """What the model is told of a call that was carried out otherwise than written."""
    notes = []
    if asked.aliased:
        notes.append(f'Read {named(asked.keys)} as "{WINDOW_KEY}".')
    if ignored:
        notes.append(
            f'Ignored {named(ignored)}: the tool takes "{WINDOW_KEY}" and "{LABEL_KEY}" only.'
        )
    return notes


def _arguments(call: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """The arguments, unwrapped from a string, from one level of nesting, or from no wrapping."""
    arguments = call.get("arguments", call.get("parameters"))
    mended = "arguments" not in call
    if arguments is None and asked_window(call).keys:
        return call, True
    if isinstance(arguments, str) and arguments.strip():
        arguments, mended = _one_object(arguments), True
    if isinstance(arguments, dict) and isinstance(arguments.get("arguments"), dict):
        arguments, mended = arguments["arguments"], True
    if arguments is None or arguments == "":
        return {}, mended
    if not isinstance(arguments, dict):
        raise Unreadable("they are not a JSON object")
    return arguments, mended


def _one_object(text: str) -> Any:
    objects, _ = read_objects(text)
    if len(objects) > 1:
        raise Unreadable("they hold more than one JSON object")
    return objects[0]
