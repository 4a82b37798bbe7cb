"""The menu of marks on a step's card, for the mouse; the keys 5 to 9 do the same."""

import streamlit as st

from specreview.review.marks import MARKS, Mark
from specreview.review.stamps import new_ulid
from specreview.ui import acts, marking
from specreview.ui.keymap import MARK_KEYS
from specreview.ui.room import Room


def mark_menu(room: Room, inspection_id: str, position: int, mine: Mark | None) -> None:
    """What this reviewer thinks of the step, in the label; a choice sets it or takes it back."""
    key = f"step_mark_{inspection_id}_{position}"
    st.menu_button(
        MARKS[mine] if mine else "Mark",
        list(MARKS),
        key=key,
        type="tertiary",
        help="What you think of this step, kept apart from the trace; the same again takes it back",
        format_func=lambda mark: f"{MARKS[mark]}  {MARK_KEYS[mark]}",
        on_click=_chosen,
        args=(room, key, inspection_id, position),
    )


def _chosen(room: Room, key: str, inspection_id: str, position: int) -> None:
    word = st.session_state.get(key)
    if word not in MARKS or room.desk.reviewer is None:
        return
    store, desk, mark = room.workspace.store, room.desk, marking.mark_of(word)
    acts.guarded(
        desk,
        lambda: marking.set_mark(store, desk, inspection_id, position, mark, new_ulid()),
    )
    desk.message = ""  # the card itself says it, and the top line is not drawn with it
