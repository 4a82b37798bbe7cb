"""The folder of an import: where the list's spectra lie."""

from pathlib import Path

import streamlit as st

from specreview.ui.imports import Draft
from specreview.ui.room import Room


def draw(room: Room, source: Path, draft: Draft) -> None:
    """Where the spectra lie; a list that was uploaded or pasted lies nowhere near them."""
    kept = source.parent == room.workspace.folder / "lists"
    key, folders = _key(source, draft), _folders(room)
    st.session_state.setdefault(key, draft.spectra)
    with st.container(key="import_folder", horizontal=True, gap="small"):
        st.text_input(
            "Folder with the spectra",
            key=key,
            placeholder="where files are sought by path, id or survey name"
            if kept
            else "where the list's paths begin; else beside the list",
        )
        if folders:
            chooser = f"import_known_{key}"
            st.selectbox(
                "or one used before",
                folders,
                index=None,
                key=chooser,
                placeholder="choose",
                width=260,
                on_change=_take_folder,
                args=(chooser, key),
            )
    read(source, draft)


def read(source: Path, draft: Draft) -> None:
    """What stands in the box, if it is drawn."""
    draft.spectra = str(st.session_state.get(_key(source, draft), draft.spectra) or "")


def _take_folder(chooser: str, key: str) -> None:
    """Into the box for typing, where it can be seen whole and changed."""
    if chosen := st.session_state.get(chooser):
        st.session_state[key] = chosen


def _key(source: Path, draft: Draft) -> str:
    """A box of its own for each source: an upload may bring the folder along."""
    return f"import_spectra_{draft.box(source)}"


def _folders(room: Room) -> list[str]:
    """Where the queues so far had theirs, the latest first, and what was uploaded."""
    workspace = room.workspace
    queues = reversed(workspace.store.queues.all())
    places = (Path(queue.spectra or queue.source) for queue in queues)
    folders = (place if place.is_dir() else place.parent for place in places)
    uploaded = sorted((workspace.folder / "uploads").glob("spectra-*"))
    known = (*(one for one in folders if one != workspace.folder / "lists"), *uploaded)
    return list(dict.fromkeys(str(one) for one in known if one.is_dir()))
