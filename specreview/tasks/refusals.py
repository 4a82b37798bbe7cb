"""What pydantic found wrong, in one line that an astronomer can act on."""

import difflib
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from specreview.tasks.diagnostics import Condition, Diagnostic, Ramp
from specreview.tasks.positions import Located, Path, Plain, dotted
from specreview.tasks.task import VettingTask

_KINDS: Mapping[str, str] = {
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "model_type": "fields (name: value)",
    "model_attributes_type": "fields (name: value)",
    "dict_type": "fields (name: value)",
}


def refusal(error: ValidationError, located: Located, file: str) -> str:
    """The first problem in `error` as `file:line: field '...': found ..., allowed ...`."""
    problem = min(
        error.errors(include_url=False, include_context=True),
        key=lambda each: located.line(_known(each["loc"], located)),
    )
    path = _known(problem["loc"], located)
    kind = problem["type"]
    if kind == "missing":
        path = (*path, str(problem["loc"][-1]))
    elif kind.startswith("union_tag") and (*path, "kind") in located.lines:
        path = (*path, "kind")
    text = _text(kind, problem, located.part(path), path)
    others = error.error_count() - 1
    more = f" (and {others} more)" if others else ""
    return f"{file}:{located.line(path)}: field '{dotted(path)}': {text}{more}"


def _known(loc: Iterable[int | str], located: Located) -> Path:
    """`loc` without the union tags that pydantic puts in and the file does not have."""
    path: Path = ()
    for step in loc:
        if (*path, step) in located.lines:
            path = (*path, step)
    return path


def _text(kind: str, problem: Mapping[str, Any], found: Plain, path: Path) -> str:
    if kind == "missing":
        return "is missing; every task file needs it (docs/task-files.md)"
    if kind == "extra_forbidden":
        return _unknown_field(path)
    if kind in _KINDS:
        return f"found {_shown(found)}, allowed is {_KINDS[kind]}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return f"found {_shown(found)}, allowed kinds are {', '.join(sorted(diagnostic_kinds()))}"
    if kind == "string_pattern_mismatch":
        return f"found {_shown(found)}, allowed are small letters, digits and _, a letter first"
    if kind == "literal_error":
        return (
            f"found {_shown(found)}, allowed are {problem['ctx']['expected'].replace(chr(39), '')}"
        )
    if kind in ("too_short", "too_long"):
        return f"found {_count(found)}, allowed {_length(problem)}"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"found {_shown(found)}: {message[:1].lower()}{message[1:]}"


def _length(problem: Mapping[str, Any]) -> str:
    context = problem["ctx"]
    if "min_length" in context:
        return f"are {context['min_length']} or more"
    return f"are {context['max_length']} at most"


def _count(found: Plain) -> str:
    return f"{len(found)} of them" if isinstance(found, list | dict) else _shown(found)


def _shown(found: Plain) -> str:
    if isinstance(found, list):
        return f"a list of {len(found)}"
    if isinstance(found, dict):
        return "fields (name: value)"
    if found is None:
        return "nothing"
    text = str(found).lower() if isinstance(found, bool) else str(found)
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def _unknown_field(path: Path) -> str:
    names = _all_fields()
    near = difflib.get_close_matches(str(path[-1]), names, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"is no field of this part of a task file{hint} (docs/task-files.md lists them)"


def diagnostic_models() -> tuple[type[BaseModel], ...]:
    """The model classes that a diagnostic can be."""
    union = typing.get_args(Diagnostic)[0]
    models: tuple[type[BaseModel], ...] = typing.get_args(union)
    return models


def diagnostic_kinds() -> tuple[str, ...]:
    """Every `kind` that a diagnostic can have."""
    return tuple(
        kind
        for model in diagnostic_models()
        for kind in typing.get_args(model.model_fields["kind"].annotation)
    )


def _all_fields() -> list[str]:
    models: list[type[BaseModel]] = [VettingTask, Condition, Ramp, *diagnostic_models()]
    return sorted({name for model in models for name in model.model_fields} | {"medium"})
