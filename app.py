"""Streamlit router: page configuration and navigation."""

import streamlit as st

st.set_page_config(page_title="specreview", layout="wide")
st.navigation(
    [
        st.Page("pages/candidates.py", title="Candidates", default=True),
        st.Page("pages/review.py", title="Review"),
        st.Page("pages/export.py", title="Export"),
        st.Page("pages/settings.py", title="Settings"),
    ],
    position="top",
).run()
