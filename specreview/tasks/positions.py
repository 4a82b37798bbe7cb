"""YAML as plain values with the line each one stands on.

PyYAML builds the node tree; the values are made here, by fewer rules than YAML 1.1 has: NO, yes
and on stay words, 12:30 is no number, and anchors, aliases and tags are refused.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from specreview.errors import TaskFileError

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
Path = tuple[str | int, ...]

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?\d{1,15}\Z", re.ASCII)
_REAL = re.compile(
    r"[-+]?(\d{1,15}\.\d{0,30}|\.\d{1,30}|\d{1,15}(?=[eE]))([eE][-+]?\d{1,3})?\Z", re.ASCII
)
_WORDS: Mapping[str, Plain] = {"": None, "null": None, "~": None, "true": True, "false": False}
_STANDARD_TAG = "tag:yaml.org,2002:"
_DEEPEST = 40


@dataclass(frozen=True)
class Located:
    """A document's value, and the line of each part by its path ("diagnostics", 3, "rest")."""

    value: Plain
    lines: Mapping[Path, int] = field(repr=False)

    def line(self, path: Sequence[str | int]) -> int:
        """The line of the part at `path`, or of its nearest parent that is there."""
        for length in range(len(path), -1, -1):
            found = self.lines.get(tuple(path[:length]))
            if found is not None:
                return found
        return 1

    def part(self, path: Sequence[str | int]) -> Plain:
        """The value at `path`; None when there is none."""
        value = self.value
        for step in path:
            if isinstance(value, dict) and isinstance(step, str):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value


def parse_yaml(text: str, file: str) -> Located:
    """The one document in `text`.

    Raises
    ------
    TaskFileError
        Not YAML, more than one document, a repeated field, an alias or tag, nested too deep.
    """
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise TaskFileError(_not_yaml(error, text, file)) from None
    except RecursionError:
        raise TaskFileError(f"{file}:1: nested too deep; a task file has few levels") from None
    if node is None:
        raise TaskFileError(
            f"{file}:1: the file is empty; it must hold a task (docs/task-files.md shows one)"
        )
    builder = _Builder(file)
    return Located(builder.build(node, ()), builder.lines)


class _Builder:
    """Turns nodes into plain values and notes their lines."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Path, int] = {}
        self._seen: set[int] = set()

    def build(self, node: yaml.Node, path: Path) -> Plain:
        line = int(node.start_mark.line) + 1
        self.lines.setdefault(path, line)
        self._refuse_extras(node, path, line)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child, (*path, i)) for i, child in enumerate(node.value)]
        return self._mapping(node, path)

    def _mapping(self, node: yaml.Node, path: Path) -> Plain:
        fields: dict[str, Plain] = {}
        for key_node, value_node in node.value:
            line = int(key_node.start_mark.line) + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise TaskFileError(f"{self.file}:{line}: a field name must be a word")
            key = str(key_node.value)
            if key in fields:
                raise TaskFileError(
                    f"{self.file}:{line}: field '{dotted((*path, key))}' stands here twice"
                )
            self.lines[(*path, key)] = line
            fields[key] = self.build(value_node, (*path, key))
        return fields

    def _refuse_extras(self, node: yaml.Node, path: Path, line: int) -> None:
        where = f"{self.file}:{line}: field '{dotted(path)}'"
        if id(node) in self._seen:
            raise TaskFileError(f"{where} is an alias (*name); write the value out")
        self._seen.add(id(node))
        if not node.tag.startswith(_STANDARD_TAG):
            raise TaskFileError(f"{where} has a tag {node.tag!r}; task files have no tags")
        if len(path) > _DEEPEST:
            raise TaskFileError(f"{where} is nested too deep; a task file has few levels")


def _scalar(node: yaml.ScalarNode) -> Plain:
    text = str(node.value)
    if node.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return int(text)
    return float(text) if _REAL.match(text) else text


def _not_yaml(error: yaml.YAMLError, text: str, file: str) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable")
    last = max(1, len(text.splitlines()))
    line = min(mark.line + 1, last) if mark is not None else 1
    cure = "indent with spaces, and quote text that holds ': ' or begins with a sign"
    return f"{file}:{line}: not YAML ({' '.join(problem.split())}); {cure}"


def dotted(path: Sequence[str | int]) -> str:
    """A path as people write it: diagnostics[3].rest."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".")[:120] or "(whole file)"
