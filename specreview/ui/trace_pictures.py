"""A small script: the trace's pictures are fetched near their sight, and open at full size."""

from functools import cache
from pathlib import Path

import streamlit as st


@cache
def _source() -> str:
    return (Path(__file__).parent / "trace_pictures.js").read_text(encoding="utf-8")


def mount() -> None:
    """Once a page; the script works on all pictures that the page has and will have."""
    st.components.v2.component("specreview_pictures", js=_source())(key="pictures")
