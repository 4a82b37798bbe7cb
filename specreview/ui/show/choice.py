"""What somebody chose in a list or a row of choices, told apart from what was only drawn."""

from enum import Enum
from typing import Final

import streamlit as st


class _Same(Enum):
    SAME = "same"


SAME: Final = _Same.SAME
"""Nobody chose anything: the widget holds what it was drawn with."""


def chosen_anew(key: str, drawn: object) -> object:
    """The value of the widget `key`, or `SAME` where it is the one that it was drawn with.

    Streamlit calls a widget's callback also when nobody touched it: a run that a newer press
    cuts short leaves the widget's own first value as news for the next run, which would undo
    the press.
    """
    value = st.session_state.get(key, drawn)
    return SAME if value == drawn else value
