"""The look that both figures share: our own, whatever template is in force."""

from typing import Any

import plotly.graph_objects as go

from specreview.views.palette import Palette

FONT = '"Source Sans", "Source Sans 3", sans-serif'
"""Streamlit's bundled font; Plotly needs it by name."""

FONT_PIXELS = 12


def base_layout(colours: Palette, revision: str) -> dict[str, Any]:
    """Layout fields of any figure, and `revision`, to which a zoom by hand is tied."""
    return {
        "template": {"layout": _template(colours)},
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


def _template(colours: Palette) -> dict[str, Any]:
    """What all axes and annotations of a figure share, so that it is said once."""
    axis = {
        "linecolor": colours.rule,
        "showline": True,
        "gridcolor": colours.grid,
        "zeroline": False,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": colours.rule,
        "minexponent": 5,
        "exponentformat": "power",
        # Labels that fit need no measuring: turning or hiding them costs a layout of the page each.
        "tickangle": 0,
        "ticklabeloverflow": "allow",
        "title": {"font": {"size": FONT_PIXELS}},
    }
    annotation = {"showarrow": False, "yref": "paper"}
    return {"xaxis": axis, "yaxis": axis, "annotationdefaults": annotation}


def figure(traces: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """A figure from plain dictionaries."""
    return go.Figure({"data": traces, "layout": layout})
