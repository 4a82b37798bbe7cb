"""The three charts of the Performance page, in the house palette."""

from collections.abc import Sequence
from typing import Any

from specreview.evaluation.agreement import Met, Span, agreement
from specreview.evaluation.curve import precision_recall
from specreview.evaluation.judged import Judged, Reading
from specreview.evaluation.report import Block, Report
from specreview.evaluation.scores import Estimate
from specreview.evaluation.sheet import groups_of, published_f1, published_line
from specreview.ui.figures import Figure
from specreview.ui.present.performance import group_names
from specreview.ui.present.quantities import count
from specreview.views.layout import base_layout, figure
from specreview.views.palette import Palette

PERCENT = {"range": [-2, 102], "dtick": 20, "ticksuffix": "", "fixedrange": True}
_ROW = 24
_MARGIN = {"l": 8, "r": 14, "t": 8, "b": 40}


def f1_chart(report: Report, block: Block, reading: Reading, colours: Palette) -> Figure:
    """F1 of each group with its 95 % range, the published one as a hollow diamond."""
    groups = list(groups_of(block, report.by))[::-1]
    names = [" ".join(group_names(name)) or "all" for name, _ in groups]
    labels = [f"{name}  n {count(one.n)}" for name, (_, one) in zip(names, groups, strict=True)]
    f1 = [scores.rates(reading).f1 for _, scores in groups]
    ours = _points(
        [100 * one.value if one.value is not None else None for one in f1], labels, colours
    )
    ours |= {
        "name": "measured",
        "error_x": _bars(f1, colours),
        "hovertext": [_hover(one) for one in f1],
    }
    told = [published_f1(block, name) for name, _ in groups]
    theirs = _points(told, labels, colours)
    theirs |= {"name": f"{published_line(block).name}, published"}
    theirs["marker"] = {"symbol": "diamond-open", "size": 9, "color": colours.muted}
    layout = _layout(colours, "f1", 70 + _ROW * len(groups))
    layout["xaxis"] = {"title": {"text": "F1 (%), bars 95 %"}, **PERCENT}
    layout["yaxis"] = {
        "type": "category",
        "automargin": True,
        "fixedrange": True,
        "showgrid": False,
    }
    return figure([theirs, ours] if any(one is not None for one in told) else [ours], layout)


def _points(x: Sequence[float | None], y: Sequence[str], colours: Palette) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "markers", "x": list(x), "y": list(y),
        "marker": {"size": 8, "color": colours.window},
        "hovertemplate": "%{y}: %{x:.1f} %{hovertext}<extra></extra>", "hovertext": [""] * len(y),
    }  # fmt: skip


def _bars(estimates: Sequence[Estimate], colours: Palette) -> dict[str, Any]:
    """Both arms of the ranges, in percent; none where there is no range."""
    arms = [_arms(one) for one in estimates]
    return {
        "type": "data", "symmetric": False, "array": [up for _, up in arms],
        "arrayminus": [down for down, _ in arms], "color": colours.window, "thickness": 1.5,
        "width": 4,
    }  # fmt: skip


def _arms(one: Estimate) -> tuple[float, float]:
    if one.value is None or one.range is None:
        return 0.0, 0.0
    return 100 * max(0.0, one.value - one.range[0]), 100 * max(0.0, one.range[1] - one.value)


def _hover(one: Estimate) -> str:
    if one.range is None:
        return one.reason
    return f"[{100 * one.range[0]:.1f}–{100 * one.range[1]:.1f}], {count(one.n)} with a YES"


def curve_chart(table: Sequence[Judged], colours: Palette) -> Figure | None:
    """Precision against recall over all limits on the score; None where there is no score."""
    scored = [(one.inspected.score, one.is_positive) for one in table]
    known = [(score, truth) for score, truth in scored if score is not None]
    curve = precision_recall([s for s, _ in known], [t for _, t in known]) if known else None
    if curve is None:
        return None
    trace = {
        "type": "scatter", "mode": "lines" if curve.limit.size > 2 else "lines+markers",
        "x": 100 * curve.recall, "y": 100 * curve.precision, "customdata": curve.limit,
        "line": {"color": colours.window, "width": 2},
        "hovertemplate": "score ≥ %{customdata:.3g}: precision %{y:.1f} %, recall %{x:.1f} %"
        "<extra></extra>",
    }  # fmt: skip
    share = 100 * sum(t for _, t in known) / len(known)
    chance = {
        "type": "scatter", "mode": "lines", "x": [0, 100], "y": [share, share],
        "line": {"color": colours.rule, "width": 1, "dash": "dot"},
        "hovertemplate": f"share of positives: {share:.1f} %<extra></extra>",
    }  # fmt: skip
    layout = _layout(colours, "curve", 300)
    layout["showlegend"] = False
    layout["xaxis"] = {"title": {"text": "recall (%)"}, **PERCENT}
    layout["yaxis"] = {"title": {"text": "precision (%)"}, "automargin": True, **PERCENT}
    return figure([chance, trace], layout)


def agreement_chart(met: Sequence[Met], colours: Palette) -> Figure | None:
    """The share of answers equal to the verdict over time; None without answers."""
    shown = agreement([one for one in met if not one.blind])
    blind = agreement([one for one in met if one.blind])
    traces = [
        _spans(spans, name, colour, symbol)
        for spans, name, colour, symbol in (
            (shown, "verdict shown", colours.muted, "circle"),
            (blind, "before the verdict", colours.window, "diamond"),
        )
        if spans
    ]
    if not traces:
        return None
    layout = _layout(colours, "agreement", 300)
    layout["xaxis"] = {"title": {"text": "decided (UTC)"}, "type": "date", "fixedrange": True}
    layout["yaxis"] = {"title": {"text": "answer = verdict (%)"}, "automargin": True, **PERCENT}
    return figure(traces, layout)


def _spans(spans: Sequence[Span], name: str, colour: str, symbol: str) -> dict[str, Any]:
    agreed = [span.agreed for span in spans]
    arms = [_arms(one) for one in agreed]
    return {
        "type": "scatter", "mode": "lines+markers", "name": name,
        "x": [span.last[:19] for span in spans],
        "y": [100 * (one.value or 0.0) for one in agreed],
        "error_y": {"type": "data", "symmetric": False, "array": [up for _, up in arms],
                    "arrayminus": [down for down, _ in arms], "color": colour, "thickness": 1,
                    "width": 3},
        "line": {"color": colour, "width": 1},
        "marker": {"size": 7, "symbol": symbol, "color": colour},
        "customdata": [f"{one.k} of {one.n}" for one in agreed],
        "hovertemplate": "%{customdata} agree, to %{x}<extra>" + name + "</extra>",
    }  # fmt: skip


def _layout(colours: Palette, revision: str, height: int) -> dict[str, Any]:
    legend = {"orientation": "h", "x": 1, "xanchor": "right", "y": 1.0, "yanchor": "bottom"}
    return base_layout(colours, revision) | {
        "height": height, "margin": dict(_MARGIN, t=24), "showlegend": True, "legend": legend,
        "dragmode": False,
    }  # fmt: skip
