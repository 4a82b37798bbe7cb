"""The columns of an import: which of them is what, and which is the label."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.catalogues.preview import CataloguePreview
from specreview.ui.imports import Draft
from specreview.ui.present.importing import FILE_ROLES, ROLE_WORDS
from specreview.ui.room import Room
from specreview.ui.show import import_labels
from specreview.ui.show.import_labels import NO_COLUMN


def draw(room: Room, source: Path, draft: Draft, guess: CataloguePreview) -> None:
    """A box a role, with the column that its name suggests until another is chosen."""
    names = [one.name for one in guess.columns]
    guessed = {one.role: one.name for one in reversed(guess.columns) if one.role is not None}
    with st.container(key="import_roles", horizontal=True, gap="xsmall"):
        for role, word in ROLE_WORDS.items():
            _role(source, draft, role, word, names, guessed)
    with (
        st.expander("Columns that name the surveys' files", key="import_file_roles"),
        st.container(horizontal=True, gap="xsmall"),
    ):
        for role, word in FILE_ROLES.items():
            _role(source, draft, role, word, names, guessed)
    import_labels.draw(room, source, draft, guess)


def _role(
    source: Path,
    draft: Draft,
    role: str,
    word: str,
    names: list[str],
    guessed: Mapping[str, str],
) -> None:
    first = guessed.get(role, NO_COLUMN)
    now = draft.roles.get(role, first)
    options = [NO_COLUMN, *names]
    chosen = st.selectbox(
        word,
        options,
        index=options.index(now) if now in options else 0,
        format_func=_column_name,
        key=f"import_role_{role}_{draft.box(source)}",
        width=150,
    )
    if chosen == first:
        draft.roles.pop(role, None)
    else:
        draft.roles[role] = chosen


def _column_name(name: str) -> str:
    return name or "none"
