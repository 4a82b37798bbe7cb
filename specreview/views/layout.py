"""The look that both figures share: our own, whatever template is in force."""

from typing import Any

import plotly.graph_objects as go

from specreview.views.palette import Palette

FONT = '"Source Sans", "Source Sans 3", sans-serif'
"""Streamlit's bundled font; Plotly needs it by name."""

FONT_PIXELS = 12


def base_layout(colours: Palette, revision: str) -> dict[str, Any]:
    """Layout fields of any figure: ground, font, hover, and the key to which a zoom is tied."""
    return {
        "template": {},
        "paper_bgcolor": colours.ground,
        "plot_bgcolor": colours.ground,
        "font": {"family": FONT, "size": FONT_PIXELS, "color": colours.ink},
        "showlegend": False,
        "uirevision": revision,
        "separators": ". ",
        "hoverlabel": {
            "bgcolor": colours.panel_ground,
            "bordercolor": colours.border,
            "font": {"family": FONT, "size": FONT_PIXELS, "color": colours.ink},
            "align": "left",
        },
    }


def base_axis(colours: Palette) -> dict[str, Any]:
    """An axis with outside ticks, its line in the rule colour and a faint grid."""
    return {
        "linecolor": colours.rule,
        "showline": True,
        "gridcolor": colours.grid,
        "griddash": "solid",
        "zeroline": False,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": colours.rule,
        "minexponent": 5,
        "exponentformat": "power",
    }


def figure(traces: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """A figure from plain dictionaries."""
    return go.Figure({"data": traces, "layout": layout})
