"""The figures of a queue as text, at most 100 columns wide."""

import textwrap
from collections.abc import Iterator

from specreview.evaluation.published import MARK, NOTE, TABLE
from specreview.evaluation.report import Block, Report
from specreview.evaluation.scores import FEW, Estimate, Mean, Rates, Scores
from specreview.evaluation.sheet import groups_of, published_f1, published_line

MISSING = "–"
WIDTH = 100
_NAME = 16
_FIGURES = {"accuracy": 16, "precision": 16, "recall": 16, "F1": 15}
_PUBLISHED = 10
_MODEL = 24
_STAR = f"* from fewer than {FEW} candidates: read the range, not the value"


def report_lines(report: Report) -> Iterator[str]:
    """All lines, blocks after each other, none wider than `WIDTH`."""
    for line in _lines(report):
        yield from (
            textwrap.wrap(line, WIDTH, subsequent_indent="  ") if len(line) > WIDTH else [line]
        )


def _lines(report: Report) -> Iterator[str]:
    open_ones = f", {report.not_inspected} of these not inspected yet and left out"
    yield (
        f"queue {report.queue}: {report.candidates} candidates, {report.labelled} with a label"
        f"{open_ones if report.not_inspected else ', all of these inspected'}"
    )
    for reason, n in report.left_out.items():
        yield f"left out: {n} inspection{'s' if n > 1 else ''}: {reason}"
    for block in report.blocks:
        yield ""
        yield from _block_lines(report, block)
    yield ""
    yield from _published_lines({one.task for block in report.blocks for one in block.table})


def _block_lines(report: Report, block: Block) -> Iterator[str]:
    yield from _who(report, block)
    groups = list(groups_of(block, report.by))
    notes: list[str] = []
    for reading in ("strict", "lenient"):
        strict = reading == "strict"
        yield ""
        yield _rates_head(f"{reading}, %", block)
        for names, scores in groups:
            rates = scores.strict if strict else scores.lenient
            yield from _rates_lines(names, rates, block, notes)
        yield from _mean_line(block.macro_strict if strict else block.macro_lenient, block)
    yield ""
    yield _costs_head()
    for names, scores in groups:
        yield from _costs_lines(names, scores)
    yield "  ended by: " + ", ".join(f"{k} {n}" for k, n in block.overall.outcomes.items())
    yield from (f"  {note}" for note in dict.fromkeys(notes))


def _who(report: Report, block: Block) -> Iterator[str]:
    prompts = "the rows' own prompts" if block.key.own_prompts else "the task files' prompts"
    if block.key.edition:
        prompts += ", an earlier wording"
    yield f"{block.key.judge.name}, {prompts}"
    shown = " ".join(prompt[:8] for prompt in block.prompts[:6])
    more = f" and {len(block.prompts) - 6} more" if len(block.prompts) > 6 else ""
    yield f"  inspector {block.key.judge.fingerprint[:8]}, prompt {shown}{more}"
    other = block.missing - report.not_inspected
    if other:
        yield f"  {other} inspected candidates have no inspection like this and are left out here"
    line = published_line(block)
    yield f"  last column: {MARK} F1 of {line.name} in %, measured with its own prompts"


def _rates_head(title: str, block: Block) -> str:
    columns = "".join(f"{name:>{width}}" for name, width in _FIGURES.items())
    positive = block.table[0].positive[:4]
    return f"{title:<{_NAME}}{'n':>6}{positive:>5}{columns}{MARK:>{_PUBLISHED}}"


def _rates_lines(
    names: dict[str, str], rates: Rates, block: Block, notes: list[str]
) -> Iterator[str]:
    name = _name(names)
    figures = {"accuracy": rates.accuracy, "precision": rates.precision, "recall": rates.recall,
               "F1": rates.f1}  # fmt: skip
    for what, one in figures.items():
        if one.reason:
            lacks = MISSING if one.value is None else "no range for"
            notes.append(f"{lacks} {what} of {name}: {one.reason}")
        elif one.few:
            notes.append(_STAR)
    cells = "".join(f"{_cell(one):>{_FIGURES[what]}}" for what, one in figures.items())
    known = published_f1(block, names)
    beside = MISSING if known is None else f"{known:.1f}"
    counts = rates.counts
    yield from _row(name, f"{counts.n:>6}{counts.positives:>5}{cells}{beside:>{_PUBLISHED}}")


def _row(name: str, cells: str) -> Iterator[str]:
    """One row; a name too long for its column stands above: cut, S/N 20–50 would be 20–5."""
    if len(name) > _NAME:
        yield name
        name = ""
    yield f"{name:<{_NAME}}{cells}"


def _mean_line(mean: Estimate, block: Block) -> Iterator[str]:
    """The macro-average over tasks, where there is more than one."""
    if len({one.task for one in block.table}) < 2:
        return
    line = published_line(block)
    left = _NAME + 11 + sum(_FIGURES.values()) - _FIGURES["F1"]
    title = f"plain mean of {mean.n} task F1s"
    yield f"{title:<{left}}{_cell(mean, star=False):>{_FIGURES['F1']}}{line.mean:>{_PUBLISHED}.1f}"


def _costs_head() -> str:
    names = ("turns", "calls", "tokens", "seconds")
    means = "".join(f"{name:>9}" for name in names)
    title = "each inspection"
    return f"{title:<{_NAME}}{'format kept, %':>16}{'no answer, %':>14}{means}{'AP, %':>9}"


def _costs_lines(names: dict[str, str], scores: Scores) -> Iterator[str]:
    kept, silent = _cell(scores.format_kept), _cell(scores.no_answer)
    means = "".join(
        f"{_mean(one, digits):>9}"
        for one, digits in (
            (scores.turns, 2), (scores.tool_calls, 2), (scores.tokens, 0), (scores.seconds, 2)
        )
    )  # fmt: skip
    ranked = scores.average_precision.value
    ap = MISSING if ranked is None else f"{100 * ranked:.1f}"
    yield from _row(_name(names), f"{kept:>16}{silent:>14}{means}{ap:>9}")


def _published_lines(tasks: set[str]) -> Iterator[str]:
    """The paper's table, of the tasks at hand."""
    keys = [key for key in TABLE[0].f1 if key in tasks]
    yield NOTE
    if not keys:
        return
    yield f"{MARK + ' F1, %':<{_MODEL}}" + "".join(f"{key:>8}" for key in keys) + f"{'mean':>8}"
    for line in TABLE:
        figures = "".join(f"{line.f1[key]:>8.1f}" for key in keys)
        yield f"{line.name:<{_MODEL}}{figures}{line.mean:>8.1f}"


def _name(names: dict[str, str]) -> str:
    return " ".join(names.values()) or "all"


def _cell(one: Estimate, star: bool = True) -> str:
    """As in "78.8* [66–88]"."""
    if one.value is None:
        return MISSING
    mark = "*" if star and one.few else ""
    value = f"{100 * one.value:.1f}{mark}"
    if one.range is None:
        return value
    lower, upper = one.range
    return f"{value} [{100 * lower:.0f}–{100 * upper:.0f}]"


def _mean(one: Mean, digits: int) -> str:
    return MISSING if one.value is None else f"{one.value:.{digits}f}"
