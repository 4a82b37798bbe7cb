"""Buttons that do what a key does, for the view that they were drawn with.

In the browser the key listener takes the click and queues it like a key. Where it is not
there, the button's own callback does the same.
"""

from typing import Any, Literal

import streamlit as st

from specreview.ui import acts
from specreview.ui.deciding import View
from specreview.ui.presses import Press
from specreview.ui.room import Room


def press_button(
    room: Room,
    label: str,
    key: str,
    token: str,
    view: View,
    *,
    kind: Literal["primary", "secondary", "tertiary"] = "secondary",
    disabled: bool = False,
    help: str | None = None,
    icon: str | None = None,
    name: str = "",
) -> None:
    """A button for `key`. Its own key names the view, so that a late click finds nothing."""
    options: dict[str, Any] = {"type": kind, "disabled": disabled, "help": help, "icon": icon}
    st.button(
        label,
        key=f"press_{key.replace('+', '')}__{name}{view.candidate}_{view.version}",
        on_click=_click,
        args=(room, key, token, view),
        **options,
    )


def _click(room: Room, key: str, token: str, view: View) -> None:
    press = Press(0, key, view.candidate, view.version, token)
    acts.handle(room.workspace.store, room.desk, press)
