"""What must hold between the parts of a task: names that are used must be there."""

import difflib
from collections.abc import Iterator

from specreview.spectra.lines import all_lines
from specreview.tasks.diagnostics import Condition, IndexDiagnostic, RuleDiagnostic
from specreview.tasks.positions import Path
from specreview.tasks.task import VettingTask

NO_VERDICT = "UNSURE"
"""The answer of a border case that the spectrum cannot decide."""

_WITH_ERROR = ("value", "ew")

Problem = tuple[Path, str]


def first_problem(task: VettingTask) -> Problem | None:
    """The first part that contradicts another one: its path and what is wrong with it."""
    for check in (_labels, _names, _references, _rules, _panels, _marks, _groups, _thresholds):
        for problem in check(task):
            return problem
    return None


def _labels(task: VettingTask) -> Iterator[Problem]:
    if len(set(task.labels)) != len(task.labels):
        yield ("labels",), f"found {', '.join(task.labels)}; each label may stand there once"
    for i, label in enumerate(task.labels):
        if not label.strip() or label == NO_VERDICT or any(sign in label for sign in "{}<>\n"):
            yield ("labels", i), f"found {label!r}; a label is a short word, and not {NO_VERDICT}"
    allowed = (*task.labels, NO_VERDICT)
    for i, border in enumerate(task.border_cases):
        if border.answer not in allowed:
            path = ("border_cases", i, "answer")
            yield path, f"found {border.answer!r}, allowed are {', '.join(allowed)}"


def _names(task: VettingTask) -> Iterator[Problem]:
    seen: set[str] = set()
    for i, diagnostic in enumerate(task.diagnostics):
        if diagnostic.name in seen:
            path = ("diagnostics", i, "name")
            yield path, f"found {diagnostic.name!r} twice; each diagnostic needs its own name"
        seen.add(diagnostic.name)


def _measured_names(task: VettingTask) -> tuple[str, ...]:
    return tuple(d.name for d in task.diagnostics if not isinstance(d, RuleDiagnostic))


def _references(task: VettingTask) -> Iterator[Problem]:
    names = _measured_names(task)
    for i, look in enumerate(task.looks):
        for j, name in enumerate(look.diagnostics):
            if name not in names:
                yield ("looks", i, "diagnostics", j), _unknown(name, names)
    for i, panel in enumerate(task.panels):
        if panel.diagnostic is not None and panel.diagnostic not in names:
            yield ("panels", i, "diagnostic"), _unknown(panel.diagnostic, names)
    for i, name in enumerate(task.scoring.deciding):
        if name not in names:
            yield ("scoring", "deciding", i), _unknown(name, names)


def _rules(task: VettingTask) -> Iterator[Problem]:
    names = _measured_names(task)
    for i, diagnostic in enumerate(task.diagnostics):
        if isinstance(diagnostic, RuleDiagnostic):
            yield from _condition(diagnostic.when, ("diagnostics", i, "when"), names)
        if isinstance(diagnostic, IndexDiagnostic) and diagnostic.minus is not None:
            earlier = tuple(d.name for d in task.diagnostics[:i])
            if diagnostic.minus[2] not in earlier:
                yield ("diagnostics", i, "minus"), _unknown(diagnostic.minus[2], earlier)


def _condition(condition: Condition, path: Path, names: tuple[str, ...]) -> Iterator[Problem]:
    for field in ("diagnostic", "relative_to"):
        name = getattr(condition, field)
        if name is not None and name not in names:
            yield (*path, field), _unknown(name, names)
    tests = (condition.above, condition.below, condition.measured)
    has_parts = bool(condition.all or condition.any or condition.none)
    if condition.diagnostic is None and (tests != (None, None, None) or not has_parts):
        yield path, "a condition names a diagnostic and a test of it, or holds all, any or none"
    if condition.diagnostic is not None and tests == (None, None, None):
        yield path, f"says nothing about {condition.diagnostic!r}; give above, below or measured"
    if condition.sigmas and (condition.quantity not in _WITH_ERROR or condition.relative_to):
        yield (*path, "sigmas"), "only value and ew have an error; use quantity: value or ew"
    for field in ("all", "any", "none"):
        for i, part in enumerate(getattr(condition, field)):
            yield from _condition(part, (*path, field, i), names)


def _panels(task: VettingTask) -> Iterator[Problem]:
    for i, panel in enumerate(task.panels):
        if panel.axis == "velocity" and panel.rest is None:
            yield ("panels", i), "a panel with a velocity axis needs 'rest', a wavelength in Å"
        if panel.axis == "wavelength" and panel.window is None:
            yield (
                ("panels", i),
                "a panel with a wavelength axis needs 'window', two wavelengths in Å",
            )


def _marks(task: VettingTask) -> Iterator[Problem]:
    known = {each.name for each in all_lines()}
    for i, name in enumerate(task.marks):
        if name not in known:
            near = ", ".join(difflib.get_close_matches(name, known, n=3)) or "see data/lines.ecsv"
            yield ("marks", i), f"found {name!r}, allowed are names of the line list: {near}"


def _groups(task: VettingTask) -> Iterator[Problem]:
    names = tuple(group.name for group in task.scoring.groups)
    if len(set(names)) != len(names):
        yield ("scoring", "groups"), "two groups have the same name; each needs its own"
    for i, diagnostic in enumerate(task.diagnostics):
        if diagnostic.group and diagnostic.group not in names:
            path = ("diagnostics", i, "group")
            allowed = ", ".join(names) or "none, since scoring.groups is empty"
            yield path, f"found {diagnostic.group!r}, allowed are the groups of scoring: {allowed}"


def _thresholds(task: VettingTask) -> Iterator[Problem]:
    scoring = task.scoring
    if not 0.0 <= scoring.no_below <= scoring.yes_at <= 1.0:
        yield (
            ("scoring",),
            (
                f"found no_below {scoring.no_below:g} and yes_at {scoring.yes_at:g}; "
                "allowed is 0 <= no_below <= yes_at <= 1"
            ),
        )
    if scoring.deciding_least > len(scoring.deciding) and scoring.deciding:
        path = ("scoring", "deciding_least")
        yield path, f"found {scoring.deciding_least}, allowed are 1 to {len(scoring.deciding)}"


def _unknown(name: str, names: tuple[str, ...]) -> str:
    return f"found {name!r}, allowed are the diagnostics {', '.join(names)}"
