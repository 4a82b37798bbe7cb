"""Words and tables of the Performance page; figures right-aligned, ranges muted."""

from collections.abc import Mapping, Sequence
from html import escape

from specreview.evaluation.counts import Counts
from specreview.evaluation.groups import By
from specreview.evaluation.judged import Reading
from specreview.evaluation.report import Block, Report
from specreview.evaluation.scores import FEW, Estimate, Mean, Scores
from specreview.evaluation.sheet import groups_of, published_f1, published_line
from specreview.ui.measuring import Measured, Truth
from specreview.ui.present.markup import fact
from specreview.ui.present.quantities import DASH, THIN, clock, count

TRUTHS: dict[Truth, str] = {
    "labels": "labels",
    "people": "people's answers",
    "blind": "answers before the verdict",
}
TRUTH_NOTES: dict[Truth, str] = {
    "labels": "the list's labels are taken as the truth",
    "people": "people's answers are the reference, not the truth; those given after the verdict "
    "was shown lean towards it",
    "blind": "answers given before any verdict was shown: independent of the inspector",
}
CUTS: dict[str, tuple[By, ...]] = {
    "task": ("task",),
    "survey": ("survey",),
    "S/N": ("snr",),
    "task and survey": ("task", "survey"),
}
HEADS: dict[By, str] = {"task": "Task", "survey": "Survey", "snr": "S/N"}
NOT_INSPECTED = "No candidate of this queue is inspected yet, so there is no verdict to measure."
NOT_ANSWERED: dict[Truth, str] = {
    "people": "This queue has no labels, and nobody has answered an inspected candidate yet.",
    "blind": "Nobody has answered an inspected candidate before its verdict was shown.",
}
NO_SHARE = (
    "Say how many of 100 candidates are real, and the verdict card tells how many positive "
    "verdicts to expect to be wrong."
)
NO_AGREEMENT = "No person's answer beside a verdict of this inspector with this prompt yet."
STAR_NOTE = f"* from fewer than {FEW} candidates: read the range, not the value."


def block_name(block: Block) -> str:
    """Inspector and prompt, as they are chosen."""
    prompts = "rows' own prompts" if block.key.own_prompts else "task files' prompts"
    if block.key.edition:
        prompts += f", earlier wording {block.key.edition}"
    return f"{block.key.judge.name}, {prompts}"


def summary_line(measured: Measured, block: Block, truth: Truth) -> str:
    """How many are scored, who is left out, and when the log was read."""
    report, positives = measured.report, block.overall.strict.counts.positives
    assert report is not None
    positive = block.table[0].positive
    parts = [
        f'<span class="fact"><b class="strong">{count(block.overall.n)}</b> scored, '
        f"{count(positives)} of them {escape(positive)}</span>"
    ]
    if block.missing:
        parts.append(fact("no such inspection", count(block.missing)))
    unsettled = measured.answered - len(measured.people)
    if truth != "labels" and unsettled:
        parts.append(fact("unsure or differing, left out", count(unsettled)))
    left = sum(report.left_out.values())
    if left:
        reasons = "; ".join(f"{reason} ({n})" for reason, n in report.left_out.items())
        parts.append(fact("left out", f"{count(left)}: {reasons}"))
    parts.append(fact("log read", f"{clock(measured.read_at)} UTC"))
    return f'<div class="strip">{"".join(parts)}</div>'


def rates_table(report: Report, block: Block, reading: Reading, truth: Truth) -> str:
    """The table: one line a group, each share with its range and n."""
    against = "label" if truth == "labels" else "answer"
    positive = escape(block.table[0].positive)
    keys = "".join(f"<th>{HEADS[key]}</th>" for key in report.by)
    heads = [
        ("", "n"), ("", f"{against} {positive}"), ("fold", f"both {positive}"),
        ("fold", f"verdict {positive}, {against} not"), ("fold", f"{positive} missed"),
        ("fold", "both not"), ("", "no answer"),
    ]  # fmt: skip
    cells = "".join(f'<th class="figure {css}">{text}</th>' for css, text in heads)
    rates = "".join(
        f'<th class="figure">{name}</th><th class="figure muted">95 % range</th>'
        for name in ("Accuracy", "Precision", "Recall", "F1")
    )
    line = escape(published_line(block).name)
    rows = "".join(
        _row(report, block, names, scores, reading) for names, scores in groups_of(block, report.by)
    )
    return (
        f'<div class="figures-box"><table class="figures"><thead><tr>{keys}{cells}{rates}'
        f'<th class="figure muted">{line} F1, published</th></tr></thead>'
        f"<tbody>{rows}{_mean_row(report, block, reading)}</tbody></table></div>"
    )


def _row(
    report: Report, block: Block, names: Mapping[str, str], scores: Scores, reading: Reading
) -> str:
    rates = scores.rates(reading)
    counts = rates.counts
    if names:
        first = "".join(f"<td>{escape(name)}</td>" for name in group_names(names))
    else:
        first = f'<td colspan="{len(report.by)}">all</td>'
    whole = [
        ("", counts.n), ("", counts.positives), ("fold", counts.true_positive),
        ("fold", counts.false_positive), ("fold", counts.missed), ("fold", counts.true_negative),
        ("", counts.silent),
    ]  # fmt: skip
    cells = "".join(f'<td class="figure {css}">{count(number)}</td>' for css, number in whole)
    shares = "".join(
        _share(one) for one in (rates.accuracy, rates.precision, rates.recall, rates.f1)
    )
    known = published_f1(block, names)
    beside = DASH if known is None else f"{known:.1f}"
    css = ' class="whole"' if not names else ""
    return f'<tr{css}>{first}{cells}{shares}<td class="figure muted">{beside}</td></tr>'


def group_names(names: Mapping[str, str]) -> list[str]:
    """A group's names as people read them: tasks in capitals."""
    return [name.upper() if key == "task" else name for key, name in names.items()]


def _share(one: Estimate) -> str:
    """Value and range as two cells; a missing one says why on hover."""
    css = "figure few" if one.few else "figure"
    if one.value is None:
        hover = escape(one.reason, quote=True)
        return f'<td class="figure muted" title="{hover}">{DASH}</td><td></td>'
    star = "*" if one.few else ""
    value = f'<td class="{css}">{100 * one.value:.1f}{star}</td>'
    hover = escape(one.reason, quote=True)
    return (
        f'{value}<td class="{css} muted" title="{hover}">{range_text(one)} of {count(one.n)}</td>'
    )


def range_text(one: Estimate) -> str:
    """66–88, of percent; empty without a range."""
    if one.range is None:
        return ""
    lower, upper = one.range
    return f"{100 * lower:.0f}{DASH}{100 * upper:.0f}"


def _mean_row(report: Report, block: Block, reading: Reading) -> str:
    """The macro-average, where there are several tasks."""
    if len({one.task for one in block.table}) < 2:
        return ""
    mean = block.macro_strict if reading == "strict" else block.macro_lenient
    value = DASH if mean.value is None else f"{100 * mean.value:.1f}"
    line = published_line(block)
    return (
        f'<tr class="whole"><td colspan="{len(report.by)}">plain mean of {mean.n} tasks</td>'
        f'<td colspan="3"></td><td colspan="4" class="fold"></td><td colspan="6"></td>'
        f'<td class="figure">{value}</td><td class="figure muted">{range_text(mean)}</td>'
        f'<td class="figure muted">{line.mean:.1f}</td></tr>'
    )


def confusion_table(counts: Counts, positive: str, truth: Truth) -> str:
    """Verdict by truth, in candidates; those without a verdict have a line of their own."""
    against = "label" if truth == "labels" else "answer"
    yes = escape(positive)
    lines = [
        (f"verdict {yes}", counts.true_positive, counts.false_positive, True, False),
        (f"verdict not {yes}", counts.false_negative, counts.true_negative, False, True),
        ("no verdict", counts.silent_positive, counts.silent_negative, False, False),
    ]
    body = "".join(
        f"<tr><td>{name}</td>{_cell(hit, strong_hit)}{_cell(other, strong_other)}</tr>"
        for name, hit, other, strong_hit, strong_other in lines
    )
    return (
        f'<table class="figures"><thead><tr><th></th><th class="figure">{against} {yes}</th>'
        f'<th class="figure">{against} not {yes}</th></tr></thead><tbody>{body}</tbody></table>'
    )


def _cell(number: int, strong: bool) -> str:
    text = count(number)
    return f'<td class="figure">{f"<b>{text}</b>" if strong else text}</td>'


def costs_table(scores: Scores) -> str:
    """How inspections went: form, ends, and what they cost on average."""
    lines = [
        ("format kept", _percent(scores.format_kept), _of(scores.format_kept)),
        ("no answer", _percent(scores.no_answer), _of(scores.no_answer)),
        ("turns", _mean(scores.turns, 2), _n(scores.turns)),
        ("tool calls", _mean(scores.tool_calls, 2), _n(scores.tool_calls)),
        ("tokens", _mean(scores.tokens, 0), _n(scores.tokens)),
        ("seconds", _mean(scores.seconds, 2), _n(scores.seconds)),
    ]
    body = "".join(
        f'<tr><td>{name}</td><td class="figure">{value}</td><td class="figure muted">{n}</td></tr>'
        for name, value, n in lines
    )
    return f'<table class="figures"><tbody>{body}</tbody></table>'


def _percent(one: Estimate) -> str:
    return DASH if one.value is None else f"{100 * one.value:.1f}{THIN}%"


def _of(one: Estimate) -> str:
    return f"{range_text(one)}{THIN}% of {count(one.n)}"


def _mean(one: Mean, digits: int) -> str:
    return DASH if one.value is None else f"{one.value:.{digits}f}"


def _n(one: Mean) -> str:
    return f"mean of {count(one.n)}" if one.n else "not counted"


def heading(title: str, note: str) -> str:
    return f'<h5>{escape(title)} <span class="page-note">{escape(note)}</span></h5>'


def note(text: str) -> str:
    return f'<span class="page-note">{escape(text)}</span>'


def nothing_card(text: str) -> str:
    """What is missing, in one sentence."""
    return f'<div class="card"><h4>Nothing to measure yet</h4><p>{escape(text)}</p></div>'


def foot(block: Block) -> str:
    """What the table's stars, dashes and last column mean."""
    line = published_line(block).name
    return note(
        f"All rates in percent; ranges are Wilson's, for F1 a bootstrap's. {STAR_NOTE} "
        f"The F1 of {line} is published, for its own prompts on SpecVI-Bench."
    )


def curve_note(ap: Estimate) -> str:
    """As in "average precision 59.2 %, 6 532 scores"."""
    if ap.value is None:
        return ""
    return f"average precision {100 * ap.value:.1f}{THIN}%, {count(ap.n)} scores"


def no_curve(ap: Estimate) -> str:
    """Why there is no curve."""
    return f"No curve: {ap.reason}." if ap.reason else ""


def page_of(title: str, pieces: Sequence[str]) -> str:
    """A page of its own around the charts."""
    name = escape(title)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>'
        f"<body><h1>{name}</h1>{''.join(pieces)}</body></html>"
    )
