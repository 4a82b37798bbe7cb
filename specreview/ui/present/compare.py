"""Two inspections side by side, as HTML: foreign words escaped, what differs underlined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from specreview.agent.traces import Trace, TraceStep
from specreview.evidence.comparing import Comparison, Difference, Pair
from specreview.evidence.trace_evidence import StepEvidence, TraceEvidence
from specreview.ui.present.badges import claim_badges, claims_line, measured_line
from specreview.ui.present.markup import fact, said
from specreview.ui.present.picture import picture_html
from specreview.ui.present.quantities import span

EMPTY = "not looked at"


@dataclass(frozen=True)
class Side:
    """One of the two: its trace, its evidence, and where a picture is got by its SHA-256."""

    title: str
    trace: Trace
    evidence: TraceEvidence | None
    source: Callable[[str], str]

    def step(self, step: TraceStep | None) -> StepEvidence | None:
        """What is measured and claimed at a step of this side."""
        if step is None or self.evidence is None:
            return None
        return self.evidence.step(step.number)


def compare_html(found: Comparison, left: Side, right: Side) -> str:
    """What differs, the two answers, then window beside window."""
    pairs = "".join(_pair(pair, left, right) for pair in found.pairs)
    return (
        f'<div class="compare">{_differences(found.differences)}'
        f'<div class="cells heads">{_answer(left)}{_answer(right)}</div>{pairs}</div>'
    )


def _differences(differences: Sequence[Difference]) -> str:
    if not differences:
        return (
            '<div class="line">Nothing differs in how they were made and where they looked.</div>'
        )
    rows = "".join(
        f"<tr><th>{escape(one.what)}</th><td>{_changed(one.left)}</td>"
        f"<td>{_changed(one.right)}</td></tr>"
        for one in differences
    )
    return f'<table class="differences"><caption>What differs</caption>{rows}</table>'


def _changed(text: str) -> str:
    return f"<u>{escape(text)}</u>"


def _answer(side: Side) -> str:
    """Who says what, why, and how its claims stand."""
    reached = side.trace.verdict
    why = reached.justification if reached is not None else ""
    claims = claims_line(side.evidence, "its flux is not at hand") if reached is not None else ""
    return (
        f'<div class="cell"><div class="line"><b class="strong">{escape(side.title)}</b></div>'
        f"{said(why)}{claims}</div>"
    )


def _pair(pair: Pair, left: Side, right: Side) -> str:
    one, other = left.step(pair.left), right.step(pair.right)
    known = one or other
    measured = measured_line(known) if known is not None else ""
    cells = _cell(left, pair.left, one, other) + _cell(right, pair.right, other, one)
    return (
        f'<section><div class="pair"><b class="strong">{escape(pair.label)}</b>{measured}</div>'
        f'<div class="cells">{cells}</div></section>'
    )


def _cell(
    side: Side, step: TraceStep | None, mine: StepEvidence | None, other: StepEvidence | None
) -> str:
    """One side's step: number, window, picture, words, claims."""
    if step is None:
        return f'<div class="cell missing muted">{EMPTY}</div>'
    view, reply = step.view, step.reply
    where = span(*view.window) if view is not None and view.window is not None else ""
    picture = ""
    if view is not None:
        picture = picture_html(side.source(view.image_sha256), view.label)
    words = "" if reply is None else reply.thought or reply.text
    claims = ""
    if mine is not None and side.evidence is not None:
        theirs = other.claims if other is not None else None
        claims = claim_badges(mine.claims, side.evidence.same_code, theirs)
    head = fact(side.trace.called(step), where)
    return (
        f'<div class="cell">{picture}<div class="words"><div class="line">{head}</div>'
        f"{said(words)}{claims}</div></div>"
    )
