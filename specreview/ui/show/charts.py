"""The astronomer's chart with its tools, and the four panels."""

from dataclasses import replace
from html import escape

import streamlit as st

from specreview.known.overlay import Overlaid
from specreview.ui import chart_tools, moves, plotting
from specreview.ui.beside import Beside, laid_over, range_in_sight
from specreview.ui.present.top import redshift_text
from specreview.ui.room import Room, theme
from specreview.ui.scene import Scene
from specreview.ui.show import company, samp
from specreview.ui.show.press import press_button
from specreview.ui.state import Desk

CONFIG = {"displayModeBar": False, "scrollZoom": True, "doubleClick": "reset"}
STILL = {"displayModeBar": False, "scrollZoom": False, "doubleClick": "reset"}
LEGEND = (
    '<div class="legend fold"><span class="l-flux">flux</span><span class="l-sigma">1σ</span>'
    '<span class="l-warned">warned</span><span class="l-off">off scale</span>'
    '<span class="l-join">arm join</span></div>'
)
WHOLE = "whole range"


def draw(room: Room, scene: Scene, beside: Beside | None) -> None:
    """Tools row, chart, panels; the chart is sent first, so that it is painted without the rest.

    While M or X is open, what it shows (`beside`) takes the panels' place.
    """
    assert scene.sight is not None
    assert scene.task is not None
    candidate = scene.row.candidate
    tools = st.container(key="tools", horizontal=True, wrap=False, gap="small")
    wish = plotting.wish_of(room.desk, dark=theme() == "dark")
    options = plotting.chart_options(
        wish, candidate, scene.sight.spectrum, scene.task, scene.trace, scene.evidence
    )
    over, trouble = _laid_over(room, scene, beside)
    if over is not None and beside is not None and beside.laid is not None:
        # Its scale follows the range in sight: the same spectrum on another scale is another line.
        options = replace(options, overlaid=f"{beside.laid.key} x {over.scale:.4g}")
    options = plotting.keep_hand_zoom(room.desk, options)
    flux = over.flux if over is not None else None
    shown = (room.figures, room.workspace, candidate, scene.task, options)
    with st.container(key="chart"):
        st.plotly_chart(
            plotting.chart_figure(*shown, flux),
            theme=None,
            height="stretch",
            config=CONFIG,
            key="spectrum_chart",
            alt=f"Spectrum of {candidate.object_id}",
        )
    with tools:
        _tools(room, scene, over.name if over is not None else "")
    if beside is not None:
        company.draw(room, scene, beside, trouble)
        return
    if room.desk.compare is not None:
        return  # two inspections take the panels' place
    with st.container(key="panels"):
        st.plotly_chart(
            plotting.panels(*shown),
            theme=None,
            height="stretch",
            config=STILL,
            key="panels_chart",
            alt="Four windows of the task, with the measured values",
        )


def _laid_over(room: Room, scene: Scene, beside: Beside | None) -> tuple[Overlaid | None, str]:
    """What M or X lays over the chart, or why it cannot; (None, "") where nothing is asked for."""
    if beside is None or beside.laid is None:
        return None, ""
    assert scene.sight is not None
    found = laid_over(beside.laid, scene.sight.spectrum, range_in_sight(room.desk, scene))
    return (None, found) if isinstance(found, str) else (found, "")


def prepare_next(room: Room) -> None:
    """Have what an answer would lead to read, measured and drawn ahead."""
    following = moves.following(room.workspace.store, room.desk)
    if following is not None:
        wish = plotting.wish_of(room.desk, dark=theme() == "dark").fresh()
        plotting.prepare(room.figures, room.workspace, following, wish)


def _tools(room: Room, scene: Scene, over: str) -> None:
    """The chart's switches; each label says the state."""
    desk, view, token = room.desk, scene.view, scene.token
    smooth = "none" if desk.smoothing == 1 else f"{desk.smoothing} px"
    z = redshift_text(scene.charted)
    labels = {
        "s": (f"Smooth: {smooth} `S`", "Running mean over this many pixels; the raw flux stays"),
        "l": (f"Lines: {_on(desk.lines)} `L`", "The task's lines and band heads"),
        "e": (f"1σ: {_on(desk.errors)} `E`", "1σ errors from ivar"),
        "w": ("Next window `W`", "Zoom to the inspector's next window"),
        "z": (f"z: {z} `Z`", "Set a redshift of your own for this candidate"),
        "m": ("Known `M`", "Known objects that resemble it; again lays over the next one"),
        "x": ("Elsewhere `X`", "Who else shows what is seen here; again lays over the next one"),
    }
    for key, (label, about) in labels.items():
        idle = key == "w" and not scene.windows
        press_button(room, label, key, token, view, kind="tertiary", disabled=idle, help=about)
    _axis_menu(desk)
    _zoom_menu(desk, scene)
    samp.menu(room, scene)
    st.html(_legend(over))


def _legend(over: str) -> str:
    """What the chart's marks mean; with another spectrum over it, that one's name."""
    if not over:
        return LEGEND
    return f'<div class="legend over"><span class="l-known">{escape(over)}</span></div>'


def _axis_menu(desk: Desk) -> None:
    st.menu_button(
        chart_tools.axis_name(desk),
        list(chart_tools.AXES),
        key="axis_menu",
        type="tertiary",
        help="Frame and unit of the wavelength axis",
        on_click=_axis_chosen,
        args=(desk,),
    )


def _axis_chosen(desk: Desk) -> None:
    name = st.session_state.get("axis_menu")
    if name in chart_tools.AXES:
        desk.axis, desk.unit = chart_tools.AXES[name]


def _zoom_menu(desk: Desk, scene: Scene) -> None:
    """Quick zooms, from the task's list of where to look."""
    assert scene.task is not None
    looks = {look.label: look.window for look in scene.task.looks}
    st.menu_button(
        "Zoom",
        [WHOLE, *looks],
        key="zoom_menu",
        type="tertiary",
        help="Windows of the task; a double click on the chart shows the whole range",
        on_click=_zoom_chosen,
        args=(desk, looks),
    )


def _zoom_chosen(desk: Desk, looks: dict[str, tuple[float, float]]) -> None:
    name = st.session_state.get("zoom_menu")
    if name is not None:
        chart_tools.zoom_to(desk, looks.get(name))


def _on(flag: bool) -> str:
    return "on" if flag else "off"
