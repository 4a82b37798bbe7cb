"""Who reviews: asked once a session, kept by the browser's tab over a refresh."""

from functools import cache
from pathlib import Path

import streamlit as st

from specreview.review.people import clean_name
from specreview.store import Store
from specreview.ui.state import NAME, Desk

OFFERED = "ask_offered"
MOST_NAMES = 12


@cache
def _source() -> str:
    """The name, and the browser's Back and Forward: both are looked after on every page."""
    here = Path(__file__).parent
    parts = [here / name for name in ("history.js", "session_name.js")]
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def recall(desk: Desk) -> None:
    """Take the name over that this tab gave before a refresh."""
    kept = st.session_state.get(NAME)
    if desk.reviewer is None and isinstance(kept, dict):
        desk.reviewer = clean_name(kept.get("name"))


def remember(desk: Desk) -> None:
    """Tell the tab the name, or ask it for one. Mounted at the end of each page."""
    component = st.components.v2.component("specreview_name", js=_source())
    component(
        key=NAME,
        data={"name": desk.reviewer},
        default={"name": None, "last": None},
        on_name_change=lambda: None,
        on_last_change=lambda: None,
    )


def ask(store: Store, desk: Desk) -> None:
    """The one question before the first decision."""
    with st.container(key="ask", border=True):
        st.html(
            '<div class="card"><h4>Who reviews?</h4><p>The name is written into each decision. '
            "It is asked once a tab; Settings changes it.</p></div>"
        )
        known = store.reviewers()
        _offer(known)
        name_chooser(known, "ask_name")
        with st.form("ask_form", border=False, enter_to_submit=True):
            st.text_input("Name", key="ask_name", placeholder="as it shall stand in the lists")
            st.form_submit_button(
                "Begin", key="ask_begin", type="primary", on_click=_begin, args=(desk,)
            )


def _offer(known: list[str]) -> None:
    """The name that this browser gave last, in whichever tab: a link opens each in one of its own.
    Else the only one who ever decided.
    """
    kept = st.session_state.get(NAME)
    last = clean_name(kept.get("last")) if isinstance(kept, dict) else None
    offered = last or (known[0] if len(known) == 1 else None)
    if offered != st.session_state.get(OFFERED):  # once: what was chosen since stays
        st.session_state["ask_name"] = offered or ""
        st.session_state[OFFERED] = offered


def name_chooser(known: list[str], box: str) -> None:
    """Those who reviewed here before; a choice goes into the `box` for typing, where nothing that
    was typed is forgotten when the box is left, as a list to choose from would.
    """
    if not known:
        return
    st.pills(
        "Who reviewed here before",
        known[:MOST_NAMES],
        key=f"{box}_known",
        on_change=_choose,
        args=(box,),
    )


def _choose(box: str) -> None:
    if chosen := st.session_state.get(f"{box}_known"):
        st.session_state[box] = chosen


def _begin(desk: Desk) -> None:
    chosen = clean_name(st.session_state.get("ask_name"))
    if chosen:
        desk.reviewer = chosen
