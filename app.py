"""Streamlit router: page configuration, presses worked off, navigation."""

import streamlit as st

from specreview.ui import room

st.set_page_config(page_title="specreview", layout="wide")
room.enter()
page = st.navigation(
    [
        st.Page("pages/candidates.py", title="Candidates", default=True),
        st.Page("pages/review.py", title="Review"),
        st.Page("pages/performance.py", title="Performance"),
        st.Page("pages/export.py", title="Export"),
        st.Page("pages/settings.py", title="Settings"),
    ],
    position="top",
)
room.run(page.run)
